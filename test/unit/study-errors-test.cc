// SPDX-License-Identifier: GPL-2.0-only
// Studies that are wrong: every message names file, place, what was found and what was expected.
#include <gmock/gmock.h>

#include "study-testing.h"

using namespace ns3::bacepipe;

namespace
{

/// Keys of a study of the small scenario that are wrong, and how the message starts after the file.
struct BadStudy
{
    const char* keys;    //!< beside the scenario
    const char* message; //!< its start
};

#define AXIS(content) "\"axes\": [{\"name\": \"a\", " content "}]"
#define PLOT(content)                                                                              \
    "\"policies\": [\"lcf\", \"ldf\"], \"seeds\": 2, \"plots\": [{\"name\": \"p\", " content "}]"

const BadStudy g_bad[] = {
    // Keys and types.
    {"\"axis\": []", "/axis: found an unknown key, expected one of the keys"},
    {"\"name\": \"a b\"", "/name: found \"a b\", expected 1 to 64 letters"},
    {"\"axes\": {}", "/axes: found an object, expected an array of 0 to 16 axes"},
    {"\"axes\": [7]", "/axes/0: found 7, expected an object"},
    {"\"set\": []", "/set: found an array of 0, expected an object: values by JSON pointers"},
    {"\"policies\": []", "/policies: found an array of 0, expected an array of 1 to 9 names"},
    {"\"policies\": [\"best\"]", "/policies/0: found \"best\", expected \"bace-pipe\""},
    {"\"networks\": [\"flow\"]", "/networks/0: found \"flow\", expected \"packet\" or"},
    {"\"networks\": [\"packet\", \"packet\"]",
     "/networks/1: found \"packet\" again, expected each"},
    {"\"seeds\": 0", "/seeds: found 0, expected an integer from 1 to 10000"},
    {"\"seeds\": []", "/seeds: found an array of 0, expected an array of 1 to 10000 values"},
    {"\"seeds\": [1, 0]", "/seeds/1: in point seed-0: the scenario: /seed: found 0, expected"},
    // Axes.
    {"\"axes\": [{}]", "/axes/0/name: found nothing, expected a name for a column"},
    {"\"axes\": [{\"name\": \"1st\"}]",
     "/axes/0/name: found \"1st\", expected a name for a column"},
    {"\"axes\": [{\"name\": \"a b\"}]",
     "/axes/0/name: found \"a b\", expected a name for a column"},
    {AXIS("\"pointer\": \"/seed\""), "/axes/0: found nothing to vary, expected one of \"values\""},
    {AXIS("\"pointer\": \"/seed\", \"values\": [1], \"scale\": [1]"),
     "/axes/0: found several of them, expected one of \"values\""},
    {AXIS("\"pointer\": \"/seed\", \"alternatives\": [{\"name\": \"x\"}]"),
     "/axes/0/pointer: found a pointer, expected none"},
    {AXIS("\"values\": [1]"), "/axes/0/pointer: found nothing, expected a JSON pointer"},
    {AXIS("\"pointer\": \"seed\", \"values\": [1]"),
     "/axes/0/pointer: found \"seed\", expected a JSON pointer such as"},
    {AXIS("\"pointer\": [\"/seed\", \"/~\"], \"values\": [1]"),
     "/axes/0/pointer/1: found \"/~\" with a lone '~', expected ~0"},
    {AXIS("\"pointer\": \"/seed\", \"values\": []"),
     "/axes/0/values: found an array of 0, expected an array of 1 to 10000 values"},
    {AXIS("\"pointer\": \"/seed\", \"values\": [1, 2, 1]"),
     "/axes/0/values/2: found \"1\" again, expected each value of an axis once"},
    {AXIS("\"pointer\": \"/name\", \"values\": [\"\"]"),
     "/axes/0/values/0: found \"\", expected a value that can be written in 1 to 500 characters"},
    {AXIS("\"alternatives\": [{\"name\": \"x\\ny\"}]"),
     "/axes/0/alternatives/0/name: found \"x y\", expected a value that can be written"},
    {AXIS("\"pointer\": \"/seed\", \"scale\": [1e13]"),
     "/axes/0/scale/0: found 10000000000000.0, expected a number from 0 to 1e+12"},
    {AXIS("\"pointer\": \"/seed\", \"scale\": [\"2\"]"),
     "/axes/0/scale/0: found \"2\", expected a number from 0"},
    {AXIS("\"alternatives\": [{\"name\": \"x\", \"sets\": {}}]"),
     "/axes/0/alternatives/0/sets: found an unknown key, expected one of"},
    {AXIS("\"alternatives\": [{\"name\": \"x\", \"scale\": {\"/seed\": -1}}]"),
     "/axes/0/alternatives/0/scale/~1seed: found -1, expected a number from 0"},
    // Names that collide.
    {"\"axes\": [{\"name\": \"jct_s\", \"pointer\": \"/seed\", \"values\": [1]}]",
     "/axes/0/name: found \"jct_s\", which is a column of results, expected another name"},
    {"\"axes\": [{\"name\": \"Policy\", \"pointer\": \"/policy\", \"values\": [\"lcf\"]}]",
     "/axes/0/name: found \"Policy\", which is a column of results, expected another name"},
    {"\"axes\": [{\"name\": \"a\", \"alternatives\": [{\"name\": \"x\"}]}, {\"name\": \"A\", "
     "\"alternatives\": [{\"name\": \"x\"}]}]",
     "/axes/1/name: found \"A\", which another axis has, expected another name"},
    // Places in the scenario.
    {AXIS("\"pointer\": \"/wan/mesh/*\", \"values\": [1]"),
     "/axes/0/values/0: found /wan/mesh/*, which nothing in the scenario matches, expected a "
     "place in the scenario"},
    {AXIS("\"pointer\": \"/wan/links/9/rate\", \"values\": [\"1Gbps\"]"),
     "/axes/0/values/0: /wan/links/9: found no such element, expected an index from 0 to 1"},
    {AXIS("\"pointer\": \"/wan/links/0/rte\", \"values\": [\"1Gbps\"]"),
     "/axes/0/values/0: in point a-1Gbps: the scenario: /wan/links/0/rte: found an unknown key"},
    {AXIS("\"pointer\": \"/wan/links/*/rate\", \"values\": [\"1Gbps\", \"fast\"]"),
     "/axes/0/values/1: in point a-fast: the scenario: /wan/links/0/rate: found \"fast\", expected "
     "a rate"},
    {AXIS("\"pointer\": \"/wan/mesh/rate\", \"scale\": [2]"),
     "/axes/0/scale/0: found /wan/mesh/rate, which is not in the scenario, expected a number"},
    {AXIS("\"pointer\": \"/regions/*/gpu\", \"scale\": [2]"),
     "/axes/0/scale/0: found what is no number at /regions/0/gpu, expected a number, or a "
     "quantity"},
    {AXIS("\"pointer\": \"/regions/*/gpus\", \"scale\": [0.1]"),
     "/axes/0/scale/0: in point a-0.1: the scenario: /regions/0/gpus: found 1.6, expected an "
     "integer"},
    {"\"set\": {\"/jobs/0/mfu\": 3}",
     "/set/~1jobs~10~1mfu: in point point: the scenario: /jobs/0/mfu: found 3, expected"},
    {"\"set\": {\"/policy\": \"lcf\"}, \"policies\": [\"ldf\"]",
     "/policies/0: found /policy, which /set/~1policy sets too, expected each value of the "
     "scenario set once"},
    {"\"set\": {\"/wan/links/0/rate\": \"1Gbps\", \"/wan/links/*\": {}}",
     "/set/~1wan~1links~1*: found /wan/links/0, of which /set/~1wan~1links~10~1rate has set "
     "/wan/links/0/rate, expected it before its parts"},
    // Too many.
    {"\"set\": "
     "{\"/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25/26/27/28/29/30/31/32"
     "/33/34/35/36/37/38/39/40/41/42/43/44/45/46/47/48/49/50/51/52/53/54/55/56/57/58/59/60/61/62/"
     "63/64/65\": 1}",
     "/set/~11~12~13~14~15~16~17~18~19~110~111~112~113~114~115~116~117~118~119~120~121~122~123~"
     "124~125~126~127~128~129~130~131...: found a JSON pointer of 65 levels, expected at most 64"},
    {"\"seeds\": 10000, \"axes\": [{\"name\": \"a\", \"pointer\": \"/regions/*/gpus\", \"scale\": "
     "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}]",
     "found 110000 points, expected at most 100000"},
    // Plots.
    {PLOT("\"y\": \"makespan_s\""), "/plots/0/x: found nothing, expected the name of a column"},
    {PLOT("\"x\": \"seed\""), "/plots/0/y: found nothing, expected the name of a column"},
    {PLOT("\"x\": \"rate\", \"y\": \"makespan_s\""),
     "/plots/0/x: found \"rate\", expected \"policy\" or \"seed\""},
    {PLOT("\"x\": [\"seed\"], \"y\": \"makespan_s\""),
     "/plots/0/x: found an array of 1, expected the name of a column"},
    {PLOT("\"x\": [], \"y\": \"makespan_s\""),
     "/plots/0/x: found an array of 0, expected the name of a column"},
    {PLOT("\"x\": \"seed\", \"y\": \"transport\""), "/plots/0/y: found \"transport\", expected"},
    {PLOT("\"x\": \"seed\", \"y\": []"), "/plots/0/y: found an array of 0, expected at least one"},
    {PLOT("\"x\": \"seed\", \"y\": \"jct_s\""), "/plots/0/y: found \"jct_s\", expected"},
    {PLOT("\"x\": \"seed\", \"y\": \"makespan_s\", \"log\": \"z\""), "/plots/0/log: found \"z\""},
    {PLOT("\"x\": \"seed\", \"y\": \"makespan_s\", \"table\": \"links\""),
     "/plots/0/table: found \"links\", expected \"results\" or \"jobs\""},
    {PLOT("\"x\": \"seed\", \"y\": \"makespan_s\", \"group\": []"),
     "/plots/0/group: found no \"policy\", of which points would be mixed up, expected it here"},
    {PLOT("\"x\": \"policy\", \"y\": \"makespan_s\", \"group\": \"policy\""),
     "/plots/0/group: found \"policy\", which is \"x\", expected other columns"},
    {PLOT("\"table\": \"jobs\", \"x\": \"policy\", \"y\": \"jct_s\", \"group\": []"),
     "/plots/0/group: found no \"job\", so that jobs would be mixed up, expected it here"},
    {PLOT("\"x\": \"seed\", \"y\": \"makespan_s\", \"where\": {\"policy\": \"best\"}"),
     "/plots/0/where/policy: found \"best\", expected a value of that axis: \"lcf\" or \"ldf\""},
    {"\"plots\": [{\"name\": \"p\", \"x\": \"seed\", \"y\": \"makespan_s\"}]",
     "/plots/0/x: found \"seed\", expected no column, for nothing varies"},
    {"\"seeds\": 2, \"plots\": [{\"name\": \"p\", \"x\": \"seed\", \"y\": \"makespan_s\"}, "
     "{\"name\": \"p\", \"x\": \"seed\", \"y\": \"makespan_s\"}]",
     "/plots/1/name: found a figure \"p\", which another plot has, expected another name"},
    {"\"seeds\": 2, \"plots\": [{\"name\": \"p\", \"x\": \"seed\", \"y\": [\"makespan_s\", "
     "\"average_jct_s\"]}, {\"name\": \"p-makespan_s\", \"x\": \"seed\", \"y\": "
     "\"total_cost_usd\"}]",
     "/plots/1/name: found a figure \"p-makespan_s\", which another plot has, expected another"},
};

} // namespace

TEST(StudyErrors, NameThePlace)
{
    for (const BadStudy& bad : g_bad)
    {
        EXPECT_THAT(GetStudyError(MakeStudyText(bad.keys)),
                    ::testing::StartsWith(std::string("study.json: ") + bad.message))
            << bad.keys;
    }
}

TEST(StudyErrors, OfTheScenario)
{
    EXPECT_THAT(GetStudyError("{}"),
                ::testing::StartsWith("study.json: /scenario: found nothing, expected the path"));
    EXPECT_THAT(GetStudyError("{\"scenario\": 7}"),
                ::testing::StartsWith("study.json: /scenario: found 7, expected the path"));
    EXPECT_THAT(GetStudyError("{\"scenario\": \"nowhere.json\"}"),
                ::testing::StartsWith("study.json: /scenario: nowhere.json: found "));
    EXPECT_THAT(GetStudyError("{\"scenario\": {\"regions\": []}}"),
                ::testing::StartsWith("study.json: /scenario: in point point: the scenario: "
                                      "/regions: found an array of 0"));
    EXPECT_THAT(GetStudyError("[]"), ::testing::StartsWith("study.json: found an array of 0"));
    EXPECT_THAT(GetStudyError("{"), ::testing::StartsWith("study.json: line 1, column 2: "));
}
