// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CHANNEL_DIRECTORY_H
#define BACE_CHANNEL_DIRECTORY_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-packet-execution.h"
#include "ns3/bace-port-allocator.h"
#include "ns3/bace-scenario.h"
#include "ns3/bace-topology-helper.h"
#include "ns3/ipv4-address.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// Whose a channel is, and what it carries. All is empty where nobody knows.
struct ChannelUse
{
    std::string kind;          //!< job or traffic
    std::string owner;         //!< id of the job or the source of traffic
    std::string boundary;      //!< "before>after", the stages that it joins; empty for traffic
    std::string direction;     //!< activation or gradient; empty for traffic
    std::string source;        //!< REGION:host-N:gpu-M or REGION:traffic, where data starts
    std::string destination;   //!< likewise, where it goes
    Ipv4Address sourceAddress; //!< of the source
};

/**
 * @brief Knows by the port of a packet what its channel is for.
 *
 * Ports go round: who asks says which Take() gave the port (PortAllocator::GetTake()). What is once
 * known stays known, for flows are reported at the end of a run, when jobs and channels are gone.
 */
class ChannelDirectory
{
  public:
    /**
     * @param cluster of the run; only read here
     * @param topology its nodes; likewise
     * @param traffic of the scenario, likewise
     * @param ports of the run's channels
     */
    ChannelDirectory(const Cluster& cluster,
                     const Topology& topology,
                     const std::vector<TrafficSource>& traffic,
                     std::shared_ptr<const PortAllocator> ports);

    /**
     * @param execution that has started: its channels are open
     */
    void Add(const PacketExecution& execution);

    /**
     * @param take number of a Take()
     * @param owner to whom it gave ports, by number
     * @return what for
     */
    ChannelUse Find(uint32_t take, uint32_t owner) const;

  private:
    std::shared_ptr<const PortAllocator> m_ports; //!< of the run's channels
    std::map<std::string, ChannelUse> m_traffic;  //!< by id
    std::map<uint32_t, ChannelUse> m_jobs;        //!< by number of the Take()
};

} // namespace ns3::bacepipe

#endif // BACE_CHANNEL_DIRECTORY_H
