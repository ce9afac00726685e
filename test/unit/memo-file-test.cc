// SPDX-License-Identifier: GPL-2.0-only
// What was measured, kept in a file.
#include "ns3/bace-memo-file.h"
#include "ns3/bace-scenario-reader.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// Numbers that only all their digits tell apart.
SteadyComponent
MakeComponent(bool loaded = false)
{
    SteadyComponent component;
    component.loaded = loaded;
    component.anyPhase = false;
    component.members.resize(2);
    SteadyMember& member = component.members[0];
    member.iteration.duration = TimeStep(uint64_t{9007199254740993}); // 2^53 + 1
    member.iteration.estimate = {9007199.254740993, 0.1 + 0.2, 6.999999999999999, 57};
    member.iteration.settled = false;
    member.transient = 1.0 / 3;
    member.offset = TimeStep(12345);
    member.horizon = 77;
    StageTimes times;
    times.compute = TimeStep(1);
    times.waitActivation.total = TimeStep(10);
    times.waitActivation.notSent = TimeStep(2);
    times.waitActivation.transmission = TimeStep(3);
    times.waitGradient.total = TimeStep(20);
    times.waitGradient.behind[1] = TimeStep(4);
    times.waitGradient.behind[SteadyMember::OUTSIDE | 3] = TimeStep(5);
    member.iteration.times = times;
    component.members[1].iteration.duration = Seconds(1);
    component.members[1].iteration.estimate = {1, 0, 0, 1};
    return component;
}

class MemoFileTest : public testing::Test
{
  protected:
    MemoFileTest()
    {
        char name[] = "/tmp/bace-memo-XXXXXX";
        m_folder = mkdtemp(name);
        m_path = (m_folder / "memo").string();
    }

    ~MemoFileTest() override
    {
        std::filesystem::remove_all(m_folder);
    }

    void Write(const std::string& text) const
    {
        std::ofstream(m_path, std::ios::binary) << text;
    }

    std::string Read() const
    {
        std::ifstream file(m_path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::filesystem::path m_folder;
    std::string m_path;
};

TEST_F(MemoFileTest, WhatIsReadIsWhatWasWritten)
{
    ComponentMemo memo;
    memo.Add("conditions \"with\"\nall kinds of ü", MakeComponent());
    EXPECT_TRUE(MemoFile(m_path).Append(memo));
    ComponentMemo read;
    EXPECT_EQ(MemoFile(m_path).Load(read), 0U);
    ASSERT_EQ(read.GetContent().size(), 1U);
    const auto& [conditions, components] = *read.GetContent().begin();
    EXPECT_EQ(conditions, "conditions \"with\"\nall kinds of ü");
    ASSERT_EQ(components.size(), 1U);
    EXPECT_TRUE(components[0].loaded);
    EXPECT_FALSE(components[0].anyPhase);
    ASSERT_EQ(components[0].members.size(), 2U);
    const SteadyMember member = components[0].members[0];
    const SteadyMember expected = MakeComponent().members[0];
    EXPECT_EQ(member.iteration.duration, expected.iteration.duration);
    EXPECT_EQ(member.iteration.estimate.mean, expected.iteration.estimate.mean);
    EXPECT_EQ(member.iteration.estimate.standardError, expected.iteration.estimate.standardError);
    EXPECT_EQ(member.iteration.estimate.freedom, expected.iteration.estimate.freedom);
    EXPECT_EQ(member.iteration.estimate.samples, 57U);
    EXPECT_FALSE(member.iteration.settled);
    EXPECT_EQ(member.transient, expected.transient);
    EXPECT_EQ(member.offset, TimeStep(12345));
    EXPECT_EQ(member.horizon, 77U);
    EXPECT_EQ(member.iteration.times->compute, TimeStep(1));
    EXPECT_EQ(member.iteration.times->waitActivation.notSent, TimeStep(2));
    EXPECT_EQ(member.iteration.times->waitActivation.transmission, TimeStep(3));
    EXPECT_EQ(member.iteration.times->waitGradient.total, TimeStep(20));
    const ServiceMeter::Shares known{{1, TimeStep(4)}};
    EXPECT_EQ(member.iteration.times->waitGradient.behind, known) << "of the component's jobs only";
}

TEST_F(MemoFileTest, WhatWasLoadedIsNotWrittenAgain)
{
    ComponentMemo memo;
    memo.Add("a", MakeComponent(true));
    EXPECT_TRUE(MemoFile(m_path).Append(memo));
    EXPECT_EQ(Read(), "");
    memo.Add("b", MakeComponent());
    EXPECT_TRUE(MemoFile(m_path).Append(memo));
    EXPECT_THAT(Read(), testing::StartsWith("{\"bace_pipe_memo\":1}\n{\"conditions\":\"b\""));
}

TEST_F(MemoFileTest, AnotherFileIsRefused)
{
    for (const char* text : {"{}", "{\"bace_pipe_memo\":2}\n", "{\"bace_pipe_memo\":1}", "x\n"})
    {
        Write(text);
        EXPECT_THROW(MemoFile{m_path}, ScenarioError) << text;
        EXPECT_EQ(Read(), text);
    }
    EXPECT_THROW(MemoFile("/no/such/folder/memo"), ScenarioError);
    EXPECT_THROW(MemoFile(m_folder.string()), ScenarioError);
}

TEST_F(MemoFileTest, LinesThatCannotBeReadAreLeftOut)
{
    ComponentMemo memo;
    memo.Add("a", MakeComponent());
    ASSERT_TRUE(MemoFile(m_path).Append(memo));
    const std::string good = Read();
    const std::string line = good.substr(good.find('\n') + 1);
    const auto change = [&](const std::string& from, const std::string& to) {
        std::string changed = line;
        const auto at = changed.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return changed.replace(at, from.size(), to);
    };
    const std::vector<std::string> bad{
        line.substr(0, line.size() / 2) + "\n",
        "{}\n",
        "[]\n",
        "17\n",
        "\n",
        change("9007199254740993", "-1"),
        change("9007199254740993", "0"),
        change("9007199254740993", "1.5"),
        change("\"samples\":57", "\"samples\":0"),
        change("6.999999999999999", "0.5"),
        change("6.999999999999999", "1e999"),
        change("[1,4]", "[2,4]"),
        change("\"any_phase\"", "\"other\""),
        change("\"settled\":false", "\"settled\":\"no\""),
    };
    std::string all = good;
    for (const std::string& text : bad)
    {
        all += text;
    }
    Write(all + line);
    ComponentMemo read;
    EXPECT_EQ(MemoFile(m_path).Load(read), bad.size());
    EXPECT_EQ(read.GetContent().at("a").size(), 2U);
}

TEST_F(MemoFileTest, ALineLeftUnfinishedSpoilsNoOther)
{
    Write("{\"bace_pipe_memo\":1}\n{\"conditions\":\"kil");
    ComponentMemo memo;
    memo.Add("b", MakeComponent());
    EXPECT_TRUE(MemoFile(m_path).Append(memo));
    ComponentMemo read;
    EXPECT_EQ(MemoFile(m_path).Load(read), 1U);
    EXPECT_EQ(read.GetContent().count("b"), 1U);
}

TEST_F(MemoFileTest, ManyMayWriteAtATime)
{
    const int writers = 8;
    const int each = 25;
    for (int writer = 0; writer < writers; ++writer)
    {
        if (fork() == 0)
        {
            bool all = true;
            for (int i = 0; i < each; ++i)
            {
                ComponentMemo memo;
                memo.Add(std::to_string(writer) + " " + std::to_string(i), MakeComponent());
                memo.Add(std::string(100000, 'x'), MakeComponent());
                all = MemoFile(m_path).Append(memo) && all;
            }
            _exit(all ? 0 : 1);
        }
    }
    for (int writer = 0; writer < writers; ++writer)
    {
        int status = 1;
        wait(&status);
        EXPECT_EQ(status, 0);
    }
    ComponentMemo read;
    EXPECT_EQ(MemoFile(m_path).Load(read), 0U);
    EXPECT_EQ(read.GetContent().size(), static_cast<std::size_t>(writers * each + 1));
    EXPECT_EQ(read.GetContent().at(std::string(100000, 'x')).size(),
              static_cast<std::size_t>(writers * each));
}

TEST_F(MemoFileTest, AFileThatCannotBeWrittenIsSaidSo)
{
    ComponentMemo memo;
    memo.Add("b", MakeComponent());
    const MemoFile file(m_path);
    std::filesystem::remove(m_path);
    std::filesystem::create_directory(m_path);
    EXPECT_FALSE(file.Append(memo));
    ComponentMemo read;
    file.Load(read);
    EXPECT_TRUE(read.GetContent().empty());
}

} // namespace
