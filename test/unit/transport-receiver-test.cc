// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-receiver.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// An endpoint that keeps what is sent.
class RecordingEndpoint : public BulkEndpoint
{
  public:
    void SetListener(BulkListener&) override
    {
    }

    void Close() override
    {
    }

    void Send(const BulkDataHeader&, const MessageStream::Piece&) override
    {
    }

    void Send(const BulkAckHeader& header) override
    {
        acknowledgements.push_back(header);
    }

    void RefreshRoute() override
    {
    }

    uint32_t GetMtu() const override
    {
        return UINT16_MAX;
    }

    std::vector<BulkAckHeader> acknowledgements; //!< sent
};

/// A receiver that acknowledges every fourth segment.
class BulkReceiverTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        m_receiver.Close();
        Simulator::Destroy();
    }

    /**
     * Segments arrive, each in the middle of a large message.
     * @param begin number of the first
     * @param congested whether each is marked
     */
    void Receive(uint64_t begin, const std::vector<bool>& congested)
    {
        if (m_first)
        {
            m_first = false;
            const MessageFrame::HeaderBytes bytes = MessageFrame{1, 1000000000}.Write();
            BulkDataHeader header;
            header.flags = BulkDataHeader::ACK_AT_ONCE | BulkDataHeader::HAS_FRAME_HEADER;
            Ptr<Packet> packet = Create<Packet>(bytes.data(), bytes.size());
            m_receiver.HandleData(header, {packet->GetSize(), packet}, false);
            m_endpoint.acknowledgements.clear();
        }
        for (const bool mark : congested)
        {
            BulkDataHeader header;
            header.segment = begin++;
            m_receiver.HandleData(header, {1000, nullptr}, mark);
        }
    }

    RecordingEndpoint m_endpoint; //!< of the receiver
    BulkReceiver m_receiver{0, {4, MilliSeconds(40)}, m_endpoint, [](const MessageFrame&) {}};
    bool m_first{true}; //!< until the message has begun
};

} // namespace

TEST_F(BulkReceiverTest, AcknowledgesAtOnceWhenMarksBeginOrEnd)
{
    Receive(1, {false, false});
    EXPECT_TRUE(m_endpoint.acknowledgements.empty());
    Receive(3, {true});
    ASSERT_EQ(m_endpoint.acknowledgements.size(), 1u);
    EXPECT_EQ(m_endpoint.acknowledgements[0].cumulative, 4u);
    EXPECT_EQ(m_endpoint.acknowledgements[0].marked, 1u);
    Receive(4, {true, true});
    EXPECT_EQ(m_endpoint.acknowledgements.size(), 1u);
    Receive(6, {false});
    ASSERT_EQ(m_endpoint.acknowledgements.size(), 2u);
    EXPECT_EQ(m_endpoint.acknowledgements[1].cumulative, 7u);
    EXPECT_EQ(m_endpoint.acknowledgements[1].marked, 3u);
    Receive(7, {false, false, false, false});
    ASSERT_EQ(m_endpoint.acknowledgements.size(), 3u);
    EXPECT_EQ(m_endpoint.acknowledgements[2].marked, 3u);
}

TEST_F(BulkReceiverTest, CountsMarksModuloTwoToTheSixteenth)
{
    Receive(1, std::vector<bool>(65535, true));
    Receive(65536, {true, true, true, false});
    EXPECT_EQ(m_endpoint.acknowledgements.back().marked, 2u);
}

TEST_F(BulkReceiverTest, CountsMarksOfSegmentsOutOfOrderAndOfDuplicates)
{
    Receive(5, {true});
    Receive(5, {true});
    ASSERT_EQ(m_endpoint.acknowledgements.size(), 2u);
    EXPECT_EQ(m_endpoint.acknowledgements[1].cumulative, 1u);
    EXPECT_EQ(m_endpoint.acknowledgements[1].marked, 2u);
}
