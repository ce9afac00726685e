// SPDX-License-Identifier: GPL-2.0-only
// Queue discs have attributes that fit their link.
#include "ns3/bace-wan-queue-helper.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// @return a link of 1 Gbps and 10 ms with a queue of 6 MB
WanLink
MakeLink(QueueDiscipline discipline, bool ecn)
{
    WanLink link;
    link.rate = DataRate("1Gbps");
    link.delay = MilliSeconds(10);
    link.queueBytes = 6000000;
    link.discipline = discipline;
    link.ecn = ecn;
    return link;
}

/// @return a helper for packets of 9000 bytes
WanQueueHelper
MakeHelper(bool step = false)
{
    WanQueueHelper helper;
    helper.SetPacketBytes(9000);
    helper.SetStepMarking(step);
    return helper;
}

/// @return an attribute of the disc that a factory makes
template <typename Value>
Value
Get(const ObjectFactory& factory, const std::string& name)
{
    Value value;
    factory.Create<QueueDisc>()->GetAttribute(name, value);
    return value;
}

} // namespace

TEST(WanQueue, RandomEarlyDetection)
{
    const auto red =
        MakeHelper().GetFactory(MakeLink(QueueDiscipline::RED, false), MilliSeconds(20));
    EXPECT_EQ(red.GetTypeId().GetName(), "ns3::RedQueueDisc");
    EXPECT_EQ(Get<QueueSizeValue>(red, "MaxSize").Get(), QueueSize("6000000B"));
    EXPECT_EQ(Get<DoubleValue>(red, "MinTh").Get(), 1e6);
    EXPECT_EQ(Get<DoubleValue>(red, "MaxTh").Get(), 3e6);
    EXPECT_EQ(Get<DoubleValue>(red, "QW").Get(), 0);
    EXPECT_EQ(Get<UintegerValue>(red, "MeanPktSize").Get(), 9000u);
    EXPECT_EQ(Get<DataRateValue>(red, "LinkBandwidth").Get(), DataRate("1Gbps"));
    EXPECT_TRUE(Get<BooleanValue>(red, "Gentle").Get());
    EXPECT_FALSE(Get<BooleanValue>(red, "UseEcn").Get());
}

TEST(WanQueue, StepForDctcp)
{
    const auto link = MakeLink(QueueDiscipline::RED, true);
    const auto helper = MakeHelper(true);
    const double k = 1e9 / 8 * 0.02 / 7; // C R / 7
    EXPECT_NEAR(helper.GetStepThreshold(link, MilliSeconds(20)), k, 1e-3);
    const auto red = helper.GetFactory(link, MilliSeconds(20));
    EXPECT_NEAR(Get<DoubleValue>(red, "MinTh").Get(), k, 1e-3);
    EXPECT_NEAR(Get<DoubleValue>(red, "MaxTh").Get(), k, 1e-3);
    EXPECT_EQ(Get<DoubleValue>(red, "QW").Get(), 1);
    EXPECT_FALSE(Get<BooleanValue>(red, "Gentle").Get());
    EXPECT_FALSE(Get<BooleanValue>(red, "UseHardDrop").Get());
    EXPECT_TRUE(Get<BooleanValue>(red, "UseEcn").Get());
    // Two packets at least, half the queue at most.
    EXPECT_EQ(helper.GetStepThreshold(link, MicroSeconds(20)), 18000);
    EXPECT_EQ(helper.GetStepThreshold(link, Seconds(20)), 3e6);
    // No step without ECN.
    const auto dropping =
        helper.GetFactory(MakeLink(QueueDiscipline::RED, false), MilliSeconds(20));
    EXPECT_EQ(Get<DoubleValue>(dropping, "MaxTh").Get(), 3e6);
    const auto codel =
        helper.GetFactory(MakeLink(QueueDiscipline::FQ_CODEL, true), MilliSeconds(20));
    EXPECT_NEAR(Get<TimeValue>(codel, "CeThreshold").Get().GetSeconds(), 0.02 / 7, 1e-6);
}

TEST(WanQueue, FqCoDel)
{
    auto link = MakeLink(QueueDiscipline::FQ_CODEL, false);
    const auto near = MakeHelper().GetFactory(link, MilliSeconds(20));
    EXPECT_EQ(near.GetTypeId().GetName(), "ns3::FqCoDelQueueDisc");
    EXPECT_EQ(Get<QueueSizeValue>(near, "MaxSize").Get(), QueueSize("666p"));
    EXPECT_EQ(Get<StringValue>(near, "Interval").Get(), "100000000ns");
    EXPECT_EQ(Get<StringValue>(near, "Target").Get(), "5000000ns");
    EXPECT_FALSE(Get<BooleanValue>(near, "UseEcn").Get());
    const auto far = MakeHelper().GetFactory(link, MilliSeconds(240));
    EXPECT_EQ(Get<StringValue>(far, "Interval").Get(), "240000000ns");
    EXPECT_EQ(Get<StringValue>(far, "Target").Get(), "12000000ns");
    link.rate = DataRate("4Mbps"); // on which a packet takes 18 ms
    const auto slow = MakeHelper().GetFactory(link, MilliSeconds(20));
    EXPECT_EQ(Get<StringValue>(slow, "Target").Get(), "18000000ns");
}

TEST(WanQueue, Pie)
{
    auto link = MakeLink(QueueDiscipline::PIE, true);
    const auto pie = MakeHelper().GetFactory(link, MilliSeconds(20));
    EXPECT_EQ(pie.GetTypeId().GetName(), "ns3::PieQueueDisc");
    EXPECT_EQ(Get<QueueSizeValue>(pie, "MaxSize").Get(), QueueSize("6000000B"));
    EXPECT_EQ(Get<UintegerValue>(pie, "MeanPktSize").Get(), 9000u);
    EXPECT_EQ(Get<TimeValue>(pie, "QueueDelayReference").Get(), MilliSeconds(15));
    EXPECT_TRUE(Get<BooleanValue>(pie, "UseEcn").Get());
    link.rate = DataRate("4Mbps");
    const auto slow = MakeHelper().GetFactory(link, MilliSeconds(20));
    EXPECT_EQ(Get<TimeValue>(slow, "QueueDelayReference").Get(), MilliSeconds(36));
}
