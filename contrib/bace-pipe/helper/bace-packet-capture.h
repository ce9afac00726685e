// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PACKET_CAPTURE_H
#define BACE_PACKET_CAPTURE_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/net-device.h"
#include "ns3/pcap-file-wrapper.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::bacepipe
{

/// The pcap files of a run. Unlike those of ns-3's helpers, they tell when they cannot be written.
class PacketCapture
{
  public:
    /**
     * @param directory of the files; made if need be
     */
    explicit PacketCapture(const std::string& directory);

    /**
     * @param device a point-to-point device: what it sends and receives is captured
     * @param name of the file, without its ending
     * @param express whether express packets go over the device's link
     */
    void Add(Ptr<NetDevice> device, const std::string& name, bool express);

    /**
     * Captures at both ends of all WAN links: SOURCE+DESTINATION-sent and -received.
     * @param cluster of the run
     * @param topology its nodes
     * @param express whether express packets go over its links
     */
    void AddLinks(const Cluster& cluster, const Topology& topology, bool express);

    /**
     * Captures at the ports of all GPU hosts: REGION+host-N.
     * @param cluster of the run
     * @param topology its nodes
     * @param express whether express packets go over its links
     */
    void AddHosts(const Cluster& cluster, const Topology& topology, bool express);

    /**
     * Ends all files; throws std::runtime_error if one is not whole.
     */
    void Close();

  private:
    std::string m_directory;                                           //!< of the files
    std::vector<std::pair<std::string, Ptr<PcapFileWrapper>>> m_files; //!< by path
};

} // namespace ns3::bacepipe

#endif // BACE_PACKET_CAPTURE_H
