// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_VALIDATION_PAGE_H
#define BACE_VALIDATION_PAGE_H

#include <string>

#include "validation/test-bed.h"

namespace ns3::bacepipe::validation
{

/**
 * Simulates what was measured.
 * @param tables which, separated by commas: transfers, iterations, further; another name throws
 * @param data folder of the measurements
 * @param settings of the transport
 * @return the tables in Markdown, each with the median and the largest of its errors
 */
std::string MakePage(const std::string& tables,
                     const std::string& data,
                     const TransportSettings& settings);

} // namespace ns3::bacepipe::validation

#endif // BACE_VALIDATION_PAGE_H
