// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_UNITS_H
#define BACE_UNITS_H

#include <optional>
#include <string>

namespace ns3::bacepipe
{

/// A number and its unit, as in "12.5 Gbps".
struct Quantity
{
    double number;    //!< finite, at least 0
    std::string unit; //!< what follows the number
};

/**
 * Splits a quantity: decimal digits, perhaps a fraction, perhaps one space, a unit of letters.
 * @param text the text
 * @return the quantity, or nothing if the text is none
 */
std::optional<Quantity> ParseQuantity(const std::string& text);

/**
 * @param text a rate in bps, kbps, Mbps, Gbps, Tbps or Pbps (powers of 1000)
 * @return bits per second, or nothing if the text is no rate
 */
std::optional<double> ParseRate(const std::string& text);

/**
 * @param text a duration in ns, us, ms or s
 * @return seconds, or nothing if the text is no duration
 */
std::optional<double> ParseDuration(const std::string& text);

/**
 * @param text a size in B, kB, MB, GB (powers of 1000) or KiB, MiB, GiB (powers of 1024)
 * @return bytes, or nothing if the text is no size
 */
std::optional<double> ParseSize(const std::string& text);

} // namespace ns3::bacepipe

#endif // BACE_UNITS_H
