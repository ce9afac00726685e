// SPDX-License-Identifier: GPL-2.0-only
// What --flowmon leaves behind: flowmon.xml as others read it, and whose its flows are.
#include <ostream>
#include <set>

#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

using Row = std::map<std::string, std::string>;

/// Headers by name, bytes.
const uint64_t g_ppp = 2;
const uint64_t g_ip = 20;
const uint64_t g_udp = 8;
const uint64_t g_bulk = 24;
const uint64_t g_tcp = 20;
const uint64_t g_timestamps = 12; // of TCP's options, padding included
const uint64_t g_frame = 32;

/// A job that stays in one region and outlives the others: what they had under way has arrived.
const char* const g_last = R"({"id": "last", "samples": 1000, "micro_batches": 1,
    "profile": {"compute_time_s": 60, "boundary_bytes": 1, "layers": 1, "min_gpus": 1,
                "iterations": 1}})";

/// @return a whole number
uint64_t
Count(const Row& row, const std::string& column)
{
    return std::stoull(row.at(column));
}

/// A way of running.
struct Way
{
    const char* name;
    std::vector<std::string> options;
};

void
PrintTo(const Way& way, std::ostream* os)
{
    *os << way.name;
}

class RunFlowsTest : public CommandLineTest, public ::testing::WithParamInterface<Way>
{
  protected:
    void SetUp() override
    {
        auto scenario = nlohmann::json::parse(g_lossyScenario);
        Write("lossy.json", scenario.dump());
        scenario["jobs"].push_back(nlohmann::json::parse(g_last));
        Write("ending.json", scenario.dump());
    }

    /// Runs all iterations with --flowmon.
    std::filesystem::path Record(const std::string& scenario,
                                 std::vector<std::string> options) const
    {
        options.insert(options.end(), {"--flowmon", "--set=/run/fast_forward=false"});
        return RunWell(scenario, "out", options);
    }

    /// @return flowmon.xml as ns-3's script would read it
    Csv ReadMonitor(const std::filesystem::path& output) const
    {
        const auto result = Execute(
            {"python3", SourceFolder() + "/test/cli/flowmon-reader.py", output / "flowmon.xml"});
        EXPECT_EQ(result.status, 0) << result.err;
        Write("monitor.csv", result.out);
        return ReadCsv(GetFolder() / "monitor.csv");
    }
};

/// Over a link that changes.
class RunChangingFlowsTest : public RunFlowsTest
{
};

/// Without losses, neither at random nor of a queue.
class RunLosslessFlowsTest : public RunFlowsTest
{
};

const Way g_overBulk{"bulk", {}};
const Way g_overConnections{"connections", {"--set=/network/connections=3"}};
const Way g_overTcp{"tcp", {"--set=/network/transport=tcp", "--set=/network/connections=2"}};

} // namespace

TEST_P(RunFlowsTest, BothFilesTellTheSameOfEachFlow)
{
    const auto output = Record("lossy.json", GetParam().options);
    const Csv monitor = ReadMonitor(output);
    const Csv flows = ReadCsv(output / "flows.csv");
    ASSERT_GT(flows.rows.size(), 0U);
    ASSERT_EQ(monitor.rows.size(), flows.rows.size());
    for (std::size_t i = 0; i < flows.rows.size(); ++i)
    {
        const Row& row = flows.rows[i];
        const Row& other = monitor.rows[i];
        SCOPED_TRACE("flow " + row.at("flow"));
        for (const char* const column : {"flow",
                                         "protocol",
                                         "source_address",
                                         "source_port",
                                         "destination_address",
                                         "destination_port",
                                         "tx_packets",
                                         "tx_bytes",
                                         "rx_packets",
                                         "rx_bytes"})
        {
            EXPECT_EQ(row.at(column), other.at(column)) << column;
        }
        // A host at each end and a gateway on each side; each delay is in the histogram.
        EXPECT_EQ(other.at("probes"), "4");
        EXPECT_EQ(other.at("delays"), other.at("rx_packets"));
        EXPECT_GE(Count(other, "forwarded"), 2 * Count(row, "rx_packets"));
        EXPECT_GE(Count(row, "lost_packets"), Count(other, "lost_packets"));
        const double packets = Csv::Number(row, "rx_packets");
        EXPECT_NEAR(Csv::Number(row, "first_tx_s"), Csv::Number(other, "first_tx_ns") / 1e9, 1e-9);
        EXPECT_NEAR(Csv::Number(row, "last_rx_s"), Csv::Number(other, "last_rx_ns") / 1e9, 1e-9);
        EXPECT_NEAR(Csv::Number(row, "mean_delay_s"),
                    Csv::Number(other, "delay_sum_ns") / packets / 1e9,
                    1e-9);
        EXPECT_NEAR(Csv::Number(row, "mean_jitter_s"),
                    Csv::Number(other, "jitter_sum_ns") / (packets - 1) / 1e9,
                    1e-9);
        EXPECT_NEAR(Csv::Number(row, "throughput_bps"),
                    8 * Csv::Number(row, "rx_bytes") /
                        (Csv::Number(row, "last_rx_s") - Csv::Number(row, "first_tx_s")),
                    1);
    }
}

/// For each WAN link the bytes of its flows and the headers below IPv4 are those of links.csv.
TEST_P(RunFlowsTest, FlowsAndHeadersAddUpToTheBytesOfEachLink)
{
    const auto output = Record("ending.json", GetParam().options);
    const Csv flows = ReadCsv(output / "flows.csv");
    std::set<std::string> used;
    uint64_t drops = 0;
    uint64_t losses = 0;
    for (const Row& link : ReadCsv(output / "links.csv").rows)
    {
        SCOPED_TRACE(link.at("link"));
        uint64_t packets = 0;
        uint64_t bytes = 0;
        uint64_t lost = 0;
        for (const Row& flow : flows.rows)
        {
            if (flow.at("link") == link.at("link"))
            {
                const uint64_t sent = Count(flow, "tx_packets") - Count(flow, "dropped_packets");
                packets += sent;
                bytes += Count(flow, "tx_bytes") - Count(flow, "dropped_bytes") + sent * g_ppp;
                lost += Count(flow, "lost_packets");
                drops += Count(flow, "dropped_packets");
                used.insert(link.at("link"));
                // Nothing is under way any more.
                EXPECT_EQ(Count(flow, "tx_packets"),
                          Count(flow, "rx_packets") + Count(flow, "lost_packets"));
            }
        }
        // Where connections of cross traffic end with packets under way, UDP answers each with
        // ICMP, which is no flow: IPv4, type, code, check sum and 4 unused bytes, the IPv4 header
        // of the packet and 8 bytes more.
        const uint64_t answers = Count(link, "packets") - packets;
        EXPECT_EQ(Count(link, "bytes"), bytes + answers * (g_ppp + g_ip + 8 + g_ip + 8));
        if (std::string(GetParam().name) == "traffic")
        {
            EXPECT_LE(answers, 1000U);
            EXPECT_GE(Count(link, "drops"), lost);
        }
        else
        {
            EXPECT_EQ(answers, 0U);
            EXPECT_EQ(Count(link, "drops"), lost);
        }
        losses += lost;
    }
    EXPECT_GE(used.size(), 4U);
    EXPECT_GT(losses, drops) << "none on the way";
    const std::string name = GetParam().name;
    EXPECT_EQ(drops > 0, name == "queue" || name == "discipline");
}

/// Of each packet the payload is what the headers leave, and that is messages and frames.
TEST_P(RunLosslessFlowsTest, PayloadLessFramesIsWhatJobsSent)
{
    auto options = GetParam().options;
    options.emplace_back("--set=/wan/mesh/loss_rate=0");
    const auto output = Record("lossy.json", options);
    std::map<std::string, uint64_t> payload;
    std::map<std::string, std::set<std::string>> channels;
    std::map<std::string, std::set<std::string>> connections;
    for (const Row& flow : ReadCsv(output / "flows.csv").rows)
    {
        SCOPED_TRACE("flow " + flow.at("flow"));
        EXPECT_EQ(flow.at("lost_packets"), "0");
        if (flow.at("role") == "acknowledgement")
        {
            EXPECT_EQ(flow.at("payload_bytes"), "0");
            continue;
        }
        const bool isTcp = flow.at("protocol") == "tcp";
        // Of TCP's options a SYN has 4 bytes more: window scale, SACK permitted, and timestamps.
        const uint64_t headers =
            Count(flow, "tx_packets") * (g_ip + (isTcp ? g_tcp + g_timestamps : g_udp + g_bulk)) +
            (isTcp ? 4 : 0);
        EXPECT_EQ(Count(flow, "tx_bytes"), Count(flow, "payload_bytes") + headers);
        if (flow.at("kind") == "job")
        {
            const std::string& job = flow.at("owner");
            payload[job] += Count(flow, "payload_bytes");
            const std::string channel = flow.at("boundary") + flow.at("direction");
            channels[job].insert(channel);
            connections[job].insert(flow.at("connection"));
        }
    }
    const std::map<std::string, uint64_t> microBatches = {{"first", 8},
                                                          {"second", 8},
                                                          {"third", 4}};
    for (const Row& job : ReadCsv(output / "jobs.csv").rows)
    {
        const std::string& name = job.at("job");
        SCOPED_TRACE(name);
        // A message for each micro-batch on each channel, a frame for each connection's share.
        const uint64_t frames = Count(job, "iterations") * microBatches.at(name) *
                                channels[name].size() * connections[name].size();
        EXPECT_GT(channels[name].size(), 0U);
        EXPECT_EQ(payload[name] - frames * g_frame, Count(job, "wan_bytes"));
    }
}

/// Delays are those of the link as it is at the time: one job with a message now and then, so that
/// each packet waits for those of its own message alone.
TEST_F(RunChangingFlowsTest, DelaysAreThoseOfTheLinkAtTheTime)
{
    Write("one.json", R"({
        "regions": [
            {"id": "a", "gpus": 1, "gpu": "RTX A6000", "price_usd_per_kwh": 0.2,
             "bandwidth": "100Gbps", "latency": "0s"},
            {"id": "b", "gpus": 1, "gpu": "RTX A6000", "price_usd_per_kwh": 0.1,
             "bandwidth": "100Gbps", "latency": "0s"}
        ],
        "wan": {"mesh": {"rate": "1Gbps", "delay": "10ms",
                         "changes": [{"at_s": 10, "rate": "500Mbps", "delay": "12ms"}]}},
        "jobs": [
            {"id": "only", "samples": 1000, "micro_batches": 1,
             "profile": {"compute_time_s": 0.9, "boundary_bytes": 40000, "layers": 2,
                         "min_gpus": 2, "iterations": 20}}
        ]
    })");
    const auto output = Record("one.json", {});
    // A packet: 40000 bytes and 32 of the frame, headers of 54 bytes.
    const double bits = 8 * (40000 + 32 + 54);
    int before = 0;
    const auto rows = ReadCsv(output / "iterations.csv").rows;
    ASSERT_EQ(rows.size(), 20U);
    for (const auto& row : rows)
    {
        before += Csv::Number(row, "start_s") + Csv::Number(row, "duration_s") < 10;
    }
    ASSERT_GE(before, 5);
    ASSERT_LE(before, 15);
    const double fast = 0.010 + bits / 1e9;
    const double slow = 0.012 + bits / 5e8;
    for (const Row& flow : ReadCsv(output / "flows.csv").rows)
    {
        if (flow.at("role") != "data")
        {
            continue;
        }
        SCOPED_TRACE(flow.at("direction"));
        EXPECT_EQ(flow.at("rx_packets"), "21") << "not one that sets up and one for each message";
        // The iteration during which it changes may count either way; ports take a few us.
        const double atLeast = (0.010 + (before + 1) * fast + (19 - before) * slow) / 21;
        EXPECT_GT(Csv::Number(flow, "mean_delay_s"), atLeast - 1e-9);
        EXPECT_LT(Csv::Number(flow, "mean_delay_s"), atLeast + (slow - fast) / 21 + 2e-5);
        EXPECT_NEAR(Csv::Number(flow, "p99_delay_s"), slow, 0.004 * slow + 2e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Ways,
    RunFlowsTest,
    ::testing::Values(
        g_overBulk,
        g_overConnections,
        g_overTcp,
        Way{"queue", {"--set=/wan/mesh/queue=200kB"}},
        Way{"discipline",
            {"--set=/wan/mesh/queue=1MB", "--set=/wan/mesh/queue_discipline=fq-codel"}},
        // Links that lose most of their rate, and get it and another delay, while packets wait.
        Way{"changes",
            {"--set=/wan/mesh/changes=[{\"at_s\": 0.8, \"rate\": \"300Mbps\"}, "
             "{\"at_s\": 1.6, \"rate\": \"2Gbps\", \"delay\": \"1ms\"}, "
             "{\"at_s\": 2.5, \"delay\": \"9ms\"}]"}},
        Way{"traffic",
            {"--set=/traffic=[{\"id\": \"steady\", \"from\": \"a\", \"to\": \"b\", \"kind\": "
             "\"constant\", \"rate\": \"300Mbps\", \"start_s\": 1, \"stop_s\": 4},"
             "{\"id\": \"flows\", \"from\": \"b\", \"to\": \"a\", \"kind\": \"flows\", "
             "\"stop_s\": 3}]"}}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(Ways,
                         RunLosslessFlowsTest,
                         ::testing::Values(g_overBulk, g_overConnections, g_overTcp),
                         [](const auto& info) { return info.param.name; });

} // namespace ns3::bacepipe::test
