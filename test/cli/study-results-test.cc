// SPDX-License-Identifier: GPL-2.0-only
// What comes of a study's results: tables that others read, figures, and the page.
#include "ns3/bace-study-results.h"

#include <cmath>

#include "support/sweep.h"

namespace ns3::bacepipe::test
{

namespace
{

/// Names that need quotes in tables, and must not become markup or shell in figures and pages.
const std::string g_hostileStudy =
    std::string(R"({"name": "hostile", "description": "<b>&", "scenario": )") + g_tinyScenario +
    R"(,
    "networks": ["analytic"],
    "axes": [
        {"name": "_place", "alternatives": [{"name": "a, \"b\" <i>'$(x)`%s"}, {"name": "plain"}]},
        {"name": "price", "pointer": "/regions/*/price_usd_per_kwh", "scale": [0.5, 1]}
    ],
    "plots": [{"name": "cost", "title": "<b>'Cost'</b> ]]>\ufffe", "x": "price",
               "y": "total_cost_usd"},
              {"name": "kinds", "x": "_place", "y": ["makespan_s", "gpu_utilization"], "log": "y",
               "where": {"price": 1}}]
})";

class StudyResultsTest : public SweepTest
{
  protected:
    /// Runs the study above. @return its folder
    std::filesystem::path RunHostile() const
    {
        Write("hostile.json", g_hostileStudy);
        const auto result = Sweep({"hostile.json", "--output=out"});
        EXPECT_EQ(result.status, 0) << result.err;
        return GetFolder() / "out";
    }

    /// @return the fields of a line of a figure's data
    std::vector<std::string> ReadLine(const std::string& file, std::size_t line) const
    {
        return Split(Split(ReadFile(GetFolder() / "out/plots" / file), '\n').at(line), '\t');
    }
};

} // namespace

TEST(StudyTablesTest, FieldsAreQuotedWhereTheyNeedIt)
{
    EXPECT_EQ(QuoteCsv(""), "");
    EXPECT_EQ(QuoteCsv("plain text; a'b"), "plain text; a'b");
    EXPECT_EQ(QuoteCsv("a,b"), "\"a,b\"");
    EXPECT_EQ(QuoteCsv("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(QuoteCsv("two\nlines"), "\"two\nlines\"");
}

TEST_F(StudyResultsTest, DatabasesReadTheTables)
{
    if (Shell("command -v sqlite3").status != 0)
    {
        GTEST_SKIP() << "no sqlite3";
    }
    const auto folder = RunHostile();
    const auto ask = [&](const std::string& table, const std::string& question) {
        const auto result = Execute(
            {"sqlite3", ":memory:", ".import --csv out/" + table + ".csv " + table, question});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.err, "");
        return result.out;
    };
    EXPECT_EQ(ask("results", "SELECT count(*), count(DISTINCT _place), sum(price) FROM results"),
              "4|2|3.0\n");
    EXPECT_EQ(ask("results", "SELECT DISTINCT _place FROM results WHERE _place LIKE 'a%'"),
              "a, \"b\" <i>'$(x)`%s\n");
    EXPECT_EQ(ask("results", "SELECT average_jct_s > 0, jobs_completed FROM results LIMIT 1"),
              "1|1\n");
    EXPECT_EQ(ask("jobs", "SELECT count(*) FROM jobs WHERE job = 'only' AND jct_s > 0"), "4\n");
    EXPECT_EQ(ask("failures", "SELECT count(*) FROM failures"), "0\n");
    for (const char* const table : {"results.csv", "jobs.csv", "failures.csv"})
    {
        const std::string text = ReadFile(folder / table);
        EXPECT_EQ(Split(text, '\n').front().find_first_of(" \""), std::string::npos) << table;
    }
}

TEST_F(StudyResultsTest, PythonReadsTheTables)
{
    RunHostile();
    const auto result =
        Execute({"python3",
                 "-c",
                 "import csv\n"
                 "rows = list(csv.DictReader(open('out/results.csv', newline=''), strict=True))\n"
                 "print(len(rows), rows[0]['_place'], rows[3]['price'], all(None not in r for r in "
                 "rows))"});
    EXPECT_EQ(result.out, "4 a, \"b\" <i>'$(x)`%s 1 True\n") << result.err;
}

TEST_F(StudyResultsTest, FiguresHaveMeansAndIntervals)
{
    Write("study.json", g_lossyStudy);
    ASSERT_EQ(Sweep({"study.json", "--output=out"}).status, 0);
    const auto results = ReadCsv(GetFolder() / "out/results.csv");
    // Of the first line, kind plain, at the rate as it is: three seeds, so Student's t is 4.303.
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < 3; ++i)
    {
        const double jct = Csv::Number(results.rows[i], "average_jct_s");
        sum += jct;
        squares += jct * jct;
    }
    const double mean = sum / 3;
    const double halfWidth = 4.303 * std::sqrt((squares - 3 * mean * mean) / 2 / 3);
    const auto line = ReadLine("jct-1.dat", 1);
    ASSERT_EQ(line.size(), 4U);
    EXPECT_EQ(line[0], "1");
    EXPECT_NEAR(std::stod(line[1]), mean, 1e-6);
    EXPECT_GT(halfWidth, 0);
    EXPECT_NEAR(std::stod(line[2]), halfWidth, 1e-6 * mean);
    EXPECT_EQ(line[3], "3");
    EXPECT_EQ(ReadLine("jct-2.dat", 2)[0], "2");
    const std::string script = ReadFile(GetFolder() / "out/plots/jct.gp");
    EXPECT_THAT(script, ::testing::HasSubstr("set title 'How long'"));
    EXPECT_THAT(script, ::testing::HasSubstr("title 'plain'"));
    EXPECT_THAT(script, ::testing::HasSubstr("title 'two'"));
    // Beside each other by a hundredth of the axis, from 1 to 2.
    EXPECT_THAT(script, ::testing::HasSubstr("'jct-1.dat' using ($1-0.005):2:3 with yerrorlines"));
    EXPECT_THAT(script, ::testing::HasSubstr("'jct-2.dat' using ($1+0.005):2:3 with yerrorlines"));
}

TEST_F(StudyResultsTest, FiguresAreDrawnAnew)
{
    const auto plots = RunHostile() / "plots";
    const auto before = ReadFolder(plots);
    EXPECT_EQ(before.count("cost.svg"), 1U);
    EXPECT_EQ(before.count("kinds-makespan_s.png"), 1U);
    EXPECT_EQ(before.count("kinds-gpu_utilization.gp"), 1U);
    // Twice the price costs twice as much.
    EXPECT_NEAR(std::stod(ReadLine("cost-1.dat", 2)[1]),
                2 * std::stod(ReadLine("cost-1.dat", 1)[1]),
                1e-9);
    EXPECT_THAT(before.at("cost.gp"), ::testing::HasSubstr("title 'a, \"b\" <i>''$(x)`%s'"));
    const auto parsed =
        Execute({"python3", "-c", "import xml.dom.minidom as x; x.parse('out/plots/cost.svg')"});
    EXPECT_EQ(parsed.status, 0) << parsed.err;
    std::filesystem::remove_all(plots);
    const auto result = Execute({GetScript(), "plot", "out"});
    EXPECT_EQ(result.status, 0) << result.err;
    ExpectSameFiles(before, ReadFolder(plots));
    std::filesystem::remove(plots / "cost.svg");
    EXPECT_EQ(Shell("cd out/plots && gnuplot cost.gp").status, 0);
    ExpectSameFiles(before, ReadFolder(plots));
}

TEST_F(StudyResultsTest, PlotsMayBeChangedInTheFolder)
{
    const auto folder = RunHostile();
    auto study = ReadJson(folder / "study.json");
    study["plots"] = {{{"name", "new"}, {"x", "price"}, {"y", "jct_s"}, {"table", "jobs"}}};
    Write("out/study.json", study.dump());
    EXPECT_EQ(Execute({GetScript(), "plot", "out"}).status, 0);
    EXPECT_THAT(ReadFile(folder / "plots/new.gp"), ::testing::HasSubstr("set ylabel 'JCT, s'"));
    study["plots"][0].erase("x");
    Write("out/study.json", study.dump());
    ExpectRefused(Execute({GetScript(), "plot", "out"}), "out/study.json: /plots/0: found ");
    study["plots"][0]["x"] = "rate";
    Write("out/study.json", study.dump());
    ExpectRefused(Execute({GetScript(), "plot", "out"}), "out/jobs.csv: found no column rate");
}

TEST_F(StudyResultsTest, RunsWithJobsUnfinishedAreNotDrawn)
{
    Write("study.json",
          R"({"scenario": "lossy.json", "policies": ["bace-pipe", "lcf"], "networks": ["analytic"],
              "plots": [{"name": "cost", "x": "policy", "y": "total_cost_usd"},
                        {"name": "none", "x": "policy", "y": "makespan_s",
                         "where": {"policy": "lcf"}}]})");
    EXPECT_EQ(Sweep({"study.json", "--output=out"}).status, 3);
    const auto data = Split(ReadFile(GetFolder() / "out/plots/cost-1.dat"), '\n');
    ASSERT_EQ(data.size(), 3U) << "a heading, one run, the end";
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out/plots/none.svg"));
    const auto page = ReadEmbedded(ReadFile(GetFolder() / "out/report.html"));
    EXPECT_EQ(page.at("files").count("plots/cost.svg"), 1U);
    EXPECT_EQ(page.at("files").count("plots/none.svg"), 0U);
    EXPECT_EQ(page.at("files").at("failures.csv").at("rows"), 1);
}

TEST_F(StudyResultsTest, ThePageHasItAll)
{
    const auto folder = RunHostile();
    const std::string page = ReadFile(folder / "report.html");
    EXPECT_EQ(page.find("http://"), page.find("http://www.w3.org")) << "needs no network";
    const auto files = ReadEmbedded(page).at("files");
    EXPECT_EQ(files.at("results.csv").at("text"), ReadFile(folder / "results.csv"));
    EXPECT_EQ(files.at("plots/cost.svg").at("text"), ReadFile(folder / "plots/cost.svg"));
    const std::string browser = FindBrowser();
    if (browser.empty())
    {
        GTEST_SKIP() << "no browser";
    }
    const Document document = Open(browser, folder / "report.html");
    EXPECT_EQ(document.GetErrors(), "");
    EXPECT_THAT(document.GetBody(), ::testing::HasSubstr("hostile"));
    EXPECT_THAT(
        document.GetBody(),
        ::testing::HasSubstr("&lt;b&gt;&amp; 4 points over _place (2), price (2), network (1)"));
    EXPECT_EQ(Count(document.GetSection("plot-cost"), "<svg"), 1U);
    EXPECT_EQ(Count(document.GetSection("plot-kinds"), "<svg"), 2U);
    const std::string points = document.GetSection("points");
    EXPECT_EQ(Count(points, "<tr>"), 5U) << "a heading and four points";
    EXPECT_EQ(Count(points, "a, \"b\" &lt;i&gt;'$(x)`%s"), 2U);
    EXPECT_EQ(document.GetSection("failures"), "");
}

} // namespace ns3::bacepipe::test
