// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-policy-comparison.h"

#include "ns3/bace-html-report.h"
#include "ns3/bace-output-file.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-program.h"
#include "ns3/bace-run-report.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-text-table.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ns3::bacepipe
{

namespace
{

/// Names of --policies, checked; all policies if it names none.
std::vector<std::string>
ParsePolicies(const std::string& list)
{
    std::vector<std::string> names;
    std::istringstream stream(list);
    for (std::string name; std::getline(stream, name, ',');)
    {
        if (!FindPolicy(name))
        {
            throw ScenarioError("--policies=" + list + ": found '" + name +
                                "', expected names of policies with commas");
        }
        if (std::find(names.begin(), names.end(), name) == names.end())
        {
            names.push_back(name);
        }
    }
    if (names.empty())
    {
        for (const auto& policy : GetPolicies())
        {
            names.emplace_back(policy.name);
        }
    }
    return names;
}

/// Ends this process with its parent, where the system can.
void
DieWith([[maybe_unused]] pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) // it has ended before
    {
        _exit(1);
    }
#endif
}

/// The body of a child process: one run.
int
RunPolicy(const ProgramOptions& options, const std::string& policy, const std::string& directory)
{
    return RunProgram([&]() {
        const auto begin = std::chrono::steady_clock::now();
        auto overrides = options.overrides;
        overrides.push_back("/policy=" + policy);
        SimulationOptions recorded = options.simulation;
        recorded.directory = directory;
        recorded.progress = false; // several processes at once would write over each other
        Simulation simulation(ReadScenario(options.scenario, overrides), recorded);
        const RunResult result = simulation.Run();
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
        WriteRunFiles(result, {wall.count(), options.commandLine}, directory);
        if (options.report)
        {
            WriteRunPage(directory);
        }
        for (const auto& line : result.unfinished)
        {
            std::cerr << policy << ": " << line << std::endl;
        }
        return result.unfinished.empty() ? 0 : 3;
    });
}

/// Reads back what a child has written.
PolicyOutcome
ReadOutcome(const std::string& policy, int status, const std::string& directory)
{
    std::ifstream file(directory + "/summary.json");
    const auto summary = nlohmann::json::parse(file);
    PolicyOutcome outcome;
    outcome.policy = policy;
    outcome.status = status;
    outcome.jobs = summary.at("jobs_total");
    outcome.completed = summary.at("jobs_completed");
    if (outcome.completed > 0)
    {
        outcome.averageJct = summary.at("average_jct_s");
        outcome.averageWait = summary.at("average_wait_s");
    }
    outcome.totalCost = summary.at("total_cost_usd");
    outcome.makespan = summary.at("makespan_s");
    outcome.gpuUtilization = summary.at("gpu_utilization");
    return outcome;
}

/// @return value against reference in per cent, or nothing where one of them is incomplete
std::string
FormatAgainst(const PolicyOutcome& outcome,
              const PolicyOutcome& reference,
              double PolicyOutcome::*figure)
{
    if (!outcome.IsComplete() || !reference.IsComplete() || reference.*figure <= 0)
    {
        return "";
    }
    const double percent = 100 * (outcome.*figure / reference.*figure - 1);
    return (percent >= 0 ? "+" : "") + FormatFixed(percent, 1);
}

} // namespace

std::vector<PolicyOutcome>
ComparePolicies(const ProgramOptions& options, const std::string& directory)
{
    const auto policies = ParsePolicies(options.policies);
    const std::size_t atOnce = std::max(1U, std::thread::hardware_concurrency());
    std::map<pid_t, std::string> running;
    std::map<std::string, int> statuses;
    for (std::size_t next = 0; statuses.size() < policies.size();)
    {
        if (next < policies.size() && running.size() < atOnce)
        {
            const std::string& policy = policies[next++];
            const std::string own = directory + "/" + policy;
            std::filesystem::create_directory(own);
            std::cout.flush();
            const pid_t parent = getpid();
            const pid_t child = fork();
            if (child == 0)
            {
                DieWith(parent); // nobody reads what an orphan writes
                // Not exit(): what the parent has open is the parent's to close.
                const int status = RunPolicy(options, policy, own);
                std::cerr.flush();
                _exit(status);
            }
            if (child < 0)
            {
                throw std::runtime_error("cannot start a process");
            }
            running[child] = policy;
            continue;
        }
        int status = 0;
        const pid_t child = waitpid(-1, &status, 0);
        const auto found = running.find(child);
        if (found == running.end())
        {
            continue;
        }
        statuses[found->second] = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        if (options.simulation.progress)
        {
            std::cerr << found->second << " done, " << statuses.size() << " of " << policies.size()
                      << std::endl;
        }
        running.erase(found);
    }
    std::vector<PolicyOutcome> outcomes;
    for (const auto& policy : policies)
    {
        const int status = statuses.at(policy);
        if (status != 0 && status != 3)
        {
            throw std::runtime_error("the run of " + policy + " failed");
        }
        outcomes.push_back(ReadOutcome(policy, status, directory + "/" + policy));
    }
    return outcomes;
}

void
WriteComparison(const std::vector<PolicyOutcome>& outcomes, const std::string& directory)
{
    const std::string path = directory + "/compare.csv";
    std::ofstream file(path);
    file << std::setprecision(12)
         << "policy,jobs_completed,average_jct_s,jct_against_first_percent,total_cost_usd,"
            "cost_against_first_percent,makespan_s,gpu_utilization,average_wait_s\n";
    for (const auto& outcome : outcomes)
    {
        file << outcome.policy << ',' << outcome.completed;
        // The figures of no job are none, not 0.
        const auto write = [&](double figure) {
            file << ',';
            if (outcome.completed > 0)
            {
                file << figure;
            }
        };
        write(outcome.averageJct);
        file << ',' << FormatAgainst(outcome, outcomes.front(), &PolicyOutcome::averageJct);
        write(outcome.totalCost);
        file << ',' << FormatAgainst(outcome, outcomes.front(), &PolicyOutcome::totalCost);
        write(outcome.makespan);
        write(outcome.gpuUtilization);
        write(outcome.averageWait);
        file << '\n';
    }
    CloseFile(file, path);
}

void
PrintComparison(const std::vector<PolicyOutcome>& outcomes, std::ostream& out)
{
    double longest = 0;
    for (const auto& outcome : outcomes)
    {
        longest = std::max(longest, outcome.averageJct);
    }
    const TimeUnit unit = ChooseTimeUnit(longest);
    const std::string suffix = std::string(" ") + unit.name;
    TextTable table({"policy",
                     "average JCT" + suffix,
                     "%",
                     "cost $",
                     "%",
                     "makespan" + suffix,
                     "mean wait" + suffix,
                     "GPU utilization %",
                     "jobs"},
                    1);
    for (const auto& outcome : outcomes)
    {
        const auto shown = [&](const std::string& figure) {
            return outcome.completed > 0 ? figure : "-";
        };
        table.AddRow({outcome.policy,
                      shown(unit.Format(outcome.averageJct)),
                      FormatAgainst(outcome, outcomes.front(), &PolicyOutcome::averageJct),
                      shown(FormatFixed(outcome.totalCost, 2)),
                      FormatAgainst(outcome, outcomes.front(), &PolicyOutcome::totalCost),
                      shown(unit.Format(outcome.makespan)),
                      shown(unit.Format(outcome.averageWait)),
                      shown(FormatFixed(100 * outcome.gpuUtilization, 1)),
                      std::to_string(outcome.completed) + "/" + std::to_string(outcome.jobs)});
    }
    table.Print(out);
    out << "\n% is against " << outcomes.front().policy
        << "; figures cover the jobs that were completed\n";
}

} // namespace ns3::bacepipe
