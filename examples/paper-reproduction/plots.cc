// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/report.h"

namespace ns3::bacepipe::reproduction
{
void
WritePlots(const Report&, const std::string&)
{
}

std::string
MakePage(const Report&)
{
    return "";
}
} // namespace ns3::bacepipe::reproduction
