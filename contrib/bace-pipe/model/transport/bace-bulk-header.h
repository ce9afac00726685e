// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_BULK_HEADER_H
#define BACE_BULK_HEADER_H

#include "ns3/header.h"
#include "ns3/type-id.h"

#include <array>
#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief Header of what the bulk transport's sender sends, above UDP: 24 bytes, so that with UDP's
 * 8 it is as large as a TCP header with timestamps.
 *
 * In network byte order: kind (1 byte), flags (1), zero (2), connection tag (4), segment number
 * (8), time of sending in ns (8).
 */
class BulkDataHeader : public Header
{
  public:
    static constexpr uint32_t BYTES = 24; //!< size

    /// What the packet is.
    enum Kind : uint8_t
    {
        CONNECT = 1, //!< asks for the connection
        DATA = 2     //!< carries a segment
    };

    /// Flags.
    enum Flag : uint8_t
    {
        HAS_FRAME_HEADER = 1, //!< payload contains bytes of a message frame's header
        ACK_AT_ONCE = 2       //!< the receiver shall not wait for a further segment
    };

    Kind kind{DATA};      //!< what the packet is
    uint8_t flags{0};     //!< Flag, added
    uint32_t tag{0};      //!< of the connection; packets of an earlier one on the same ports differ
    uint64_t segment{0};  //!< number of the segment
    int64_t timestamp{0}; //!< when it was sent, ns

    /// @return the TypeId of the class
    static TypeId GetTypeId();

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;
};

/**
 * @brief Header of what the bulk transport's receiver sends: 24 bytes and 8 for each SACK block.
 *
 * In network byte order: kind (1 byte), number of blocks (1), segments that came marked (2),
 * connection tag (4), cumulative acknowledgement (8), echoed time (8), then for each block its
 * begin and its length in segments, the begin relative to the cumulative acknowledgement (4 and 4).
 */
class BulkAckHeader : public Header
{
  public:
    static constexpr uint32_t BYTES = 24;     //!< size without blocks
    static constexpr uint32_t MAX_BLOCKS = 4; //!< as many as fit into TCP's options

    /// What the packet is.
    enum Kind : uint8_t
    {
        ACCEPT = 3, //!< answers CONNECT
        ACK = 4     //!< acknowledges segments
    };

    /// Segments that have arrived out of order: begin <= segment < end.
    struct Block
    {
        uint64_t begin; //!< first segment
        uint64_t end;   //!< one past the last
    };

    Kind kind{ACK};                         //!< what the packet is
    uint8_t blockCount{0};                  //!< valid entries of blocks
    uint16_t marked{0};                     //!< segments that came with ECN's mark, modulo 2^16
    uint32_t tag{0};                        //!< of the connection
    uint64_t cumulative{0};                 //!< all segments before this one have arrived
    int64_t echo{0};                        //!< timestamp of the segment that caused this, ns
    std::array<Block, MAX_BLOCKS> blocks{}; //!< the most recently changed first (RFC 2018)

    /// @return the TypeId of the class
    static TypeId GetTypeId();

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;

    /**
     * Reads the header.
     * @param start where it begins
     * @return its size; 0 when the number of blocks is impossible
     */
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;
};

} // namespace ns3::bacepipe

#endif // BACE_BULK_HEADER_H
