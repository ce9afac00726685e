// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-scoreboard.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3::bacepipe;

namespace
{

/// The same rules, written down naively: everything is a loop over all segments ever sent.
class Model
{
  public:
    /// A segment.
    struct Segment
    {
        uint64_t serial;             //!< of its last transmission
        int64_t resentAt{INT64_MIN}; //!< time of its last transmission, when it is not the first
        bool delivered{false};       //!< reported
        bool lost{false};            //!< and not sent again
    };

    void Send()
    {
        segments.push_back({serial++});
    }

    void Resend(uint64_t i, int64_t now)
    {
        segments[i].serial = serial++;
        segments[i].resentAt = now;
        segments[i].lost = false;
    }

    uint64_t Acknowledge(const BulkAckHeader& ack)
    {
        uint64_t count = 0;
        for (uint64_t i = 0; i < segments.size(); ++i)
        {
            bool reported = i < ack.cumulative;
            for (uint32_t b = 0; b < ack.blockCount; ++b)
            {
                reported |= ack.blocks[b].begin <= i && i < ack.blocks[b].end;
            }
            Segment& s = segments[i];
            if (reported && !s.delivered)
            {
                ++count;
                s.delivered = true;
                s.lost = false;
                if (ack.echo >= s.resentAt)
                {
                    latest = std::max<int64_t>(latest, s.serial);
                }
            }
        }
        unacknowledged = std::max(unacknowledged, ack.cumulative);
        return count;
    }

    uint64_t Lose(int64_t distance)
    {
        uint64_t count = 0;
        for (Segment& s : segments)
        {
            if (!s.delivered && !s.lost && static_cast<int64_t>(s.serial) + distance <= latest)
            {
                s.lost = true;
                ++count;
            }
        }
        return count;
    }

    void LoseAll()
    {
        for (Segment& s : segments)
        {
            s.lost = !s.delivered;
        }
    }

    uint64_t GetPipe() const
    {
        return std::count_if(segments.begin(), segments.end(), [](const Segment& s) {
            return !s.delivered && !s.lost;
        });
    }

    std::vector<Segment> segments;
    uint64_t serial{0};
    int64_t latest{-1};
    uint64_t unacknowledged{0};
};

} // namespace

TEST(TransportScoreboard, ReinstatesWhatWasTakenForLost)
{
    BulkScoreboard board;
    for (uint64_t i = 0; i < 10; ++i)
    {
        board.Send(1000 * (i + 1));
    }
    board.GiveUpAll();
    board.Resend(0, 5);
    EXPECT_EQ(board.GetPipe(), 1u);
    board.Reinstate();
    EXPECT_EQ(board.GetPipe(), 10u);
    EXPECT_FALSE(board.HasLost());
    // All are found delivered, or lost, as before.
    BulkAckHeader ack;
    ack.cumulative = 3;
    ack.blockCount = 1;
    ack.blocks[0] = {9, 10};
    EXPECT_EQ(board.Acknowledge(ack), 4u);
    EXPECT_EQ(board.DetectLosses(), 4u); // 3 to 6: three or more before the ninth
    EXPECT_EQ(board.GetFirstLost(), 3u);
    EXPECT_EQ(board.GetPipe(), 2u);
}

TEST(BulkScoreboard, AgreesWithANaiveModelUnderRandomEvents)
{
    for (uint32_t seed = 1; seed <= 60; ++seed)
    {
        std::mt19937 random(seed);
        const auto draw = [&random](uint64_t n) { return random() % n; };
        BulkScoreboard board;
        Model model;
        std::vector<bool> arrived; // at the receiver
        int64_t now = 0;
        for (int step = 0; step < 1500; ++step)
        {
            now += draw(3);
            const uint64_t kind = draw(100);
            if (kind < 40)
            {
                for (uint64_t n = draw(6); n > 0; --n)
                {
                    EXPECT_EQ(board.Send(1000 * (arrived.size() + 1)), arrived.size());
                    model.Send();
                    arrived.push_back(false);
                }
            }
            else if (kind < 60 && board.HasLost())
            {
                const uint64_t segment = board.GetFirstLost();
                board.Resend(segment, now);
                model.Resend(segment, now);
            }
            else if (kind < 62)
            {
                uint64_t segment = 0;
                if (board.FindLastInNetwork(segment))
                {
                    board.Resend(segment, now);
                    model.Resend(segment, now);
                }
            }
            else if (kind < 96)
            {
                for (uint64_t n = draw(5); n > 0 && !arrived.empty(); --n)
                {
                    const uint64_t back = draw(std::min<uint64_t>(arrived.size(), 25));
                    arrived[arrived.size() - 1 - back] = true;
                }
                if (draw(4) == 0)
                {
                    const auto hole = std::find(arrived.begin(), arrived.end(), false);
                    if (hole != arrived.end())
                    {
                        *hole = true;
                    }
                }
                BulkAckHeader ack;
                ack.echo = now - static_cast<int64_t>(draw(30));
                while (ack.cumulative < arrived.size() && arrived[ack.cumulative])
                {
                    ++ack.cumulative;
                }
                for (uint64_t i = ack.cumulative; i < arrived.size(); ++i)
                {
                    uint64_t end = i;
                    while (end < arrived.size() && arrived[end])
                    {
                        ++end;
                    }
                    if (end > i && ack.blockCount < BulkAckHeader::MAX_BLOCKS && draw(2) == 0)
                    {
                        ack.blocks[ack.blockCount++] = {i, end};
                    }
                    i = end;
                }
                ASSERT_EQ(board.Acknowledge(ack), model.Acknowledge(ack));
                ASSERT_EQ(board.DetectLosses(), model.Lose(3));
            }
            else if (kind < 99)
            {
                ASSERT_EQ(board.GiveUpReordered(), model.Lose(1));
            }
            else
            {
                board.GiveUpAll();
                model.LoseAll();
            }

            ASSERT_EQ(board.GetPipe(), model.GetPipe()) << "seed " << seed << " step " << step;
            ASSERT_EQ(board.GetUnacknowledged(), model.unacknowledged);
            ASSERT_EQ(board.GetNext(), model.segments.size());
            const auto lost = std::find_if(model.segments.begin(),
                                           model.segments.end(),
                                           [](const auto& s) { return s.lost; });
            ASSERT_EQ(board.HasLost(), lost != model.segments.end());
            if (board.HasLost())
            {
                ASSERT_EQ(board.GetFirstLost(), lost - model.segments.begin());
            }
            const bool reordering =
                std::any_of(model.segments.begin(), model.segments.end(), [&](const auto& s) {
                    return !s.delivered && !s.lost && static_cast<int64_t>(s.serial) < model.latest;
                });
            ASSERT_EQ(board.HasReordering(), reordering);
        }
    }
}

TEST(BulkScoreboard, KnowsWhereSegmentsLie)
{
    BulkScoreboard board;
    board.Send(100);
    board.Send(101);
    board.Send(300);
    EXPECT_EQ(board.GetBegin(0), 0u);
    EXPECT_EQ(board.GetEnd(0), 100u);
    EXPECT_EQ(board.GetBegin(2), 101u);
    EXPECT_EQ(board.GetBegin(3), 300u);
    BulkAckHeader ack;
    ack.cumulative = 2;
    board.Acknowledge(ack);
    EXPECT_EQ(board.GetBegin(2), 101u);
    ack.cumulative = 3;
    board.Acknowledge(ack);
    EXPECT_EQ(board.GetBegin(3), 300u);
}

TEST(BulkScoreboard, TellsWhenARetransmissionIsCovered)
{
    BulkScoreboard board;
    for (uint64_t i = 1; i <= 5; ++i)
    {
        board.Send(i);
    }
    BulkAckHeader ack;
    ack.blockCount = 1;
    ack.blocks[0] = {1, 4};
    board.Acknowledge(ack);
    EXPECT_FALSE(board.HasRepaired());
    board.DetectLosses();
    board.Resend(0, 5);
    ack.blockCount = 0;
    ack.cumulative = 4;
    board.Acknowledge(ack);
    EXPECT_TRUE(board.HasRepaired());
    ack.cumulative = 5;
    board.Acknowledge(ack);
    EXPECT_FALSE(board.HasRepaired());
}

TEST(BulkScoreboard, FindsALostRetransmission)
{
    BulkScoreboard board;
    for (uint64_t i = 1; i <= 10; ++i)
    {
        board.Send(i);
    }
    BulkAckHeader ack;
    ack.blockCount = 1;
    ack.blocks[0] = {1, 4};
    board.Acknowledge(ack);
    EXPECT_EQ(board.DetectLosses(), 1u); // segment 0
    board.Resend(0, 5);                  // serial 10, lost again
    for (uint64_t i = 11; i <= 13; ++i)
    {
        board.Send(i); // serials 11 to 13
    }
    ack.blocks[0] = {1, 12};
    ack.echo = 6;
    board.Acknowledge(ack);
    EXPECT_EQ(board.DetectLosses(), 0u);
    ack.blocks[0] = {1, 13};
    board.Acknowledge(ack);
    EXPECT_EQ(board.DetectLosses(), 1u);
    EXPECT_EQ(board.GetFirstLost(), 0u);
    EXPECT_TRUE(board.IsResent(0));
    EXPECT_EQ(board.GetPipe(), 0u);
}

TEST(BulkScoreboardDeathTest, RefusesAcknowledgementsOfTheUnsent)
{
    BulkScoreboard board;
    BulkAckHeader ack;
    ack.cumulative = 1;
    EXPECT_DEATH(board.Acknowledge(ack), "acknowledgement of segment 1");
    ack.cumulative = 0;
    ack.blockCount = 1;
    ack.blocks[0] = {1, 2};
    EXPECT_DEATH(board.Acknowledge(ack), "SACK");
}
