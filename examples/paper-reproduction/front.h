// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_FRONT_H
#define REPRODUCTION_FRONT_H

#include <cstddef>
#include <string>
#include <vector>

#include "paper-reproduction/outcomes.h"
#include "paper-reproduction/statistics.h"

namespace ns3::bacepipe::reproduction
{

/// A sample in which another policy is faster than the one that looks ahead.
struct Loss
{
    std::size_t sample; //!< its number, from 0
    std::string policy; //!< the fastest there
    double percent;     //!< JCT of looking ahead over that policy's
};

/// The policy that looks ahead under one limit of cost, beside BACE-Pipe.
struct FrontRow
{
    std::string limit;  //!< label
    Summary jct;        //!< over BACE-Pipe, per cent
    Summary cost;       //!< over BACE-Pipe, per cent
    Share faster;       //!< samples whose JCT is lower than BACE-Pipe's
    Share notDearer;    //!< samples whose cost is not higher than BACE-Pipe's
    Share fastestOfAll; //!< samples whose JCT no other policy goes below, those complete counted
    std::vector<Loss> losses; //!< the samples in which one does
};

/**
 * @param outcomes of all runs
 * @return every limit, under the bounded text
 */
std::vector<FrontRow> MakeFrontRows(const Outcomes& outcomes);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_FRONT_H
