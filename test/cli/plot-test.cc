// SPDX-License-Identifier: GPL-2.0-only
// Figures by gnuplot: which there are, that their data are the run's, and that scripts can be run
// again.
#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

class PlotTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
    }

    /// Runs what is behind ./bace plot.
    ProcessResult Plot(std::vector<std::string> arguments) const
    {
        const std::string program = SourceFolder() + "/contrib/bace-pipe/plot";
        arguments.insert(arguments.begin(), {"python3", "-B", program});
        return Execute(arguments);
    }

    /// Expects a figure to be there in both formats. @return its data, by column
    Csv ReadFigure(const std::string& folder, const std::string& name) const
    {
        const auto plots = GetFolder() / folder / "plots";
        EXPECT_THAT(ReadFile(plots / (name + ".svg")), ::testing::HasSubstr("</svg>")) << name;
        EXPECT_EQ(ReadFile(plots / (name + ".png")).substr(1, 3), "PNG") << name;
        EXPECT_THAT(ReadFile(plots / (name + ".gp")), ::testing::HasSubstr("plot ")) << name;
        std::string data = ReadFile(plots / (name + ".dat"));
        EXPECT_EQ(data.find(','), std::string::npos);
        std::replace(data.begin(), data.end(), '\t', ',');
        Write("figure.csv", data);
        return ReadCsv(GetFolder() / "figure.csv");
    }
};

} // namespace

TEST_F(PlotTest, ARunHasItsFigures)
{
    const auto output = RunWell("lossy.json", "out");
    const auto result = Plot({"out"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.out,
                ::testing::EndsWith(" figures in " + (output / "plots").string() + "\n"));
    EXPECT_EQ(result.err, "");
    const auto jobs = ReadCsv(output / "jobs.csv");
    // A box for each wait, and for each region of a placement; all within a minute.
    const auto queue = ReadFigure("out", "queue");
    std::size_t box = 0;
    for (const auto& row : jobs.rows)
    {
        SCOPED_TRACE(row.at("job"));
        EXPECT_NEAR(Csv::Number(queue.rows.at(box), "from"), Csv::Number(row, "arrival_s"), 1e-6);
        EXPECT_NEAR(Csv::Number(queue.rows.at(box), "to"), Csv::Number(row, "start_s"), 1e-6);
        ++box;
        for (const auto& part : Split(row.at("placement"), '>'))
        {
            const auto& found = queue.rows.at(box++);
            EXPECT_NEAR(Csv::Number(found, "from"), Csv::Number(row, "start_s"), 1e-6);
            EXPECT_NEAR(Csv::Number(found, "to"), Csv::Number(row, "finish_s"), 1e-6);
            EXPECT_EQ(found.at("what"),
                      row.at("job") + ": " + Split(part, ':')[0] + " " + Split(part, ':')[1] +
                          " GPUs");
        }
    }
    EXPECT_EQ(queue.rows.size(), box);
    const auto costs = ReadFigure("out", "costs");
    EXPECT_NEAR(costs.Sum("to"), ReadCsv(output / "regions.csv").Sum("cost_usd"), 1e-6);
    EXPECT_EQ(ReadFigure("out", "iterations").rows.size(), 3 * 5U);
    std::size_t operations = 0;
    for (const auto& entry : std::filesystem::directory_iterator(output / "plots"))
    {
        const std::string name = entry.path().stem();
        if (name.rfind("pipeline-", 0) == 0 && entry.path().extension() == ".gp")
        {
            operations += ReadFigure("out", name).rows.size();
        }
    }
    EXPECT_EQ(operations, ReadCsv(output / "pipeline.csv").rows.size());
    EXPECT_TRUE(std::filesystem::exists(output / "plots/map.svg"));
}

TEST_F(PlotTest, ScriptsMakeTheirFiguresAnew)
{
    const auto output = RunWell("lossy.json", "out", {"--network=analytic"});
    ASSERT_EQ(Plot({"out"}).status, 0);
    const auto before = ReadFolder(output / "plots");
    std::size_t scripts = 0;
    for (const auto& [name, content] : before)
    {
        if (name.size() > 3 && name.substr(name.size() - 3) == ".gp")
        {
            const std::string figure = name.substr(0, name.size() - 3);
            std::filesystem::remove(output / "plots" / (figure + ".svg"));
            std::filesystem::remove(output / "plots" / (figure + ".png"));
            EXPECT_EQ(Shell("cd out/plots && gnuplot " + name).status, 0) << name;
            ++scripts;
        }
    }
    EXPECT_EQ(scripts, 4U); // map, queue, iterations, costs
    ExpectSameFiles(before, ReadFolder(output / "plots"));
}

TEST_F(PlotTest, AComparisonHasItsFiguresAndSoHasEachOfItsRuns)
{
    const std::vector<std::string> compare = {"lossy.json",
                                              "--network=analytic",
                                              "--policies=bace-pipe,lcf,no-priority",
                                              "--output=out",
                                              "--quiet"};
    ASSERT_EQ(Compare(compare).status, 3); // under lcf no job can start
    const auto result = Plot({"out"});
    ASSERT_EQ(result.status, 0) << result.err;
    for (const auto& [figure, column, unit] : {std::tuple("jct", "average_jct_s", 1.0),
                                               {"cost", "total_cost_usd", 1.0},
                                               {"makespan", "makespan_s", 1.0}})
    {
        const auto boxes = ReadFigure("out", figure);
        const auto table = ReadCsv(GetFolder() / "out/compare.csv");
        ASSERT_EQ(boxes.rows.size(), 2U) << figure;
        EXPECT_EQ(boxes.rows[1].at("what"), "no-priority");
        EXPECT_NEAR(Csv::Number(boxes.rows[1], "to") * unit,
                    Csv::Number(table.rows[2], column),
                    1e-6)
            << figure;
    }
    EXPECT_EQ(Plot({"out/bace-pipe/"}).status, 0);
    EXPECT_EQ(Plot({"out/lcf"}).status, 0) << "a run without a finished job";
    // What is drawn belongs to the comparison: another may take its place.
    EXPECT_EQ(Compare(compare).status, 3);
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out/plots"));
    EXPECT_FALSE(std::filesystem::exists(GetFolder() / "out/bace-pipe/plots"));
}

TEST_F(PlotTest, TheNextRunTakesFiguresAwayButNothingOfAUsers)
{
    const std::vector<std::string> options = {"--network=analytic", "--quiet"};
    RunWell("lossy.json", "out", options);
    ASSERT_EQ(Plot({"out"}).status, 0);
    ASSERT_EQ(Plot({"out"}).status, 0) << "once more";
    const auto output = RunWell("lossy.json", "out", options);
    EXPECT_FALSE(std::filesystem::exists(output / "plots"));
    ASSERT_EQ(Plot({"out"}).status, 0);
    Write("out/plots/mine.gp", "plot x");
    ExpectRefused(Run({"lossy.json", "--network=analytic", "--quiet", "--output=out"}),
                  "'plots/mine.gp' there");
}

TEST_F(PlotTest, BadFoldersAreRefusedAndLeftAsTheyAre)
{
    std::filesystem::create_directory(GetFolder() / "empty");
    ExpectRefused(Plot({"missing"}), "missing: found no folder, expected the folder of a run");
    ExpectRefused(Plot({"lossy.json"}), "lossy.json: found no folder");
    ExpectRefused(Plot({"empty"}), "empty: found neither summary.json");
    ExpectRefused(Plot({}), "command line: found no folder, expected one folder");
    ExpectRefused(Plot({"empty", "missing"}), "command line: found empty missing");
    ExpectRefused(Plot({"--banana"}), "command line: found --banana");
    EXPECT_EQ(Plot({"--help"}).status, 0);
    const auto output = RunWell("lossy.json", "out", {"--network=analytic"});
    const std::string jobs = ReadFile(output / "jobs.csv");
    const auto damage = [&](const std::string& text, const std::string& place) {
        Write("out/jobs.csv", text);
        ExpectRefused(Plot({"out"}), place);
        EXPECT_FALSE(std::filesystem::exists(output / "plots"));
    };
    damage("", "out/jobs.csv: found no column job");
    damage(jobs + "a,b\n", "out/jobs.csv: line 5: found 2 fields, expected 32");
    std::string text = jobs;
    damage(text.replace(jobs.find(",0,", jobs.find('\n')), 3, ",x,"),
           "out/jobs.csv: line 2: arrival_s: found 'x', expected a number");
    Write("out/jobs.csv", jobs);
    std::filesystem::remove(output / "regions.csv");
    ExpectRefused(Plot({"out"}), "out/regions.csv: found No such file or directory");
    EXPECT_FALSE(std::filesystem::exists(output / "plots"));
}

/// Names that gnuplot or a shell would read otherwise.
TEST_F(PlotTest, OddNamesAreTexts)
{
    const auto output = RunWell("lossy.json", "out");
    for (const char* const name : {"jobs.csv", "pipeline.csv", "decisions.csv"})
    {
        std::string text = ReadFile(output / name);
        for (std::size_t at; (at = text.find("\nfirst,")) != std::string::npos;)
        {
            text.replace(at + 1, 5, "it's_^{x} `touch taken` \"$(touch taken)\" #%d/../ä");
        }
        Write(std::string("out/") + name, text);
    }
    const auto result = Plot({"out"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(ReadFile(output / "plots/queue.svg"),
                ::testing::HasSubstr("it's_^{x} `touch taken`"));
    EXPECT_FALSE(std::filesystem::exists(output / "plots/taken"));
    EXPECT_EQ(List(), (std::vector<std::string>{"lossy.json", "out"}));
}

} // namespace ns3::bacepipe::test
