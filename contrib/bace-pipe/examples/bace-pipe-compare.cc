// SPDX-License-Identifier: GPL-2.0-only
// Runs a scenario under several policies and compares them: behind ./bace compare.
#include "ns3/bace-html-report.h"
#include "ns3/bace-output-directory.h"
#include "ns3/bace-policy-comparison.h"
#include "ns3/bace-program.h"
#include "ns3/bace-scenario-reader.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3::bacepipe;

int
main(int argc, char* argv[])
{
    return RunProgram([&]() {
        const auto options =
            ParseProgramOptions(argc, argv, "Compares policies on a scenario of jobs.", true);
        const Scenario scenario = ReadScenario(options.scenario, options.overrides);
        Simulation::Check(scenario, options.simulation);
        OutputDirectory output(
            options.GetOutput(scenario.name, "compare", scenario.network.GetLevelName()));
        const auto outcomes = ComparePolicies(options, output.GetTemporaryPath());
        WriteComparison(outcomes, output.GetTemporaryPath());
        if (options.report)
        {
            std::vector<std::string> policies;
            for (const auto& outcome : outcomes)
            {
                policies.push_back(outcome.policy);
            }
            WriteComparisonPage(output.GetTemporaryPath(), policies);
        }
        output.Commit();
        NetworkOptions network = scenario.network;
        network.ChoosePath(options.simulation.flowMonitor || NeedStack(scenario.links));
        std::cout << scenario.name << ": network " << network.Describe() << "\n\n";
        PrintComparison(outcomes, std::cout);
        std::cout << "results in " << output.GetPath() << '\n';
        if (options.report)
        {
            std::cout << "report in " << output.GetPath() << '/' << REPORT_NAME << '\n';
        }
        const bool complete = std::all_of(outcomes.begin(), outcomes.end(), [](const auto& o) {
            return o.IsComplete();
        });
        return complete ? 0 : 3;
    });
}
