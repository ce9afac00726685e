// SPDX-License-Identifier: GPL-2.0-only
// What tests of ./bace import share.
#ifndef BACE_TEST_IMPORTER_H
#define BACE_TEST_IMPORTER_H

#include <string>
#include <vector>

#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

/// A test that imports data of its own, or that of examples/import.
class ImportTest : public CommandLineTest
{
  protected:
    /// Runs what is behind ./bace import.
    ProcessResult Import(std::vector<std::string> arguments) const
    {
        const std::string program = SourceFolder() + "/contrib/bace-pipe/import";
        arguments.insert(arguments.begin(), {"python3", "-B", program});
        return Execute(arguments);
    }

    /// Imports what is good; @return what is printed. @param report what is told beside it
    nlohmann::json ImportWell(const std::vector<std::string>& arguments,
                              const std::string& report) const
    {
        const ProcessResult result = Import(arguments);
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.err, report);
        return result.status == 0 ? nlohmann::json::parse(result.out) : nlohmann::json();
    }

    /// @return the path of an example
    static std::string Example(const std::string& name)
    {
        return SourceFolder() + "/examples/import/" + name;
    }
};

/// @return a command followed by further arguments
inline std::vector<std::string>
Join(std::vector<std::string> command, const std::vector<std::string>& further)
{
    command.insert(command.end(), further.begin(), further.end());
    return command;
}

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_IMPORTER_H
