// SPDX-License-Identifier: GPL-2.0-only
// What fast-forward saves: runs with it and with every iteration simulated, by the number of
// iterations. A run counts from the building of its nodes to the end of the simulator.
#include <algorithm>
#include <benchmark/benchmark.h>

#include "benchmark/run-benchmarks.h"
#include "support/fast-forward-cases.h"

namespace ns3::bacepipe::test
{

namespace
{

/**
 * A whole run.
 * @param state of the benchmark
 * @param test what to run
 * @param fast with fast-forward, or every iteration simulated
 */
void
Run(benchmark::State& state, const Case& test, bool fast)
{
    std::vector<Outcome> outcomes;
    for (auto _ : state)
    {
        outcomes = RunCase(test, 1, fast);
    }
    uint64_t simulated = 0;
    double halfWidth = 0;
    for (const Outcome& outcome : outcomes)
    {
        simulated += outcome.simulated;
        halfWidth = std::max(halfWidth, outcome.halfWidth / outcome.time);
    }
    state.counters["jobs"] = static_cast<double>(outcomes.size());
    state.counters["simulated"] = static_cast<double>(simulated);
    state.counters["half_width"] = halfWidth;
}

/// Registers some of the cases of fast-forward's tests, all jobs with the same number of
/// iterations.
void
RegisterAll()
{
    for (Case& test : MakeCases())
    {
        if (test.name != "Single" && test.name != "Incommensurate" && test.name != "Lossy")
        {
            continue;
        }
        for (const uint64_t iterations : {1, 50, 100, 200, 400, 800})
        {
            for (Start& start : test.jobs)
            {
                start.job.profile.iterations = iterations;
            }
            for (const bool fast : {true, false})
            {
                const std::string name = test.name + '/' + std::to_string(iterations) +
                                         (fast ? "/fast-forward" : "/full");
                benchmark::RegisterBenchmark(name.c_str(), Run, test, fast)
                    ->Iterations(1)
                    ->Unit(benchmark::kMillisecond);
            }
        }
    }
}

} // namespace

} // namespace ns3::bacepipe::test

int
main(int argc, char** argv)
{
    ns3::bacepipe::test::RegisterAll();
    return ns3::bacepipe::test::RunBenchmarks(argc, argv);
}
