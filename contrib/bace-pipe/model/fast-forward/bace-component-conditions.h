// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_COMPONENT_CONDITIONS_H
#define BACE_COMPONENT_CONDITIONS_H

#include "ns3/bace-job-execution.h"

#include <string>

namespace ns3::bacepipe
{

/**
 * @brief Tells in words what the durations of iterations hang on, for ComponentMemo: equal words
 * mean equal conditions.
 */
class ComponentConditions
{
  public:
    virtual ~ComponentConditions() = default;

    /**
     * @param random whether something in a component is: its seed counts then
     * @return what is the same for all components of a run
     */
    virtual std::string DescribeRun(bool random) const = 0;

    /**
     * @param execution of a job that has started
     * @return what it computes and sends, and where; without its name, and without how often
     */
    virtual std::string DescribeJob(const JobExecution& execution) const = 0;

    /**
     * @param resource a name in JobExecution::NetworkLoads
     * @return what it is like now, with whatever else uses it now; for parts of the network that
     *         are like others, the same
     */
    virtual std::string DescribeResource(const std::string& resource) const = 0;
};

} // namespace ns3::bacepipe

#endif // BACE_COMPONENT_CONDITIONS_H
