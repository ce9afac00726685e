// SPDX-License-Identifier: GPL-2.0-only
// The JSON schema of studies says what the reader does, for what does not depend on the scenario.
#include "ns3/bace-policy.h"

#include <algorithm>
#include <filesystem>

#include "schema-testing.h"
#include "study-testing.h"

using namespace ns3::bacepipe;

namespace
{

const std::string g_schema = test::SourceFolder() + "/contrib/bace-pipe/data/study.schema.json";

/// Keys of a study of the small scenario.
struct Keys
{
    const char* text; //!< beside the scenario
    bool valid;       //!< what both have to say
};

#define AXIS(content) "\"axes\": [{\"name\": \"a\", " content "}]"
#define PLOT(content) "\"seeds\": 2, \"plots\": [{\"name\": \"p\", \"x\": \"seed\", " content "}]"

const Keys g_cases[] = {
    {"", true},
    {"\"$schema\": \"x\", \"name\": \"n\", \"description\": \"d\"", true},
    {"\"set\": {\"/seed\": 3, \"/network/connections\": 2}", true},
    {"\"axes\": []", true},
    {AXIS("\"pointer\": \"/wan/links/*/rate\", \"values\": [\"1Gbps\", \"2Gbps\"]"), true},
    {AXIS("\"pointer\": [\"/wan/links/0/rate\"], \"scale\": [0.5, 1e3]"), true},
    {AXIS("\"alternatives\": [{\"name\": \"x\"}, {\"name\": \"y\", \"set\": {\"/seed\": 2}, "
          "\"scale\": {\"/regions/0/gpus\": 2}}]"),
     true},
    {"\"policies\": [\"ldf\", \"bace-pipe-lookahead\"], \"networks\": [\"analytic\"]", true},
    {"\"seeds\": 10000", true},
    {"\"seeds\": [4, 2]", true},
    {"\"plots\": []", true},
    {PLOT("\"y\": \"makespan_s\", \"title\": \"t\", \"log\": \"xy\""), true},
    {PLOT("\"y\": [\"makespan_s\", \"average_jct_s\"], \"group\": [], \"where\": {}"), true},
    {PLOT("\"y\": \"jct_s\", \"table\": \"jobs\", \"group\": \"job\""), true},
    {"\"axis\": []", false},
    {"\"name\": \"a b\"", false},
    {"\"description\": 1", false},
    {"\"set\": {\"seed\": 3}", false},
    {"\"set\": {\"/~2\": 3}", false},
    {"\"axes\": {}", false},
    {"\"axes\": [7]", false},
    {AXIS("\"pointer\": \"/seed\""), false},
    {AXIS("\"values\": [1]"), false},
    {AXIS("\"pointer\": \"/seed\", \"values\": []"), false},
    {AXIS("\"pointer\": \"/seed\", \"values\": [1, 1]"), false},
    {AXIS("\"pointer\": \"seed\", \"values\": [1]"), false},
    {AXIS("\"pointer\": [], \"values\": [1]"), false},
    {AXIS("\"pointer\": \"/seed\", \"values\": [1], \"scale\": [1]"), false},
    {AXIS("\"pointer\": \"/seed\", \"alternatives\": [{\"name\": \"x\"}]"), false},
    {AXIS("\"values\": [1], \"alternatives\": [{\"name\": \"x\"}]"), false},
    {AXIS("\"pointer\": \"/regions/0/gpus\", \"scale\": [-1]"), false},
    {AXIS("\"pointer\": \"/regions/0/gpus\", \"scale\": [\"1\"]"), false},
    {AXIS("\"alternatives\": []"), false},
    {AXIS("\"alternatives\": [{\"set\": {}}]"), false},
    {AXIS("\"alternatives\": [{\"name\": \"\"}]"), false},
    {AXIS("\"alternatives\": [{\"name\": \"x\", \"sets\": {}}]"), false},
    {AXIS("\"alternatives\": [{\"name\": \"x\", \"scale\": {\"/regions/0/gpus\": -1}}]"), false},
    {"\"axes\": [{\"name\": \"1a\", \"pointer\": \"/seed\", \"values\": [1]}]", false},
    {"\"policies\": []", false},
    {"\"policies\": [\"best\"]", false},
    {"\"policies\": [\"ldf\", \"ldf\"]", false},
    {"\"networks\": [\"flow\"]", false},
    {"\"seeds\": 0", false},
    {"\"seeds\": 1.5", false},
    {"\"seeds\": []", false},
    {"\"seeds\": [0]", false},
    {"\"seeds\": [1, 1]", false},
    {"\"plots\": {}", false},
    {PLOT("\"title\": \"t\""), false},
    {PLOT("\"y\": []"), false},
    {PLOT("\"y\": [\"makespan_s\", \"makespan_s\"]"), false},
    {PLOT("\"y\": \"makespan_s\", \"log\": \"z\""), false},
    {PLOT("\"y\": \"makespan_s\", \"table\": \"links\""), false},
    {PLOT("\"y\": \"makespan_s\", \"colour\": \"red\""), false},
    {PLOT("\"y\": \"makespan_s\", \"where\": []"), false},
    {"\"seeds\": 2, \"plots\": [{\"x\": \"seed\", \"y\": \"makespan_s\"}]", false},
};

} // namespace

TEST(StudySchema, AgreesWithTheReader)
{
    Json cases = Json::array();
    for (const Keys& keys : g_cases)
    {
        const std::string text = MakeStudyText(keys.text);
        const std::string error = GetStudyError(text);
        EXPECT_EQ(error.empty(), keys.valid) << keys.text << ": " << error;
        cases.push_back(
            {{"name", keys.text}, {"valid", error.empty()}, {"document", Json::parse(text)}});
    }
    const std::string folder = test::SourceFolder() + "/examples/studies";
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        if (entry.path().extension() == ".json")
        {
            const std::string path = entry.path();
            cases.push_back(
                {{"name", path}, {"valid", true}, {"document", ParseJson(ReadText(path), path)}});
        }
    }
    ExpectSchemaAgrees(g_schema, cases);
}

TEST(StudySchema, OffersAllPolicies)
{
    std::vector<std::string> policies;
    for (const Policy& policy : GetPolicies())
    {
        policies.emplace_back(policy.name);
    }
    const Json schema = ParseJson(ReadText(g_schema), g_schema);
    EXPECT_EQ(schema["properties"]["policies"]["items"]["enum"], Json(policies));
}

TEST(StudySchema, DescribesEveryKey)
{
    EXPECT_EQ(ExpectKeysDescribed(g_schema, test::SourceFolder() + "/doc/studies.md"), 26U);
}

TEST(StudyExamples, AreRight)
{
    const std::string folder = test::SourceFolder() + "/examples/studies";
    std::size_t studies = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        if (entry.path().extension() != ".json")
        {
            continue;
        }
        ++studies;
        const Study study = ReadStudy(entry.path());
        for (std::size_t i = 0; i < study.CountPoints(); ++i)
        {
            EXPECT_NO_THROW(study.MakeScenario(study.GetPoint(i))) << entry.path();
        }
    }
    EXPECT_GT(studies, 0U);
}
