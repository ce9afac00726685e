// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_FLOW_TABLE_H
#define BACE_FLOW_TABLE_H

#include "ns3/bace-channel-directory.h"
#include "ns3/bace-flow-use.h"

#include <deque>
#include <string>

namespace ns3::bacepipe
{

/**
 * Writes flows.csv, a line for each flow and channel that it was of.
 * @param flows in order
 * @param directory knows whose they are
 * @param path of the file; a failure throws std::runtime_error
 */
void WriteFlowTable(const std::deque<FlowUse>& flows,
                    const ChannelDirectory& directory,
                    const std::string& path);

} // namespace ns3::bacepipe

#endif // BACE_FLOW_TABLE_H
