// SPDX-License-Identifier: GPL-2.0-only
// Files that can and cannot be read, and what is written for the next run.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "scenario-testing.h"

using namespace ns3::bacepipe;
using ::testing::EndsWith;
using ::testing::HasSubstr;

namespace
{

/**
 * @brief A folder that is gone after the test.
 */
class ScenarioFile : public ::testing::Test
{
  protected:
    void SetUp() override
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "bace-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        m_folder = pattern;
    }

    void TearDown() override
    {
        std::filesystem::remove_all(m_folder);
    }

    /**
     * @param name a file's name
     * @param text what it holds
     * @return its path
     */
    std::string Write(const std::string& name, const std::string& text) const
    {
        const std::string path = m_folder / name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

    /**
     * @param path a file
     * @return the message after the file's name, or empty if it can be read
     */
    static std::string GetMessage(const std::string& path)
    {
        try
        {
            ReadScenario(path);
        }
        catch (const ScenarioError& error)
        {
            EXPECT_EQ(std::string(error.what()).rfind(path + ": ", 0), 0u) << error.what();
            return std::string(error.what()).substr(path.size() + 2);
        }
        return "";
    }

    std::filesystem::path m_folder; //!< the folder
};

/**
 * Checks that two scenarios are the same.
 * @param a a scenario
 * @param b another
 */
void
ExpectSame(const Scenario& a, const Scenario& b)
{
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.seed, b.seed);
    EXPECT_EQ(a.policy, b.policy);
    EXPECT_EQ(a.text, b.text);
    ASSERT_EQ(a.regions.size(), b.regions.size());
    for (std::size_t i = 0; i < a.regions.size(); ++i)
    {
        EXPECT_EQ(a.regions[i].id, b.regions[i].id);
        EXPECT_EQ(a.regions[i].gpus, b.regions[i].gpus);
        EXPECT_EQ(a.regions[i].bandwidth, b.regions[i].bandwidth);
    }
    ASSERT_EQ(a.links.size(), b.links.size());
    for (std::size_t i = 0; i < a.links.size(); ++i)
    {
        EXPECT_EQ(a.links[i].rate, b.links[i].rate);
        EXPECT_EQ(a.links[i].delay, b.links[i].delay);
        EXPECT_EQ(a.links[i].queueBytes, b.links[i].queueBytes);
    }
    ASSERT_EQ(a.jobs.size(), b.jobs.size());
    for (std::size_t i = 0; i < a.jobs.size(); ++i)
    {
        EXPECT_EQ(a.jobs[i].id, b.jobs[i].id);
        EXPECT_EQ(a.jobs[i].profile.computeTime, b.jobs[i].profile.computeTime);
        EXPECT_EQ(a.jobs[i].profile.boundaryBytes, b.jobs[i].profile.boundaryBytes);
        EXPECT_EQ(a.jobs[i].profile.minGpus, b.jobs[i].profile.minGpus);
        EXPECT_EQ(a.jobs[i].profile.iterations, b.jobs[i].profile.iterations);
    }
}

} // namespace

TEST_F(ScenarioFile, IsRead)
{
    ExpectSame(ReadScenario(Write("x.json", g_smallScenario)), ParseSmall());
}

TEST_F(ScenarioFile, IsNoFile)
{
    EXPECT_EQ(GetMessage(m_folder), "found a directory, expected a scenario file");
    EXPECT_EQ(GetMessage(m_folder / "none.json"),
              "found No such file or directory, expected a scenario file");
    EXPECT_EQ(GetMessage(Write("empty.json", "")), "found nothing but blanks, expected a scenario");
}

TEST_F(ScenarioFile, MayNotBeRead)
{
    const std::string path = Write("secret.json", g_smallScenario);
    std::filesystem::permissions(path, std::filesystem::perms::none);
    if (access(path.c_str(), R_OK) == 0)
    {
        GTEST_SKIP() << "this user reads every file";
    }
    EXPECT_EQ(GetMessage(path), "found Permission denied, expected a scenario file");
}

TEST_F(ScenarioFile, IsTooLarge)
{
    EXPECT_EQ(GetMessage("/dev/zero"), "found more than 64 MiB, expected a scenario file");
    EXPECT_EQ(GetMessage(Write("large.json", std::string((64 << 20) + 1, ' '))),
              "found more than 64 MiB, expected a scenario file");
}

TEST_F(ScenarioFile, GivesAnUnnamedScenarioItsName)
{
    std::string text = g_smallScenario;
    text.replace(text.find("\"name\": \"small\","), 16, "");
    const auto name = [&](const std::string& file) { return ReadScenario(Write(file, text)).name; };
    EXPECT_EQ(name("two-regions.json"), "two-regions");
    EXPECT_EQ(name("my first, scenario.json"), "my-first--scenario");
    EXPECT_EQ(name("-x.json"), "scenario");
    // As a copy of another name it is still the same scenario.
    const Scenario scenario = ReadScenario(Write("original.json", text));
    ExpectSame(ReadScenario(Write("copy.json", scenario.text)), scenario);
    EXPECT_EQ(scenario.text.rfind("{\n    \"name\": \"original\",", 0), 0u);
}

TEST_F(ScenarioFile, TextRunsAgain)
{
    const std::string commented = "// a comment\n" + g_smallScenario;
    const Scenario scenario =
        ParseScenario(commented,
                      "x.json",
                      {"/wan={\"mesh\":{\"rate\":\"1.25Gbps\",\"delay\":\"7ms\"}}",
                       "/jobs/0/mfu=0.1",
                       "/description=caf\xc3\xa9",
                       "/policy=lcf"});
    EXPECT_EQ(scenario.text.find("comment"), std::string::npos);
    EXPECT_THAT(scenario.text, HasSubstr("\"policy\": \"lcf\""));
    EXPECT_THAT(scenario.text, HasSubstr("\"mfu\": 0.1"));
    EXPECT_THAT(scenario.text, EndsWith("}\n"));
    ExpectSame(ParseScenario(scenario.text, "y.json"), scenario);
}
