// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-flow-table.h"

#include "ns3/bace-output-file.h"
#include "ns3/tcp-l4-protocol.h"

#include <fstream>
#include <iomanip>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// @return "a>b" for ends in two regions, else nothing
std::string
NameLink(const std::string& source, const std::string& destination)
{
    const std::string u = source.substr(0, source.find(':'));
    const std::string v = destination.substr(0, destination.find(':'));
    return u == v ? "" : u + ">" + v;
}

/// Writes a number, or nothing where there is none.
void
WriteIf(std::ostream& file, bool any, double value)
{
    file << ',';
    if (any)
    {
        file << value;
    }
}

void
WriteRow(std::ostream& file, const FlowUse& flow, const ChannelUse& channel)
{
    const FlowCounts counts = flow.GetCounts();
    const bool isKnown = !channel.kind.empty();
    const bool isData = flow.tuple.sourceAddress == channel.sourceAddress;
    std::string source = channel.source;
    std::string destination = channel.destination;
    if (!isData)
    {
        std::swap(source, destination);
    }
    file << flow.flow << ',' << channel.kind << ',' << channel.owner << ',' << channel.boundary
         << ',' << channel.direction << ',';
    if (isKnown)
    {
        file << flow.connection << ',' << (isData ? "data" : "acknowledgement");
    }
    else
    {
        file << ',';
    }
    file << ',' << source << ',' << destination << ',' << NameLink(source, destination) << ','
         << (flow.tuple.protocol == TcpL4Protocol::PROT_NUMBER ? "tcp" : "udp") << ','
         << flow.tuple.sourceAddress << ',' << flow.tuple.sourcePort << ','
         << flow.tuple.destinationAddress << ',' << flow.tuple.destinationPort << ','
         << flow.firstTx.GetSeconds();
    const bool arrived = flow.lastRx.has_value();
    const Time lastRx = flow.lastRx.value_or(Time(0));
    WriteIf(file, arrived, lastRx.GetSeconds());
    file << ',' << counts.txPackets << ',' << counts.txBytes << ',' << flow.payloadBytes << ','
         << counts.rxPackets << ',' << counts.rxBytes << ','
         << counts.droppedPackets + flow.lostOnTheWay << ',' << counts.droppedPackets << ','
         << counts.droppedBytes;
    const auto packets = static_cast<double>(counts.rxPackets);
    // A jitter lies between two packets; the first of a flow's second use has one to the first's.
    const double jitters = flow.before.rxPackets > 0 ? packets : packets - 1;
    WriteIf(file, arrived, counts.delay.GetSeconds() / packets);
    WriteIf(file, arrived, flow.delays.GetQuantile(0.99).GetSeconds());
    WriteIf(file, jitters > 0, counts.jitter.GetSeconds() / jitters);
    const double duration = (lastRx - flow.firstTx).GetSeconds();
    WriteIf(file, arrived && duration > 0, 8.0 * static_cast<double>(counts.rxBytes) / duration);
    file << '\n';
}

} // namespace

void
WriteFlowTable(const std::deque<FlowUse>& flows,
               const ChannelDirectory& directory,
               const std::string& path)
{
    std::ofstream file(path);
    file << std::setprecision(12)
         << "flow,kind,owner,boundary,direction,connection,role,source,destination,link,protocol,"
            "source_address,source_port,destination_address,destination_port,first_tx_s,last_rx_s,"
            "tx_packets,tx_bytes,payload_bytes,rx_packets,rx_bytes,lost_packets,dropped_packets,"
            "dropped_bytes,mean_delay_s,p99_delay_s,mean_jitter_s,throughput_bps\n";
    for (const FlowUse& flow : flows)
    {
        WriteRow(file, flow, directory.Find(flow.take, flow.owner));
    }
    CloseFile(file, path);
}

} // namespace ns3::bacepipe
