// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SCENARIO_H
#define BACE_SCENARIO_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-scheduling-options.h"
#include "ns3/bace-training-job.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// Most bytes that a TCP connection has in flight: its receive buffer is twice that, and window
/// scaling ends at 1 GiB (RFC 7323).
constexpr uint64_t MAX_TCP_WINDOW = 500U << 20;

/// Bytes of a packet beside its payload, with either transport: IPv4 20, and TCP with timestamps 32
/// or UDP 8 and a header of 24.
constexpr uint32_t PACKET_HEADER_BYTES = 52;

/// How boundaries are carried.
struct NetworkOptions
{
    bool packetLevel{true};                 //!< packets, or the analytic equations alone
    std::string transport{"bulk"};          //!< "bulk" or "tcp"
    std::string congestionControl{"cubic"}; //!< "cubic", "linux-reno", "new-reno", "bbr" or "dctcp"
    uint32_t connections{1};                //!< parallel connections of a boundary and direction
    uint32_t segmentBytes{60000};           //!< payload of one packet, bytes
    uint16_t mtu{65535};                    //!< largest IPv4 packet of all devices, bytes
    uint32_t initialWindow{0};  //!< initial congestion window, segments; 0: as the channels have it
    DataRate connectionRate{0}; //!< most that one connection sends; 0: as the channels have it
    uint64_t maxWindow{0};      //!< bytes of a connection in flight; 0: sized for the path
    bool intraRegionPackets{false}; //!< between hosts of a region too: packets, or delays
    bool restartAfterIdle{false};   //!< whether windows decay while nothing is sent; bulk only
    std::string path;               //!< of packets: "express", "stack", or empty: see IsExpress()

    /// @return whether packets go over express links: unless it is TCP or the path is the stack
    bool IsExpress() const
    {
        return transport == "bulk" && path != "stack";
    }

    /**
     * Chooses the path where none is given.
     * @param needsStack whether something works on the stack only: FlowMonitor, queue disciplines
     */
    void ChoosePath(bool needsStack);

    /// @return how boundaries inside regions are carried, as in a scenario and in reports; "none"
    /// for an analytic network
    const char* GetIntraRegionName() const
    {
        return !packetLevel ? "none" : intraRegionPackets ? "packet" : "delay";
    }

    /// @return transport and path in a few words, for reports; "none" for an analytic network
    std::string DescribeTransport() const;

    /// @return level, transport and path in a few words, for headings
    std::string Describe() const;

    /// @return the name of the level, as in a scenario and in reports
    const char* GetLevelName() const
    {
        return packetLevel ? "packet" : "analytic";
    }
};

/**
 * @param links directed WAN links
 * @return whether one of them has a queue discipline that express links do not have
 */
bool NeedStack(const std::vector<WanLink>& links);

/// What a source of cross traffic sends.
enum class TrafficKind
{
    CONSTANT, //!< datagrams at a rate
    ON_OFF,   //!< datagrams at a rate, now and then
    FLOWS     //!< connections that always have data to send
};

/// Traffic over a WAN link beside that of the jobs.
struct TrafficSource
{
    std::string id;                          //!< unique name
    RegionIndex source{0};                   //!< where it starts
    RegionIndex destination{0};              //!< where it ends; a link leads there
    TrafficKind kind{TrafficKind::CONSTANT}; //!< what it sends
    DataRate rate;                           //!< of datagrams, in bits of IPv4 packets
    Time on;                                 //!< mean of an on-period
    Time off;                                //!< mean of an off-period
    bool exponential{true};                  //!< periods are so distributed; else all equal
    uint32_t connections{1};                 //!< of FLOWS
    std::string congestionControl{"cubic"};  //!< of FLOWS
    uint32_t packetBytes{60000};             //!< payload of a packet
    Time start;                              //!< when it begins
    Time stop;                               //!< when it ends; 0: never

    /// @return the name of its kind, as in a scenario and in reports
    const char* GetKindName() const;
};

/// How a run goes.
struct RunSettings
{
    bool fastForward{true};       //!< suspend jobs whose iterations have become steady
    double steadyTolerance{0.01}; //!< relative half-width of a mean iteration taken as settled
    uint32_t maxIterations{200};  //!< simulated before a job is suspended in any case
    bool memo{true};              //!< reuse what was measured of a component

    /// Shortest intervals of links_timeseries.csv; 0: no such file. Without it they are short at
    /// first, and few.
    std::optional<Time> linkInterval;
};

/// A whole scenario: what a run is made from.
struct Scenario
{
    std::string name;                   //!< of the scenario; the file's stem if it gives none
    uint32_t seed{1};                   //!< of all random streams
    std::vector<Region> regions;        //!< in the file's order
    std::vector<WanLink> links;         //!< directed, mesh expanded
    std::vector<TrainingJob> jobs;      //!< in the file's order
    std::vector<TrafficSource> traffic; //!< in the file's order
    std::string policy{"bace-pipe"};    //!< name of a policy
    SchedulingOptions scheduling;       //!< open readings
    NetworkOptions network;             //!< of boundaries between regions
    RunSettings run;                    //!< of the run
    std::string text;                   //!< the scenario as run, overrides applied: JSON
};

} // namespace ns3::bacepipe

#endif // BACE_SCENARIO_H
