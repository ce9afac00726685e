// SPDX-License-Identifier: GPL-2.0-only
// report.html: its data are those of the files beside it, and a browser draws every figure of them.
#include "support/report.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

class RunReportTest : public ReportTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
        Write("tiny.json", g_tinyScenario);
    }

    /// Expects every embedded file to be the one beside the page. @return their names
    static std::vector<std::string> ExpectSameFilesInPage(const std::filesystem::path& folder)
    {
        std::vector<std::string> names;
        const auto embedded = ReadEmbedded(ReadFile(folder / "report.html"));
        for (const auto& [name, file] : embedded.at("files").items())
        {
            names.push_back(name);
            EXPECT_EQ(file.at("text").get<std::string>(), ReadFile(folder / name)) << name;
            EXPECT_EQ(file.at("rows"), file.at("of")) << name;
        }
        return names;
    }
};

/// @return the regions of all jobs' placements, one for each job that has GPUs there
std::size_t
CountSegments(const Csv& jobs)
{
    std::size_t segments = 0;
    for (const auto& row : jobs.rows)
    {
        segments += Split(row.at("placement"), '>').size();
    }
    return segments;
}

} // namespace

TEST_F(RunReportTest, HasTheFilesBesideItAsTheyAre)
{
    const auto output = RunWell("lossy.json", "out");
    const auto names = ExpectSameFilesInPage(output);
    for (const char* const name :
         {"summary.json", "jobs.csv", "regions.csv", "links.csv", "decisions.csv", "pipeline.csv"})
    {
        EXPECT_THAT(names, ::testing::Contains(name));
    }
    EXPECT_THAT(names, ::testing::Not(::testing::Contains("run.json")))
        << "it differs from run to run";
}

TEST_F(RunReportTest, ItsPathIsPrintedLast)
{
    const auto result = Run({"tiny.json", "--network=analytic", "--output=out"});
    EXPECT_THAT(result.out,
                ::testing::EndsWith("\nresults in " + (GetFolder() / "out").string() +
                                    "\nreport in " + (GetFolder() / "out/report.html").string() +
                                    "\n"));
    const auto without = Run({"tiny.json", "--network=analytic", "--output=out", "--report=false"});
    EXPECT_EQ(without.status, 0) << without.err;
    EXPECT_THAT(without.out,
                ::testing::EndsWith("\nresults in " + (GetFolder() / "out").string() + "\n"));
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out/report.html"));
    ExpectRefused(Run({"tiny.json", "--report=banana"}), "--report: found 'banana'");
}

/// Scripts and style are what the source has: nothing on the way through CMake changed them.
TEST_F(RunReportTest, NeedsNoOtherFileAndNoNetwork)
{
    const std::string page =
        ReadFile(RunWell("tiny.json", "out", {"--network=analytic"}) / "report.html");
    const std::filesystem::path source =
        std::filesystem::path(SourceFolder()) / "contrib/bace-pipe/data/report";
    std::size_t parts = 0;
    for (const auto& entry : std::filesystem::directory_iterator(source))
    {
        if (entry.path().extension() != ".js" && entry.path().extension() != ".css")
        {
            continue;
        }
        ++parts;
        EXPECT_EQ(Count(page, ReadFile(entry.path())), 1U) << entry.path();
    }
    EXPECT_GE(parts, 13U);
    EXPECT_EQ(Count(page, "</script>"), 2U);
    for (const char* const foreign : {"src=", "@import", "url(", "fetch(", "{{"})
    {
        EXPECT_EQ(Count(page, foreign), 0U) << foreign;
    }
}

TEST_F(RunReportTest, ABrowserDrawsEveryFigure)
{
    const std::string browser = FindBrowser();
    if (browser.empty())
    {
        GTEST_SKIP() << "no Chromium";
    }
    const auto output = RunWell("lossy.json", "out");
    const auto jobs = ReadCsv(output / "jobs.csv");
    std::size_t used = 0;
    for (const auto& row : ReadCsv(output / "links.csv").rows)
    {
        used += Csv::Number(row, "bytes") > 0 ? 1 : 0;
    }
    for (const int width : {1200, 500})
    {
        const Document page = Open(browser, output / "report.html", width);
        EXPECT_EQ(page.GetErrors(), "");
        EXPECT_EQ(Count(page.GetSection("jobs"), "<tr>"), 1 + 3U);
        const std::string map = page.GetSection("map");
        EXPECT_EQ(Count(map, "<circle cx="), 2 * 3U);
        EXPECT_EQ(Count(map, "<path d=\"M"), used);
        const std::string queue = page.GetSection("queue");
        EXPECT_EQ(Count(queue, " GPUs in "), CountSegments(jobs));
        EXPECT_EQ(Count(queue, "class=\"wait\"><title>"), 3U);
        EXPECT_EQ(Count(page.GetSection("pipeline"), "class=\"operation "), 2U);
        // Of each job the analytic time, and five parts of the simulated one.
        EXPECT_EQ(Count(page.GetSection("iterations"), "<title>"), 3 * 6U);
        EXPECT_EQ(Count(page.GetSection("costs"), "class=\"c0 cost\""), 3U);
        for (const char* const id : {"map", "queue", "pipeline", "iterations", "costs"})
        {
            EXPECT_EQ(Count(page.GetSection(id), "role=\"img\" aria-label=\""), 1U) << id;
            EXPECT_EQ(Count(page.GetSection(id), "<table>"), 1U) << id;
        }
        EXPECT_EQ(Count(page.GetBody(), "NaN"), 0U);
        EXPECT_EQ(Count(page.GetBody(), "undefined"), 0U);
    }
}

TEST_F(RunReportTest, AnalyticUnfinishedAndUnlinkedRunsHaveAPage)
{
    const std::string browser = FindBrowser();
    if (browser.empty())
    {
        GTEST_SKIP() << "no Chromium";
    }
    // Nobody can start under lcf; one job in one region; no link at all.
    EXPECT_EQ(
        Run({"lossy.json", "--policy=lcf", "--network=analytic", "--output=unfinished"}).status,
        3);
    RunWell("lossy.json", "analytic", {"--network=analytic"});
    RunWell("tiny.json", "tiny");
    const Document unfinished = Open(browser, GetFolder() / "unfinished/report.html");
    EXPECT_EQ(unfinished.GetErrors(), "");
    EXPECT_EQ(Count(unfinished.GetSection("queue"), "<td class=\"text\">never started"), 3U);
    EXPECT_THAT(unfinished.GetSection("iterations"), ::testing::HasSubstr("No job has finished"));
    const Document analytic = Open(browser, GetFolder() / "analytic/report.html");
    EXPECT_EQ(analytic.GetErrors(), "");
    EXPECT_THAT(analytic.GetSection("links"),
                ::testing::HasSubstr("An analytic run has no figures of links"));
    EXPECT_THAT(analytic.GetSection("pipeline"), ::testing::HasSubstr("class=\"absent\""));
    const Document tiny = Open(browser, GetFolder() / "tiny/report.html");
    EXPECT_EQ(tiny.GetErrors(), "");
    EXPECT_EQ(Count(tiny.GetSection("map"), "<circle cx="), 2 * 2U);
    EXPECT_EQ(Count(tiny.GetSection("queue"), " GPUs in "), 1U);
}

TEST_F(RunReportTest, AComparisonLeadsToItsRuns)
{
    ASSERT_EQ(Compare({"lossy.json",
                       "--network=analytic",
                       "--policies=bace-pipe,lcf,no-priority",
                       "--output=out"})
                  .status,
              3);
    const auto names = ExpectSameFilesInPage(GetFolder() / "out");
    EXPECT_EQ(names.size(), 1 + 2 * 3U);
    EXPECT_THAT(names, ::testing::Contains("compare.csv"));
    const std::string browser = FindBrowser();
    if (browser.empty())
    {
        GTEST_SKIP() << "no Chromium";
    }
    const Document page = Open(browser, GetFolder() / "out/report.html");
    EXPECT_EQ(page.GetErrors(), "");
    for (const char* const policy : {"bace-pipe", "lcf", "no-priority"})
    {
        const std::string link = std::string(policy) + "/report.html";
        EXPECT_EQ(Count(page.GetSection("policies"), "href=\"" + link + "\""), 1U);
        EXPECT_TRUE(std::filesystem::exists(GetFolder() / "out" / link));
    }
    // Under lcf no job can start.
    for (const char* const id : {"average_jct_s", "total_cost_usd", "makespan_s"})
    {
        EXPECT_EQ(Count(page.GetSection(id), " measure\""), 2U) << id;
        EXPECT_THAT(page.GetSection(id), ::testing::HasSubstr("no job completed")) << id;
    }
    EXPECT_EQ(Count(page.GetSection("jobs"), "<tr>"), 1 + 3U);
    ASSERT_EQ(
        Compare({"lossy.json", "--network=analytic", "--output=out", "--report=false"}).status,
        3);
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out/report.html"));
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out/lcf/report.html"));
}

} // namespace ns3::bacepipe::test
