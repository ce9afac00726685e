// SPDX-License-Identifier: GPL-2.0-only
// Turns a study file into runs of bace-pipe-run, and their results into tables: behind ./bace
// sweep, which runs them side by side between the two.
#include "ns3/bace-html-report.h"
#include "ns3/bace-message.h"
#include "ns3/bace-program.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/bace-study-folder.h"
#include "ns3/bace-study-page.h"
#include "ns3/bace-study-results.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>

using namespace ns3::bacepipe;

namespace
{

const char* const g_usage = R"(usage: ./bace sweep STUDY [option ...]
       bace-pipe-sweep STUDY [--output=DIR] ACTION

Runs every point of a study file (doc/studies.md), and goes on where it was ended.

    --output=DIR  folder of the study; default results/NAME

By ./bace sweep alone, which also draws figures:
    --parallel=N           runs at a time; default as many as there are cores
    --joblog=FILE          log of GNU parallel
    --sshloginfile=FILE    machines to run on, as GNU parallel has them

Actions, of which ./bace sweep does all that are needed unless it is given one:
    --list        check all of it and print the commands of the points that are not done, one a line
    --collect     put what is done together: results.csv, jobs.csv, failures.csv
    --page        make report.html of the tables and of the figures that are drawn
    --folder      print the folder
    --help        this text

Without ./bace: bace-pipe-sweep STUDY --list | bash; bace-pipe-sweep STUDY --collect

Exit status: 0 done, 2 bad input, 3 points failed or have jobs unfinished, 1 anything else.
)";

/// Most failures that are told; failures.csv has all.
const std::size_t g_toldFailures = 20;

/// What the command line says.
struct Options
{
    std::string study;  //!< file
    std::string output; //!< folder; empty for the default
    std::string action; //!< list, collect, page, folder or help
};

Options
ParseOptions(int argc, char* argv[])
{
    Options options;
    const auto take = [](std::string& place, const std::string& value, const std::string& what) {
        if (!place.empty())
        {
            throw ScenarioError("command line: found '" + Abbreviate(value) + "' besides '" +
                                Abbreviate(place) + "', expected one " + what);
        }
        place = value;
    };
    for (int i = 1; i < argc; ++i)
    {
        const std::string argument = argv[i];
        const std::string output = "--output=";
        if (argument.rfind(output, 0) == 0 && argument.size() > output.size())
        {
            take(options.output, argument.substr(output.size()), "folder");
        }
        else if (argument == "--list" || argument == "--collect" || argument == "--page" ||
                 argument == "--folder" || argument == "--help")
        {
            take(options.action, argument.substr(2), "action");
        }
        else if (argument.rfind('-', 0) == 0)
        {
            throw ScenarioError("command line: found '" + Abbreviate(argument) +
                                "', expected an option that --help lists");
        }
        else
        {
            take(options.study, argument, "study");
        }
    }
    if (options.action != "help" && options.study.empty())
    {
        throw ScenarioError("command line: found no study, expected a file");
    }
    if (options.action.empty())
    {
        throw ScenarioError("command line: found nothing to do, expected --list, --collect, "
                            "--page or --folder");
    }
    return options;
}

/// @return the program that runs scenarios: it lies beside this one, and is called alike
std::string
FindRunner(const char* self)
{
    std::error_code unknown;
    std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", unknown);
    if (unknown)
    {
        path = std::filesystem::absolute(self);
    }
    std::string name = path.filename();
    const std::string own = "bace-pipe-sweep";
    const std::size_t at = name.find(own);
    name =
        at == std::string::npos ? "bace-pipe-run" : name.replace(at, own.size(), "bace-pipe-run");
    return path.replace_filename(name);
}

int
List(const Study& study, const StudyFolder& folder, const std::string& runner)
{
    const auto open = folder.Prepare(study);
    const std::size_t count = study.CountPoints();
    std::cerr << study.name << ": " << count << (count == 1 ? " point, " : " points, ")
              << count - open.size() << " done, " << open.size() << " to run\n";
    for (const StudyPoint& point : open)
    {
        std::cout << folder.GetCommand(runner, point.name) << '\n';
    }
    return 0;
}

int
Collect(const StudyFolder& folder)
{
    const Study study = ReadStudy(folder.GetStudy());
    const StudyOutcome outcome = CollectStudy(study, folder);
    std::cout << study.name << ": " << outcome.points
              << (outcome.points == 1 ? " point, " : " points, ") << outcome.results
              << " with results\nresults in " << folder.GetPath().string() << "/results.csv\n";
    if (outcome.failures.empty())
    {
        return 0;
    }
    std::cout.flush();
    std::cerr << "error: " << outcome.failures.size() << " of " << outcome.points
              << " points failed or have jobs unfinished\n";
    for (std::size_t i = 0; i < std::min(outcome.failures.size(), g_toldFailures); ++i)
    {
        const StudyFailure& failure = outcome.failures[i];
        std::cerr << "  " << failure.point << " " << failure.outcome << ": " << failure.message
                  << '\n';
    }
    if (outcome.failures.size() > g_toldFailures)
    {
        std::cerr << "  and " << outcome.failures.size() - g_toldFailures
                  << " more, all in failures.csv\n";
    }
    return 3;
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunProgram([&]() {
        const Options options = ParseOptions(argc, argv);
        if (options.action == "help")
        {
            std::cout << g_usage;
            return 0;
        }
        const Study study = ReadStudy(options.study);
        const StudyFolder folder(options.output.empty() ? "results/" + study.name : options.output);
        if (options.action == "folder")
        {
            std::cout << folder.GetPath().string() << '\n';
            return 0;
        }
        if (options.action == "page")
        {
            WriteStudyPage(ReadStudy(folder.GetStudy()), folder);
            std::cout << "report in " << folder.GetPath().string() << '/' << REPORT_NAME << '\n';
            return 0;
        }
        return options.action == "list" ? List(study, folder, FindRunner(argv[0]))
                                        : Collect(folder);
    });
}
