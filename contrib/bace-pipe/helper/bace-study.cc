// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-study.h"

#include "ns3/bace-input-file.h"
#include "ns3/bace-study-axes.h"

#include <filesystem>

namespace ns3::bacepipe
{

namespace
{

/**
 * Puts the scenario into the study's document, with its name, which would be that of its file.
 * @param root the study
 * @param study its name, source and document are there; gets the scenario and what stands for it
 */
void
IncludeScenario(const JsonCursor& root, Study& study)
{
    const JsonCursor cursor = root["scenario"];
    Json scenario;
    std::string name = study.name;
    if (cursor.Exists() && cursor.GetValue().is_object())
    {
        scenario = cursor.GetValue();
        study.scenarioSource = "the scenario";
    }
    else
    {
        const std::string file =
            cursor.GetString("the path of a scenario file, or a scenario (an object)");
        const auto path = std::filesystem::path(study.source).parent_path() / file;
        study.scenarioSource = path.lexically_normal();
        name = MakeId(file, "scenario");
        try
        {
            scenario = ParseJson(ReadInputFile(study.scenarioSource, "a scenario file"),
                                 study.scenarioSource);
        }
        catch (const ScenarioError& error)
        {
            throw ScenarioError(study.source + ": " + cursor.GetPointer() + ": " + error.what());
        }
        if (!scenario.is_object())
        {
            cursor.Fail(Abbreviate(file) + ", which holds no object", "a scenario file");
        }
    }
    if (!scenario.contains("name"))
    {
        scenario["name"] = name;
    }
    study.document["scenario"] = std::move(scenario);
}

} // namespace

Study
ReadStudy(const std::string& path)
{
    return ParseStudy(ReadInputFile(path, "a study file"), path);
}

Study
ParseStudy(const std::string& text, const std::string& source)
{
    Study study;
    study.source = source;
    const Json document = ParseJson(text, source);
    const JsonCursor root(document, source);
    root.CheckKeys({"$schema",
                    "name",
                    "description",
                    "scenario",
                    "set",
                    "axes",
                    "policies",
                    "networks",
                    "seeds",
                    "plots"});
    root["$schema"].GetString("the address of the schema", "");
    root["description"].GetString("a string", "");
    study.name = root["name"].Exists() ? root["name"].GetId() : MakeId(source, "study");
    study.document = document;
    study.document["name"] = study.name;
    study.set = ReadStudyChanges(root["set"], false);
    study.axes = ReadStudyAxes(root);
    CheckStudyPlots(root["plots"], study.axes);
    IncludeScenario(root, study);
    return study;
}

} // namespace ns3::bacepipe
