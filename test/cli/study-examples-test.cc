// SPDX-License-Identifier: GPL-2.0-only
// The studies that are shipped can be run: each is checked whole, and has a command for each point.
#include "ns3/bace-study.h"

#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

using StudyExamplesTest = CommandLineTest;

TEST_F(StudyExamplesTest, ListAllTheirPoints)
{
    std::size_t studies = 0;
    const std::filesystem::path folder = SourceFolder() + "/examples/studies";
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        if (entry.path().extension() != ".json")
        {
            continue;
        }
        ++studies;
        const std::string path = entry.path();
        SCOPED_TRACE(path);
        const auto list = Execute(
            {GetProgram("sweep"), path, "--list", "--output=" + entry.path().stem().string()});
        EXPECT_EQ(list.status, 0) << list.err;
        EXPECT_EQ(static_cast<std::size_t>(std::count(list.out.begin(), list.out.end(), '\n')),
                  ReadStudy(path).CountPoints());
    }
    EXPECT_GT(studies, 0U);
}

} // namespace ns3::bacepipe::test
