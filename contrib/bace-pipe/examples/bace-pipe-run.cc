// SPDX-License-Identifier: GPL-2.0-only
// Runs a scenario and writes its results: the main program, behind ./bace run.
#include "ns3/bace-html-report.h"
#include "ns3/bace-output-directory.h"
#include "ns3/bace-program-options.h"
#include "ns3/bace-program.h"
#include "ns3/bace-run-report.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-simulation.h"

#include <chrono>
#include <iostream>

using namespace ns3::bacepipe;

int
main(int argc, char* argv[])
{
    return RunProgram([&]() {
        const auto begin = std::chrono::steady_clock::now();
        auto options = ParseProgramOptions(argc, argv, "Runs a scenario of training jobs.", false);
        const Scenario scenario = ReadScenario(options.scenario, options.overrides);
        Simulation::Check(scenario, options.simulation);
        OutputDirectory output(
            options.GetOutput(scenario.name, scenario.policy, scenario.network.GetLevelName()));
        options.simulation.directory = output.GetTemporaryPath();
        Simulation simulation(scenario, options.simulation);
        const RunResult result = simulation.Run();

        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
        WriteRunFiles(result, {wall.count(), options.commandLine}, output.GetTemporaryPath());
        if (options.report)
        {
            WriteRunPage(output.GetTemporaryPath());
        }
        output.Commit();
        PrintRunTable(result, std::cout);
        for (const auto& job : result.jobs)
        {
            if (!job.settled)
            {
                std::cout << "not settled after " << scenario.run.maxIterations
                          << " iterations, accounted as they were: " << job.job << '\n';
            }
        }
        std::cout << "results in " << output.GetPath() << '\n';
        if (options.report)
        {
            std::cout << "report in " << output.GetPath() << '/' << REPORT_NAME << '\n';
        }
        if (result.unfinished.empty())
        {
            return 0;
        }
        std::cerr << "error: the run stopped with jobs unfinished\n";
        for (const auto& line : result.unfinished)
        {
            std::cerr << "  " << line << '\n';
        }
        return 3;
    });
}
