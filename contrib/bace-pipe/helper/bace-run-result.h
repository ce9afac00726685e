// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_RUN_RESULT_H
#define BACE_RUN_RESULT_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * What a run found, as it is written to files and shown: doc/outputs.md explains every figure.
 */

namespace ns3::bacepipe
{

/// Why stages waited for messages, s.
struct WaitResult
{
    double notSent{0};      //!< it was not sent yet
    double transmission{0}; //!< it could not be there sooner
    double queued{0};       //!< the rest
};

/// Seconds or shares by name.
using NamedFigures = std::vector<std::pair<std::string, double>>;

/// A row of jobs.csv. Seconds are simulated.
struct JobResult
{
    std::string job;                 //!< id
    std::string model;               //!< name
    std::string dataset;             //!< name
    bool finished{false};            //!< only finished jobs have figures from start on
    double arrival{0};               //!< s
    double start{0};                 //!< s
    double finish{0};                //!< s
    double cost{0};                  //!< $
    double energy{0};                //!< kWh
    uint32_t gpus{0};                //!< held
    std::string placement;           //!< "region:gpus>region:gpus"
    uint64_t iterations{0};          //!< done
    uint64_t iterationsSimulated{0}; //!< of them, packet by packet
    double iterationAnalytic{0};     //!< t_iter of the placement, s
    double iterationMean{0};         //!< execution time over iterations, s
    double executionHalfWidth{0};    //!< of the 95 % interval of the execution time, s
    double jctHalfWidth{0};          //!< of the 95 % interval of the job completion time, s
    double costHalfWidth{0};         //!< of the 95 % interval of the cost, $
    bool settled{true};              //!< whether its iterations had settled when accounted
    double compute{0};               //!< mean over stages, s
    double waitActivation{0};        //!< mean over stages, s
    double waitGradient{0};          //!< mean over stages, s
    uint64_t wanBytes{0};            //!< payload over WAN boundaries, both ways
    WaitResult wait;                 //!< parts of both waits, mean over stages
    WaitResult gradient;             //!< of the wait for gradients alone
    NamedFigures behind;             //!< what was queued behind others, the longest first

    /// @return time in the queue, s
    double GetWait() const
    {
        return start - arrival;
    }

    /// @return time of execution, s
    double GetExecution() const
    {
        return finish - start;
    }

    /// @return job completion time, s
    double GetJct() const
    {
        return finish - arrival;
    }
};

/// A row of accounted.csv.
struct AccountedResult
{
    std::string job;        //!< id
    double start{0};        //!< s
    double end{0};          //!< s
    uint64_t iterations{0}; //!< accounted
    double duration{0};     //!< of each, s
    double halfWidth{0};    //!< of the 95 % interval of their sum, s
    bool settled{true};     //!< whether they had settled
    bool remembered{false}; //!< whether that was measured before
};

/// A row of pipeline.csv.
struct OperationResult
{
    std::string job;        //!< id
    uint64_t iteration{0};  //!< of the job, from 0
    uint32_t stage{0};      //!< from 0
    const char* operation;  //!< forward, backward or weight
    uint32_t microBatch{0}; //!< from 0
    uint32_t chunk{0};      //!< of the stage, from 0
    double start{0};        //!< s
    double end{0};          //!< s
};

/// A row of iterations.csv.
struct IterationResult
{
    std::string job;    //!< id
    uint64_t index{0};  //!< from 0
    double start{0};    //!< s
    double duration{0}; //!< s
};

/// A row of links.csv.
struct LinkResult
{
    std::string link;               //!< "source>destination"
    uint64_t capacity{0};           //!< before any change, bit/s
    double delay{0};                //!< likewise, s
    uint64_t bytes{0};              //!< on the wire, and payload of accounted iterations
    double utilization{0};          //!< of what it could carry in the makespan
    double peakUtilization{0};      //!< likewise in the busiest second that was simulated
    uint64_t packets{0};            //!< simulated
    uint64_t drops{0};              //!< at the queue and on the way
    uint64_t maxQueueBytes{0};      //!< most that waited
    uint64_t retransmittedBytes{0}; //!< payload that jobs sent again
    uint64_t ecnMarks{0};           //!< packets marked instead of dropped
};

/// A row of links_timeseries.csv.
struct LinkIntervalResult
{
    double start{0};           //!< s
    double end{0};             //!< s
    std::string link;          //!< "source>destination"
    double utilization{0};     //!< of what it could carry meanwhile
    uint64_t maxQueueBytes{0}; //!< most that waited
    NamedFigures shares;       //!< of the utilization, those of jobs and cross traffic
};

/// A row of regions.csv.
struct RegionResult
{
    std::string region;   //!< id
    std::string gpu;      //!< type of its GPUs
    uint32_t gpus{0};     //!< in it
    double gpuSeconds{0}; //!< held by finished jobs, GPUs x s
    double energy{0};     //!< of these, kWh
    double cost{0};       //!< of these, $
};

/// A row of traffic.csv.
struct TrafficResult
{
    std::string traffic;        //!< id
    std::string source;         //!< region
    std::string destination;    //!< region
    std::string kind;           //!< as in the scenario
    double active{0};           //!< s in which it sent
    uint64_t sentBytes{0};      //!< payload
    uint64_t deliveredBytes{0}; //!< payload
    uint64_t lostPackets{0};    //!< of datagrams; of flows those sent again

    /// @return payload delivered over the time in which it sent, bit/s
    double GetGoodput() const
    {
        return active > 0 ? 8.0 * static_cast<double>(deliveredBytes) / active : 0;
    }
};

/// A row of decisions.csv.
struct DecisionResult
{
    double time{0};      //!< s
    std::string trigger; //!< events that led to the round
    std::string job;     //!< id
    double priority{0};  //!< 0 under FCFS
    double alpha{0};     //!< congestion
    std::string chain;   //!< found
    uint32_t gpus{0};    //!< given, or counted in the chain
    bool placed{false};  //!< placed or deferred
    std::string reason;  //!< in a few words
};

/// All of a run.
struct RunResult
{
    std::string scenario;                    //!< name
    std::string scenarioText;                //!< as run
    std::string policy;                      //!< name
    std::string network;                     //!< packet or analytic
    std::string transport;                   //!< of boundaries between regions
    std::string intraRegion;                 //!< of boundaries inside: delay, packet or none
    std::string ns3Version;                  //!< release
    uint32_t seed{1};                        //!< of all random streams
    std::vector<JobResult> jobs;             //!< in the scenario's order
    std::vector<IterationResult> iterations; //!< in order of their end
    std::vector<AccountedResult> accounted;  //!< in order of their end
    std::vector<OperationResult> pipeline;   //!< by job, stage and time
    std::vector<LinkResult> links;           //!< by source, destination
    std::optional<std::vector<LinkIntervalResult>> linkIntervals; //!< by link; unless it is off
    std::vector<RegionResult> regions;                            //!< in the scenario's order
    std::vector<TrafficResult> traffic;                           //!< in the scenario's order
    std::vector<DecisionResult> decisions;                        //!< in order
    std::vector<std::string> unfinished; //!< each job that is not finished: what it waits for
    uint32_t totalGpus{0};               //!< of the cluster
    uint64_t events{0};                  //!< of the simulator
    uint64_t memoHits{0};                //!< components that were known from before
    uint64_t memoHitsLoaded{0};          //!< of these, from other runs

    /// @return jobs that finished
    uint32_t CountCompleted() const;

    /// @return mean completion time of finished jobs, s; 0 without any
    double GetAverageJct() const;

    /// @return half-width of its 95 % interval, s: as if all jobs erred the same way
    double GetAverageJctHalfWidth() const;

    /// @return mean time in the queue of finished jobs, s; 0 without any
    double GetAverageWait() const;

    /// @return cost of finished jobs, $
    double GetTotalCost() const;

    /// @return half-width of its 95 % interval, $: as if all jobs erred the same way
    double GetTotalCostHalfWidth() const;

    /// @return energy of finished jobs, kWh
    double GetTotalEnergy() const;

    /// @return when the first job arrives, s; 0 without jobs
    double GetFirstArrival() const;

    /// @return from the first arrival to the last finish, s
    double GetMakespan() const;

    /**
     * @param figure of a job, s: mean over its stages
     * @return GPU seconds of finished jobs over those that they held; 0 without any
     */
    double GetShare(const std::function<double(const JobResult&)>& figure) const;

    /// @return GPU seconds held by finished jobs over those of the cluster in the makespan
    double GetGpuUtilization() const;
};

} // namespace ns3::bacepipe

#endif // BACE_RUN_RESULT_H
