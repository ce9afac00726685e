// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_PLAN_H
#define REPRODUCTION_PLAN_H

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "paper-reproduction/variants.h"

namespace ns3::bacepipe::reproduction
{

/// One run that every sample gets.
struct Case
{
    std::string text;          //!< of TEXTS
    std::string variant;       //!< its name
    std::string policy;        //!< its name
    Setting setting;           //!< of the sample
    SchedulingOptions options; //!< of the scheduler
};

/**
 * @brief All runs that the figures need, each once whoever asks for it.
 */
class Plan
{
  public:
    /// Plans all that the figures, tables and statements are made of.
    Plan();

    /// @return the runs, those of the same setting together
    const std::vector<Case>& GetCases() const;

    /**
     * @param text of TEXTS
     * @param variant its name
     * @param policy its name
     * @return position in GetCases(), or nothing if there is no such run
     */
    std::optional<std::size_t> Find(const std::string& text,
                                    const std::string& variant,
                                    const std::string& policy) const;

  private:
    /**
     * Plans runs, but for those that are planned.
     * @param text of TEXTS
     * @param variants each of them
     * @param policies under each of them
     * @param scaled whether the look-ahead is kept to SCALED_PLACEMENTS
     */
    void Add(const std::string& text,
             const std::vector<Variant>& variants,
             const std::vector<std::string>& policies,
             bool scaled = false);

    using Key = std::tuple<std::string, std::string, std::string>; //!< text, variant, policy

    std::vector<Case> m_cases;          //!< in the order to run
    std::map<Key, std::size_t> m_index; //!< positions there
};

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_PLAN_H
