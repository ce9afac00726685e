// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-delivery-rate.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// Time in ms.
Time
At(int64_t ms)
{
    return Seconds(1) + MilliSeconds(ms);
}

/// Reports a range of segments delivered.
DeliveryRate::Sample
Acknowledge(DeliveryRate& rate, uint64_t begin, uint64_t end, int64_t ms)
{
    for (uint64_t i = begin; i < end; ++i)
    {
        rate.NoteDelivered(i);
    }
    return rate.TakeSample(At(ms), end, MilliSeconds(50));
}

} // namespace

TEST(DeliveryRate, CountsWhatIsDeliveredWhileASegmentIsUnderWay)
{
    DeliveryRate rate;
    for (uint64_t i = 0; i < 10; ++i)
    {
        rate.NoteSent(i, At(0), i == 0);
    }
    const auto first = Acknowledge(rate, 0, 2, 100);
    EXPECT_EQ(first.priorDelivered, 0u);
    EXPECT_EQ(first.delivered, 2u);
    EXPECT_EQ(first.interval, MilliSeconds(100));
    EXPECT_FALSE(first.applicationLimited);
    rate.NoteSent(10, At(100), false);
    rate.NoteSent(11, At(100), false);
    EXPECT_EQ(Acknowledge(rate, 2, 10, 140).delivered, 10u);
    // Sent when 2 were delivered, acknowledged when 12 are, 100 ms later.
    const auto last = Acknowledge(rate, 10, 12, 200);
    EXPECT_EQ(last.priorDelivered, 2u);
    EXPECT_EQ(last.delivered, 10u);
    EXPECT_EQ(last.interval, MilliSeconds(100));
    EXPECT_EQ(rate.GetDelivered(), 12u);
}

TEST(DeliveryRate, CompressedAcknowledgementsDoNotMakeItFaster)
{
    // Ten segments sent over 90 ms, all acknowledged at 160 ms: they took 90 ms to send, and the
    // last of them was acknowledged 60 ms after the one before was.
    DeliveryRate rate;
    rate.NoteSent(0, At(0), true);
    Acknowledge(rate, 0, 1, 100);
    for (int i = 1; i <= 10; ++i)
    {
        rate.NoteSent(i, At(90 + 10 * i), i == 1);
    }
    Acknowledge(rate, 1, 2, 200);
    const auto sample = Acknowledge(rate, 2, 11, 250);
    EXPECT_EQ(sample.interval, MilliSeconds(150)); // since 100 ms, when the burst began
    EXPECT_EQ(sample.delivered, 10u);

    rate.NoteSent(11, At(250), true);
    for (int i = 12; i <= 20; ++i)
    {
        rate.NoteSent(i, At(250 + 20 * (i - 11)), false);
    }
    Acknowledge(rate, 11, 12, 350);
    rate.NoteSent(21, At(431), false); // 181 ms after the burst's first
    Acknowledge(rate, 12, 21, 480);
    const auto compressed = Acknowledge(rate, 21, 22, 481);
    EXPECT_EQ(compressed.priorDelivered, 12u);
    EXPECT_EQ(compressed.delivered, 10u);
    EXPECT_EQ(compressed.interval, MilliSeconds(181));
}

TEST(DeliveryRate, AnIntervalBelowTheLeastRoundTripIsNoSample)
{
    DeliveryRate rate;
    rate.NoteSent(0, At(0), true);
    EXPECT_TRUE(Acknowledge(rate, 0, 1, 49).interval.IsZero());
    EXPECT_TRUE(rate.TakeSample(At(60), 1, MilliSeconds(50)).interval.IsZero()); // nothing new
    EXPECT_EQ(rate.GetDelivered(), 1u);
}

TEST(DeliveryRate, MarksWhatIsSentWithTooLittleToSend)
{
    DeliveryRate rate;
    rate.NoteSent(0, At(0), true);
    rate.NoteSent(1, At(0), false);
    rate.NoteApplicationLimited(2);
    EXPECT_TRUE(rate.IsApplicationLimited());
    rate.NoteSent(2, At(10), false);
    EXPECT_FALSE(Acknowledge(rate, 0, 2, 100).applicationLimited);
    rate.NoteSent(3, At(100), false);
    EXPECT_TRUE(Acknowledge(rate, 2, 3, 110).applicationLimited);
    EXPECT_FALSE(rate.IsApplicationLimited()); // what was in the network then is delivered
    rate.NoteSent(4, At(110), false);
    EXPECT_TRUE(Acknowledge(rate, 3, 4, 200).applicationLimited);
    EXPECT_FALSE(Acknowledge(rate, 4, 5, 210).applicationLimited);
}

TEST(DeliveryRate, ARetransmissionCountsFromItsOwnSending)
{
    DeliveryRate rate;
    for (uint64_t i = 0; i < 5; ++i)
    {
        rate.NoteSent(i, At(0), i == 0);
    }
    rate.NoteDelivered(1);
    rate.NoteDelivered(2);
    rate.NoteDelivered(3);
    EXPECT_EQ(rate.TakeSample(At(100), 0, MilliSeconds(50)).delivered, 3u);
    rate.NoteSent(0, At(100), false);
    rate.NoteDelivered(4);
    rate.TakeSample(At(101), 0, MilliSeconds(50));
    rate.NoteDelivered(0);
    const auto sample = rate.TakeSample(At(200), 5, MilliSeconds(50));
    EXPECT_EQ(sample.priorDelivered, 3u);
    EXPECT_EQ(sample.delivered, 2u);
    EXPECT_EQ(sample.interval, MilliSeconds(100));
}
