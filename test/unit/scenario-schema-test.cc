// SPDX-License-Identifier: GPL-2.0-only
// The JSON schema says what the reader does: editors must not mislead.
#include "ns3/bace-catalogue.h"
#include "ns3/bace-json-override.h"
#include "ns3/bace-policy.h"

#include <algorithm>
#include <filesystem>

#include "scenario-testing.h"
#include "schema-testing.h"
#include "support/tree.h"

using namespace ns3::bacepipe;

namespace
{

const std::string g_schema = test::SourceFolder() + "/contrib/bace-pipe/data/scenario.schema.json";

/// A change of the small scenario, by JSON merge patch (RFC 7386) or by override.
struct Change
{
    const char* text; //!< "{...}" is a patch, "/pointer=value" an override
    bool valid;       //!< what both have to say
};

/// A job that stands for itself.
#define JOB(content) "{\"jobs\": [{\"id\": \"j\", " content "}]}"
/// A source of traffic that stands for itself; begins with its kind.
#define TRAFFIC(content)                                                                           \
    "/traffic=[{\"id\": \"t\", \"from\": \"a\", \"to\": \"b\", \"kind\": " content "}]"
#define PROFILE "\"profile\": {\"compute_time_s\": 1, \"boundary_bytes\": 1, \"layers\": 2"

const std::vector<Change> g_changes{
    // Accepted.
    {"{}", true},
    {"{\"name\": null}", true},
    {"{\"wan\": null}", true},
    {"{\"$schema\": \"x\", \"description\": \"y\", \"seed\": 7}", true},
    {"/regions/0/gpus=32.0", true},
    {"/regions/0/gpus_per_host=1", true},
    {"/regions/0/latency=0s", true},
    {"/regions/0/bandwidth=2.5 Tbps", true},
    {"/regions/0/price_usd_per_kwh=-0.02", true},
    {"/regions/0/price_usd_per_kwh=[{\"from_s\": 0, \"usd_per_kwh\": 0.2}]", true},
    {"{\"wan\": {\"links\": null, \"mesh\": {\"delay\": \"10ms\"}}}", true},
    {"{\"wan\": {\"mesh\": {\"rate\": \"mean\", \"delay\": \"1ms\", \"queue\": \"20MB\"}}}", true},
    {"{\"wan\": {\"mesh\": {\"rate\": \"1Gbps\", \"rtt_ms\": [[null, 1], [2.5, null]]}}}", true},
    {"/wan/links/0/queue=1 GiB", true},
    {"/wan/links/0/queue=20ms", true},
    {"/wan/links/0/loss_rate=0.5", true},
    {"/wan/links/0/both_ways=false", true},
    {"/wan/links/0/changes=[]", true},
    {"/wan/links/0/changes=[{\"at_s\": 5, \"rate\": \"1Gbps\"}, "
     "{\"at_s\": 7.5, \"delay\": \"2ms\"}]",
     true},
    {"{\"wan\": {\"mesh\": {\"delay\": \"1ms\", \"changes\": [{\"at_s\": 5, \"delay\": "
     "\"2ms\"}]}}}",
     true},
    {"/wan/links/0/changes={}", false},
    {"/wan/links/0/changes=[{\"at_s\": 5}]", false},
    {"/wan/links/0/changes=[{\"rate\": \"1Gbps\"}]", false},
    {"/wan/links/0/changes=[{\"at_s\": 0, \"rate\": \"1Gbps\"}]", false},
    {"/wan/links/0/changes=[{\"at_s\": 2e9, \"rate\": \"1Gbps\"}]", false},
    {"/wan/links/0/changes=[{\"at_s\": 5, \"rate\": \"mean\"}]", false},
    {"/wan/links/0/changes=[{\"at_s\": 5, \"delay\": 3}]", false},
    {"/wan/links/0/changes=[{\"at_s\": 5, \"delay\": \"3ms\", \"loss_rate\": 0}]", false},
    {"{\"wan\": {\"mesh\": {\"delay\": \"1ms\", \"changes\": [7]}}}", false},
    {"/wan/links=[]", true},
    {JOB("\"model\": \"OPT-13B\", \"iterations\": 4"), true},
    {JOB("\"model\": \"OPT-13B\", \"samples\": 4"), true},
    {JOB("\"model\": \"OPT-13B\", \"samples\": 4, \"packing\": \"padded\""), true},
    {JOB("\"architecture\": {\"parameters\": 7e9, \"layers\": 32, \"hidden\": 4096}, "
         "\"dataset\": \"WikiText-103\", \"epochs\": 3"),
     true},
    {JOB(PROFILE ", \"iterations\": 5}"), true},
    {JOB(PROFILE ", \"min_gpus\": 2}, \"samples\": 9"), true},
    {"/jobs/0/mfu=1", true},
    {"/jobs/0/arrival_s=0.5", true},
    {"/jobs/0/schedule=gpipe", true},
    {JOB("\"model\": \"OPT-13B\", \"iterations\": 4, \"schedule\": \"interleaved\", "
         "\"chunks\": 3"),
     true},
    {JOB("\"model\": \"OPT-13B\", \"iterations\": 4, \"schedule\": \"interleaved\""), true},
    {JOB("\"model\": \"OPT-13B\", \"iterations\": 4, \"schedule\": \"zb-h1\", "
         "\"weight_share\": 0.3"),
     true},
    {JOB("\"model\": \"OPT-13B\", \"iterations\": 4, \"schedule\": \"eager-1f1b\", "
         "\"extra_warm_up\": 0"),
     true},
    {"/jobs/0/boundary_bytes=530000", true},
    {"/jobs/0/stage_layers=whole", true},
    {"/jobs/0/stage_layers=[10, 10, 10, 10, 8]", true},
    {"/jobs/0/embedding_time_s=0.01", true},
    {"/jobs/0/head_time_s=0", true},
    {"/jobs/0/compute_jitter=0.05", true},
    {"/jobs/0/optimizer_time_s=1e3", true},
    {"/jobs/0/send_buffer=4MiB", true},
    {"/network/restart_after_idle=true", true},
    {"/jobs/0/flush=per-stage", true},
    {"/jobs/0/activation_bytes=1000", true},
    {JOB(PROFILE ", \"iterations\": 5, \"memory_bytes\": 1e9}, \"activation_bytes\": 7"), true},
    {"/jobs/0/layers=60", true},
    {"/scheduler={\"layer_bound\": false, \"span\": \"all\", \"time_tolerance\": 0.1}", true},
    {"/network={}", true},
    {"/network={\"transport\": \"tcp\", \"congestion_control\": \"new-reno\"}", true},
    {"/network={\"transport\": \"bulk\", \"congestion_control\": \"bbr\"}", true},
    {"/network/congestion_control=dctcp", true},
    {"/network={\"level\": \"analytic\", \"congestion_control\": \"linux-reno\"}", true},
    {"/run={\"fast_forward\": false, \"steady_tolerance\": 0}", true},
    {"/run/max_iterations=2", true},
    {"/run/link_interval_s=0", true},
    {"/run/link_interval_s=0.000001", true},
    {"/network={\"mtu\": 9000, \"initial_window\": 40, \"connection_rate\": \"5Gbps\", "
     "\"max_window\": \"16 MiB\"}",
     true},
    {"/wan/mesh={\"delay\": \"1ms\", \"queue_discipline\": \"red\", \"ecn\": true}", true},
    {"/wan/links/0/queue_discipline=fq-codel", true},
    {"/wan/links/0/ecn=false", true},
    {"/traffic=[]", true},
    {TRAFFIC("\"constant\", \"rate\": \"1Gbps\", \"start_s\": 0.5, \"stop_s\": 2"), true},
    {TRAFFIC("\"on-off\", \"rate\": \"1Gbps\", \"on_s\": 1, \"off_s\": 0.5"), true},
    {TRAFFIC("\"flows\", \"connections\": 4, \"packet_bytes\": 1448"), true},
    {"/arrivals={\"process\": \"poisson\", \"rate_per_hour\": 0.5}", true},
    // Refused: the document.
    {"{\"regions\": null}", false},
    {"{\"jobs\": null}", false},
    {"{\"job\": []}", false},
    {"/jobs=[]", false},
    {"/regions=[]", false},
    {"/regions={}", false},
    {"/name=a b", false},
    {"/name=..", false},
    {"/name=1", false},
    {"/description=1", false},
    {"/$schema=1", false},
    {"/seed=0", false},
    {"/seed=1.5", false},
    {"/seed=4294944443", false},
    {"/seed=true", false},
    {"/policy=best", false},
    {"/arrivals=[]", false},
    {"/arrivals={}", false},
    {"/arrivals={\"process\": \"poisson\"}", false},
    {"/arrivals={\"process\": \"pareto\", \"rate_per_hour\": 1}", false},
    {"/arrivals={\"process\": \"poisson\", \"rate_per_hour\": 0}", false},
    {"/arrivals={\"process\": \"poisson\", \"rate_per_hour\": 2e9}", false},
    {"/arrivals={\"process\": \"poisson\", \"rate_per_hour\": 1, \"jobs\": 3}", false},
    // Refused: regions.
    {"/regions/0={}", false},
    {"/regions/0/colour=red", false},
    {"/regions/0/id=a>b", false},
    {"/regions/0/id=", false},
    {"/regions/0/gpus=0", false},
    {"/regions/0/gpus=1.5", false},
    {"/regions/0/gpus=-1", false},
    {"/regions/0/gpus=\"8\"", false},
    {"/regions/0/gpus=null", false},
    {"/regions/0/gpu=Abacus", false},
    {"/regions/0/gpus_per_host=2000", false},
    {"/regions/0/bandwidth=0Gbps", false},
    {"/regions/0/bandwidth=0.00Gbps", false},
    {"/regions/0/bandwidth=-1Gbps", false},
    {"/regions/0/bandwidth=1Gb/s", false},
    {"/regions/0/bandwidth=1000", false},
    {"/regions/0/latency=1", false},
    {"/regions/0/latency=1m", false},
    {"/regions/0/price_usd_per_kwh=1000", false},
    {"/regions/0/price_usd_per_kwh=[]", false},
    {"/regions/0/price_usd_per_kwh=[{\"from_s\": 0}]", false},
    {"/regions/0/price_usd_per_kwh=[{\"from_s\": -1, \"usd_per_kwh\": 1}]", false},
    {"/regions/0/price_usd_per_kwh=[{\"from_s\": 0, \"usd_per_kwh\": 1, \"x\": 1}]", false},
    // Refused: the WAN.
    {"/wan=[]", false},
    {"/wan/cable=1", false},
    {"/wan/mesh={}", false},
    {"/wan/mesh={\"delay\": \"1ms\", \"rtt_ms\": [[null, 1], [1, null]]}", false},
    {"/wan/mesh={\"delay\": \"1ms\", \"rate\": \"median\"}", false},
    {"/wan/mesh={\"delay\": \"1ms\", \"x\": 1}", false},
    {"/wan/mesh={\"rtt_ms\": [[null, \"1\"], [1, null]]}", false},
    {"/wan/mesh={\"rtt_ms\": [[null, -1], [1, null]]}", false},
    {"/wan/links={}", false},
    {"/wan/links/0={}", false},
    {"/wan/links/0/x=1", false},
    {"/wan/links/0/from=7", false},
    {"/wan/links/0/rate=0bps", false},
    {"/wan/links/0/rate=mean", false},
    {"/wan/links/0/delay=-1ms", false},
    {"/wan/links/0/queue=0ms", false},
    {"/wan/links/0/queue=5", false},
    {"/wan/links/0/loss_rate=1", false},
    {"/wan/links/0/loss_rate=-0.1", false},
    {"/wan/links/0/both_ways=1", false},
    // Refused: jobs.
    {JOB("\"iterations\": 1"), false},
    {JOB("\"model\": \"OPT-13B\""), false},
    {JOB("\"model\": \"GPT-5\", \"iterations\": 1"), false},
    {JOB("\"model\": \"OPT-13B\", " PROFILE ", \"iterations\": 5}"), false},
    {JOB("\"model\": \"OPT-13B\", \"samples\": 4, \"packing\": \"packed\""), false},
    {JOB("\"model\": \"OPT-13B\", \"samples\": 4, \"dataset\": \"Alpaca-52k\""), false},
    {JOB("\"architecture\": {\"parameters\": 7e9, \"layers\": 32}, \"iterations\": 1"), false},
    {JOB("\"architecture\": {\"parameters\": 7e9, \"layers\": 32, \"hidden\": 1.5}, "
         "\"iterations\": 1"),
     false},
    {JOB(PROFILE "}"), false},
    {JOB(PROFILE ", \"iterations\": 5}, \"mfu\": 0.5"), false},
    {JOB(PROFILE ", \"iterations\": 5}, \"iterations\": 5"), false},
    {JOB(PROFILE ", \"iterations\": 0}"), false},
    {JOB(PROFILE ", \"seconds\": 1}"), false},
    {"/jobs/0/id=a,b", false},
    {"/jobs/0/priority=1", false},
    {"/jobs/0/dataset=Pile", false},
    {"/jobs/0/epochs=0.5", false},
    {"/jobs/0/packing=tight", false},
    {"/jobs/0/micro_batches=0", false},
    {"/jobs/0/micro_batch_size=0", false},
    {"/jobs/0/sequence_length=0", false},
    {"/jobs/0/mfu=0", false},
    {"/jobs/0/mfu=1.1", false},
    {"/jobs/0/bytes_per_element=0", false},
    {"/jobs/0/backward_ratio=0", false},
    {"/jobs/0/schedule=zero", false},
    {"/jobs/0/chunks=2", false},
    {"/jobs/0/stage_layers=odd", false},
    {"/jobs/0/stage_layers=[]", false},
    {"/jobs/0/stage_layers=[48, 0]", false},
    {"/jobs/0/embedding_time_s=-1", false},
    {"/jobs/0/compute_jitter=11", false},
    {"/jobs/0/optimizer_time_s=2e6", false},
    {"/jobs/0/send_buffer=0MiB", false},
    {"/network/restart_after_idle=1", false},
    {"/jobs/0/flush=never", false},
    {"/jobs/0/activation_bytes=1.5", false},
    {JOB(PROFILE ", \"iterations\": 5}, \"activation_bytes\": 7"), false},
    {JOB(PROFILE ", \"iterations\": 5, \"memory_bytes\": 0}"), false},
    {"/jobs/0/extra_warm_up=1", false},
    {"/jobs/0/weight_share=0.5", false},
    {JOB("\"model\": \"OPT-13B\", \"iterations\": 4, \"schedule\": \"interleaved\", "
         "\"chunks\": 1"),
     false},
    {JOB("\"model\": \"OPT-13B\", \"iterations\": 4, \"schedule\": \"zb-h1\", "
         "\"weight_share\": 1"),
     false},
    {"/jobs/0/arrival_s=-1", false},
    {"/jobs/0/boundary_bytes=0", false},
    {"/jobs/0/min_gpus=0", false},
    {"/jobs/0/iterations=0", false},
    {"/jobs/0/layers=2.5", false},
    // Refused: options.
    {"/scheduler=true", false},
    {"/scheduler/x=1", false},
    {"/scheduler/layer_bound=1", false},
    {"/scheduler/longest_first=no", false},
    {"/scheduler/time_tolerance=2", false},
    {"/scheduler/span=some", false},
    {"/network/x=1", false},
    {"/network/level=flow", false},
    {"/network/transport=udp", false},
    {"/network/congestion_control=vegas", false},
    {"/network={\"transport\": \"tcp\", \"congestion_control\": \"vegas\"}", false},
    {"/network/connections=0", false},
    {"/network/segment_bytes=65001", false},
    {"/network/mtu=575", false},
    {"/network/initial_window=0", false},
    {"/network/connection_rate=0Gbps", false},
    {"/network/max_window=50ms", false},
    {"/wan/mesh={\"delay\": \"1ms\", \"queue_discipline\": \"sfq\"}", false},
    {"/wan/mesh={\"delay\": \"1ms\", \"ecn\": true}", false},
    {"/wan/links/0/queue_discipline=codel", false},
    {"/wan/links/0/ecn=true", false},
    {"/traffic={}", false},
    {"/traffic=[{}]", false},
    {TRAFFIC("\"constant\""), false},
    {TRAFFIC("\"burst\", \"rate\": \"1Gbps\""), false},
    {TRAFFIC("\"constant\", \"rate\": \"1Gbps\", \"connections\": 2"), false},
    {TRAFFIC("\"constant\", \"rate\": \"1Gbps\", \"off_s\": 2"), false},
    {TRAFFIC("\"on-off\", \"rate\": \"1Gbps\", \"on_s\": 1"), false},
    {TRAFFIC("\"on-off\", \"rate\": \"1Gbps\", \"on_s\": 1, \"off_s\": 0"), false},
    {TRAFFIC("\"flows\", \"rate\": \"1Gbps\""), false},
    {TRAFFIC("\"flows\", \"colour\": 1"), false},
    {"/run/x=1", false},
    {"/run/fast_forward=1", false},
    {"/run/steady_tolerance=-1", false},
    {"/run/max_iterations=1", false},
    {"/run/link_interval_s=-1", false},
    {"/run/link_interval_s=0.0000001", false},
    {"/run/link_interval_s=1000001", false},
};

/**
 * @param change a change
 * @return the small scenario with that change
 */
Json
Apply(const Change& change)
{
    Json document = ParseJson(g_smallScenario, "small.json");
    if (change.text[0] == '/')
    {
        ApplyOverride(document, change.text);
    }
    else
    {
        document.merge_patch(ParseJson(change.text, "patch"));
    }
    return document;
}

/**
 * @param value the "enum" of a schema
 * @return its strings, sorted
 */
std::vector<std::string>
GetSorted(const Json& value)
{
    auto strings = value.get<std::vector<std::string>>();
    std::sort(strings.begin(), strings.end());
    return strings;
}

} // namespace

TEST(ScenarioSchema, AgreesWithTheReader)
{
    Json cases = Json::array();
    for (const Change& change : g_changes)
    {
        const Json document = Apply(change);
        const std::string error = GetError(document.dump());
        EXPECT_EQ(error.empty(), change.valid) << change.text << ": " << error;
        cases.push_back({{"name", change.text}, {"valid", error.empty()}, {"document", document}});
    }
    const std::string folder = test::SourceFolder() + "/examples/scenarios";
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        const std::string path = entry.path();
        cases.push_back(
            {{"name", path}, {"valid", true}, {"document", ParseJson(ReadText(path), path)}});
        cases.push_back({{"name", path + " as run"},
                         {"valid", true},
                         {"document", Json::parse(ReadScenario(path).text)}});
    }
    ExpectSchemaAgrees(g_schema, cases);
}

TEST(ScenarioSchema, OffersWhatTheCatalogueHas)
{
    const Json schema = ParseJson(ReadText(g_schema), g_schema);
    const Json& definitions = schema["$defs"];
    const Catalogue& catalogue = GetCatalogue();
    EXPECT_EQ(GetSorted(definitions["job"]["properties"]["model"]["enum"]),
              GetNames(catalogue.models));
    EXPECT_EQ(GetSorted(definitions["job"]["properties"]["dataset"]["enum"]),
              GetNames(catalogue.datasets));
    EXPECT_EQ(GetSorted(definitions["region"]["properties"]["gpu"]["enum"]),
              GetNames(catalogue.gpus));
    std::vector<std::string> policies;
    for (const Policy& policy : GetPolicies())
    {
        policies.emplace_back(policy.name);
    }
    std::sort(policies.begin(), policies.end());
    EXPECT_EQ(GetSorted(schema["properties"]["policy"]["enum"]), policies);
}

TEST(ScenarioDocumentation, ItsExampleIsRead)
{
    const std::string text = ReadText(test::SourceFolder() + "/doc/scenario.md");
    const std::string fence = "```json\n";
    const std::size_t begin = text.find(fence) + fence.size();
    EXPECT_EQ(GetError(text.substr(begin, text.find("\n```\n", begin) - begin)), "");
}

TEST(ScenarioDocumentation, HasTheWholeCatalogue)
{
    const std::string text = ReadText(test::SourceFolder() + "/doc/scenario.md");
    const std::string catalogue = text.substr(text.find("## The catalogue"));
    const auto expect = [&](const auto& entries) {
        for (const std::string& name : GetNames(entries))
        {
            std::string wrapped = name; // the page may break the line at a blank
            std::replace(wrapped.begin(), wrapped.end(), ' ', '\n');
            EXPECT_TRUE(catalogue.find(name) != std::string::npos ||
                        catalogue.find(wrapped) != std::string::npos)
                << name;
        }
    };
    expect(GetCatalogue().models);
    expect(GetCatalogue().gpus);
    expect(GetCatalogue().datasets);
}

TEST(ScenarioSchema, DescribesEveryKey)
{
    EXPECT_GT(ExpectKeysDescribed(g_schema, test::SourceFolder() + "/doc/scenario.md"), 60u);
}
