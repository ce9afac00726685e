// SPDX-License-Identifier: GPL-2.0-only
// Reads a scenario, runs it, and prints each job's completion time.
#include "ns3/bace-json.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-simulation.h"
#include "ns3/bace-version.h"

#include <iostream>

using namespace ns3::bacepipe;

int
main(int argc, char* argv[])
{
    if (argc != 2)
    {
        std::cerr << "usage: run-scenario SCENARIO\n";
        return 2;
    }
    try
    {
        const Scenario scenario = ReadScenario(argv[1]);
        const Json text = Json::parse(scenario.text);
        Simulation simulation(scenario, SimulationOptions());
        const RunResult result = simulation.Run();
        std::cout << "bace-pipe " << GetVersion() << ", ns-3 " << GetNs3Version() << ", "
                  << text.at("name").get<std::string>() << '\n';
        for (const auto& job : result.jobs)
        {
            std::cout << job.job << ' ' << job.placement << ' ' << job.GetJct() << " s\n";
        }
        return result.CountCompleted() == scenario.jobs.size() ? 0 : 3;
    }
    catch (const ScenarioError& error)
    {
        std::cerr << error.what() << '\n';
        return 2;
    }
}
