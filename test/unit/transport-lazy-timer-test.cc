// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-lazy-timer.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// A timer that notes when it fires.
class LazyTimerTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        m_timer.reset();
        Simulator::Destroy();
    }

    /**
     * @param at when to do it
     * @param action what
     */
    void At(Time at, std::function<void()> action)
    {
        Simulator::Schedule(at, [action] { action(); });
    }

    std::vector<Time> m_fired; //!< when
    std::unique_ptr<LazyTimer> m_timer{
        //!< under test
        std::make_unique<LazyTimer>([this] { m_fired.push_back(Simulator::Now()); })};
};

} // namespace

TEST_F(LazyTimerTest, FiresOnceAtTheLastDeadline)
{
    m_timer->Set(Seconds(1));
    for (int i = 1; i < 100; ++i)
    {
        At(MilliSeconds(100 * i), [this] { m_timer->Set(Simulator::Now() + Seconds(1)); });
    }
    Simulator::Run();
    EXPECT_EQ(m_fired, std::vector<Time>{Seconds(9.9) + Seconds(1)});
    EXPECT_FALSE(m_timer->IsSet());
}

TEST_F(LazyTimerTest, MovesForward)
{
    m_timer->Set(Seconds(10));
    m_timer->Set(Seconds(2));
    Simulator::Run();
    EXPECT_EQ(m_fired, std::vector<Time>{Seconds(2)});
    EXPECT_EQ(Simulator::Now(), Seconds(2));
}

TEST_F(LazyTimerTest, ClearedItDoesNothing)
{
    m_timer->Set(Seconds(1));
    m_timer->Clear();
    EXPECT_FALSE(m_timer->IsSet());
    Simulator::Run();
    EXPECT_TRUE(m_fired.empty());
}

TEST_F(LazyTimerTest, CancelledItDoesNotMoveTheClock)
{
    m_timer->Set(Seconds(1));
    m_timer->Cancel();
    Simulator::Run();
    EXPECT_TRUE(m_fired.empty());
    EXPECT_EQ(Simulator::Now(), Seconds(0));
}

TEST_F(LazyTimerTest, MayBeSetAgainByItsAction)
{
    m_timer = std::make_unique<LazyTimer>([this] {
        m_fired.push_back(Simulator::Now());
        if (m_fired.size() < 3)
        {
            m_timer->Set(Simulator::Now() + Seconds(1));
        }
    });
    m_timer->Set(Seconds(1));
    Simulator::Run();
    EXPECT_EQ(m_fired, (std::vector<Time>{Seconds(1), Seconds(2), Seconds(3)}));
}
