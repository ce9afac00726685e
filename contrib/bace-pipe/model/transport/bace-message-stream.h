// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MESSAGE_STREAM_H
#define BACE_MESSAGE_STREAM_H

#include "ns3/bace-message-frame.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief The byte stream that a sender has to send: the frames of its messages, one after another.
 *
 * Any range that has not been released can be copied, any number of times. Memory is one small
 * record for each frame that has not been released wholly, whatever its size.
 */
class MessageStream
{
  public:
    /// A piece of the stream.
    struct Piece
    {
        uint32_t bytes{0};  //!< its length
        Ptr<Packet> packet; //!< its bytes; null when none belongs to a frame's header

        /**
         * Reads the frames in it; to be called once.
         * @param reader of the stream
         * @param complete see FrameReader::Read()
         */
        void ReadBy(FrameReader& reader, std::vector<MessageFrame>& complete) const
        {
            if (packet)
            {
                reader.Read(packet, complete);
            }
            else
            {
                reader.Skip(bytes, complete);
            }
        }

        /// @return its bytes in any case
        Ptr<Packet> MakePacket() const
        {
            return packet ? packet : Create<Packet>(bytes);
        }
    };

    /**
     * Appends a frame.
     * @param frame what to append
     */
    void Push(const MessageFrame& frame);

    /// @return the stream's length so far: one past the position of the last byte
    uint64_t GetEnd() const;

    /**
     * Copies a range. Aborts when it is not within the stream.
     * @param begin position of the first byte, not released
     * @param bytes how many, at least 1
     * @return the piece
     */
    Piece Copy(uint64_t begin, uint32_t bytes) const;

    /**
     * Forgets what lies before a position.
     * @param position of the first byte that may be copied again
     */
    void Release(uint64_t position);

    /// @return frames not released wholly
    std::size_t GetFrameCount() const;

  private:
    /// A frame and its place.
    struct Entry
    {
        uint64_t begin;     //!< position of the first byte of its header
        MessageFrame frame; //!< the frame
    };

    std::deque<Entry> m_entries; //!< frames in stream order
    uint64_t m_end{0};           //!< one past the last byte
};

} // namespace ns3::bacepipe

#endif // BACE_MESSAGE_STREAM_H
