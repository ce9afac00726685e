// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-policy.h"

#include "ns3/bace-cost-model.h"
#include "ns3/bace-ordering.h"
#include "ns3/bace-placement-search.h"

#include <algorithm>
#include <set>

namespace ns3::bacepipe
{

const std::vector<Policy>&
GetPolicies()
{
    // clang-format off
    static const std::vector<Policy> POLICIES{
        {"bace-pipe",     Ordering::PRIORITY, ChainSearch::BANDWIDTH_AWARE,   Allocation::COST_MIN, false},
        {"lcf",           Ordering::FCFS,     ChainSearch::CHEAPEST_REGION,   Allocation::GREEDY,   true},
        {"ldf",           Ordering::FCFS,     ChainSearch::LARGEST_REGION,    Allocation::GREEDY,   true},
        {"cr-lcf",        Ordering::FCFS,     ChainSearch::CHEAPEST_REGIONS,  Allocation::GREEDY,   true},
        {"cr-ldf",        Ordering::FCFS,     ChainSearch::WIDEST_NEIGHBOURS, Allocation::GREEDY,   true},
        {"no-priority",   Ordering::FCFS,     ChainSearch::BANDWIDTH_AWARE,   Allocation::COST_MIN, false},
        {"no-pathfinder", Ordering::PRIORITY, ChainSearch::WIDEST_NEIGHBOURS, Allocation::COST_MIN, false},
        {"no-cost-min",   Ordering::PRIORITY, ChainSearch::BANDWIDTH_AWARE,   Allocation::EVEN,     false},
    };
    // clang-format on
    return POLICIES;
}

const Policy*
FindPolicy(const std::string& name)
{
    const auto& policies = GetPolicies();
    const auto found = std::find_if(policies.begin(), policies.end(), [&](const Policy& policy) {
        return policy.name == name;
    });
    return found == policies.end() ? nullptr : &*found;
}

std::vector<Decision>
Decide(const Policy& policy,
       const SchedulingOptions& options,
       const std::vector<const TrainingJob*>& pending,
       Time now,
       Ledger& ledger)
{
    const double alpha = ledger.GetCongestion();
    std::vector<Decision> decisions;
    for (const auto& [index, optimalGpus, priority] :
         RankJobs(policy.ordering, options, pending, alpha, ledger.GetCluster()))
    {
        const TrainingJob& job = *pending[index];
        PlacementSearch found =
            FindPlacement(policy, options, job.profile, optimalGpus, now, ledger);
        const bool placed = !found.placement.empty();
        if (placed)
        {
            ledger.Reserve(job.id, found.placement, found.bandwidth);
        }
        Decision decision;
        decision.job = index;
        decision.priority = priority;
        decision.alpha = alpha;
        decision.chain = std::move(found.chain);
        decision.placed = placed;
        decision.placement = std::move(found.placement);
        decision.bandwidth = found.bandwidth;
        decision.reason = std::move(found.reason);
        decisions.push_back(std::move(decision));
        if (!placed && policy.headOfLine)
        {
            break;
        }
    }
    return decisions;
}

std::string
WhyNeverStarts(const Policy& policy,
               const SchedulingOptions& options,
               const TrainingJob& job,
               const Cluster& cluster,
               Time from)
{
    const Ledger idle(cluster);
    const uint32_t optimalGpus = OptimalGpus(job.profile, cluster, options.layerBound);
    std::set<Time> instants{from}; // what a policy finds changes when a price does
    for (const Region& region : cluster.GetRegions())
    {
        for (const auto& [time, price] : region.price.GetSteps())
        {
            if (time > from)
            {
                instants.insert(time);
            }
        }
    }
    std::string reason;
    for (const Time& now : instants)
    {
        const auto found = FindPlacement(policy, options, job.profile, optimalGpus, now, idle);
        if (!found.placement.empty())
        {
            return "";
        }
        reason = found.reason;
    }
    return reason;
}

} // namespace ns3::bacepipe
