// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MESSAGE_FRAME_H
#define BACE_MESSAGE_FRAME_H

#include "ns3/bace-message-label.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief One message, or one share of it, as it lies in a byte stream: a header of real bytes, then
 * that many bytes of payload, which are virtual (zero-filled, without memory).
 *
 * The header, in network byte order:
 *
 * | byte | field                                                             |
 * |------|-------------------------------------------------------------------|
 * | 0    | magic, 0x4250                                                     |
 * | 2    | version, 1                                                        |
 * | 3    | bytes of the header, 32                                           |
 * | 4    | what it carries, 1 byte: MessageLabel::Kind                       |
 * | 5    | number of the job or traffic source, 3 bytes                      |
 * | 8    | chunk, 1 byte                                                     |
 * | 9    | micro-batch, 3 bytes                                              |
 * | 12   | iteration, 4 bytes                                                |
 * | 16   | id of the message, 8 bytes                                        |
 * | 24   | bytes of payload that follow, 8 bytes                             |
 */
struct MessageFrame
{
    static constexpr uint32_t HEADER_BYTES = 32; //!< of a header
    static constexpr uint16_t MAGIC = 0x4250;    //!< "BP"
    static constexpr uint8_t VERSION = 1;        //!< of the layout

    using HeaderBytes = std::array<uint8_t, HEADER_BYTES>; //!< a header as it is sent

    uint64_t id{0};    //!< of the message
    uint64_t bytes{0}; //!< of payload; 0 is allowed: the share of a message smaller than a stripe
    MessageLabel label{}; //!< whose it is, and which

    /// @return the header as it is sent
    HeaderBytes Write() const;

    /**
     * Reads a header. Aborts the run when magic, version or length are not ours: the stream is
     * out of step, which is a defect of a transport and not of a user's input.
     * @param header as it was received
     * @return the frame that it announces
     */
    static MessageFrame Read(const HeaderBytes& header);

    /// @return bytes of header and payload together
    uint64_t GetStreamBytes() const
    {
        return HEADER_BYTES + bytes;
    }
};

/**
 * @brief Finds the frames in a byte stream that arrives in pieces of any size.
 *
 * Payload is skipped without being touched.
 */
class FrameReader
{
  public:
    /**
     * Takes the next piece of the stream.
     * @param packet the piece; may be changed
     * @param complete frames whose last byte is in this piece are appended here
     */
    void Read(Ptr<Packet> packet, std::vector<MessageFrame>& complete);

    /**
     * Takes a piece of the stream that holds no byte of any header.
     * @param bytes of the piece; not more than the payload that is still awaited, else aborts
     * @param complete a frame that ends with this piece is appended here
     */
    void Skip(uint64_t bytes, std::vector<MessageFrame>& complete);

    /// @return bytes of payload of the present frame that are still to come
    uint64_t GetAwaitedBytes() const;

  private:
    MessageFrame m_frame;               //!< the present one, once its header is complete
    uint64_t m_awaited{0};              //!< bytes of its payload still to come
    MessageFrame::HeaderBytes m_header; //!< of the next frame, as far as it has come
    uint32_t m_headerRead{0};           //!< bytes of m_header that are there
};

} // namespace ns3::bacepipe

#endif // BACE_MESSAGE_FRAME_H
