// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-clock.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <stdexcept>

namespace ns3::bacepipe
{

void
CheckClock(double duration)
{
    const double longest = Time::Max().GetSeconds();
    if (!(Simulator::Now().GetSeconds() + duration < 0.99 * longest))
    {
        throw std::overflow_error("the run would go on beyond simulated year 290, where the "
                                  "simulator's clock ends");
    }
}

} // namespace ns3::bacepipe
