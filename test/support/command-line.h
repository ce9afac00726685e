// SPDX-License-Identifier: GPL-2.0-only
// What the command-line tests share: the programs, a folder to work in, scenarios.
#ifndef BACE_TEST_COMMAND_LINE_H
#define BACE_TEST_COMMAND_LINE_H

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/csv.h"
#include "support/process.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

/**
 * Three regions, three jobs that must cross between them, packets lost on the way. Most iterations
 * are simulated; it takes a tenth of a second or so.
 */
inline const char* const g_lossyScenario = R"({
    "regions": [
        {"id": "a", "gpus": 4, "gpu": "RTX A6000", "gpus_per_host": 2, "price_usd_per_kwh": 0.2,
         "bandwidth": "50Gbps", "latency": "50us"},
        {"id": "b", "gpus": 4, "gpu": "RTX A6000", "gpus_per_host": 2, "price_usd_per_kwh": 0.1,
         "bandwidth": "50Gbps", "latency": "50us"},
        {"id": "c", "gpus": 4, "gpu": "RTX A6000", "gpus_per_host": 2, "price_usd_per_kwh": 0.3,
         "bandwidth": "50Gbps", "latency": "50us"}
    ],
    "wan": {"mesh": {"rate": "1Gbps", "delay": "5ms", "loss_rate": 0.002}},
    "jobs": [
        {"id": "first", "samples": 1000, "micro_batches": 8,
         "profile": {"compute_time_s": 0.4, "boundary_bytes": 1000000, "layers": 16, "min_gpus": 6,
                     "iterations": 12}},
        {"id": "second", "samples": 1000, "micro_batches": 8,
         "profile": {"compute_time_s": 0.4, "boundary_bytes": 1500000, "layers": 16, "min_gpus": 5,
                     "iterations": 10}},
        {"id": "third", "samples": 1000, "micro_batches": 4, "arrival_s": 1.5,
         "profile": {"compute_time_s": 0.3, "boundary_bytes": 500000, "layers": 8, "min_gpus": 3,
                     "iterations": 30}}
    ]
})";

/// Two regions without a link, one job that fits into one: runs at once, analytic or not.
inline const char* const g_tinyScenario = R"({
    "regions": [
        {"id": "a", "gpus": 4, "gpu": "RTX A6000", "price_usd_per_kwh": 0.2,
         "bandwidth": "50Gbps", "latency": "50us"},
        {"id": "b", "gpus": 4, "gpu": "RTX A6000", "price_usd_per_kwh": 0.1,
         "bandwidth": "50Gbps", "latency": "50us"}
    ],
    "jobs": [
        {"id": "only", "samples": 64, "micro_batches": 4,
         "profile": {"compute_time_s": 0.4, "boundary_bytes": 1000, "layers": 4, "min_gpus": 2}}
    ]
})";

/// Everything that a folder holds, by path below it.
using Files = std::map<std::string, std::string>;

/// @return a file's bytes; empty where there is none
inline std::string
ReadFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// @return all files of a folder, and its folders, below it, but for the hidden list of them
inline Files
ReadFolder(const std::filesystem::path& folder)
{
    Files files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    {
        const std::string name = entry.path().lexically_relative(folder);
        if (entry.path().filename() == ".bace-pipe")
        {
            continue; // a list of the others
        }
        files[name] = entry.is_directory() ? "a folder" : ReadFile(entry.path());
    }
    return files;
}

/// @return what must be the same in every repetition of a run: all but run.json
inline Files
ReadRepeatable(const std::filesystem::path& folder)
{
    Files files = ReadFolder(folder);
    for (auto it = files.begin(); it != files.end();)
    {
        const bool differs = std::filesystem::path(it->first).filename() == "run.json";
        it = differs ? files.erase(it) : std::next(it);
    }
    return files;
}

/// Expects equal files; says which differ rather than what is in them.
inline void
ExpectSameFiles(const Files& first, const Files& second)
{
    EXPECT_FALSE(first.empty());
    for (const auto& [name, content] : first)
    {
        ASSERT_EQ(second.count(name), 1U) << name;
        EXPECT_TRUE(second.at(name) == content) << name << " differs";
    }
    EXPECT_EQ(first.size(), second.size());
}

/// A test that works in a temporary folder of its own.
class CommandLineTest : public ::testing::Test
{
  protected:
    /// Runs a command in the folder, for so long at most.
    ProcessResult Execute(const std::vector<std::string>& command,
                          std::chrono::seconds limit = std::chrono::seconds(120)) const
    {
        const ProcessResult result = Process(command, GetFolder()).Wait(limit);
        EXPECT_FALSE(result.late) << command.front() << " does not end";
        return result;
    }

    /// Runs a line of shell in the folder, for so long at most; $RUN and $COMPARE are the programs.
    ProcessResult Shell(const std::string& line,
                        std::chrono::seconds limit = std::chrono::seconds(120)) const
    {
        return Execute(
            {"bash",
             "-c",
             "RUN=" + GetProgram("run") + "; COMPARE=" + GetProgram("compare") + "; " + line},
            limit);
    }

    /// Runs bace-pipe-run.
    ProcessResult Run(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), GetProgram("run"));
        return Execute(arguments);
    }

    /// Runs bace-pipe-compare.
    ProcessResult Compare(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), GetProgram("compare"));
        return Execute(arguments);
    }

    /// Runs a scenario that must end well; @return its folder
    std::filesystem::path RunWell(const std::string& scenario,
                                  const std::string& output,
                                  const std::vector<std::string>& options = {}) const
    {
        std::vector<std::string> arguments = {scenario, "--output=" + output};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const ProcessResult result = Run(arguments);
        EXPECT_EQ(result.status, 0) << result.err;
        return GetFolder() / output;
    }

    /// Expects bad input: exit 2, one line that begins with "error: " and holds the place.
    void ExpectRefused(const ProcessResult& result, const std::string& place) const
    {
        EXPECT_EQ(result.status, 2) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_THAT(result.err, ::testing::StartsWith("error: "));
        EXPECT_THAT(result.err, ::testing::HasSubstr(place));
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        EXPECT_LT(result.err.size(), 1200U);
    }

    /// Writes a file of the folder.
    void Write(const std::string& name, const std::string& text) const
    {
        std::filesystem::create_directories((GetFolder() / name).parent_path());
        std::ofstream(GetFolder() / name, std::ios::binary) << text;
    }

    /// @return names in the folder
    std::vector<std::string> List() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(GetFolder()))
        {
            names.push_back(entry.path().filename());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    const std::filesystem::path& GetFolder() const
    {
        return m_folder.GetPath();
    }

    static std::string GetProgram(const std::string& name)
    {
        return BuildFolder() + "/bin/bace-pipe-" + name;
    }

    static nlohmann::json ReadJson(const std::filesystem::path& path)
    {
        return nlohmann::json::parse(ReadFile(path));
    }

  private:
    TemporaryFolder m_folder;
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_COMMAND_LINE_H
