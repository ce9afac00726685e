// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LEDGER_H
#define BACE_LEDGER_H

#include "ns3/abort.h"
#include "ns3/bace-cluster.h"
#include "ns3/bace-placement.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief The only truth about what is free: GPUs by region, bandwidth by directed link.
 *
 * What a job holds is taken and given back in one transaction: constraint 6 of the model (paper:
 * capacity of GPUs and of directed links at every instant). A boundary reserves the job's
 * bandwidth in both directions (our reading: activations one way, gradients the other), and that
 * for each message that crosses it for a micro-batch (ForEachRegionPair()).
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
    uint32_t GetFreeGpus(RegionIndex region) const
    {
        NS_ABORT_MSG_IF(region >= m_freeGpus.size(), "no region of index " << region);
        return m_freeGpus[region];
    }

    /// @return the regions with free GPUs, ascending
    const std::vector<RegionIndex>& GetFreeRegions() const
    {
        return m_freeRegions;
    }

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
    DataRate GetPairResidual(RegionIndex a, RegionIndex b) const
    {
        return DataRate(GetWidth(a, b));
    }

    /**
     * GetPairResidual() where it is asked for often.
     * @param a a region
     * @param b a region
     * @return the narrower direction's residual, bit/s
     */
    uint64_t GetWidth(RegionIndex a, RegionIndex b) const
    {
        NS_ABORT_MSG_IF(std::max(a, b) >= m_freeGpus.size(),
                        "no region of index " << std::max(a, b));
        return m_widths[a * m_freeGpus.size() + b];
    }

    /**
     * @param a a region
     * @return GetWidth() from it to each region, by index; 0 where there is no link
     */
    const uint64_t* GetWidths(RegionIndex a) const
    {
        NS_ABORT_MSG_IF(a >= m_freeGpus.size(), "no region of index " << a);
        return m_widths.data() + a * m_freeGpus.size();
    }

    /**
     * @param placement a placement
     * @param bandwidth what a message of its WAN boundaries needs
     * @param chunks of the model on each GPU
     * @return whether both fit in what is free; false for a placement that is empty, names a region
     *         twice or takes no GPU of one
     */
    bool CanReserve(const Placement& placement, DataRate bandwidth, uint32_t chunks = 1) const;

    /**
     * Takes a job's GPUs and bandwidth.
     * @param placement where; must fit (CanReserve)
     * @param bandwidth for each message of a WAN boundary, each direction
     * @param chunks of the model on each GPU
     */
    void Reserve(const Placement& placement, DataRate bandwidth, uint32_t chunks = 1);

    /**
     * Gives back what was reserved.
     * @param placement as reserved
     * @param bandwidth as reserved
     * @param chunks as reserved
     */
    void Release(const Placement& placement, DataRate bandwidth, uint32_t chunks = 1);

    /**
     * @return the mean over WAN links of reserved over capacity, in [0, 1]; 0 without links. Our
     * reading of the paper's "network congestion", used as alpha of the priority.
     */
    double GetCongestion() const;

  private:
    /**
     * @param a a region
     * @param b a region joined with it
     * @return the positions of the links between them, there and back
     */
    std::array<std::size_t, 2> FindPair(RegionIndex a, RegionIndex b) const;

    /**
     * Brings the free GPUs of a region up to date.
     * @param region a region
     * @param gpus how many are free now
     */
    void SetFreeGpus(RegionIndex region, uint32_t gpus);

    /**
     * Brings the width of a pair up to date.
     * @param a a region
     * @param b a region joined with it
     */
    void UpdateWidth(RegionIndex a, RegionIndex b);

    const Cluster* m_cluster;               //!< what is accounted for
    std::vector<uint32_t> m_freeGpus;       //!< by region
    uint32_t m_totalFreeGpus;               //!< their sum
    std::vector<RegionIndex> m_freeRegions; //!< where there are some, ascending
    std::vector<uint64_t> m_residual;       //!< bit/s, by link
    std::vector<uint64_t> m_widths;         //!< bit/s, region x region: of the narrower direction
};

} // namespace ns3::bacepipe

#endif // BACE_LEDGER_H
