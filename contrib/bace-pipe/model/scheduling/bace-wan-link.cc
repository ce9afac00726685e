// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-wan-link.h"

#include <algorithm>

namespace ns3::bacepipe
{

LinkChange
WanLink::GetState(Time time) const
{
    const auto next =
        std::upper_bound(changes.begin(), changes.end(), time, [](Time t, const LinkChange& c) {
            return t < c.at;
        });
    return next == changes.begin() ? LinkChange{Time(0), rate, delay} : *(next - 1);
}

DataRate
WanLink::GetLargestRate() const
{
    DataRate largest = rate;
    for (const LinkChange& change : changes)
    {
        largest = std::max(largest, change.rate);
    }
    return largest;
}

} // namespace ns3::bacepipe
