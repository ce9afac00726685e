// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CLOCK_H
#define BACE_CLOCK_H

namespace ns3::bacepipe
{

/**
 * Throws std::overflow_error if a duration from now on ends beyond what ns-3's clock holds: 2^63
 * nanoseconds, some 292 years.
 * @param duration in seconds
 */
void CheckClock(double duration);

} // namespace ns3::bacepipe

#endif // BACE_CLOCK_H
