// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_GROWING_CHAIN_H
#define BACE_GROWING_CHAIN_H

#include "ns3/bace-chain-search.h"
#include "ns3/bace-cluster.h"
#include "ns3/bace-ledger.h"
#include "ns3/bace-placement.h"

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief A chain of regions that the pathfinder grows from a seed, one region at a time.
 *
 * It is feasible at every moment: each of its boundaries has at least b_j(L) free in both
 * directions, L being its present GPUs. b_j grows with L, so what a chain can hold is set by its
 * narrowest boundary, and an extension is checked against all of them by that one number. Where
 * stages hold several chunks of the model, that is what is left for each message, and the chain's
 * ends must be joined too.
 */
class GrowingChain
{
  public:
    /**
     * A chain of one region.
     * @param request what is looked for
     * @param ledger what is free; both must outlive the chain
     * @param seed a region with a free GPU
     */
    GrowingChain(const ChainRequest& request, const Ledger& ledger, RegionIndex seed);

    /**
     * Takes in one more region, the widest that is feasible and shortens the iteration, at
     * either end; only part of its free GPUs where a boundary or K* allows no more.
     * @return whether there was one
     */
    bool Grow();

    /**
     * @return the least t_iter that this chain can come to by growing, seconds. All K* GPUs, one
     * boundary more than there are, and the others joined by the cluster's largest bandwidth or, if
     * that is faster, a boundary too; those that it has not yet are the fastest. Holds up to the K*
     * of an ideal bandwidth that is no larger than that: up to there t_iter falls.
     */
    double GetBoundByGrowing() const;

    /**
     * Goes on past K*, as far as free links carry b_j(K*), and counts all free GPUs of its
     * regions: the choice for an allocator that picks K* of them. Does nothing to a chain short
     * of K*, and leaves every region one of the K* GPUs.
     */
    void Span();

    /// @return t_iter, seconds
    double GetIterationTime() const;

    /// @return what its GPUs cost now, $ per hour
    double GetHourlyPrice() const;

    /// @return how many regions it has
    std::size_t CountRegions() const;

    /// @return its GPUs
    uint32_t GetGpus() const;

    /// @return its regions, of the chain and its mirror image the one with the lower first index
    Placement GetPlacement() const;

  private:
    /// A region that one end of the chain is linked to.
    struct Candidate
    {
        RegionIndex region; //!< unused, with free GPUs
        bool atTail;        //!< after the last region, or before the first
        uint64_t width;     //!< residual of the narrower direction, bit/s
    };

    /// What t_iter and feasibility need to know of a chain.
    struct Extent
    {
        uint32_t gpus{0};        //!< L
        uint32_t boundaries{0};  //!< between regions
        uint64_t narrowest{0};   //!< residual of the narrowest of these, bit/s
        double slowness{0};      //!< sum of 1 / speed
        double mostSlowness{1};  //!< the largest of these
        double intraTotal{0};    //!< sum of t_comm inside the regions, seconds
        double intraSlowest{0};  //!< the largest of these, seconds
        double iterationTime{0}; //!< t_iter, seconds
    };

    /**
     * @param a a candidate
     * @param b another
     * @return whether a is tried before b: the wider, then the tail's, then the lower index
     */
    static bool IsWider(const Candidate& a, const Candidate& b);

    /**
     * @param visit is called with each region that could be appended, in no order, and returns the
     *        least width that it wants to see from then on, bit/s
     */
    template <typename Visitor>
    void VisitCandidates(Visitor visit);

    /// @return the region to try first; nothing if there is none to try
    std::optional<Candidate> FindWidest();

    /**
     * Takes in a region if that is feasible and a gain.
     * @param candidate it
     * @return whether it did
     */
    bool TryAppend(const Candidate& candidate);

    /**
     * @param stages any number
     * @return the largest up to it that the job can have; as it is below the floor, where a chain
     *         only gathers GPUs
     */
    uint32_t RoundDown(uint32_t stages) const;

    /**
     * @param candidate a region to append
     * @return the narrowest boundary of the chain with it, each by what it has left for a message,
     *         bit/s; nothing where its ends must be joined and are not
     */
    std::optional<uint64_t> GetWidthWith(const Candidate& candidate) const;

    /**
     * @param candidate a region to append
     * @return how many of its GPUs no boundary forbids, up to K*; 0 if even one is too many
     */
    uint32_t CountFeasible(const Candidate& candidate) const;

    /**
     * @param region a region
     * @param gpus taken of it, at least 1
     * @param width of the boundary to it, bit/s
     * @return the chain's extent with that region appended
     */
    Extent Extended(RegionIndex region, uint32_t gpus, uint64_t width) const;

    /**
     * @param candidate a region to append
     * @param gpus taken of it
     */
    void Append(const Candidate& candidate, uint32_t gpus);

    const ChainRequest* m_request; //!< what is looked for
    const Ledger* m_ledger;        //!< what is free
    /// From head to tail; most chains are short.
    boost::container::small_vector<PlacementSegment, 4> m_segments;
    std::vector<bool> m_used; //!< by region; empty until it is needed
    Extent m_extent;          //!< up to date with m_segments, until Span()
};

} // namespace ns3::bacepipe

#endif // BACE_GROWING_CHAIN_H
