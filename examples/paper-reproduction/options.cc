// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/options.h"

#include "ns3/bace-message.h"
#include "ns3/bace-scenario-reader.h"

#include <algorithm>
#include <thread>

#include "paper-reproduction/sample.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// @return a whole number of the command line
uint64_t
ParseNumber(const std::string& name, const std::string& value, uint64_t min, uint64_t max)
{
    const bool digits =
        !value.empty() && value.size() <= 12 &&
        value.find_first_not_of("0123456789") == std::string::npos; // 12 digits fit 64 bits
    const uint64_t number = digits ? std::stoull(value) : 0;
    if (!digits || number < min || number > max)
    {
        throw ScenarioError("--" + name + ": found '" + Abbreviate(value) +
                            "', expected a whole number from " + std::to_string(min) + " to " +
                            std::to_string(max));
    }
    return number;
}

/// Takes one option.
void
Apply(const std::string& name, const std::string& value, Options& options)
{
    if (name == "samples")
    {
        options.samples = ParseNumber(name, value, 1, 100000);
    }
    else if (name == "seed")
    {
        options.seed = ParseNumber(name, value, 1, MAX_SEED);
    }
    else if (name == "jobs")
    {
        options.threads = ParseNumber(name, value, 1, 1024);
    }
    else if (name == "output")
    {
        if (value.empty())
        {
            throw ScenarioError("--output: found no value, expected --output=DIR");
        }
        options.output = value;
    }
    else if ((name == "quiet" || name == "help") && value.empty())
    {
        (name == "quiet" ? options.quiet : options.help) = true;
    }
    else
    {
        throw ScenarioError("--" + Abbreviate(name + (value.empty() ? "" : "=" + value)) +
                            ": found an unknown option, expected --samples=N, --seed=N, "
                            "--output=DIR, --jobs=N, --quiet or --help");
    }
}

} // namespace

std::string
GetHelp()
{
    return "Redoes the evaluation of the BACE-Pipe paper over random samples, by its equations.\n"
           "\n"
           "Options:\n"
           "    --samples=N:   random clusters with their jobs; default 300\n"
           "    --seed=N:      of all samples; default 1\n"
           "    --output=DIR:  result folder; default results/reproduction\n"
           "    --jobs=N:      threads; default one for each core\n"
           "    --quiet:       no progress\n"
           "    --help:        this text\n";
}

Options
ParseOptions(int argc, char* argv[])
{
    Options options;
    options.threads = std::max(1U, std::thread::hardware_concurrency());
    for (int i = 1; i < argc; ++i)
    {
        const std::string argument = argv[i];
        if (argument.rfind("--", 0) != 0)
        {
            throw ScenarioError("command line: found '" + Abbreviate(argument) +
                                "', expected options alone");
        }
        const std::size_t equals = argument.find('=');
        Apply(argument.substr(2, equals == std::string::npos ? equals : equals - 2),
              equals == std::string::npos ? "" : argument.substr(equals + 1),
              options);
    }
    return options;
}

} // namespace ns3::bacepipe::reproduction
