// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_MOTIVATING_EXAMPLE_H
#define REPRODUCTION_MOTIVATING_EXAMPLE_H

#include <string>
#include <vector>

namespace ns3::bacepipe::reproduction
{

/// A row of the paper's Fig. 1.
struct ExampleRow
{
    std::string decision;  //!< who decides
    std::string placement; //!< of both jobs; regions and GPUs
    double jct{0};         //!< average, h
    double cost{0};        //!< total, $
    double paperJct{0};    //!< the paper's, h
    double paperCost{0};   //!< the paper's, $
};

/**
 * The example that motivates the paper: two jobs on four regions, exactly as in
 * examples/scenarios/motivating-example.json.
 * @return its rows
 */
std::vector<ExampleRow> RunMotivatingExample();

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_MOTIVATING_EXAMPLE_H
