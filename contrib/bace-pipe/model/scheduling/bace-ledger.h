// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LEDGER_H
#define BACE_LEDGER_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-placement.h"

#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief The only truth about what is free: GPUs by region, bandwidth by directed link.
 *
 * What a job holds is taken and given back in one transaction: constraint 6 of the model (paper:
 * capacity of GPUs and of directed links at every instant). A boundary reserves the job's
 * bandwidth in both directions (our reading: activations one way, gradients the other).
 * To take more than is free, or to give back more than is taken, ends the program: it is a mistake
 * in the scheduler, never in the input. A ledger is a value: a copy is an account of its own, for
 * plans that may come to nothing.
 */
class Ledger
{
  public:
    /**
     * Everything is free.
     * @param cluster what is accounted for; must outlive the ledger and its copies
     */
    explicit Ledger(const Cluster& cluster);

    /// @return the cluster accounted for
    const Cluster& GetCluster() const
    {
        return *m_cluster;
    }

    /**
     * @param region a region; an index of none ends the program
     * @return its free GPUs
     */
    uint32_t GetFreeGpus(RegionIndex region) const;

    /// @return the free GPUs of all regions together
    uint32_t GetTotalFreeGpus() const
    {
        return m_totalFreeGpus;
    }

    /**
     * @param source a region
     * @param destination a region
     * @return unreserved bandwidth of the link between them; 0 bps where there is no link
     */
    DataRate GetResidual(RegionIndex source, RegionIndex destination) const;

    /**
     * @param a a region
     * @param b a region
     * @return the narrower direction's residual: the width of the pair in the pathfinder
     */
    DataRate GetPairResidual(RegionIndex a, RegionIndex b) const;

    /**
     * @param placement a placement
     * @param bandwidth what each of its WAN boundaries needs in each direction
     * @return whether both fit in what is free; false for a placement that is empty, names a region
     *         twice or takes no GPU of one
     */
    bool CanReserve(const Placement& placement, DataRate bandwidth) const;

    /**
     * Takes a job's GPUs and bandwidth.
     * @param placement where; must fit (CanReserve)
     * @param bandwidth for each WAN boundary, each direction
     */
    void Reserve(const Placement& placement, DataRate bandwidth);

    /**
     * Gives back what was reserved.
     * @param placement as reserved
     * @param bandwidth as reserved
     */
    void Release(const Placement& placement, DataRate bandwidth);

    /**
     * @return the mean over WAN links of reserved over capacity, in [0, 1]; 0 without links. Our
     * reading of the paper's "network congestion", used as alpha of the priority.
     */
    double GetCongestion() const;

  private:
    /**
     * @param a a region
     * @param b a region joined with it
     * @return a function of both links between them: their positions
     */
    std::pair<std::size_t, std::size_t> FindPair(RegionIndex a, RegionIndex b) const;

    /**
     * Brings the width of a pair up to date.
     * @param a a region
     * @param b a region joined with it
     */
    void UpdateWidth(RegionIndex a, RegionIndex b);

    const Cluster* m_cluster;         //!< what is accounted for
    std::vector<uint32_t> m_freeGpus; //!< by region
    uint32_t m_totalFreeGpus;         //!< their sum
    std::vector<uint64_t> m_residual; //!< bit/s, by link
    std::vector<uint64_t> m_widths;   //!< bit/s, region x region: of the narrower direction
};

} // namespace ns3::bacepipe

#endif // BACE_LEDGER_H
