// SPDX-License-Identifier: GPL-2.0-only
// Changes of links, as the reader makes them of a scenario.
#include "scenario-testing.h"

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// @return the message about the changes of the small scenario's first link, without the file
std::string
GetChangesError(const std::string& changes)
{
    return GetSmallError("/wan/links/0/changes=" + changes);
}

} // namespace

TEST(ScenarioChanges, EachIsTheWholeStateFromThenOn)
{
    EXPECT_TRUE(ParseSmall().links[0].changes.empty());
    EXPECT_TRUE(ParseSmall({"/wan/links/0/changes=[]"}).links[0].changes.empty());
    const auto links = ParseSmall({"/wan/links/0/changes=[{\"at_s\": 120, \"rate\": \"500Mbps\"}, "
                                   "{\"at_s\": 300.5, \"delay\": \"20ms\"}, "
                                   "{\"at_s\": 1e9, \"rate\": \"1Gbps\", \"delay\": \"0s\"}]"})
                           .links;
    EXPECT_TRUE(links[1].changes.empty());
    const WanLink& link = links[0];
    EXPECT_EQ(link.rate, DataRate(10000000000));
    EXPECT_EQ(link.delay, MilliSeconds(10));
    ASSERT_EQ(link.changes.size(), 3u);
    EXPECT_EQ(link.changes[0].at, Seconds(120));
    EXPECT_EQ(link.changes[0].rate, DataRate(500000000));
    EXPECT_EQ(link.changes[0].delay, MilliSeconds(10));
    EXPECT_EQ(link.changes[1].at, MilliSeconds(300500));
    EXPECT_EQ(link.changes[1].rate, DataRate(500000000));
    EXPECT_EQ(link.changes[1].delay, MilliSeconds(20));
    EXPECT_EQ(link.changes[2].rate, DataRate(1000000000));
    EXPECT_EQ(link.changes[2].delay, Time(0));
    EXPECT_EQ(link.GetState(Time(0)).rate, link.rate);
    EXPECT_EQ(link.GetState(Seconds(120) - NanoSeconds(1)).rate, link.rate);
    EXPECT_EQ(link.GetState(Seconds(120)).rate, DataRate(500000000));
    EXPECT_EQ(link.GetState(Seconds(1e9)).delay, Time(0));
    EXPECT_EQ(link.GetLargestRate(), link.rate);
}

TEST(ScenarioChanges, BothWaysIsBothLinks)
{
    const auto links = ParseSmall({"/wan/links=[{\"from\":\"b\",\"to\":\"a\",\"rate\":\"1Gbps\","
                                   "\"delay\":\"1ms\",\"both_ways\":true,"
                                   "\"changes\":[{\"at_s\":5,\"rate\":\"2Gbps\"}]}]"})
                           .links;
    ASSERT_EQ(links.size(), 2u);
    for (const WanLink& link : links)
    {
        ASSERT_EQ(link.changes.size(), 1u);
        EXPECT_EQ(link.changes[0].rate, DataRate(2000000000));
    }
}

TEST(ScenarioChanges, AMeshChangesEveryLinkThatIsNotListed)
{
    const auto links =
        ParseSmall({"/wan={\"mesh\": {\"delay\": \"10ms\", \"changes\": [{\"at_s\": 5, "
                    "\"delay\": \"30ms\"}]}, \"links\": [{\"from\": \"b\", \"to\": \"a\", "
                    "\"rate\": \"1Gbps\", \"delay\": \"3ms\"}]}"})
            .links;
    ASSERT_EQ(links[0].changes.size(), 1u);
    EXPECT_EQ(links[0].changes[0].rate, DataRate(37500000000)); // the mean, as before
    EXPECT_EQ(links[0].changes[0].delay, MilliSeconds(30));
    EXPECT_TRUE(links[1].changes.empty());
}

TEST(ScenarioChanges, AQueueOfATimeIsForTheLargestRate)
{
    const auto queue = [](const std::string& rate) {
        return ParseSmall({"/wan/links/0/changes=[{\"at_s\": 5, \"rate\": \"" + rate + "\"}]"})
            .links[0]
            .queueBytes;
    };
    EXPECT_EQ(queue("20Gbps"), 125000000u); // 20 Gbps x 50 ms / 8
    EXPECT_EQ(queue("5Gbps"), 62500000u);   // that of 10 Gbps
}

TEST(ScenarioChanges, BadValuesAreRefusedByPlace)
{
    using testing::StartsWith;
    const std::string place = "small.json: /wan/links/0/changes";
    EXPECT_THAT(GetChangesError("7"), StartsWith(place + ": found 7, expected an array of"));
    EXPECT_THAT(GetChangesError("[7]"), StartsWith(place + "/0: found 7, expected an object"));
    EXPECT_THAT(GetChangesError("[{\"rate\": \"1Gbps\"}]"),
                StartsWith(place + "/0/at_s: found nothing, expected a number above 0 up to"));
    EXPECT_THAT(GetChangesError("[{\"at_s\": 0, \"rate\": \"1Gbps\"}]"),
                StartsWith(place + "/0/at_s: found 0, expected a number above 0"));
    EXPECT_THAT(GetChangesError("[{\"at_s\": -1, \"rate\": \"1Gbps\"}]"),
                StartsWith(place + "/0/at_s: found -1, expected"));
    EXPECT_THAT(GetChangesError("[{\"at_s\": 1000000001, \"rate\": \"1Gbps\"}]"),
                StartsWith(place + "/0/at_s: found 1000000001, expected"));
    EXPECT_THAT(GetChangesError("[{\"at_s\": \"5s\", \"rate\": \"1Gbps\"}]"),
                StartsWith(place + "/0/at_s: found \"5s\", expected a number"));
    EXPECT_THAT(GetChangesError("[{\"at_s\": 5}]"),
                StartsWith(place + "/0: found neither, expected \"rate\", \"delay\" or both"));
    EXPECT_THAT(GetChangesError("[{\"at_s\": 5, \"rate\": \"0bps\"}]"),
                StartsWith(place + "/0/rate: found \"0bps\", expected a rate from 1bps"));
    EXPECT_THAT(GetChangesError("[{\"at_s\": 5, \"rate\": 500}]"),
                StartsWith(place + "/0/rate: found 500, expected a rate"));
    EXPECT_THAT(GetChangesError("[{\"at_s\": 5, \"delay\": \"61s\"}]"),
                StartsWith(place + "/0/delay: found \"61s\", expected a duration"));
    EXPECT_THAT(GetChangesError("[{\"at_s\": 5, \"rate\": \"1Gbps\", \"queue\": \"1MB\"}]"),
                StartsWith(place + "/0/queue: found an unknown key"));
    EXPECT_THAT(
        GetChangesError("[{\"at_s\": 5, \"rate\": \"1Gbps\"}, {\"at_s\": 5, \"delay\": \"1ms\"}]"),
        StartsWith(place + "/1/at_s: found 5, expected a time after the change before it, at 5 s"));
    EXPECT_THAT(GetSmallError("/wan={\"mesh\": {\"delay\": \"1ms\", \"changes\": [{}]}}"),
                StartsWith("small.json: /wan/mesh/changes/0/at_s: found nothing"));
}
