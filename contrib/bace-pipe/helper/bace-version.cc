// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-version.h"

namespace ns3::bacepipe
{

std::string
GetVersion()
{
    return BACE_PIPE_VERSION;
}

std::string
GetNs3Version()
{
    return BACE_PIPE_NS3_VERSION;
}

} // namespace ns3::bacepipe
