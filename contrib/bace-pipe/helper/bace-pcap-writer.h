// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PCAP_WRITER_H
#define BACE_PCAP_WRITER_H

#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief A pcap file of point-to-point packets without their payload, but with every header of a
 * message in it.
 *
 * Such a header (MessageFrame) lies anywhere in a packet, behind payload of the message before. Of
 * each packet the file has the first CaptureSize bytes, and more where a header ends behind them:
 * up to there. Records tell the true length.
 *
 * CaptureSize and NanosecMode are the attributes of ns-3's PcapFileWrapper, by their defaults. That
 * class cuts every packet at one length.
 */
class PcapWriter
{
  public:
    /**
     * Begins the file; that it cannot be written shows at its end.
     * @param path of the file
     */
    explicit PcapWriter(const std::string& path);

    /**
     * @param time of the packet, not negative
     * @param packet with its point-to-point header
     */
    void Write(Time time, const Packet& packet);

    /**
     * Ends the file; throws std::runtime_error if it is not whole.
     */
    void Close();

    /**
     * Real bytes of payload are those of message headers, all others are zero.
     * @param bytes of a packet
     * @param captured how many of the first are wanted in any case; not more than there are
     * @return how many are wanted: up to the end of the last header
     */
    static std::size_t FindEnd(const std::vector<uint8_t>& bytes, std::size_t captured);

  private:
    std::string m_path;           //!< of the file
    std::ofstream m_file;         //!< itself
    uint32_t m_captureSize{0};    //!< bytes of each packet, at least
    bool m_nanoseconds{false};    //!< whether times are so fine; else microseconds
    std::vector<uint8_t> m_bytes; //!< scratch: of the present packet
};

} // namespace ns3::bacepipe

#endif // BACE_PCAP_WRITER_H
