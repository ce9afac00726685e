// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LEDGER_H
#define BACE_LEDGER_H

#include "ns3/bace-cluster.h"
#include "ns3/bace-placement.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief The only truth about what is free: GPUs by region, bandwidth by directed link.
 *
 * What a job holds is taken and given back in one transaction: constraint 6 of the model (paper:
 * capacity of GPUs and of directed links at every instant). A boundary reserves the job's
 * bandwidth in both directions (our reading: activations one way, gradients the other).
 * An overdraft, a second reservation of the same job or a release of an unknown one ends the
 * program: it is a mistake in the scheduler, never in the input.
 */
class Ledger
{
  public:
    /**
     * Everything is free.
     * @param cluster what is accounted for; must outlive the ledger
     */
    explicit Ledger(const Cluster& cluster);

    /// @return the cluster accounted for
    const Cluster& GetCluster() const;

    /**
     * @param region a region
     * @return its free GPUs
     */
    uint32_t GetFreeGpus(RegionIndex region) const;

    /// @return the free GPUs of all regions together
    uint32_t GetTotalFreeGpus() const;

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
     * @param job the job's id, holding nothing yet
     * @param placement where; must fit (CanReserve)
     * @param bandwidth for each WAN boundary, each direction
     */
    void Reserve(const std::string& job, const Placement& placement, DataRate bandwidth);

    /**
     * Gives back all that a job holds.
     * @param job its id
     */
    void Release(const std::string& job);

    /**
     * @return the mean over WAN links of reserved over capacity, in [0, 1]; 0 without links. Our
     * reading of the paper's "network congestion", used as alpha of the priority.
     */
    double GetCongestion() const;

  private:
    /// What one job holds.
    struct Holding
    {
        Placement placement; //!< its GPUs
        DataRate bandwidth;  //!< for each boundary and direction
    };

    /**
     * @param placement a placement whose neighbours are joined
     * @return positions of the directed links it crosses, both directions of each boundary
     */
    std::vector<std::size_t> CrossedLinks(const Placement& placement) const;

    const Cluster& m_cluster;                  //!< what is accounted for
    std::vector<uint32_t> m_freeGpus;          //!< by region
    std::vector<uint64_t> m_reserved;          //!< bit/s, by link
    std::map<std::string, Holding> m_holdings; //!< by job
};

} // namespace ns3::bacepipe

#endif // BACE_LEDGER_H
