// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_RECEIVER_H
#define BACE_BULK_RECEIVER_H

#include "ns3/bace-bulk-endpoint.h"
#include "ns3/bace-bulk-header.h"
#include "ns3/bace-lazy-timer.h"
#include "ns3/bace-message-frame.h"
#include "ns3/bace-message-stream.h"
#include "ns3/nstime.h"

#include <boost/icl/interval_set.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace ns3::bacepipe
{

/// Settings of a bulk connection's receiver.
struct BulkReceiverOptions
{
    uint32_t delayedAckCount; //!< segments for which one ACK is sent
    Time delayedAckTimeout;   //!< longest wait of an ACK
};

/**
 * @brief Receiving end of a bulk connection.
 *
 * Acknowledges every second segment (or what is set), and at once what is out of order, fills a
 * hole, is a duplicate, or asks for it. An acknowledgement echoes the time at which the segment
 * was sent that it is for, the first one when it is for several (RFC 7323), moved forward by what
 * the acknowledgement waited for the timer, so that the timer does not look like network delay.
 *
 * Each acknowledgement counts the segments that came marked by a router (ECN), as accurate ECN does
 * (RFC 9768); when marks begin or end it is sent at once, as for DCTCP (RFC 8257, section 3.2).
 */
class BulkReceiver : public BulkListener
{
  public:
    /// Called with each frame that is complete.
    using FrameHandler = std::function<void(const MessageFrame&)>;

    /**
     * @param tag that the connection's packets bear
     * @param options settings
     * @param endpoint through which it sends; the receiver becomes its listener
     * @param handler takes the frames; may call Close()
     */
    BulkReceiver(uint32_t tag,
                 const BulkReceiverOptions& options,
                 BulkEndpoint& endpoint,
                 FrameHandler handler);

    /// What bears another connection's tag is dropped.
    void HandleData(const BulkDataHeader& header,
                    const MessageStream::Piece& payload,
                    bool congested) override;

    /// Drops the packet: it is none for a receiver.
    void HandleAck(const BulkAckHeader& header) override;

    /// Ends at once: no timer runs on, no frame is handed out any more.
    void Close();

  private:
    /// Half-open ranges of segment numbers.
    using Ranges =
        boost::icl::interval_set<uint64_t, std::less, boost::icl::right_open_interval<uint64_t>>;

    /**
     * A segment has arrived.
     * @param header its header
     * @param payload its payload
     * @param congested whether it was marked
     */
    void HandleSegment(const BulkDataHeader& header,
                       const MessageStream::Piece& payload,
                       bool congested);

    /**
     * Reads a segment that is next in the stream.
     * @param payload its payload
     */
    void Consume(const MessageStream::Piece& payload);

    /**
     * Keeps a segment that waits for an earlier one.
     * @param segment its number
     * @param payload its payload
     */
    void Store(uint64_t segment, const MessageStream::Piece& payload);

    /**
     * Sends an acknowledgement of all that has arrived.
     * @param echo timestamp to send back, ns
     */
    void Acknowledge(int64_t echo);

    /// The longest wait of an acknowledgement is over.
    void HandleDelayedAck();

    uint32_t m_tag;                       //!< of the packets
    BulkReceiverOptions m_options;        //!< settings
    BulkEndpoint& m_endpoint;             //!< through which it sends
    FrameHandler m_handler;               //!< takes the frames
    bool m_open{true};                    //!< until Close()
    FrameReader m_reader;                 //!< of the stream
    std::vector<MessageFrame> m_complete; //!< scratch: frames completed by the present packet
    uint64_t m_next{0};                   //!< all segments before this one have arrived (RCV.NXT)
    std::deque<MessageStream::Piece> m_waiting; //!< from m_next on, up to the last that has
                                                //!< arrived; without bytes: it has not
    Ranges m_outOfOrder;                        //!< which of them have arrived
    std::vector<uint64_t> m_recent; //!< one segment of each SACK block, the latest first
    uint32_t m_unacknowledged{0};   //!< segments in order since the last acknowledgement
    int64_t m_firstTimestamp{0};    //!< of the first of them, ns
    Time m_firstArrival;            //!< of the first of them
    LazyTimer m_timer;              //!< of delayed acknowledgements
    uint16_t m_marked{0};           //!< segments that came marked, modulo 2^16
    bool m_congested{false};        //!< whether the last one did
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_RECEIVER_H
