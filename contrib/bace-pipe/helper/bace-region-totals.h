// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_REGION_TOTALS_H
#define BACE_REGION_TOTALS_H

#include "ns3/bace-run-result.h"
#include "ns3/bace-scheduler-application.h"

#include <vector>

namespace ns3::bacepipe
{

/**
 * Adds up what finished jobs held in each region and what that cost there.
 * @param jobs all of the run; those that have not finished count for nothing
 * @param cluster that their placements belong to
 * @return a row for each region, in the cluster's order
 */
std::vector<RegionResult> SumRegions(const std::vector<JobRecord>& jobs, const Cluster& cluster);

} // namespace ns3::bacepipe

#endif // BACE_REGION_TOTALS_H
