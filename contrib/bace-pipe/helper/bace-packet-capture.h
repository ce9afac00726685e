// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PACKET_CAPTURE_H
#define BACE_PACKET_CAPTURE_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-pcap-writer.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/net-device.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// The pcap files of a run, and who is who in them.
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
     * Writes jobs.csv beside the captures: the names of the numbers that labels of messages hold.
     * Throws std::runtime_error if it cannot be written.
     * @param ports know jobs and traffic sources by number
     * @param traffic names of those that are traffic sources
     */
    void WriteNames(const PortAllocator& ports, const std::set<std::string>& traffic) const;

    /**
     * Ends all files; throws std::runtime_error if one is not whole.
     */
    void Close();

  private:
    std::string m_directory;                          //!< of the files
    std::vector<std::shared_ptr<PcapWriter>> m_files; //!< captures
};

} // namespace ns3::bacepipe

#endif // BACE_PACKET_CAPTURE_H
