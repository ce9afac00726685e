// SPDX-License-Identifier: GPL-2.0-only
// Tables of a study, made of files that no run would write yet.
#include "ns3/bace-run-report.h"
#include "ns3/bace-study-results.h"
#include "ns3/bace-version.h"

#include <filesystem>
#include <fstream>

#include "schema-testing.h"
#include "study-testing.h"
#include "support/process.h"

using namespace ns3::bacepipe;

namespace
{

/**
 * Leaves what a run of a point would.
 * @param folder of the study
 * @param point its name
 * @param more keys of summary.json
 */
void
PretendRun(const StudyFolder& folder, const std::string& point, const Json& more)
{
    const auto run = folder.GetRun(point);
    std::filesystem::create_directories(run);
    std::filesystem::copy(folder.GetScenario(point), run / "scenario.json");
    Json summary = {{"policy", "lcf"},
                    {"network", "packet"},
                    {"seed", 7},
                    {"version", GetVersion()},
                    {"ns3_version", GetNs3Version()},
                    {"jobs_total", 1},
                    {"jobs_completed", 1}};
    summary.update(more);
    std::ofstream(run / "summary.json") << summary;
    std::ofstream(run / "jobs.csv") << JOBS_HEAD << "\nj,m\n";
}

} // namespace

TEST(StudyCollect, SummariesAreFlattenedAndMayDiffer)
{
    const test::TemporaryFolder temporary;
    const StudyFolder folder((temporary.GetPath() / "study").string());
    const Study study = ParseStudyOf("\"seeds\": [1, 2, 3]");
    ASSERT_EQ(folder.Prepare(study).size(), 3U);
    PretendRun(folder, "seed-1", {{"makespan_s", nullptr}});
    PretendRun(folder, "seed-3", {{"links", {{"a", 0.5}, {"b", {1, "x,y"}}}}, {"done", true}});
    EXPECT_TRUE(folder.IsDone("seed-3"));
    const StudyOutcome outcome = CollectStudy(study, folder);
    EXPECT_EQ(outcome.points, 3U);
    EXPECT_EQ(outcome.results, 2U);
    ASSERT_EQ(outcome.failures.size(), 1U);
    EXPECT_EQ(outcome.failures[0].point, "seed-2");
    EXPECT_EQ(outcome.failures[0].outcome, "missing");
    const std::string results = ReadText((folder.GetPath() / "results.csv").string());
    EXPECT_THAT(results, ::testing::StartsWith("point,policy,network,seed,scenario,transport,"));
    EXPECT_THAT(results, ::testing::HasSubstr(",done,links_a,links_b_0,links_b_1\n"));
    EXPECT_THAT(results, ::testing::HasSubstr("\nseed-1,lcf,packet,7,"));
    EXPECT_THAT(results, ::testing::HasSubstr(",,,,\n")) << "of the first run, which has none";
    EXPECT_THAT(results, ::testing::EndsWith(",true,0.5,1,\"x,y\"\n"));
    EXPECT_THAT(ReadText((folder.GetPath() / "jobs.csv").string()),
                ::testing::EndsWith("\nseed-3,lcf,packet,7,j,m\n"));
}

TEST(StudyCollect, OnlyTheScenarioThatIsWantedIsDone)
{
    const test::TemporaryFolder temporary;
    const StudyFolder folder((temporary.GetPath() / "study").string());
    folder.Prepare(ParseStudyOf(""));
    EXPECT_FALSE(folder.IsDone("point"));
    PretendRun(folder, "point", Json::object());
    EXPECT_TRUE(folder.IsDone("point"));
    EXPECT_TRUE(folder.Prepare(ParseStudyOf("\"description\": \"other words\"")).empty());
    EXPECT_EQ(folder.Prepare(ParseStudyOf("\"set\": {\"/seed\": 2}")).size(), 1U);
    EXPECT_TRUE(folder.Prepare(ParseStudyOf("")).empty()) << "as it was";
    std::ofstream(folder.GetRun("point") / "summary.json") << "{\"version\": \"0\"}";
    EXPECT_FALSE(folder.IsDone("point"));
    std::ofstream(folder.GetRun("point") / "summary.json") << "{";
    EXPECT_FALSE(folder.IsDone("point"));
}

TEST(StudyCollect, DamagedResultsAreNotDone)
{
    const test::TemporaryFolder temporary;
    const StudyFolder folder((temporary.GetPath() / "study").string());
    folder.Prepare(ParseStudyOf(""));
    PretendRun(folder, "point", Json::object());
    const auto summary = folder.GetRun("point") / "summary.json";
    const auto jobs = folder.GetRun("point") / "jobs.csv";
    const std::string whole = ReadText(jobs.string());
    const std::string head = std::string(JOBS_HEAD) + "\n";
    const std::string zeros(whole.size(), '\0');
    for (const auto& damaged : {std::string(), zeros, head, whole + "k,m\n", head + "j,m"})
    {
        std::ofstream(jobs) << damaged;
        EXPECT_FALSE(folder.IsDone("point")) << damaged;
    }
    std::ofstream(jobs) << whole;
    ASSERT_TRUE(folder.IsDone("point"));
    const Json good = Json::parse(ReadText(summary.string()));
    for (const char* const key : {"version", "ns3_version", "jobs_total"})
    {
        for (const Json& value : {Json(7), Json(), Json::array(), Json({{"a", 1}})})
        {
            Json bad = good;
            bad[key] = value;
            std::ofstream(summary) << bad;
            EXPECT_FALSE(folder.IsDone("point")) << bad;
        }
        Json without = good;
        without.erase(key);
        std::ofstream(summary) << without;
        EXPECT_FALSE(folder.IsDone("point")) << without;
    }
    std::filesystem::remove(summary);
    std::filesystem::create_directory(summary);
    EXPECT_FALSE(folder.IsDone("point"));
}
