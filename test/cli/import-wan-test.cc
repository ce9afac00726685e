// SPDX-License-Identifier: GPL-2.0-only
// WANs of measurements: the shipped ones against a shipped scenario, and small ones by hand.
#include <sstream>

#include "support/importer.h"

namespace ns3::bacepipe::test
{

namespace
{

/// Round trips of three places in ms, and what is measured of one to itself.
const char* const g_latency = "src,dst,latency\n"
                              "a,b,10\n"
                              "b,a,12.5\n"
                              "a,c,100\n"
                              "c,a,0.0000001\n"
                              "b,c,30\n"
                              "c,b,30\n"
                              "a,a,0\n";

/// Gbit/s between them.
const char* const g_throughput = "src,dst,throughput\n"
                                 "a,b,5\n"
                                 "b,a,0.25\n"
                                 "a,c,1e-5\n"
                                 "c,a,2.5000000004\n"
                                 "b,c,1e-9\n"
                                 "c,b,12\n";

const std::vector<std::string> g_options{"wan", "--latency=l.csv", "--throughput=t.csv"};

/// Rate and delay of links, by "from>to".
using Links = std::map<std::string, std::string>;

/// @return the links of a scenario
Links
ListLinks(const nlohmann::json& scenario)
{
    Links links;
    for (const auto& link : scenario["wan"]["links"])
    {
        EXPECT_EQ(link.size(), 4U);
        links[link["from"].get<std::string>() + ">" + link["to"].get<std::string>()] =
            link["rate"].get<std::string>() + " " + link["delay"].get<std::string>();
    }
    return links;
}

} // namespace

class ImportWanTest : public ImportTest
{
  protected:
    /// Imports two files with further options. @param report what is told
    nlohmann::json ImportWan(const std::string& latency,
                             const std::string& throughput,
                             const std::vector<std::string>& further,
                             const std::string& report) const
    {
        Write("l.csv", latency);
        Write("t.csv", throughput);
        return ImportWell(Join(g_options, further), report);
    }

    /// Expects them to be refused, for what is at a place.
    void ExpectWanRefused(const std::string& latency,
                          const std::string& throughput,
                          const std::string& place,
                          const std::vector<std::string>& further = {}) const
    {
        Write("l.csv", latency);
        Write("t.csv", throughput);
        ExpectRefused(Import(Join(g_options, further)), place);
    }

    /// Options that fit the shipped measurements.
    static std::vector<std::string> GetShipped()
    {
        return {"wan",
                "--latency=" + Example("six-regions-rtt.csv"),
                "--latency-form=matrix",
                "--throughput=" + Example("six-regions-throughput.csv"),
                "--throughput-source=src_region",
                "--throughput-destination=dst_region",
                "--throughput-column=throughput_gbps",
                "--strip=aws:"};
    }
};

// six-regions-measured.json has the same measurements, its delays halved by hand: the runs agree.
TEST_F(ImportWanTest, TheShippedMeasurementsMakeTheShippedScenario)
{
    const std::string scenarios = SourceFolder() + "/examples/scenarios/";
    const auto result = Import(Join(
        GetShipped(),
        {"--scenario=" + scenarios + "six-regions.json", "--output=six-regions-measured.json"}));
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "30 links between 6 regions\n");
    const auto ours = RunWell("six-regions-measured.json", "ours", {"--network=analytic"});
    const auto shipped =
        RunWell(scenarios + "six-regions-measured.json", "shipped", {"--network=analytic"});
    EXPECT_EQ(ReadFile(ours / "jobs.csv"), ReadFile(shipped / "jobs.csv"));
    const auto measured = ListLinks(ReadJson(shipped / "scenario.json"));
    const auto imported = ListLinks(ReadJson(ours / "scenario.json"));
    ASSERT_EQ(imported.size(), 30U);
    for (const auto& [direction, values] : imported)
    {
        std::istringstream found(values);
        std::istringstream expected(measured.at(direction)); // "4.180Gbps", not "4.18Gbps"
        for (const char* const unit : {"Gbps", "ms"})
        {
            double number = 0;
            double same = 0;
            std::string name;
            found >> number >> name;
            EXPECT_EQ(name, unit);
            expected >> same >> name;
            EXPECT_EQ(name, unit);
            EXPECT_EQ(number, same) << direction;
        }
    }
}

TEST_F(ImportWanTest, ATableOfRegionsMakesAScenarioThatTakesJobs)
{
    auto result = Import(Join(
        GetShipped(),
        {"--regions=" + Example("six-regions.csv"), "--region-latency=20us", "--output=w.json"}));
    EXPECT_EQ(result.status, 0) << result.err;
    const auto regions = ReadJson(GetFolder() / "w.json")["regions"];
    ASSERT_EQ(regions.size(), 6U);
    EXPECT_EQ(regions[1],
              (nlohmann::json{{"id", "us-east-2"},
                              {"gpus", 64},
                              {"gpu", "RTX A6000"},
                              {"price_usd_per_kwh", 0.156},
                              {"bandwidth", "100Gbps"},
                              {"latency", "20us"}}));
    result = Import({"jobs",
                     Example("acme-seren.csv"),
                     "--submit=submit_time",
                     "--gpus=gpu_num",
                     "--duration=duration",
                     "--scenario=w.json",
                     "--output=mine.json"});
    EXPECT_EQ(result.status, 0) << result.err;
    const auto output = RunWell("mine.json", "out", {"--network=analytic"});
    EXPECT_EQ(ReadJson(output / "summary.json")["jobs_completed"], 5);
}

TEST_F(ImportWanTest, UnitsAndDirections)
{
    const std::string report = "6 links between 3 regions\n";
    const auto scenario = ImportWan(g_latency, g_throughput, {}, report);
    EXPECT_EQ(ListLinks(scenario),
              (Links{{"a>b", "5Gbps 5ms"},
                     {"b>a", "250Mbps 6.25ms"},
                     {"a>c", "10kbps 50ms"},
                     {"c>a", "2.5Gbps 0ms"}, // whole bit/s, whole ns
                     {"b>c", "1bps 15ms"},
                     {"c>b", "12Gbps 15ms"}}));
    EXPECT_EQ(scenario["regions"][2],
              (nlohmann::json{{"id", "c"},
                              {"gpus", 32},
                              {"gpu", "RTX A6000"},
                              {"price_usd_per_kwh", 0.2},
                              {"bandwidth", "50Gbps"},
                              {"latency", "50us"}}));
    const auto other = ImportWan(
        g_latency,
        g_throughput,
        {"--latency-unit=us", "--latency-is=one-way", "--throughput-unit=GB/s", "--only=c,b"},
        "2 links between 2 regions\n");
    EXPECT_EQ(ListLinks(other), (Links{{"c>b", "96Gbps 0.03ms"}, {"b>c", "8bps 0.03ms"}}));
    EXPECT_EQ(other["regions"][0]["id"], "c");
}

TEST_F(ImportWanTest, SquaresAndPairsSayTheSame)
{
    const std::string square = "# ms\nfrom,a,b,c\na,0,10,100\nb,12.5,-,30\nc,0.0000001,30,nan\n";
    const auto pairs = ImportWan(g_latency, g_throughput, {}, "6 links between 3 regions\n");
    EXPECT_EQ(
        ImportWan(square, g_throughput, {"--latency-form=matrix"}, "6 links between 3 regions\n"),
        pairs);
}

// Invented numbers in the columns of Skyplane's two files; doc/importing.md has the same options.
TEST_F(ImportWanTest, Skyplane)
{
    const std::string ends = "src_region,src_tier,src_instance_class,dst_region,dst_tier,"
                             "dst_instance_class,";
    Write("latency.csv",
          ends + "min_rtt,avg_rtt,max_rtt,mdev_rtt\n"
                 "aws:x,PREMIUM,m5.large,gcp:y,PREMIUM,n2,79,80,81,0.5\n"
                 "aws:x,PREMIUM,m5.large,gcp:y,STANDARD,n2,89,90,91,0.5\n"
                 "gcp:y,PREMIUM,n2,aws:x,PREMIUM,m5.large,,,,\n");
    Write("throughput.csv",
          ends + "iperf3_connections,iperf3_runtime,tag,stdout_path,stderr_path,throughput_sent,"
                 "throughput_received,cpu_utilization,success\n"
                 "aws:x,PREMIUM,m5,gcp:y,PREMIUM,n2,64,5,t,o,e,5e9,4737423753.341652,7.5,True\n"
                 "aws:x,PREMIUM,m5,gcp:y,STANDARD,n2,64,5,t,o,e,5e9,3e9,7.5,True\n"
                 "gcp:y,PREMIUM,n2,aws:x,PREMIUM,m5,64,5,t,o,e,,,,False\n"
                 "gcp:y,PREMIUM,n2,aws:x,PREMIUM,m5,64,5,t,o,e,5e9,4e9,7.5,True\n");
    std::vector<std::string> options{"wan",
                                     "--latency=latency.csv",
                                     "--throughput=throughput.csv",
                                     "--latency-column=avg_rtt",
                                     "--throughput-column=throughput_received",
                                     "--throughput-unit=bps",
                                     "--throughput-where=success=True",
                                     "--only=gcp:y,aws:x",
                                     "--reverse"};
    for (const std::string kind : {"latency", "throughput"})
    {
        options = Join(options,
                       {"--" + kind + "-source=src_region",
                        "--" + kind + "-destination=dst_region",
                        "--" + kind + "-where=src_tier=PREMIUM",
                        "--" + kind + "-where=dst_tier=PREMIUM"});
    }
    EXPECT_EQ(ListLinks(ImportWell(options, "2 links between 2 regions\n")),
              (Links{{"gcp-y>aws-x", "4Gbps 40ms"}, {"aws-x>gcp-y", "4.737423753Gbps 40ms"}}));
}

TEST_F(ImportWanTest, WhatIsMissing)
{
    const std::string latency = "src,dst,latency\na,b,10\nb,a,\nc,a,NaN\n";
    const std::string throughput = "src,dst,throughput,ok\na,b,5,1\na,b,7,1\nb,a,4,1\na,c,0,0\n";
    const std::vector<std::string> good{"--throughput-where=ok=1"};
    const std::string skip = "--missing=skip";
    ExpectWanRefused(latency,
                     throughput,
                     "t.csv: lines 2 and 3: found throughput from 'a' to 'b' twice",
                     good);
    ExpectWanRefused(latency,
                     throughput,
                     "t.csv: line 5, column throughput: found '0', expected a number above 0");
    const auto mean = Join(good, {"--duplicates=mean", "--only=a,b"});
    ExpectWanRefused(latency,
                     throughput,
                     "l.csv: found no latency from 'b' to 'a', expected one",
                     mean);
    EXPECT_EQ(ListLinks(ImportWan(latency,
                                  throughput,
                                  Join(mean, {skip}),
                                  "1 links between 2 regions, 1 directions without\n")),
              (Links{{"a>b", "6Gbps 5ms"}}));
    EXPECT_EQ(ListLinks(ImportWan(latency,
                                  throughput,
                                  Join(mean, {"--reverse"}),
                                  "2 links between 2 regions\n")),
              (Links{{"a>b", "6Gbps 5ms"}, {"b>a", "4Gbps 5ms"}}));
    EXPECT_EQ(ListLinks(ImportWan(latency,
                                  throughput,
                                  {"--duplicates=max", "--reverse", skip, "--skip-bad"},
                                  "2 links between 3 regions, 4 directions without; left out: 1 "
                                  "malformed values\n")),
              (Links{{"a>b", "7Gbps 5ms"}, {"b>a", "4Gbps 5ms"}}));
    ExpectWanRefused(latency,
                     throughput,
                     "l.csv: found no region 'd', expected it among a, b, c",
                     {"--only=a,d", "--skip-bad"});
}

TEST_F(ImportWanTest, BadInputIsRefusedWithItsPlace)
{
    const std::string head = "src,dst,latency\n";
    const auto refuse = [&](const std::string& latency,
                            const std::string& place,
                            const std::vector<std::string>& further = {}) {
        ExpectWanRefused(latency, g_throughput, place, further);
    };
    refuse("src,dst\na,b\n", "l.csv: line 1, column latency: found only src, dst");
    refuse(head + "a,b\n", "l.csv: line 2: found another number of fields, expected 3");
    refuse(head + "a,b,-3\n", "l.csv: line 2, column latency: found '-3'");
    refuse(head + "a,b,fast\n", "l.csv: line 2, column latency: found 'fast'");
    refuse(head + "a,b,inf\n", "l.csv: line 2, column latency: found 'inf'");
    refuse(head + "a,,3\n", "l.csv: line 2: found '', expected an id");
    refuse(head + "a:x,b,3\na/x,b,3\n", "found 'a/x' and 'a:x', expected names with different ids");
    refuse(head + "a,b,3\nb,a,3\nc,d,3\n", "l.csv: found no region 'e'", {"--only=e,a"});
    refuse(head, "l.csv: found no region 'a', expected it among none", {"--only=a,b"});
    refuse("from,a,a\na,1,2\n",
           "l.csv: line 1, column a: found it more than once",
           {"--latency-form=matrix"});
    refuse("from,a,b\na,1,x\n", "l.csv: line 2, column b: found 'x'", {"--latency-form=matrix"});
    refuse(g_latency,
           "found a delay of 100 s, expected up to 60 s; --latency-unit?",
           {"--latency-unit=s", "--only=a,c", "--latency-is=one-way"});
    refuse(g_latency,
           "expected 1 to 1e+18; --throughput-unit?",
           {"--throughput-unit=bps", "--only=b,c"});
    refuse(g_latency, "--only: found 'a,a', expected different names", {"--only=a,a"});
    refuse(g_latency, "found 1 regions, expected at least two", {"--only=a"});
    refuse(g_latency, "--gpus: found '0', expected an integer from 1 to 1000000", {"--gpus=0"});
    refuse(g_latency, "--bandwidth: found 'fast', expected a rate such as", {"--bandwidth=fast"});
    ExpectRefused(Import({"wan", "--latency=none.csv", "--throughput=t.csv"}),
                  "none.csv: found No");
    ExpectRefused(Import({"wan"}), "required: --latency, --throughput");
}

TEST_F(ImportWanTest, BadTablesOfRegionsAreRefused)
{
    const auto refuse = [&](const std::string& regions, const std::string& place) {
        Write("r.csv", regions);
        ExpectWanRefused(g_latency, g_throughput, place, {"--regions=r.csv"});
    };
    refuse("gpus\n3\n", "r.csv: line 1, column id: found only gpus");
    refuse("id,cost\na,3\n", "r.csv: column cost: found no key of a region");
    refuse("id,gpus\na,3\na,4\n",
           "r.csv: line 3, column id: found 'a', expected an id that no line");
    refuse("id,gpus\na,0\n", "r.csv: line 2, column gpus: found '0', expected an integer from 1");
    refuse("id,gpu\na,T5\n", "r.csv: line 2, column gpu: found 'T5', expected one of A100");
    refuse("id,price_usd_per_kwh\na,nan\n", "column price_usd_per_kwh: found 'nan'");
    refuse("id,latency\na,5\n", "column latency: found '5', expected a duration such as");
    Write("r.csv", "id\nb\nc\n");
    ExpectWanRefused(g_latency,
                     g_throughput,
                     "--only: found 'a', expected a region of r.csv",
                     {"--regions=r.csv", "--only=a,b"});
}

// A region that the scenario has stays as it is, but where a table says otherwise.
TEST_F(ImportWanTest, RegionsOfTheScenarioStay)
{
    Write("s.json", R"({"regions": [{"id": "b", "gpus": 7, "speed": 2}, {"id": "c", "gpus": 8}],
                        "jobs": [], "wan": {"mesh": {"delay": "1ms"}}})");
    Write("r.csv", "id,gpus\na,3\nb,4\n");
    const auto two =
        ImportWan(g_latency, g_throughput, {"--scenario=s.json"}, "2 links between 2 regions\n");
    EXPECT_EQ(two["regions"][0]["gpus"], 7);
    EXPECT_FALSE(two["wan"].contains("mesh"));
    const auto listed = ImportWan(g_latency,
                                  g_throughput,
                                  {"--scenario=s.json", "--regions=r.csv"},
                                  "2 links between 2 regions\n");
    EXPECT_EQ(listed["regions"][1]["id"], "b");
    EXPECT_EQ(listed["regions"][1]["gpus"], 4);
    EXPECT_EQ(listed["regions"][1]["speed"], 2);
    EXPECT_EQ(listed["regions"][1]["bandwidth"], "50Gbps");
}

} // namespace ns3::bacepipe::test
