// SPDX-License-Identifier: GPL-2.0-only
// What a run records on request, beside its result.
#include "ns3/bace-simulation.h"

#include <algorithm>
#include <set>

namespace ns3::bacepipe
{

namespace
{

/// Intervals of links where nobody says how long they are: as many of one link at most, ...
const std::size_t g_intervalsOfLink = 1024;

/// ... and of all links; if the scenario says it, a few times as many.
const std::size_t g_intervals = 65536;

} // namespace

void
Simulation::RecordLinks()
{
    const auto& asked = m_scenario.run.linkInterval;
    if (asked && asked->IsZero())
    {
        return;
    }
    m_result.linkIntervals.emplace();
    if (!m_network)
    {
        return;
    }
    const std::size_t links = std::max<std::size_t>(m_scenario.links.size(), 1);
    const std::size_t share =
        asked ? 4 * g_intervals / links : std::min(g_intervals / links, g_intervalsOfLink);
    m_history = std::make_shared<LinkHistory>(m_cluster,
                                              asked.value_or(MilliSeconds(1)),
                                              std::max<std::size_t>(share, 2));
    m_network->GetObserver().SetHistory(m_history);
}

void
Simulation::EnableRecording()
{
    RecordLinks();
    if (!m_scenario.network.packetLevel)
    {
        return;
    }
    const bool express = m_scenario.network.IsExpress();
    const Topology& topology = m_network->GetTopology();
    if (m_options.pcap != "none")
    {
        m_capture = std::make_unique<PacketCapture>(m_options.directory + "/pcap");
        m_capture->AddLinks(m_cluster, topology, express);
    }
    if (m_options.pcap == "all")
    {
        m_capture->AddHosts(m_cluster, topology, express);
    }
    if (m_options.flowMonitor)
    {
        m_flows = std::make_unique<FlowRecorder>(m_cluster,
                                                 topology,
                                                 m_scenario.traffic,
                                                 m_network->GetEnvironment()->ports);
    }
    if (m_options.waits)
    {
        m_waits = std::make_unique<WaitReport>(m_options.directory + "/waits.csv",
                                               m_network->GetEnvironment()->ports);
    }
    if (m_options.timeline)
    {
        m_timeline = std::make_unique<Timeline>(m_cluster,
                                                m_network->GetObserver(),
                                                m_options.timelineOptions);
    }
}

void
Simulation::FinishRecording()
{
    if (m_capture)
    {
        std::set<std::string> traffic;
        for (const TrafficSource& source : m_scenario.traffic)
        {
            traffic.insert(source.id);
        }
        m_capture->WriteNames(*m_network->GetEnvironment()->ports, traffic);
        m_capture->Close();
    }
    if (m_flows)
    {
        m_flows->Write(m_options.directory);
    }
    if (m_waits)
    {
        m_waits->Close();
    }
    if (m_timeline)
    {
        m_timeline->Write(m_options.directory + "/timeline.json",
                          m_result.accounted,
                          *m_network->GetEnvironment()->ports);
    }
}

} // namespace ns3::bacepipe
