// SPDX-License-Identifier: GPL-2.0-only
// Small scenarios that tests run, made in code.
#ifndef BACE_TEST_SCENARIOS_H
#define BACE_TEST_SCENARIOS_H

#include "ns3/bace-scenario.h"
#include "ns3/bace-simulation.h"

#include <string>

namespace ns3::bacepipe::test
{

/// A region without latency and with a bandwidth at which transfers vanish.
inline Region
MakeRegion(const std::string& id, uint32_t gpus)
{
    Region region;
    region.id = id;
    region.gpus = gpus;
    region.gpusPerHost = 4;
    region.price = PriceSchedule(0.2);
    region.bandwidth = DataRate(uint64_t{1000000000000000000});
    region.latency = Time(0);
    return region;
}

/// A job that takes stageTime for a micro-batch, both ways, at each of its stages.
inline TrainingJob
MakeJob(const std::string& id, uint32_t stages, double stageTime, uint32_t microBatches)
{
    TrainingJob job;
    job.id = id;
    job.model = "test";
    job.dataset = "test";
    job.profile.computeTime = stageTime * stages;
    job.profile.backwardRatio = 2;
    job.profile.boundaryBytes = 1;
    job.profile.layers = stages;
    job.profile.minGpus = stages;
    job.profile.microBatches = microBatches;
    job.profile.iterations = 1;
    return job;
}

/// One region, one job, packets, every iteration simulated.
inline Scenario
MakeSingleRegion(const TrainingJob& job)
{
    Scenario scenario;
    scenario.name = "single-region";
    scenario.regions = {MakeRegion("a", job.profile.minGpus)};
    scenario.jobs = {job};
    scenario.run.fastForward = false;
    return scenario;
}

/// Two regions that a job of two stages must span, joined by equal links both ways.
inline Scenario
MakeTwoRegions(const TrainingJob& job, DataRate rate, Time delay, uint64_t queueBytes)
{
    Scenario scenario;
    scenario.name = "two-regions";
    const uint32_t half = job.profile.minGpus / 2;
    scenario.regions = {MakeRegion("a", half), MakeRegion("b", half)};
    for (auto& region : scenario.regions)
    {
        region.bandwidth = DataRate("100Gbps");
    }
    scenario.links = {{0, 1, rate, delay, queueBytes, 0}, {1, 0, rate, delay, queueBytes, 0}};
    scenario.jobs = {job};
    scenario.run.fastForward = false;
    return scenario;
}

/// Runs a scenario to its end.
inline RunResult
RunScenario(const Scenario& scenario)
{
    Simulation simulation(scenario, SimulationOptions());
    return simulation.Run();
}

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_SCENARIOS_H
