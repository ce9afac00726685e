// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-input-file.h"

#include "ns3/bace-json-cursor.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace ns3::bacepipe
{

namespace
{

/// The largest file that is read; the full matrix of 1000 regions has about 10 MB.
constexpr std::size_t MAX_FILE_BYTES = std::size_t{64} << 20;

} // namespace

std::string
ReadInputFile(const std::string& path, const std::string& what)
{
    const auto fail = [&](const std::string& found) {
        throw ScenarioError(DescribeError(path, "", found, what));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
    {
        fail("a directory");
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file)
    {
        fail(errno ? std::string(std::strerror(errno)) : "a file that cannot be opened");
    }
    std::string text;
    std::string block(std::size_t{1} << 20, '\0');
    while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0)
    {
        text.append(block, 0, file.gcount());
        if (text.size() > MAX_FILE_BYTES) // a device has no end
        {
            fail("more than " + std::to_string(MAX_FILE_BYTES >> 20) + " MiB");
        }
    }
    if (file.bad())
    {
        fail("a file that cannot be read");
    }
    return text;
}

std::string
MakeId(const std::string& path, const std::string& fallback)
{
    const auto stem = std::filesystem::path(path).stem().string();
    const std::string name = ReplaceUnfit(stem.substr(0, 64));
    return IsId(name) ? name : fallback;
}

} // namespace ns3::bacepipe
