// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-scenario-reader.h"

#include "ns3/bace-input-file.h"
#include "ns3/bace-json-cursor.h"
#include "ns3/bace-json-override.h"
#include "ns3/bace-scenario-parts.h"

namespace ns3::bacepipe
{

namespace
{

/// The largest seed of ns-3's random streams (MRG32k3a's second modulus, less one).
constexpr uint64_t MAX_SEED = 4294944442;

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
    return ParseScenario(ReadInputFile(path, "a scenario file"), path, overrides);
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
    return BuildScenario(std::move(document), source);
}

Scenario
BuildScenario(Json document, const std::string& source)
{
    const JsonCursor root(document, source);
    root.CheckKeys({"$schema",
                    "name",
                    "description",
                    "seed",
                    "regions",
                    "wan",
                    "jobs",
                    "arrivals",
                    "policy",
                    "scheduler",
                    "network",
                    "traffic",
                    "run"});
    root["$schema"].GetString("the address of the schema", "");
    root["description"].GetString("a string", "");
    Scenario scenario;
    scenario.name = root["name"].Exists() ? root["name"].GetId() : MakeId(source, "scenario");
    scenario.seed = root["seed"].GetInteger(1, MAX_SEED, 1);
    scenario.regions = ReadRegions(root["regions"]);
    ReadOptions(root, scenario);
    scenario.links = ReadLinks(root["wan"], scenario.regions, scenario.network.segmentBytes);
    scenario.traffic = ReadTraffic(root["traffic"], scenario);
    scenario.jobs = ReadJobs(root["jobs"], GetReferenceGpu(scenario.regions));
    DrawArrivals(root, scenario);
    CheckTrafficIds(root["traffic"], scenario);
    RelateToFastest(scenario);
    LimitStages(root, scenario);
    CheckFeasibility(root, scenario);
    scenario.text = PrettyPrint(AddName(std::move(document), scenario.name));
    return scenario;
}

} // namespace ns3::bacepipe
