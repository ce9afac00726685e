// SPDX-License-Identifier: GPL-2.0-only
// Packets inside regions, as a run reports and records them.
#include <set>

#include "support/command-line.h"

namespace ns3::bacepipe::test
{

namespace
{

/// One region of four hosts, a job on all of them.
const char* const g_hosts = R"({
    "regions": [{"id": "a", "gpus": 4, "gpus_per_host": 1, "gpu": "RTX A6000",
                 "price_usd_per_kwh": 0.2, "bandwidth": "50Gbps", "latency": "50us"}],
    "jobs": [{"id": "only", "samples": 64, "micro_batches": 4,
              "profile": {"compute_time_s": 0.4, "boundary_bytes": 1000000, "layers": 4,
                          "min_gpus": 4, "iterations": 20}}]
})";

class RunIntraRegionTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("hosts.json", g_hosts);
        Write("lossy.json", g_lossyScenario);
    }
};

} // namespace

TEST_F(RunIntraRegionTest, TheReportSaysWhichWasUsed)
{
    for (const std::string way : {"delay", "packet"})
    {
        const auto output =
            RunWell("hosts.json", way, {"--set=/network/intra_region=" + way, "--pcap=all"});
        const auto summary = ReadJson(output / "summary.json");
        EXPECT_EQ(summary.at("intra_region"), way);
        EXPECT_LT(summary.at("iterations_simulated"), summary.at("iterations_total"));
        // A capture without packets has its header of 24 bytes alone.
        for (const char* const host : {"a+host-0", "a+host-3"})
        {
            const auto capture = ReadFile(output / "pcap" / (std::string(host) + ".pcap"));
            EXPECT_EQ(capture.size() > 24, way == "packet") << host;
        }
        EXPECT_TRUE(ReadCsv(output / "links.csv").rows.empty());
    }
    EXPECT_EQ(ReadJson(RunWell("hosts.json", "analytic", {"--network=analytic"}) / "summary.json")
                  .at("intra_region"),
              "none");
}

TEST_F(RunIntraRegionTest, TheHeadingSaysWhichWasUsed)
{
    const auto result = Run({"--scenario=hosts.json", "--set=/network/intra_region=packet"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.out, ::testing::HasSubstr("over express; inside regions packet)"));
}

TEST_F(RunIntraRegionTest, FlowMonitorSeesTheFlows)
{
    const auto output =
        RunWell("hosts.json", "out", {"--set=/network/intra_region=packet", "--flowmon"});
    const std::string flows = ReadFile(output / "flowmon.xml");
    EXPECT_THAT(flows, ::testing::HasSubstr("<Flow flowId=\"1\""));
    // Three boundaries, data and acknowledgements each way.
    EXPECT_THAT(flows, ::testing::HasSubstr("<Flow flowId=\"12\""));
    EXPECT_THAT(flows, ::testing::Not(::testing::HasSubstr("<Flow flowId=\"13\"")));
    std::set<std::string> ends;
    for (const auto& row : ReadCsv(output / "flows.csv").rows)
    {
        EXPECT_EQ(row.at("kind"), "job");
        EXPECT_EQ(row.at("link"), "");
        ends.insert(row.at("boundary") + " " + row.at("direction") + " " + row.at("source"));
    }
    // Data of one direction start where acknowledgements of the other do.
    EXPECT_EQ(ends.size(), 12U);
    EXPECT_EQ(ends.count("0>1 activation a:host-0:gpu-0"), 1U);
    EXPECT_EQ(ends.count("2>3 gradient a:host-3:gpu-0"), 1U);
}

TEST_F(RunIntraRegionTest, LinksAreThoseOfTheWanAlone)
{
    const auto rows = [&](const std::string& way) {
        return ReadCsv(RunWell("lossy.json", way, {"--set=/network/intra_region=" + way}) /
                       "links.csv")
            .rows;
    };
    const auto delay = rows("delay");
    const auto packet = rows("packet");
    ASSERT_EQ(delay.size(), packet.size());
    for (std::size_t i = 0; i < delay.size(); ++i)
    {
        EXPECT_EQ(delay[i].at("link"), packet[i].at("link"));
        // Losses fall elsewhere, and so what is sent again differs.
        const double bytes = Csv::Number(delay[i], "bytes");
        EXPECT_NEAR(Csv::Number(packet[i], "bytes"), bytes, 0.03 * bytes);
    }
}

} // namespace ns3::bacepipe::test
