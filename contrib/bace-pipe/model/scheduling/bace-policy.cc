// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-policy.h"

#include <algorithm>

namespace ns3::bacepipe
{

const std::vector<Policy>&
GetPolicies()
{
    using O = Ordering;
    using C = ChainSearch;
    using A = Allocation;
    // clang-format off
    static const std::vector<Policy> POLICIES{
        {"bace-pipe",     O::PRIORITY, C::BANDWIDTH_AWARE,   A::COST_MIN, false},
        {"lcf",           O::FCFS,     C::CHEAPEST_REGION,   A::GREEDY,   true},
        {"ldf",           O::FCFS,     C::LARGEST_REGION,    A::GREEDY,   true},
        {"cr-lcf",        O::FCFS,     C::CHEAPEST_REGIONS,  A::GREEDY,   true},
        {"cr-ldf",        O::FCFS,     C::WIDEST_NEIGHBOURS, A::GREEDY,   true},
        {"no-priority",   O::FCFS,     C::BANDWIDTH_AWARE,   A::COST_MIN, false},
        {"no-pathfinder", O::PRIORITY, C::WIDEST_NEIGHBOURS, A::COST_MIN, false},
        {"no-cost-min",   O::PRIORITY, C::BANDWIDTH_AWARE,   A::EVEN,     false},
        {"bace-pipe-lookahead", O::LOOK_AHEAD, C::BANDWIDTH_AWARE, A::COST_MIN, false},
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

} // namespace ns3::bacepipe
