// SPDX-License-Identifier: GPL-2.0-only
#include "support/tree.h"

namespace ns3::bacepipe::test
{

std::string
SourceFolder()
{
    return BACE_PIPE_SOURCE_DIR;
}

std::string
BuildFolder()
{
    return BACE_PIPE_BINARY_DIR;
}

} // namespace ns3::bacepipe::test
