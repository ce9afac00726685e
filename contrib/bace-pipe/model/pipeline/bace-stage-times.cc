// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-stage-times.h"

#include <algorithm>

namespace ns3::bacepipe
{

namespace
{

/// Adds times by owner.
void
AddShares(ServiceMeter::Shares& shares, const ServiceMeter::Shares& others)
{
    for (const auto& [owner, time] : others)
    {
        shares[owner] += time;
    }
}

} // namespace

Time
WaitTime::GetQueued() const
{
    return total - notSent - transmission;
}

void
WaitTime::Add(Time since, Time now, const Passage& passage)
{
    const Time unsent = Max(Min(passage.sent, now) - since, Time(0));
    const Time underWay = now - since - unsent;
    const Time transmitted = Min(underWay, passage.ideal);
    const Time queued = underWay - transmitted;
    total += now - since;
    notSent += unsent;
    transmission += transmitted;
    if (queued.IsZero())
    {
        return;
    }
    Time served;
    for (const auto& [owner, time] : passage.behind)
    {
        served += time;
    }
    for (const auto& [owner, time] : passage.behind)
    {
        const double share = std::min(1.0, queued.GetDouble() / std::max(1.0, served.GetDouble()));
        behind[owner] += TimeStep(static_cast<uint64_t>(time.GetDouble() * share));
    }
}

WaitTime&
WaitTime::operator+=(const WaitTime& other)
{
    total += other.total;
    notSent += other.notSent;
    transmission += other.transmission;
    AddShares(behind, other.behind);
    return *this;
}

WaitTime&
WaitTime::operator*=(int64_t factor)
{
    total = total * factor;
    notSent = notSent * factor;
    transmission = transmission * factor;
    for (auto& [owner, time] : behind)
    {
        time = time * factor;
    }
    return *this;
}

WaitTime&
WaitTime::operator/=(int64_t divisor)
{
    total = total / divisor;
    notSent = notSent / divisor;
    transmission = transmission / divisor;
    for (auto& [owner, time] : behind)
    {
        time = time / divisor;
    }
    return *this;
}

StageTimes&
StageTimes::operator+=(const StageTimes& other)
{
    compute += other.compute;
    waitActivation += other.waitActivation;
    waitGradient += other.waitGradient;
    return *this;
}

StageTimes&
StageTimes::operator*=(int64_t factor)
{
    compute = compute * factor;
    waitActivation *= factor;
    waitGradient *= factor;
    return *this;
}

StageTimes&
StageTimes::operator/=(int64_t divisor)
{
    compute = compute / divisor;
    waitActivation /= divisor;
    waitGradient /= divisor;
    return *this;
}

ServiceMeter::Shares
StageTimes::GetBehind() const
{
    ServiceMeter::Shares shares = waitActivation.behind;
    AddShares(shares, waitGradient.behind);
    return shares;
}

} // namespace ns3::bacepipe
