// SPDX-License-Identifier: GPL-2.0-only
// The paper's evaluation over random samples: its files, its options, and numbers computed again.
#include <cmath>

#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

class ReproduceTest : public CommandLineTest
{
  protected:
    ProcessResult Reproduce(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), GetProgram("reproduce"));
        return Execute(arguments);
    }

    /// A small reproduction that must end well; @return its files
    Files ReproduceWell(const std::string& output, const std::vector<std::string>& options) const
    {
        std::vector<std::string> arguments = {"--output=" + output, "--quiet"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const ProcessResult result = Reproduce(arguments);
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.err, "");
        return ReadFolder(GetFolder() / output);
    }
};

/// @return a quantile as NumPy's default has it
double
FindQuantile(std::vector<double> values, double p)
{
    std::sort(values.begin(), values.end());
    const double at = p * (values.size() - 1);
    const double part = at - std::floor(at);
    return values[std::floor(at)] * (1 - part) + values[std::ceil(at)] * part;
}

/// Average JCT and cost of a policy in the samples that it completes, by sample.
std::map<std::string, std::pair<double, double>>
FindFigures(const Csv& samples, const std::string& text, const std::string& policy)
{
    std::map<std::string, std::pair<double, double>> figures;
    for (const auto& row : samples.rows)
    {
        if (row.at("text") == text && row.at("policy") == policy && row.at("complete") == "1")
        {
            figures[row.at("sample")] = {Csv::Number(row, "average_jct_s"),
                                         Csv::Number(row, "total_cost_usd")};
        }
    }
    return figures;
}

} // namespace

TEST_F(ReproduceTest, WritesTablesFiguresAndAPage)
{
    const auto result = Reproduce({"--samples=3", "--jobs=2"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.out, ::testing::HasSubstr("results/reproduction; begin with"));
    EXPECT_THAT(result.err, ::testing::HasSubstr("3 of 3 samples"));
    const Files files = ReadFolder(GetFolder() / "results/reproduction");
    for (const char* const name : {"fig1.csv",
                                   "fig4.csv",
                                   "fig5.csv",
                                   "fig6.csv",
                                   "fig7.csv",
                                   "fig8.csv",
                                   "bound.csv",
                                   "front.csv",
                                   "readings.csv",
                                   "statements.csv",
                                   "samples.csv",
                                   "fig4.gnuplot",
                                   "reproduction/fig4.svg",
                                   "reproduction/fig8.svg"})
    {
        ASSERT_EQ(files.count(name), 1U) << name;
        EXPECT_GT(files.at(name).size(), 50U) << name;
    }
    // Every picture that the page shows is there.
    const std::string& page = files.at("reproduction.md");
    EXPECT_THAT(page, ::testing::HasSubstr("./bace reproduce --samples=3 --seed=1\n"));
    std::size_t pictures = 0;
    for (auto at = page.find("](reproduction/"); at != std::string::npos;
         at = page.find("](reproduction/", at + 1))
    {
        const std::size_t end = page.find(')', at);
        EXPECT_EQ(files.count(page.substr(at + 2, end - at - 2)), 1U);
        ++pictures;
    }
    EXPECT_GE(pictures, 6U);
    for (const char* const word : {"nan", "inf)", "1e+"})
    {
        EXPECT_THAT(page, ::testing::Not(::testing::HasSubstr(word)));
    }
}

TEST_F(ReproduceTest, SameSeedSameBytesWhateverTheThreads)
{
    const Files first = ReproduceWell("first", {"--samples=5", "--seed=9", "--jobs=1"});
    ExpectSameFiles(first, ReproduceWell("second", {"--samples=5", "--seed=9", "--jobs=3"}));
    // An earlier reproduction is replaced.
    const Files other = ReproduceWell("second", {"--samples=5", "--seed=10"});
    EXPECT_NE(first.at("samples.csv"), other.at("samples.csv"));
}

TEST_F(ReproduceTest, MoreSamplesBeginWithTheSame)
{
    const Files few = ReproduceWell("few", {"--samples=2"});
    const Files more = ReproduceWell("more", {"--samples=3"});
    EXPECT_THAT(more.at("samples.csv"), ::testing::StartsWith(few.at("samples.csv")));
}

TEST_F(ReproduceTest, QuantilesFollowFromTheSamples)
{
    ReproduceWell("out", {"--samples=15", "--seed=3"});
    const Csv samples = ReadCsv(GetFolder() / "out/samples.csv");
    const Csv figure = ReadCsv(GetFolder() / "out/fig4.csv");
    std::size_t compared = 0;
    for (const auto& row : figure.rows)
    {
        const std::string& measure = row.at("measure");
        const auto own = FindFigures(samples, row.at("text"), row.at("policy"));
        const auto reference = FindFigures(samples, row.at("text"), "bace-pipe");
        std::vector<double> values;
        for (const auto& [sample, figures] : own)
        {
            const auto found = reference.find(sample);
            const bool jct = measure.rfind("jct", 0) == 0;
            const double value = jct ? figures.first : figures.second;
            if (measure == "jct_s" || measure == "cost_usd")
            {
                values.push_back(value);
            }
            else if (found != reference.end())
            {
                const auto& other = found->second;
                values.push_back(100 * value / (jct ? other.first : other.second) - 100);
            }
        }
        ASSERT_EQ(row.at("samples"), std::to_string(values.size())) << measure;
        for (const auto& [column, p] :
             std::map<std::string, double>{{"p10", 0.1}, {"median", 0.5}, {"p90", 0.9}})
        {
            const double expected = FindQuantile(values, p);
            EXPECT_NEAR(Csv::Number(row, column), expected, 1e-7 + 1e-9 * std::abs(expected));
        }
        ++compared;
    }
    EXPECT_GE(compared, 2U * 5 * 4);
}

TEST_F(ReproduceTest, SharesFollowFromTheSamples)
{
    ReproduceWell("out", {"--samples=15", "--seed=3"});
    const Csv samples = ReadCsv(GetFolder() / "out/samples.csv");
    for (const std::string text : {"literal", "bounded"})
    {
        const auto ours = FindFigures(samples, text, "bace-pipe");
        const auto theirs = FindFigures(samples, text, "no-priority");
        double holds = 0;
        double counted = 0;
        for (const auto& [sample, figures] : ours)
        {
            if (const auto found = theirs.find(sample); found != theirs.end())
            {
                ++counted;
                holds += found->second.first > figures.first * (1 + 1e-11);
            }
        }
        bool found = false;
        for (const auto& row : ReadCsv(GetFolder() / "out/statements.csv").rows)
        {
            if (row.at("text") == text &&
                row.at("statement") == "JCT of no-priority over BACE-Pipe")
            {
                found = true;
                EXPECT_NEAR(Csv::Number(row, "share"), holds / counted, 1e-9);
                EXPECT_LE(Csv::Number(row, "share_low"), holds / counted);
                EXPECT_GE(Csv::Number(row, "share_high"), holds / counted);
            }
        }
        EXPECT_TRUE(found);
    }
}

TEST_F(ReproduceTest, BadInput)
{
    Write("notes/mine.txt", "mine");
    const std::pair<const char*, const char*> cases[] = {
        {"--samples=0", "--samples: found '0', expected a whole number from 1 to 100000"},
        {"--samples=ten", "--samples: found 'ten'"},
        {"--samples=", "--samples: found ''"},
        {"--seed=0", "--seed: found '0'"},
        {"--seed=4294944443", "--seed: found '4294944443'"},
        {"--seed=99999999999999999999", "--seed: found"},
        {"--jobs=0", "--jobs: found '0'"},
        {"--output=", "--output: found no value"},
        {"--output=notes", "--output=notes: found 'mine.txt' there, which no run has written"},
        {"--banana=1", "--banana=1: found an unknown option"},
        {"banana", "command line: found 'banana'"},
    };
    for (const auto& [option, message] : cases)
    {
        SCOPED_TRACE(option);
        ExpectRefused(Reproduce({"--quiet", option}), message);
        EXPECT_EQ(List(), std::vector<std::string>{"notes"});
    }
    const auto help = Reproduce({"--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, ::testing::HasSubstr("--samples=N"));
}

namespace
{

class ReproductionPageTest : public ReproduceTest, public ::testing::WithParamInterface<const char*>
{
};

} // namespace

/// The page of the documentation is what the program writes, figures included.
TEST_P(ReproductionPageTest, IsCurrent)
{
    const auto result = Process({GetProgram("reproduce"), "--quiet", "--output=out"}, GetFolder())
                            .Wait(std::chrono::seconds(1800));
    ASSERT_EQ(result.status, 0) << result.err;
    const std::filesystem::path documentation = SourceFolder() + "/doc";
    EXPECT_TRUE(ReadFile(documentation / GetParam()) == ReadFile(GetFolder() / "out" / GetParam()))
        << GetParam() << " is not what ./bace reproduce writes: see doc/development.md";
    if (result.err.empty()) // otherwise there is no gnuplot
    {
        ExpectSameFiles(ReadFolder(documentation / "reproduction"),
                        ReadFolder(GetFolder() / "out/reproduction"));
    }
}

INSTANTIATE_TEST_SUITE_P(LongDefault, ReproductionPageTest, ::testing::Values("reproduction.md"));

} // namespace ns3::bacepipe::test
