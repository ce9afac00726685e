// SPDX-License-Identifier: GPL-2.0-only
// links_timeseries.csv: what the WAN links carried over time, against the totals of links.csv.
#include <cmath>
#include <optional>
#include <ostream>
#include <set>

#include "support/command-line.h"

namespace ns3::bacepipe::test
{

namespace
{

/// A way of running.
struct Way
{
    const char* name;
    std::vector<std::string> options;
    bool changes{false};             //!< of the links: those of g_changes
    std::optional<bool> accounted{}; //!< whether iterations are
};

void
PrintTo(const Way& way, std::ostream* os)
{
    *os << way.name;
}

/// When all links get another rate, s, and bit/s.
const std::vector<std::pair<double, double>> g_steps{{0, 1e9}, {0.8, 3e8}, {1.61, 2e9}};

const char* const g_changes = "--set=/wan/mesh/changes=[{\"at_s\": 0.8, \"rate\": \"300Mbps\"}, "
                              "{\"at_s\": 1.61, \"rate\": \"2Gbps\", \"delay\": \"1ms\"}]";

const char* const g_traffic =
    "--set=/traffic=[{\"id\": \"steady\", \"from\": \"a\", \"to\": \"b\", \"kind\": \"constant\", "
    "\"rate\": \"300Mbps\", \"start_s\": 0.5, \"stop_s\": 2}, "
    "{\"id\": \"flows\", \"from\": \"b\", \"to\": \"c\", \"kind\": \"flows\", \"stop_s\": 3}]";

/// Jobs that settle and are suspended, with a change of conditions in between.
const std::vector<std::string> g_suspended{"--set=/wan/mesh/loss_rate=0",
                                           "--set=/jobs/0/profile/iterations=200",
                                           "--set=/jobs/1/profile/iterations=90",
                                           "--set=/run/max_iterations=25"};

/// @return bytes that a link could have carried, s to s
double
GetCapacity(double from, double to, bool changes)
{
    double bits = 0;
    const std::size_t steps = changes ? g_steps.size() : 1;
    for (std::size_t i = 0; i < steps; ++i)
    {
        const double end = i + 1 < steps ? std::min(to, g_steps[i + 1].first) : to;
        bits += std::max(0.0, end - std::max(from, g_steps[i].first)) * g_steps[i].second;
    }
    return bits / 8;
}

std::vector<std::string>
operator+(std::vector<std::string> options, const std::string& more)
{
    options.push_back(more);
    return options;
}

class RunLinkSeriesTest : public CommandLineTest, public ::testing::WithParamInterface<Way>
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
    }
};

using RunLinkSeriesOptionTest = RunLinkSeriesTest;

} // namespace

TEST_P(RunLinkSeriesTest, BytesAddUpToThoseOfEachLink)
{
    const auto output = RunWell("lossy.json", "out", GetParam().options);
    const Csv series = ReadCsv(output / "links_timeseries.csv");
    EXPECT_EQ(series.header, "start_s,end_s,link,utilization,max_queue_bytes,shares");
    std::set<std::string> owners{"first", "second", "third", "steady", "flows"};
    std::map<std::string, double> bytes;
    std::map<std::string, double> queue;
    std::map<std::string, double> last;
    double length = 0;
    for (const auto& row : series.rows)
    {
        const std::string& link = row.at("link");
        const double start = Csv::Number(row, "start_s");
        const double end = Csv::Number(row, "end_s");
        SCOPED_TRACE(link + " at " + row.at("start_s"));
        length = length == 0 ? end - start : length;
        ASSERT_NEAR(end - start, length, 1e-9 * end) << "another grid";
        EXPECT_NEAR(std::remainder(start, length), 0, 1e-9 * end);
        EXPECT_GE(start, last[link] - 1e-9);
        last[link] = end;
        const double utilization = Csv::Number(row, "utilization");
        if (!GetParam().changes)
        {
            EXPECT_LE(utilization, 1 + 1e-9);
        }
        double told = 0;
        for (const std::string& part : Split(row.at("shares"), ';'))
        {
            const auto share = Split(part, ':');
            ASSERT_EQ(share.size(), 2U) << part;
            EXPECT_EQ(owners.count(share[0]), 1U) << part;
            EXPECT_GT(std::stod(share[1]), 0);
            told += std::stod(share[1]);
        }
        EXPECT_LE(told, utilization * (1 + 1e-9));
        if (std::string(GetParam().name).find("Traffic") == std::string::npos)
        {
            EXPECT_NEAR(told, utilization, 1e-9); // all are of jobs
        }
        bytes[link] += utilization * GetCapacity(start, end, GetParam().changes);
        queue[link] = std::max(queue[link], Csv::Number(row, "max_queue_bytes"));
    }
    std::size_t used = 0;
    for (const auto& row : ReadCsv(output / "links.csv").rows)
    {
        SCOPED_TRACE(row.at("link"));
        const double total = Csv::Number(row, "bytes");
        EXPECT_NEAR(bytes[row.at("link")], total, 1e-6 * total);
        EXPECT_EQ(queue[row.at("link")], Csv::Number(row, "max_queue_bytes"));
        used += total > 0;
    }
    EXPECT_GE(used, 4U);
    if (GetParam().accounted)
    {
        EXPECT_EQ(ReadCsv(output / "accounted.csv").rows.empty(), !*GetParam().accounted);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Ways,
    RunLinkSeriesTest,
    ::testing::Values(
        Way{"Express", {"--set=/run/fast_forward=false"}, false, false},
        Way{"Stack", {"--set=/network/path=stack"}},
        Way{"Tcp", {"--set=/network/transport=tcp"}},
        Way{"Discipline",
            {"--set=/wan/mesh/queue=1MB", "--set=/wan/mesh/queue_discipline=fq-codel"}},
        Way{"Traffic", {g_traffic}},
        Way{"TrafficStack", {g_traffic, "--set=/network/path=stack"}},
        Way{"Changes", {g_changes}, true},
        Way{"ChangesStack", {g_changes, "--set=/network/path=stack"}, true},
        Way{"Suspended", g_suspended, false, true},
        Way{"SuspendedTraffic", g_suspended + g_traffic, false, true},
        Way{"SuspendedChanges", g_suspended + g_changes, true, true},
        Way{"SuspendedChunks",
            g_suspended + "--set=/jobs/0/schedule=interleaved" + "--set=/jobs/0/chunks=2",
            false,
            true},
        Way{"Finest", g_suspended + "--link-interval=0.000001"},
        Way{"Long", {"--link-interval=100000"}}),
    [](const auto& info) { return std::string(info.param.name); });

/// The user's interval where there is room for it, else twice or four times that, and so on.
TEST_F(RunLinkSeriesOptionTest, IntervalsAreAsAsked)
{
    const auto measure = [this](const std::string& option) {
        const auto rows =
            ReadCsv(RunWell("lossy.json", "out", {option}) / "links_timeseries.csv").rows;
        EXPECT_GT(rows.size(), 0U);
        return std::make_pair(rows.size(),
                              Csv::Number(rows.at(0), "end_s") -
                                  Csv::Number(rows.at(0), "start_s"));
    };
    EXPECT_NEAR(measure("--link-interval=0.01").second, 0.01, 1e-12);
    EXPECT_NEAR(measure("--set=/run/link_interval_s=0.003").second, 0.003, 1e-12);
    const auto [rows, length] = measure("--link-interval=1e-6");
    EXPECT_LE(rows, 4U * 65536);
    EXPECT_NEAR(std::remainder(std::log2(length / 1e-6), 1), 0, 1e-6);
    EXPECT_GT(length, 1e-6);
    // Few without a wish.
    EXPECT_LE(measure("--quiet").first, 6U * 1024);
}

TEST_F(RunLinkSeriesOptionTest, NoneOnRequestAndInAnalyticRuns)
{
    const auto without = RunWell("lossy.json", "without", {"--link-interval=0"});
    EXPECT_FALSE(std::filesystem::exists(without / "links_timeseries.csv"));
    const auto analytic = RunWell("lossy.json", "analytic", {"--network=analytic"});
    EXPECT_TRUE(ReadCsv(analytic / "links_timeseries.csv").rows.empty());
    // Whether they are recorded changes nothing else.
    auto with = ReadRepeatable(RunWell("lossy.json", "with"));
    auto rest = ReadRepeatable(without);
    for (const char* const name : {"links_timeseries.csv", "report.html", "scenario.json"})
    {
        with.erase(name);
        rest.erase(name);
    }
    ExpectSameFiles(with, rest);
}

TEST_F(RunLinkSeriesOptionTest, BadIntervalsAreRefused)
{
    for (const char* const value : {"-1", "1e-7", "2e6", "soon"})
    {
        SCOPED_TRACE(value);
        ExpectRefused(Run({"lossy.json", std::string("--link-interval=") + value}),
                      "/run/link_interval_s: found ");
    }
}

} // namespace ns3::bacepipe::test
