// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_OUTCOMES_H
#define REPRODUCTION_OUTCOMES_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "paper-reproduction/plan.h"

namespace ns3::bacepipe::reproduction
{

/// What is kept of one run of one sample.
struct Outcome
{
    uint32_t completed{0}; //!< jobs
    bool complete{false};  //!< whether these are all; otherwise the run is compared with none
    double jct{0};         //!< average, s
    double wait{0};        //!< average, s
    double cost{0};        //!< total, $
    double gpuSeconds{0};  //!< held by all jobs
    double longestGpus{0}; //!< of the job with most work; 0 if it does not finish
    double wanFill{0};     //!< the largest share in t_iter of the fill-up over WAN boundaries
};

/// A figure of an outcome.
using Measure = double Outcome::*;

/// One outcome for each sample.
using Series = std::vector<Outcome>;

/// All runs of all samples, and what bounds them.
class Outcomes
{
  public:
    /**
     * Draws samples and runs the plan on each. Results do not depend on the threads.
     * @param seed of the samples
     * @param samples how many
     * @param threads at once
     * @param quiet no progress on stderr
     */
    Outcomes(uint32_t seed, std::size_t samples, unsigned threads, bool quiet);

    /// @return how many samples there are
    std::size_t GetSamples() const;

    /// @return what was run
    const Plan& GetPlan() const;

    /**
     * @param text of TEXTS
     * @param variant its name
     * @param policy its name
     * @return outcomes by sample, or nullptr if there is no such run
     */
    const Series* Find(const std::string& text,
                       const std::string& variant,
                       const std::string& policy) const;

    /**
     * @param text of TEXTS
     * @return for each sample the lower bound on the average JCT of the base run, s
     */
    const std::vector<double>& GetBounds(const std::string& text) const;

    /**
     * @param text of TEXTS
     * @return the largest wanFill of all runs
     */
    double GetLargestWanFill(const std::string& text) const;

  private:
    /**
     * Runs the plan on one sample.
     * @param seed of the samples
     * @param number of the sample
     */
    void RunSample(uint32_t seed, std::size_t number);

    std::size_t m_samples;                               //!< how many
    Plan m_plan;                                         //!< what is run on each
    std::vector<Series> m_series;                        //!< by case, then sample
    std::map<std::string, std::vector<double>> m_bounds; //!< by text, then sample
};

/**
 * @param value a figure
 * @param reference another, positive
 * @return how much the one is over the other, in per cent; 0 where they differ by rounding alone
 */
double GetExcess(double value, double reference);

/**
 * @param series outcomes, or nullptr
 * @param reference others of the same samples, or nullptr
 * @param measure what is compared
 * @return by how many per cent the one is over the other, for samples where both are complete
 */
std::vector<double> Compare(const Series* series, const Series* reference, Measure measure);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_OUTCOMES_H
