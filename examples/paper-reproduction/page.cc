// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/report.h"

namespace ns3::bacepipe::reproduction
{
std::string
MakePage(const Report&)
{
    return "";
}
} // namespace ns3::bacepipe::reproduction
