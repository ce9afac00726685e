// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_SCENARIO_H
#define BACE_SCENARIO_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-policy.h"
#include "ns3/bace-scheduling-options.h"
#include "ns3/bace-training-job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// How boundaries between regions are carried.
struct NetworkOptions
{
    bool packetLevel{true};                 //!< packets, or the analytic equations alone
    std::string transport{"bulk"};          //!< "bulk" or "tcp"
    std::string congestionControl{"cubic"}; //!< "cubic", "linux-reno", "new-reno", "bbr" or "dctcp"
    uint32_t connections{1};                //!< parallel connections of a boundary and direction
    uint32_t segmentBytes{60000};           //!< payload of one packet, bytes
    std::string path; //!< of packets: "express", "stack", or empty: see IsExpress()

    /// @return whether packets go over express links: unless it is TCP or the path is the stack
    bool IsExpress() const
    {
        return transport == "bulk" && path != "stack";
    }

    /**
     * Chooses the path where none is given.
     * @param flowMonitor whether FlowMonitor is to see the packets, which it does on the stack only
     */
    void ChoosePath(bool flowMonitor);

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

/// How a run goes.
struct RunSettings
{
    bool fastForward{true};       //!< suspend jobs whose iterations have become steady
    double steadyTolerance{0.01}; //!< relative spread of three iterations taken as steady
};

/// A whole scenario: what a run is made from.
struct Scenario
{
    std::string name;                //!< of the scenario; the file's stem if it gives none
    uint32_t seed{1};                //!< of all random streams
    std::vector<Region> regions;     //!< in the file's order
    std::vector<WanLink> links;      //!< directed, mesh expanded
    std::vector<TrainingJob> jobs;   //!< in the file's order
    std::string policy{"bace-pipe"}; //!< name of a policy
    SchedulingOptions scheduling;    //!< open readings
    NetworkOptions network;          //!< of boundaries between regions
    RunSettings run;                 //!< of the run
    std::string text;                //!< the scenario as run, overrides applied: JSON
};

} // namespace ns3::bacepipe

#endif // BACE_SCENARIO_H
