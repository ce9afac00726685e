// SPDX-License-Identifier: GPL-2.0-only
// bace-pipe-validate: simulates what was measured on a real system and prints both.
#include "ns3/command-line.h"

#include <fstream>
#include <iostream>
#include <stdexcept>

#include "validation/page.h"

using namespace ns3::bacepipe::validation;

int
main(int argc, char* argv[])
{
    TransportSettings settings;
    std::string data = BACE_VALIDATION_DATA;
    std::string tables = "transfers,iterations,further";
    std::string output;
    ns3::CommandLine command(__FILE__);
    command.Usage(
        "Simulates transfers and training iterations that were measured on a real system, "
        "and prints both. The measurements and what is known of the system: "
        "doc/validation.md.");
    command.AddValue("tables", "Which tables, with commas: transfers, iterations, further", tables);
    command.AddValue("data", "Folder of the measurements", data);
    command.AddValue("output", "File for the page; printed if empty", output);
    command.AddValue("connections",
                     "Connections of a boundary and direction",
                     settings.connections);
    command.AddValue("mtu", "Largest IPv4 packet, bytes", settings.mtu);
    command.AddValue("initialWindow", "Segments", settings.initialWindow);
    command.AddValue("maxWindow", "Of a connection, bytes", settings.maxWindow);
    command.AddValue("restartAfterIdle",
                     "Whether windows decay when idle",
                     settings.restartAfterIdle);
    command.AddValue("hystart", "Whether Cubic leaves slow start by HyStart", settings.hystart);
    command.AddValue("sendBuffer",
                     "That messages pass in turn, bytes; 0: none",
                     settings.sendBuffer);
    command.AddValue("iterations", "Simulated; the last one counts", settings.iterations);
    command.AddValue("backwardRatio", "Backward over forward compute", settings.backwardRatio);
    command.Parse(argc, argv);
    try
    {
        const std::string page = MakePage(tables, data, settings);
        if (output.empty())
        {
            std::cout << page;
            return 0;
        }
        std::ofstream file(output);
        file << page;
        file.close();
        if (!file)
        {
            throw std::runtime_error(output + ": cannot be written");
        }
    }
    catch (const std::exception& error)
    {
        std::cerr << "bace-pipe-validate: " << error.what() << "\n";
        return 2;
    }
    return 0;
}
