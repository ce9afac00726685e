// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-output-file.h"

#include <stdexcept>

namespace ns3::bacepipe
{

void
CloseFile(std::ofstream& file, const std::string& path)
{
    file.close();
    if (!file)
    {
        throw std::runtime_error("cannot write " + path);
    }
}

} // namespace ns3::bacepipe
