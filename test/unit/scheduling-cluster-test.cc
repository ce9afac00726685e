// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cluster.h"
#include "ns3/bace-job-estimate.h"
#include "ns3/bace-placement.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

#include "unit/scheduling-builders.h"

using namespace ns3::bacepipe;
using namespace scheduling;

namespace
{

/// @return what a cluster of these says is wrong; empty if nothing is
std::string
Complaint(std::vector<Region> regions, std::vector<WanLink> links = {})
{
    try
    {
        Cluster cluster(std::move(regions), std::move(links));
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/// @return a link of 1 Gbps
WanLink
Link(uint32_t source, uint32_t destination)
{
    WanLink link;
    link.source = source;
    link.destination = destination;
    link.rate = ns3::DataRate(1000 * MBPS);
    return link;
}

/// @return two regions
std::vector<Region>
TwoRegions()
{
    return {MakeRegion("A", 4, 0.2, 25000), MakeRegion("B", 3, 0.1, 50000)};
}

} // namespace

TEST(SchedulingCluster, SumsAndMaxima)
{
    const Cluster cluster = MakeCluster(TwoRegions(), {});
    EXPECT_EQ(cluster.GetTotalGpus(), 7u);
    EXPECT_EQ(GetIdealBandwidth(cluster, IdealBandwidth::LARGEST), ns3::DataRate(50000 * MBPS));
    EXPECT_EQ(GetIdealBandwidth(cluster, IdealBandwidth::MEAN), ns3::DataRate(37500 * MBPS));
    EXPECT_EQ(GetIdealBandwidth(cluster, IdealBandwidth::SMALLEST), ns3::DataRate(25000 * MBPS));
    EXPECT_EQ(cluster.GetRegion(B).id, "B");
}

TEST(SchedulingCluster, FindsLinksByDirectionInSortedOrder)
{
    const Cluster cluster({MakeRegion("A", 1, 0), MakeRegion("B", 1, 0), MakeRegion("C", 1, 0)},
                          {Link(C, A), Link(B, A), Link(A, B)});
    EXPECT_EQ(cluster.FindLink(A, B), 0u);
    EXPECT_EQ(cluster.FindLink(B, A), 1u);
    EXPECT_EQ(cluster.FindLink(C, A), 2u);
    EXPECT_FALSE(cluster.FindLink(A, C));
    EXPECT_FALSE(cluster.FindLink(A, A));
    EXPECT_TRUE(cluster.AreJoined(B, A));
    EXPECT_FALSE(cluster.AreJoined(A, C)) << "one direction is no boundary";
}

TEST(SchedulingCluster, SaysWhatIsWrong)
{
    using testing::HasSubstr;
    EXPECT_EQ(Complaint(TwoRegions(), {Link(A, B), Link(B, A)}), "");
    EXPECT_THAT(Complaint({}), HasSubstr("at least one region"));
    EXPECT_THAT(Complaint({MakeRegion("A", 0, 0)}), HasSubstr("region A: has no GPU"));
    EXPECT_THAT(Complaint({MakeRegion("A", 1, 0), MakeRegion("A", 1, 0)}), HasSubstr("twice"));
    EXPECT_THAT(Complaint({MakeRegion("", 1, 0)}), HasSubstr("empty"));
    EXPECT_THAT(Complaint({MakeRegion("a:b", 1, 0)}), HasSubstr("'a:b'"));
    EXPECT_THAT(Complaint({MakeRegion("A", 1, 0, 0)}), HasSubstr("bandwidth"));
    EXPECT_THAT(Complaint(TwoRegions(), {Link(A, C)}), HasSubstr("unknown region"));
    EXPECT_THAT(Complaint(TwoRegions(), {Link(B, B)}), HasSubstr("link B>B"));
    EXPECT_THAT(Complaint(TwoRegions(), {Link(A, B), Link(A, B)}), HasSubstr("A>B is given twice"));
    WanLink lossy = Link(A, B);
    lossy.lossRate = 1;
    EXPECT_THAT(Complaint(TwoRegions(), {lossy}), HasSubstr("loss rate"));
    WanLink closed = Link(A, B);
    closed.rate = ns3::DataRate(0);
    EXPECT_THAT(Complaint(TwoRegions(), {closed}), HasSubstr("rate is positive"));
    Region region = MakeRegion("A", 1, 0);
    region.gpuWatts = -1;
    EXPECT_THAT(Complaint({region}), HasSubstr("power"));
    region = MakeRegion("A", 1, 0);
    region.gpusPerHost = 0;
    EXPECT_THAT(Complaint({region}), HasSubstr("host"));
    for (const double speed : {0.0, -1.0, 1.01, std::nan("")})
    {
        region = MakeRegion("A", 1, 0);
        region.speed = speed;
        EXPECT_THAT(Complaint({region}), HasSubstr("region A: the speed of its GPUs"));
    }
}

TEST(SchedulingCluster, ChangesOfLinksAreCheckedAndCount)
{
    using ns3::MilliSeconds;
    using ns3::Seconds;
    const ns3::DataRate slow(100 * MBPS);
    const ns3::DataRate fast(4000 * MBPS);
    const auto complain = [&](std::vector<LinkChange> changes) {
        auto link = Link(0, 1);
        link.changes = std::move(changes);
        return Complaint(TwoRegions(), {link});
    };
    using testing::StartsWith;
    EXPECT_EQ(complain({{Seconds(1), slow, Seconds(0)}, {Seconds(2), fast, Seconds(1)}}), "");
    EXPECT_THAT(complain({{Seconds(0), slow, Seconds(0)}}),
                StartsWith("link A>B: its changes are after 0 s"));
    EXPECT_THAT(complain({{Seconds(2), slow, Seconds(0)}, {Seconds(2), fast, Seconds(0)}}),
                StartsWith("link A>B: its changes are after 0 s"));
    EXPECT_THAT(complain({{Seconds(1), ns3::DataRate(0), Seconds(0)}}),
                StartsWith("link A>B: its rate after a change"));
    EXPECT_THAT(complain({{Seconds(1), slow, Seconds(-1)}}),
                StartsWith("link A>B: its delay after a change"));

    // 1 Gbps and 10 ms each way: 2.5 MB. Slow while the way back takes 50 ms: 0.75 MB. Then 4 Gbps,
    // and the way back 5 ms: 7.5 MB. What the scheduler knows stays.
    auto there = Link(0, 1);
    auto back = Link(1, 0);
    there.delay = back.delay = MilliSeconds(10);
    there.changes = {{Seconds(10), slow, MilliSeconds(10)}, {Seconds(30), fast, MilliSeconds(10)}};
    back.changes = {{Seconds(15), slow, MilliSeconds(50)}, {Seconds(25), slow, MilliSeconds(5)}};
    const Cluster cluster(TwoRegions(), {there, back});
    EXPECT_DOUBLE_EQ(cluster.GetLargestPath(0, 1), 7.5e6);
    // Back 1 Gbps and 20 ms at first, then 100 Mbps and at most 60 ms.
    EXPECT_DOUBLE_EQ(cluster.GetLargestPath(1, 0), 2.5e6);
    EXPECT_EQ(cluster.GetRoundTrip(0, 1), MilliSeconds(20));
}

TEST(SchedulingPlacement, IsWrittenInStageOrder)
{
    const Cluster cluster = MakeCluster(TwoRegions(), {{A, B, 1}});
    const Placement placement{{B, 3}, {A, 2}};
    EXPECT_EQ(ToString(placement, cluster), "B:3>A:2");
    EXPECT_EQ(CountGpus(placement), 5u);
    EXPECT_EQ(ToString({}, cluster), "");
    EXPECT_EQ(CountGpus({}), 0u);
}
