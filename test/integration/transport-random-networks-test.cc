// SPDX-License-Identifier: GPL-2.0-only
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <tuple>

#include "integration/random-network-run.h"
#include "integration/random-network.h"
#include "integration/transport-fixture.h"

namespace ns3::bacepipe::test
{

/// Networks of one test.
constexpr uint64_t NETWORKS = 250;

/**
 * Random networks, the same ones each time. A failure names the network by its number; to run one
 * alone, give its number in the environment variable BACE_PIPE_NETWORK to any of these tests.
 */
class TransportRandomNetworks : public testing::TestWithParam<std::tuple<std::string, uint64_t>>
{
};

TEST_P(TransportRandomNetworks, KeepEveryPromise)
{
    const auto& [path, part] = GetParam();
    uint64_t begin = part * NETWORKS;
    uint64_t end = begin + NETWORKS;
    const char* chosen = std::getenv("BACE_PIPE_NETWORK");
    if (chosen)
    {
        begin = std::stoull(chosen);
        end = begin + 1;
    }
    uint64_t calm = 0;
    double worst = 0;
    for (uint64_t index = begin; index < end; ++index)
    {
        const RandomNetwork network = DrawRandomNetwork(index, GetCongestionControls());
        // Said before, for a crash or a run without end tells nothing.
        std::cout << network << std::endl;
        SCOPED_TRACE("network " + std::to_string(index));
        RandomNetworkRun run(network, path);
        run.Run();
        calm += run.IsCalm();
        worst = std::max(worst, run.GetWorstSilence());
    }
    RecordProperty("calm", std::to_string(calm));
    RecordProperty("worst", std::to_string(worst));
    if (!chosen)
    {
        // What is checked only sometimes was checked.
        EXPECT_GT(calm, NETWORKS / 50);
        EXPECT_GT(worst, 0.5);
    }
}

/**
 * @param info of a test
 * @return its name
 */
std::string
NameOf(const testing::TestParamInfo<TransportRandomNetworks::ParamType>& info)
{
    return std::get<0>(info.param) + std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Some,
                         TransportRandomNetworks,
                         testing::Combine(testing::ValuesIn(GetPaths()),
                                          testing::Values(uint64_t{0})),
                         NameOf);

/// Ten thousand of them.
INSTANTIATE_TEST_SUITE_P(Long,
                         TransportRandomNetworks,
                         testing::Combine(testing::ValuesIn(GetPaths()),
                                          testing::Range(uint64_t{0}, 10000 / NETWORKS)),
                         NameOf);

} // namespace ns3::bacepipe::test
