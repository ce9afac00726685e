// SPDX-License-Identifier: GPL-2.0-only
// Between which regions jobs are simulated.
#include "ns3/bace-link-activity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// An execution that is suspended and resumed by hand.
class FakeExecution : public JobExecution
{
  public:
    explicit FakeExecution(const Placement& placement)
    {
        SetJob(TrainingJob(), placement);
    }

    void Start() override
    {
    }

    void Suspend(const SteadyIteration&) override
    {
        m_suspendedTrace();
    }

    void Resume() override
    {
        m_resumedTrace();
    }

    uint64_t GetIterationsDone() const override
    {
        return 0;
    }

    std::string DescribeState() const override
    {
        return "";
    }
};

/// What was heard, in order: "01+" where something begins between regions 0 and 1.
class LinkActivityTest : public testing::Test
{
  protected:
    void Listen(RegionIndex a, RegionIndex b)
    {
        m_activity.Listen(a, b, [this, a, b](bool active) {
            m_heard += std::to_string(a) + std::to_string(b) + (active ? "+ " : "- ");
        });
    }

    /// @return what was heard since the last call
    std::string Hear()
    {
        return std::exchange(m_heard, "");
    }

    LinkActivity m_activity;
    std::string m_heard;
};

} // namespace

TEST_F(LinkActivityTest, FollowsTheJobsOfEachLink)
{
    Listen(0, 1);
    Listen(2, 1); // either direction is meant
    auto first = CreateObject<FakeExecution>(Placement{{0, 1}, {1, 1}, {2, 1}});
    auto second = CreateObject<FakeExecution>(Placement{{1, 2}, {0, 1}});
    auto alone = CreateObject<FakeExecution>(Placement{{0, 4}});
    m_activity.Add(alone);
    EXPECT_EQ(Hear(), "");
    m_activity.Add(first);
    EXPECT_EQ(Hear(), "01+ 21+ ");
    m_activity.Add(second);
    EXPECT_EQ(Hear(), "");
    first->Suspend(SteadyIteration());
    EXPECT_EQ(Hear(), "21- ");
    second->Suspend(SteadyIteration());
    EXPECT_EQ(Hear(), "01- ");
    second->Resume();
    EXPECT_EQ(Hear(), "01+ ");
    m_activity.Remove(second);
    EXPECT_EQ(Hear(), "01- ");
    m_activity.Remove(first); // suspended to its end
    m_activity.Remove(alone);
    EXPECT_EQ(Hear(), "");
}
