// SPDX-License-Identifier: GPL-2.0-only
// What captures tell of the messages in them, by Wireshark's tshark with the module's dissector.
#include <cmath>
#include <set>

#include "support/command-line.h"
#include "support/trace-events.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

/// One job over one link. Messages are far enough apart that none waits for the one before.
const char* const g_scenario = R"({
    "regions": [
        {"id": "a", "gpus": 2, "gpu": "RTX A6000", "gpus_per_host": 2, "price_usd_per_kwh": 0.2,
         "bandwidth": "50Gbps", "latency": "50us"},
        {"id": "b", "gpus": 2, "gpu": "RTX A6000", "gpus_per_host": 2, "price_usd_per_kwh": 0.1,
         "bandwidth": "50Gbps", "latency": "50us"}
    ],
    "wan": {"mesh": {"rate": "1Gbps", "delay": "5ms"}},
    "run": {"fast_forward": false},
    "jobs": [
        {"id": "only", "samples": 1000, "micro_batches": 4,
         "profile": {"compute_time_s": 0.8, "boundary_bytes": 400000, "layers": 16, "min_gpus": 4,
                     "iterations": 2}}
    ]
})";

/// Longest that a packet takes: 60052 bytes and PPP's 2 at 1 Gbit/s, and as much on the way to and
/// from the link.
const double g_packetTime = 2 * 60054 * 8 / 1e9;

/// A message as it went over the link.
struct Transfer
{
    std::string direction; //!< activation or gradient
    std::string job;       //!< name
    int iteration{0};      //!< of the job
    int microBatch{0};     //!< of the iteration
    int chunk{0};          //!< of the model
    std::string id;        //!< of the message
    double bytes{0};       //!< that arrived
    double begin{0};       //!< s
    double end{0};         //!< s
};

/// A way in which a run differs.
struct Case
{
    const char* name;                 //!< of the test
    std::vector<std::string> options; //!< of the run
    int messages;                     //!< of an iteration, each way and for each micro-batch
    bool atOnce;                      //!< whether each message is sent at once
    bool lossy{false};                //!< whether packets are lost
    bool tiny{false};                 //!< whether messages share packets
};

void
PrintTo(const Case& item, std::ostream* os)
{
    *os << item.name;
}

class PcapTest : public CommandLineTest
{
  protected:
    /// @return tshark's answer about a capture, with the dissector
    ProcessResult Dissect(const std::filesystem::path& capture, const std::string& options) const
    {
        return Shell("tshark -n -X lua_script:" + GetDissector() + " -r '" + capture.string() +
                     "' " + options);
    }

    static std::string GetDissector()
    {
        return SourceFolder() + "/contrib/bace-pipe/tools/bace-pipe.lua";
    }

    /// @return all messages that the captures of a run show
    std::vector<Transfer> ReadTransfers(const std::filesystem::path& output) const
    {
        const auto listed = Shell("python3 " + SourceFolder() + "/test/cli/pcap_transfers.py " +
                                  GetDissector() + " '" + output.string() + "'/pcap/*.pcap");
        EXPECT_EQ(listed.status, 0) << listed.err;
        std::vector<Transfer> transfers;
        for (const std::string& line : Split(listed.out, '\n'))
        {
            const auto field = Split(line, ',');
            if (field.size() == 9)
            {
                transfers.push_back({field[0],
                                     field[1],
                                     std::stoi(field[2]),
                                     std::stoi(field[3]),
                                     std::stoi(field[4]),
                                     field[5],
                                     std::stod(field[6]),
                                     std::stod(field[7]),
                                     std::stod(field[8])});
            }
        }
        return transfers;
    }

    /// What a message is: direction, iteration, micro-batch, chunk, id in its channel.
    using Key = std::tuple<std::string, uint64_t, uint64_t, uint64_t, uint64_t>;

    /// @return the transfers in timeline.json
    static std::multimap<Key, TraceSlice> ReadSlices(const std::filesystem::path& output)
    {
        std::multimap<Key, TraceSlice> slices;
        const Trace trace = ReadTrace(ReadJson(output / "timeline.json"));
        for (const TraceSlice* slice : trace.Find("messages"))
        {
            slices.insert({{Split(slice->name, ' ').at(0),
                            slice->Get("iteration"),
                            slice->Get("micro_batch"),
                            slice->Get("chunk"),
                            slice->Get("message")},
                           *slice});
        }
        return slices;
    }
};

class PcapTransferTest : public PcapTest, public ::testing::WithParamInterface<Case>
{
};

} // namespace

/// From the captures alone: every message once, its bytes, and when it went.
TEST_P(PcapTransferTest, AreThoseOfTheRun)
{
    Write("scenario.json", g_scenario);
    auto options = GetParam().options;
    options.insert(options.end(), {"--pcap=wan", "--timeline"});
    const auto output = RunWell("scenario.json", "out", options);
    const auto transfers = ReadTransfers(output);

    const auto job = ReadJson(output / "scenario.json").at("jobs").at(0);
    const int microBatches = job.at("micro_batches");
    const double size = job.at("profile").at("boundary_bytes");
    std::set<std::tuple<std::string, int, int, int>> seen;
    std::map<std::string, double> bytes;
    auto slices = ReadSlices(output);
    EXPECT_EQ(slices.size(), transfers.size());
    for (const Transfer& transfer : transfers)
    {
        SCOPED_TRACE(transfer.direction + " " + transfer.id);
        EXPECT_EQ(transfer.job, "only");
        EXPECT_EQ(transfer.bytes, size);
        EXPECT_LT(transfer.iteration, 2);
        EXPECT_LT(transfer.microBatch, microBatches);
        seen.insert({transfer.direction, transfer.iteration, transfer.chunk, transfer.microBatch});
        bytes[transfer.direction] += transfer.bytes;
        // With chunks two boundaries carry the same micro-batch: the one that ends then.
        const auto [first, last] = slices.equal_range({transfer.direction,
                                                       transfer.iteration,
                                                       transfer.microBatch,
                                                       transfer.chunk,
                                                       std::stoull(transfer.id)});
        const auto slice = std::find_if(first, last, [&transfer](const auto& other) {
            return std::abs(other.second.end / 1e6 - transfer.end) < g_packetTime;
        });
        ASSERT_NE(slice, last) << "ends at " << transfer.end;
        EXPECT_EQ(slice->second.Get("bytes"), transfer.bytes);
        const double begin = slice->second.begin / 1e6;
        EXPECT_GE(transfer.begin, begin - 1e-6);
        if (GetParam().atOnce)
        {
            EXPECT_LT(transfer.begin, begin + g_packetTime);
        }
        slices.erase(slice);
    }
    const int each = 2 * microBatches * GetParam().messages;
    EXPECT_EQ(bytes["activation"], each * size);
    EXPECT_EQ(bytes["gradient"], each * size);
    EXPECT_EQ(transfers.size(), 2U * each);
    // With chunks two boundaries carry the same micro-batch of the same chunk.
    EXPECT_EQ(seen.size(), 2U * 2 * microBatches * job.value("chunks", 1));
    const auto row = ReadCsv(output / "jobs.csv").rows.at(0);
    EXPECT_EQ(bytes["activation"] + bytes["gradient"], Csv::Number(row, "wan_bytes"));
    if (GetParam().lossy)
    {
        EXPECT_GT(ReadCsv(output / "links.csv").Sum("drops"), 0);
    }
    if (GetParam().tiny)
    {
        const auto shared = Dissect(output / "pcap/a+b-sent.pcap", "-T fields -e bace.message_id");
        EXPECT_THAT(shared.out, ::testing::HasSubstr(",")) << "no packet has two headers";
    }
    for (const char* const capture : {"a+b-sent", "b+a-received"})
    {
        const auto problems =
            Dissect(output / "pcap" / (std::string(capture) + ".pcap"),
                    "-Y 'bace.cut || bace.bad || _ws.malformed || _ws.lua.error'");
        EXPECT_EQ(problems.status, 0) << problems.err;
        EXPECT_EQ(problems.out, "");
    }
}

INSTANTIATE_TEST_SUITE_P(
    Runs,
    PcapTransferTest,
    ::testing::Values(
        Case{"BulkExpress", {}, 1, true},
        Case{"BulkStack", {"--set=/network/path=stack"}, 1, true},
        Case{"BulkParallelLoss",
             {"--set=/network/connections=3", "--set=/wan/mesh/loss_rate=0.03"},
             1,
             false,
             true},
        Case{"Tcp", {"--set=/network/transport=tcp"}, 1, true},
        Case{"TcpParallel",
             {"--set=/network/transport=tcp", "--set=/network/connections=3"},
             1,
             true},
        Case{"TcpLoss",
             {"--set=/network/transport=tcp", "--set=/wan/mesh/loss_rate=0.03"},
             1,
             false,
             true},
        Case{"TcpParallelLossSmallSegments",
             {"--set=/network/transport=tcp",
              "--set=/network/connections=3",
              "--set=/network/segment_bytes=1448",
              "--set=/wan/mesh/loss_rate=0.01"},
             1,
             false,
             true},
        Case{"Chunks", {"--set=/jobs/0/schedule=interleaved", "--set=/jobs/0/chunks=2"}, 3, true},
        // Many in one segment, of which some lie across two.
        Case{"TinyBulk",
             {"--set=/jobs/0/schedule=gpipe",
              "--set=/jobs/0/micro_batches=64",
              "--set=/jobs/0/profile/compute_time_s=0.0064",
              "--set=/jobs/0/profile/boundary_bytes=100",
              "--set=/network/segment_bytes=1448"},
             1,
             false,
             false,
             true},
        Case{"TinyTcp",
             {"--set=/jobs/0/schedule=gpipe",
              "--set=/jobs/0/micro_batches=64",
              "--set=/jobs/0/profile/compute_time_s=0.0064",
              "--set=/jobs/0/profile/boundary_bytes=100",
              "--set=/network/transport=tcp",
              "--set=/network/segment_bytes=1448"},
             1,
             false,
             false,
             true},
        // Shares without payload, headers longer than a segment has room for.
        Case{"FewerBytesThanConnections",
             {"--set=/jobs/0/schedule=gpipe",
              "--set=/jobs/0/micro_batches=64",
              "--set=/jobs/0/profile/compute_time_s=0.0064",
              "--set=/jobs/0/profile/boundary_bytes=2",
              "--set=/network/connections=3",
              "--set=/network/segment_bytes=100"},
             1,
             false,
             false,
             true}),
    [](const auto& info) { return std::string(info.param.name); });

class PcapRunTest : public PcapTest
{
};

/// The line of doc/outputs.md, and that cross traffic is none of a job's.
TEST_F(PcapRunTest, FieldsTellWhatPacketsCarry)
{
    Write("scenario.json", g_scenario);
    const auto output =
        RunWell("scenario.json",
                "out",
                {"--pcap=wan",
                 R"(--set=/traffic=[{"id": "noise", "from": "a", "to": "b", "kind": "flows",
                     "connections": 1}])"});
    const auto jobs =
        Dissect(output / "pcap/a+b-sent.pcap",
                "-Y bace.job -T fields -e bace.job -e bace.job_name -e bace.microbatch "
                "-e bace.direction");
    ASSERT_EQ(jobs.status, 0) << jobs.err;
    EXPECT_THAT(jobs.out,
                ::testing::StartsWith("2\tonly\t0\tactivation\n2\tonly\t1\tactivation\n"));
    EXPECT_THAT(jobs.out, ::testing::Not(::testing::HasSubstr("gradient")));
    const auto traffic = Dissect(output / "pcap/a+b-sent.pcap",
                                 "-c 1000 -Y bace.traffic -T fields -e bace.traffic "
                                 "-e bace.traffic_name -e bace.job");
    EXPECT_THAT(traffic.out, ::testing::StartsWith("1\tnoise\t\n"));
    // Names from a file of the user's choice; without any the numbers remain.
    Write("mine.csv", "number,name,kind\n2,renamed,job\n");
    const std::string name = "-c 1000 -Y bace.job -T fields -e bace.job -e bace.job_name";
    EXPECT_THAT(Dissect(output / "pcap/a+b-sent.pcap", "-o bace.jobs:mine.csv " + name).out,
                ::testing::StartsWith("2\trenamed\n"));
    EXPECT_THAT(Dissect(output / "pcap/a+b-sent.pcap", "-o bace.jobs:none.csv " + name).out,
                ::testing::StartsWith("2\t\n"));
}

/// Between hosts of a region too, where packets go there.
TEST_F(PcapRunTest, MessagesInsideARegionAreOfTheirJob)
{
    Write("scenario.json", g_scenario);
    const auto output = RunWell(
        "scenario.json",
        "out",
        {"--pcap=all", "--set=/network/intra_region=packet", "--set=/regions/0/gpus_per_host=1"});
    const auto jobs = Dissect(output / "pcap/a+host-0.pcap",
                              "-Y 'bace.job_name == \"only\"' -T fields -e bace.direction");
    EXPECT_EQ(std::count(jobs.out.begin(), jobs.out.end(), '\n'), 2 * 2 * 4);
    EXPECT_THAT(jobs.out, ::testing::HasSubstr("activation\n"));
    EXPECT_THAT(jobs.out, ::testing::HasSubstr("gradient\n"));
}

/// Both passes of a reader that goes over the packets twice show the same.
TEST_F(PcapRunTest, FurtherPassesShowTheSame)
{
    Write("scenario.json", g_scenario);
    for (const char* const transport : {"bulk", "tcp"})
    {
        const auto output =
            RunWell("scenario.json",
                    transport,
                    {"--pcap=wan", std::string("--set=/network/transport=") + transport});
        const std::string fields = "-Y bace -T fields -e frame.number -e bace.message_id "
                                   "-e bace.complete.message_id -e bace.complete.time";
        const auto once = Dissect(output / "pcap/b+a-sent.pcap", fields);
        EXPECT_THAT(once.out, ::testing::HasSubstr("\t7\t"));
        EXPECT_EQ(Dissect(output / "pcap/b+a-sent.pcap", "-2 " + fields).out, once.out);
    }
}

/// Iterations that were accounted are counted, as in iterations.csv.
TEST_F(PcapRunTest, IterationsAreThoseOfTheJob)
{
    Write("scenario.json", g_scenario);
    const auto output = RunWell("scenario.json",
                                "out",
                                {"--pcap=wan",
                                 "--set=/run/fast_forward=true",
                                 "--set=/run/max_iterations=4",
                                 "--set=/jobs/0/profile/iterations=100",
                                 R"(--set=/traffic=[{"id": "noise", "from": "a", "to": "b",
                                     "kind": "constant", "rate": "1Mbps", "start_s": 40,
                                     "stop_s": 40.5}])"});
    std::set<std::string> simulated;
    for (const auto& row : ReadCsv(output / "iterations.csv").rows)
    {
        if (row.at("job") == "only")
        {
            simulated.insert(row.at("iteration"));
        }
    }
    EXPECT_EQ(simulated.count("4"), 0U) << "nothing was accounted";
    EXPECT_GT(simulated.size(), 4U) << "nothing was simulated after that";
    const auto listed = Dissect(output / "pcap/a+b-sent.pcap",
                                "-Y 'bace.job_name == \"only\"' -T fields -e bace.iteration");
    std::set<std::string> sent;
    for (const auto& line : Split(listed.out, '\n'))
    {
        sent.insert(line);
    }
    sent.erase("");
    EXPECT_EQ(sent, simulated);
}

} // namespace ns3::bacepipe::test
