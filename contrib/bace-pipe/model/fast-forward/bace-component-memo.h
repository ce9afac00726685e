// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_COMPONENT_MEMO_H
#define BACE_COMPONENT_MEMO_H

#include "ns3/bace-steady-iteration.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// What a job of a component did once that had settled.
struct SteadyMember
{
    /// Marks the number of one behind whose packets it waited and who is not a job of the
    /// component; those who are have their position in it.
    static constexpr uint32_t OUTSIDE = uint32_t{1} << 31;

    SteadyIteration iteration; //!< of it, with its times
    /// Half-width of what its iterations before that took more or less, s.
    double transient{0};
    Time offset; //!< how far in its iteration it was when the conditions came about
    /// Iterations for which its phase against the others was found to stay.
    uint64_t horizon{std::numeric_limits<uint64_t>::max()};
};

/// What the jobs of a component did, and when that can be expected again.
struct SteadyComponent
{
    std::vector<SteadyMember> members; //!< in the order of the conditions
    bool anyPhase{true};               //!< their offsets do not matter: phases go round
    bool loaded{false};                //!< measured by another run
};

/// Where a job stands when the conditions of its component have come about.
struct MemberStanding
{
    Time offset;            //!< how far in its iteration it is
    uint64_t iterations{0}; //!< that it has left
};

/**
 * @brief Remembers what components were found to do under which conditions.
 *
 * Conditions are a text that tells all of what durations hang on (ComponentConditions). Where
 * phases stay what they were at first, what was found holds for the same phases only: each job's
 * within half a percent of an iteration (our choice), for no more iterations than they were found
 * to stay.
 */
class ComponentMemo
{
  public:
    /// What is remembered, by conditions.
    using Content = std::map<std::string, std::vector<SteadyComponent>>;

    /**
     * Looks for something, and counts it when it is found.
     * @param conditions of a component
     * @param standings of its jobs, in the order of the conditions
     * @return what its jobs will do; null if that is not known
     */
    const SteadyComponent* Find(const std::string& conditions,
                                const std::vector<MemberStanding>& standings);

    /**
     * @param conditions of a component
     * @param component what its jobs did; what was added first counts
     */
    void Add(const std::string& conditions, SteadyComponent component);

    /// @return all of it
    const Content& GetContent() const;

    /// @return how often something was found
    uint64_t GetHits() const;

    /// @return how often that was measured by another run
    uint64_t GetLoadedHits() const;

  private:
    Content m_content;        //!< in order of its addition, for each conditions
    uint64_t m_hits{0};       //!< found
    uint64_t m_loadedHits{0}; //!< of these, of another run
};

} // namespace ns3::bacepipe

#endif // BACE_COMPONENT_MEMO_H
