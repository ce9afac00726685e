// SPDX-License-Identifier: GPL-2.0-only
// Redoes the paper's evaluation over many random samples: behind ./bace reproduce.
#include "ns3/bace-output-directory.h"
#include "ns3/bace-program.h"

#include <filesystem>
#include <iostream>

#include "paper-reproduction/options.h"
#include "paper-reproduction/report.h"

using namespace ns3::bacepipe;
using namespace ns3::bacepipe::reproduction;

int
main(int argc, char* argv[])
{
    return RunProgram([&]() {
        const Options options = ParseOptions(argc, argv);
        if (options.help)
        {
            std::cout << GetHelp();
            return 0;
        }
        OutputDirectory output(options.output);
        const std::string directory = output.GetTemporaryPath();
        const Outcomes outcomes(options.seed, options.samples, options.threads, options.quiet);
        const Report report = MakeReport(options.seed, outcomes);
        std::filesystem::create_directory(directory + "/reproduction");
        WriteTables(report, directory);
        WritePlots(report, directory);
        WriteFile(directory + "/reproduction.md", MakePage(report));
        output.Commit();
        std::cout << "results in " << output.GetPath() << "; begin with reproduction.md\n";
        return 0;
    });
}
