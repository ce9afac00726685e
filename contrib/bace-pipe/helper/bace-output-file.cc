// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-output-file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <unistd.h>

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

void
ReplaceFile(const std::string& path, const std::string& content)
{
    const std::string temporary = path + ".partial-" + std::to_string(getpid());
    std::ofstream file(temporary, std::ios::binary);
    file << content;
    file.close();
    const bool written = static_cast<bool>(file);
    if (!written || std::rename(temporary.c_str(), path.c_str()) != 0)
    {
        const std::string reason = written ? std::string(": ") + std::strerror(errno) : "";
        std::remove(temporary.c_str());
        throw std::runtime_error("cannot write " + path + reason);
    }
}

} // namespace ns3::bacepipe
