// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_WORKERS_H
#define REPRODUCTION_WORKERS_H

#include <cstddef>
#include <functional>

namespace ns3::bacepipe::reproduction
{

/**
 * Does a number of independent pieces of work in threads, and tells on stderr how far it is. What a
 * piece throws is thrown here, once all threads have ended.
 * @param pieces of work
 * @param threads at once, at least 1
 * @param quiet no progress
 * @param work does the piece of a number; pieces may share nothing that changes
 */
void RunInThreads(std::size_t pieces,
                  unsigned threads,
                  bool quiet,
                  const std::function<void(std::size_t)>& work);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_WORKERS_H
