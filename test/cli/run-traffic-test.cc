// SPDX-License-Identifier: GPL-2.0-only
// The example of a congested link, and what a run leaves behind about cross traffic.
#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

class RunTrafficTest : public CommandLineTest
{
  protected:
    void SetUp() override
    {
        Write("lossy.json", g_lossyScenario);
    }

    static constexpr const char* STEADY =
        "--set=/traffic=[{\"id\": \"steady\", \"from\": \"a\", \"to\": \"b\", \"kind\": "
        "\"constant\", "
        "\"rate\": \"100Mbps\", \"stop_s\": 2},"
        "{\"id\": \"flows\", \"from\": \"b\", \"to\": \"a\", \"kind\": \"flows\"}]";
};

TEST_F(RunTrafficTest, TheExampleUsesManyKnobs)
{
    const std::string example = SourceFolder() + "/examples/scenarios/congested-link.json";
    const auto output = RunWell(example, "out");
    const auto summary = ReadJson(output / "summary.json");
    EXPECT_EQ(summary.at("jobs_completed"), 1);
    EXPECT_EQ(summary.at("transport"),
              "bulk dctcp x4 segments of 8948 bytes in an MTU of 9000 over stack");
    const auto links = ReadCsv(output / "links.csv");
    ASSERT_EQ(links.rows.size(), 2U);
    for (const auto& link : links.rows)
    {
        EXPECT_GT(Csv::Number(link, "ecn_marks"), 0);
        EXPECT_GT(Csv::Number(link, "packets"), 0);
    }
    const auto traffic = ReadCsv(output / "traffic.csv");
    EXPECT_EQ(traffic.header,
              "traffic,from,to,kind,active_s,sent_bytes,delivered_bytes,lost_packets,goodput_bps");
    ASSERT_EQ(traffic.rows.size(), 3U);
    EXPECT_EQ(traffic.rows[0].at("traffic"), "steady");
    EXPECT_EQ(traffic.rows[1].at("kind"), "on-off");
    EXPECT_EQ(traffic.rows[2].at("from"), "east");
    for (const auto& row : traffic.rows)
    {
        EXPECT_NEAR(Csv::Number(row, "goodput_bps"),
                    8 * Csv::Number(row, "delivered_bytes") / Csv::Number(row, "active_s"),
                    1);
        EXPECT_LE(Csv::Number(row, "delivered_bytes"), Csv::Number(row, "sent_bytes"));
    }
    // 20 Mbit/s of packets of 9000 bytes.
    EXPECT_NEAR(8 * Csv::Number(traffic.rows[0], "sent_bytes"),
                20e6 * 8948 / 9000 * Csv::Number(traffic.rows[0], "active_s"),
                1e5);
    ExpectSameFiles(ReadRepeatable(output), ReadRepeatable(RunWell(example, "again")));
}

TEST_F(RunTrafficTest, TrafficGoesOverEitherPath)
{
    for (const char* const path : {"express", "stack"})
    {
        // Without pauses, whose packets under way ns-3's stack answers (ICMP) and express links
        // not.
        const auto output = RunWell(
            "lossy.json",
            path,
            {STEADY, std::string("--set=/network/path=") + path, "--set=/run/fast_forward=false"});
        EXPECT_EQ(ReadCsv(output / "traffic.csv").rows.size(), 2U);
    }
    ExpectSameFiles({{"traffic.csv", ReadFile(GetFolder() / "express/traffic.csv")}},
                    {{"traffic.csv", ReadFile(GetFolder() / "stack/traffic.csv")}});
    EXPECT_FALSE(std::filesystem::exists(RunWell("lossy.json", "none") / "traffic.csv"));
}

TEST_F(RunTrafficTest, ADisciplineTakesTheStack)
{
    const std::string pie = "--set=/wan/mesh/queue_discipline=pie";
    const auto output = RunWell("lossy.json", "out", {pie});
    EXPECT_THAT(ReadJson(output / "summary.json").at("transport").get<std::string>(),
                ::testing::EndsWith("over stack"));
    ExpectRefused(Run({"lossy.json", pie, "--set=/network/path=express"}), "/network/path: ");
    ExpectRefused(Run({"lossy.json", "--set=/wan/mesh/ecn=true"}), "/wan/mesh/ecn: ");
    ExpectRefused(Run({"lossy.json", "--ns3::PieQueueDisc::MaxSize=7p"}), "MaxSize");
    ExpectRefused(
        Run({"lossy.json", "--set=/network/mtu=1500", "--set=/network/segment_bytes=1460"}),
        "/network/segment_bytes: ");
}

TEST_F(RunTrafficTest, AttributesByNameReachQueuesAndConnections)
{
    const auto get = [this](const std::string& output, const std::vector<std::string>& options) {
        return ReadFile(RunWell("lossy.json", output, options) / "iterations.csv");
    };
    const std::string capped = get("cap", {"--set=/network/connection_rate=100Mbps"});
    EXPECT_EQ(get("by-name", {"--ns3::bacepipe::StripedMessageChannel::MaxPacingRate=100Mbps"}),
              capped);
    EXPECT_NE(get("plain", {}), capped);
    const std::vector<std::string> red{"--set=/wan/mesh/queue_discipline=red", STEADY};
    auto harsh = red;
    harsh.emplace_back("--ns3::RedQueueDisc::LInterm=1");
    EXPECT_NE(get("red", red), get("harsh", harsh));
}

} // namespace ns3::bacepipe::test
