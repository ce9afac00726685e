// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-header.h"

#include <ostream>

namespace ns3::bacepipe
{

NS_OBJECT_ENSURE_REGISTERED(BulkDataHeader);
NS_OBJECT_ENSURE_REGISTERED(BulkAckHeader);

namespace
{

/**
 * Writes a number in network byte order.
 * @tparam T unsigned type of the number
 * @param bytes where its first byte goes
 * @param value the number
 */
template <typename T>
void
Put(uint8_t* bytes, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
    {
        bytes[i] = static_cast<uint8_t>(value >> (8 * (sizeof(T) - 1 - i)));
    }
}

/**
 * @tparam T unsigned type of the number
 * @param bytes a number in network byte order
 * @return the number
 */
template <typename T>
T
Get(const uint8_t* bytes)
{
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
    {
        value = static_cast<T>(value << 8) | bytes[i];
    }
    return value;
}

} // namespace

TypeId
BulkDataHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::BulkDataHeader")
                            .SetParent<Header>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<BulkDataHeader>();
    return tid;
}

TypeId
BulkDataHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
BulkDataHeader::GetSerializedSize() const
{
    return BYTES;
}

void
BulkDataHeader::Serialize(Buffer::Iterator start) const
{
    // One write: the iterator checks its bounds at each.
    uint8_t bytes[BYTES] = {kind, flags};
    Put<uint32_t>(bytes + 4, tag);
    Put<uint64_t>(bytes + 8, segment);
    Put<uint64_t>(bytes + 16, static_cast<uint64_t>(timestamp));
    start.Write(bytes, BYTES);
}

uint32_t
BulkDataHeader::Deserialize(Buffer::Iterator start)
{
    uint8_t bytes[BYTES];
    start.Read(bytes, BYTES);
    kind = static_cast<Kind>(bytes[0]);
    flags = bytes[1];
    tag = Get<uint32_t>(bytes + 4);
    segment = Get<uint64_t>(bytes + 8);
    timestamp = static_cast<int64_t>(Get<uint64_t>(bytes + 16));
    return BYTES;
}

void
BulkDataHeader::Print(std::ostream& os) const
{
    os << (kind == CONNECT ? "connect" : "data") << " tag=" << tag << " segment=" << segment
       << " time=" << timestamp << "ns flags=" << +flags;
}

TypeId
BulkAckHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::bacepipe::BulkAckHeader")
                            .SetParent<Header>()
                            .SetGroupName("BacePipe")
                            .AddConstructor<BulkAckHeader>();
    return tid;
}

TypeId
BulkAckHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
BulkAckHeader::GetSerializedSize() const
{
    return BYTES + 8 * blockCount;
}

void
BulkAckHeader::Serialize(Buffer::Iterator start) const
{
    uint8_t bytes[BYTES + 8 * MAX_BLOCKS] = {kind, blockCount};
    Put<uint16_t>(bytes + 2, marked);
    Put<uint32_t>(bytes + 4, tag);
    Put<uint64_t>(bytes + 8, cumulative);
    Put<uint64_t>(bytes + 16, static_cast<uint64_t>(echo));
    for (uint32_t i = 0; i < blockCount; ++i)
    {
        Put<uint32_t>(bytes + BYTES + 8 * i, blocks[i].begin - cumulative);
        Put<uint32_t>(bytes + BYTES + 8 * i + 4, blocks[i].end - blocks[i].begin);
    }
    start.Write(bytes, GetSerializedSize());
}

uint32_t
BulkAckHeader::Deserialize(Buffer::Iterator start)
{
    uint8_t bytes[BYTES + 8 * MAX_BLOCKS];
    start.Read(bytes, BYTES);
    kind = static_cast<Kind>(bytes[0]);
    blockCount = bytes[1];
    if (blockCount > MAX_BLOCKS)
    {
        blockCount = 0;
        return 0;
    }
    marked = Get<uint16_t>(bytes + 2);
    tag = Get<uint32_t>(bytes + 4);
    cumulative = Get<uint64_t>(bytes + 8);
    echo = static_cast<int64_t>(Get<uint64_t>(bytes + 16));
    if (blockCount > 0)
    {
        start.Read(bytes + BYTES, 8 * blockCount);
    }
    for (uint32_t i = 0; i < blockCount; ++i)
    {
        blocks[i].begin = cumulative + Get<uint32_t>(bytes + BYTES + 8 * i);
        blocks[i].end = blocks[i].begin + Get<uint32_t>(bytes + BYTES + 8 * i + 4);
    }
    return GetSerializedSize();
}

void
BulkAckHeader::Print(std::ostream& os) const
{
    os << (kind == ACCEPT ? "accept" : "ack") << " tag=" << tag << " cumulative=" << cumulative
       << " echo=" << echo << "ns marked=" << marked;
    for (uint32_t i = 0; i < blockCount; ++i)
    {
        os << " [" << blocks[i].begin << "," << blocks[i].end << ")";
    }
}

} // namespace ns3::bacepipe
