// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-scenario-reader.h"

#include "ns3/bace-json-cursor.h"
#include "ns3/bace-json-override.h"
#include "ns3/bace-scenario-parts.h"

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

/// The largest seed of ns-3's random streams (MRG32k3a's second modulus, less one).
constexpr uint64_t MAX_SEED = 4294944442;

/**
 * @param path a file
 * @return all of it; throws ScenarioError if that cannot be
 */
std::string
ReadFile(const std::string& path)
{
    const auto fail = [&](const std::string& found) {
        throw ScenarioError(DescribeError(path, "", found, "a scenario file"));
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

/**
 * @param source what stands for the file
 * @return a name for its scenario: the file's stem, fit for folders
 */
std::string
MakeName(const std::string& source)
{
    std::string name = std::filesystem::path(source).stem().string().substr(0, 64);
    for (char& c : name)
    {
        c = IsId(std::string("x") + c) ? c : '-';
    }
    return IsId(name) ? name : "scenario";
}

/**
 * Gives a document a name, first of its keys: as a copy elsewhere it stays the same scenario.
 * @param document the document
 * @param name the name
 * @return the document with the name
 */
Json
AddName(Json document, const std::string& name)
{
    if (document.contains("name"))
    {
        return document;
    }
    Json named = Json::object();
    named["name"] = name;
    named.update(document);
    return named;
}

} // namespace

Scenario
ReadScenario(const std::string& path, const std::vector<std::string>& overrides)
{
    return ParseScenario(ReadFile(path), path, overrides);
}

Scenario
ParseScenario(const std::string& text,
              const std::string& source,
              const std::vector<std::string>& overrides)
{
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    {
        throw ScenarioError(DescribeError(source, "", "nothing but blanks", "a scenario"));
    }
    Json document = ParseJson(text, source);
    for (const std::string& override : overrides)
    {
        ApplyOverride(document, override);
    }

    const JsonCursor root(document, source);
    root.CheckKeys({"$schema",
                    "name",
                    "description",
                    "seed",
                    "regions",
                    "wan",
                    "jobs",
                    "policy",
                    "scheduler",
                    "network",
                    "traffic",
                    "run"});
    root["$schema"].GetString("the address of the schema", "");
    root["description"].GetString("a string", "");
    Scenario scenario;
    scenario.name = root["name"].Exists() ? root["name"].GetId() : MakeName(source);
    scenario.seed = root["seed"].GetInteger(1, MAX_SEED, 1);
    scenario.regions = ReadRegions(root["regions"]);
    ReadOptions(root, scenario);
    scenario.links = ReadLinks(root["wan"], scenario.regions, scenario.network.segmentBytes);
    scenario.traffic = ReadTraffic(root["traffic"], scenario);
    scenario.jobs = ReadJobs(root["jobs"], GetReferenceGpu(scenario.regions));
    CheckTrafficIds(root["traffic"], scenario);
    RelateToFastest(scenario);
    LimitStages(root, scenario);
    CheckFeasibility(root, scenario);
    scenario.text = PrettyPrint(AddName(std::move(document), scenario.name));
    return scenario;
}

} // namespace ns3::bacepipe
