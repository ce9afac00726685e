// SPDX-License-Identifier: GPL-2.0-only
// When what a component did is expected again.
#include "ns3/bace-component-memo.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// Two jobs of 1 s and 2 s, the second half a second in its iteration.
SteadyComponent
MakePair(bool anyPhase)
{
    SteadyComponent component;
    component.anyPhase = anyPhase;
    component.members.resize(2);
    component.members[0].iteration.duration = Seconds(1);
    component.members[1].iteration.duration = Seconds(2);
    component.members[1].offset = MilliSeconds(500);
    return component;
}

TEST(ComponentMemo, KnowsNothingAtFirst)
{
    ComponentMemo memo;
    EXPECT_EQ(memo.Find("a", {}), nullptr);
    EXPECT_EQ(memo.GetHits(), 0U);
}

TEST(ComponentMemo, FindsWhatWasAddedUnderTheSameConditions)
{
    ComponentMemo memo;
    memo.Add("a", MakePair(true));
    const std::vector<MemberStanding> anywhere{{Seconds(0.3), 5}, {Seconds(1.9), 7}};
    const SteadyComponent* found = memo.Find("a", anywhere);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->members[1].iteration.duration, Seconds(2));
    EXPECT_EQ(memo.Find("b", anywhere), nullptr);
    EXPECT_EQ(memo.GetHits(), 1U);
    EXPECT_EQ(memo.GetLoadedHits(), 0U);
}

TEST(ComponentMemo, PhasesThatStayMustBeTheSame)
{
    ComponentMemo memo;
    memo.Add("a", MakePair(false));
    const auto finds = [&](double first, double second) {
        return memo.Find("a", {{Seconds(first), 1}, {Seconds(second), 1}}) != nullptr;
    };
    EXPECT_TRUE(finds(0, 0.5));
    EXPECT_TRUE(finds(0.005, 0.51)) << "half a percent of an iteration";
    EXPECT_FALSE(finds(0.006, 0.5));
    EXPECT_FALSE(finds(0, 0.511));
    EXPECT_TRUE(finds(0.996, 0.5)) << "just before an iteration's end is just before its start";
    EXPECT_FALSE(finds(0.5, 0));
}

TEST(ComponentMemo, PhasesStayOnlyForSoLong)
{
    ComponentMemo memo;
    auto pair = MakePair(false);
    pair.members[0].horizon = 10;
    memo.Add("a", pair);
    const auto finds = [&](uint64_t iterations) {
        return memo.Find("a", {{Seconds(0), iterations}, {Seconds(0.5), 1000}}) != nullptr;
    };
    EXPECT_TRUE(finds(10));
    EXPECT_FALSE(finds(11));
}

TEST(ComponentMemo, TheFirstThatFitsCounts)
{
    ComponentMemo memo;
    memo.Add("a", MakePair(false));
    auto later = MakePair(false);
    later.members[1].offset = Seconds(1);
    later.members[1].iteration.duration = Seconds(3);
    later.loaded = true;
    memo.Add("a", later);
    const SteadyComponent* found = memo.Find("a", {{Seconds(0), 1}, {Seconds(1), 1}});
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->members[1].iteration.duration, Seconds(3));
    EXPECT_EQ(memo.GetLoadedHits(), 1U);
    EXPECT_EQ(memo.Find("a", {{Seconds(0), 1}}), nullptr) << "another number of jobs";
}

} // namespace
