// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-scheduler.h"
#include "ns3/bace-pathfinder.h"
#include "ns3/bace-placement-search.h"
#include "ns3/bace-policy.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <set>

#include "unit/scheduling-random.h"

using namespace ns3;
using namespace ns3::bacepipe;
using namespace scheduling;

namespace
{

/// An account kept beside the ledger, and what each placement is held against.
class Audit
{
  public:
    explicit Audit(const Cluster& cluster)
        : m_cluster(cluster)
    {
    }

    /// Takes down a placement, after checking all that can be checked of it.
    void Start(const TrainingJob& job, const Decision& decision, uint32_t optimalGpus)
    {
        const Placement& placement = decision.placement;
        const uint32_t gpus = CountGpus(placement);
        EXPECT_LE(gpus, optimalGpus);
        EXPECT_LE(gpus, job.profile.layers);
        EXPECT_GE(gpus, job.profile.minGpus);
        EXPECT_EQ(decision.bandwidth, DataRate(MbpsPerStage(job.profile) * gpus * MBPS));
        std::set<RegionIndex> regions;
        for (const PlacementSegment& segment : placement)
        {
            EXPECT_GE(segment.gpus, 1u);
            EXPECT_TRUE(regions.insert(segment.region).second) << "a region twice";
        }
        Book(placement, MbpsPerStage(job.profile) * gpus, 1);
        for (const auto& [region, used] : m_gpus)
        {
            EXPECT_LE(used, m_cluster.GetRegion(region).gpus);
        }
        for (const auto& [pair, used] : m_mbps)
        {
            const auto link = m_cluster.FindLink(pair.first, pair.second);
            ASSERT_TRUE(link) << "a boundary without a link";
            EXPECT_LE(used * MBPS, m_cluster.GetLinks()[*link].rate.GetBitRate());
        }
    }

    /// Takes down that a placement ended.
    void Stop(const TrainingJob& job, const Placement& placement)
    {
        Book(placement, MbpsPerStage(job.profile) * CountGpus(placement), -1);
    }

    /// Expects the ledger to say the same.
    void Compare(const Ledger& ledger)
    {
        for (RegionIndex region = 0; region < m_cluster.GetRegions().size(); ++region)
        {
            EXPECT_EQ(ledger.GetFreeGpus(region),
                      m_cluster.GetRegion(region).gpus - m_gpus[region]);
        }
        for (const WanLink& link : m_cluster.GetLinks())
        {
            const uint64_t used = m_mbps[std::make_pair(link.source, link.destination)] * MBPS;
            EXPECT_EQ(ledger.GetResidual(link.source, link.destination).GetBitRate(),
                      link.rate.GetBitRate() - used);
        }
    }

  private:
    /// Adds to the accounts or takes off.
    void Book(const Placement& placement, uint64_t mbps, int sign)
    {
        for (std::size_t i = 0; i < placement.size(); ++i)
        {
            m_gpus[placement[i].region] += sign * placement[i].gpus;
            if (i > 0)
            {
                m_mbps[{placement[i - 1].region, placement[i].region}] += sign * mbps;
                m_mbps[{placement[i].region, placement[i - 1].region}] += sign * mbps;
            }
        }
    }

    const Cluster& m_cluster;
    std::map<RegionIndex, uint32_t> m_gpus;
    std::map<std::pair<RegionIndex, RegionIndex>, uint64_t> m_mbps;
};

/// @return the most GPUs of any feasible chain, by trying all orders of all sets of regions
uint32_t
MostGpus(const JobProfile& profile, uint32_t maxGpus, const Ledger& ledger)
{
    const Cluster& cluster = ledger.GetCluster();
    std::vector<RegionIndex> order(cluster.GetRegions().size());
    for (RegionIndex i = 0; i < order.size(); ++i)
    {
        order[i] = i;
    }
    uint32_t most = 0;
    do // every prefix of every order
    {
        uint64_t narrowest = 1000000;
        uint32_t gpus = 0;
        for (std::size_t i = 0; i < order.size(); ++i)
        {
            if (ledger.GetFreeGpus(order[i]) == 0)
            {
                break;
            }
            gpus += ledger.GetFreeGpus(order[i]);
            if (i > 0)
            {
                const DataRate width = ledger.GetPairResidual(order[i - 1], order[i]);
                narrowest = std::min(narrowest, width.GetBitRate() / MBPS);
            }
            const uint32_t stages =
                std::min({gpus, maxGpus, static_cast<uint32_t>(narrowest / MbpsPerStage(profile))});
            if (stages > i) // one GPU in each region at least
            {
                most = std::max(most, stages);
            }
        }
    } while (std::next_permutation(order.begin(), order.end()));
    return most;
}

/// How the pathfinder does against trying everything.
struct Score
{
    uint32_t cases{0};   //!< searches where the most GPUs lie in several regions
    uint32_t maximal{0}; //!< of these, with as many GPUs as any chain could have
    uint64_t found{0};   //!< GPUs in all
    uint64_t most{0};    //!< GPUs that there could have been in all

    /// Searches once, of which the exhaustive search is the bound.
    void Add(const JobProfile& profile, uint32_t maxGpus, const Ledger& ledger)
    {
        const uint32_t bound = MostGpus(profile, maxGpus, ledger);
        const Placement chain =
            FindBandwidthAwareChain(Want(profile, maxGpus), SchedulingOptions(), ledger);
        const uint32_t gpus = CountGpus(chain);
        uint32_t largest = 0;
        for (RegionIndex i = 0; i < ledger.GetCluster().GetRegions().size(); ++i)
        {
            largest = std::max(largest, ledger.GetFreeGpus(i));
        }
        if (bound <= largest)
        {
            EXPECT_EQ(gpus, bound);
            return;
        }
        ASSERT_LE(gpus, bound) << ToString(chain, ledger.GetCluster()) << " is not feasible";
        ++cases;
        maximal += gpus == bound;
        found += gpus;
        most += bound;
    }

    /// Shows what was measured.
    void Report(const std::string& name) const
    {
        testing::Test::RecordProperty(name + "_maximal_permille", int(1000.0 * maximal / cases));
        std::cout << name << ": " << maximal << " of " << cases << " chains maximal ("
                  << 100.0 * maximal / cases << " %), " << 100.0 * found / most
                  << " % of the GPUs that an exhaustive search finds\n";
    }
};

} // namespace

TEST(SchedulingProperty, NothingIsEverOverdrawn)
{
    Random random(20250);
    uint32_t placed = 0;
    uint32_t crossing = 0;
    for (uint32_t sample = 0; sample < 400; ++sample)
    {
        const Cluster cluster = DrawCluster(random, 1, 6);
        std::vector<TrainingJob> jobs;
        for (uint32_t i = 0; i < 6; ++i)
        {
            jobs.push_back(DrawJob(random, i));
        }
        SchedulingOptions options;
        options.spanAll = sample % 2 == 1;
        options.longestFirst = sample % 3 == 1;
        options.timeTolerance = sample % 5 == 1 ? 0.05 : 0;
        options.shortenChains = sample % 7 == 1;
        options.lookAhead.placements = 200;
        options.lookAhead.costLimit = sample % 2 ? 1 : std::numeric_limits<double>::infinity();
        for (const Policy& policy : GetPolicies())
        {
            SCOPED_TRACE(std::string(policy.name) + " sample " + std::to_string(sample));
            Audit audit(cluster);
            JobScheduler scheduler(Ledger(cluster), policy, options);
            for (std::size_t i = 0; i < jobs.size(); ++i)
            {
                scheduler.Submit(i, jobs[i]);
            }
            std::vector<std::size_t> running;
            std::map<std::size_t, Placement> placements;
            for (uint32_t round = 0; round < 6; ++round)
            {
                for (const Decision& decision : scheduler.Decide(Seconds(3 + round)))
                {
                    const TrainingJob& job = jobs[decision.job];
                    EXPECT_FALSE(decision.reason.empty());
                    EXPECT_EQ(decision.reason.find_first_of(",\"'"), std::string::npos);
                    if (decision.placed)
                    {
                        const JobEstimate estimate = EstimateJob(job.profile, cluster, options);
                        audit.Start(job, decision, estimate.optimalGpus);
                        running.push_back(decision.job);
                        EXPECT_TRUE(placements.emplace(decision.job, decision.placement).second)
                            << "placed twice";
                        ++placed;
                        crossing += decision.placement.size() > 1;
                    }
                }
                EXPECT_EQ(scheduler.GetPending().size() + placements.size(), jobs.size());
                audit.Compare(scheduler.GetLedger());
                if (!running.empty())
                {
                    audit.Stop(jobs[running.front()], placements.at(running.front()));
                    scheduler.Complete(running.front(), Seconds(3.5 + round));
                    running.erase(running.begin());
                    audit.Compare(scheduler.GetLedger());
                }
            }
        }
    }
    // The samples must have had something to say.
    EXPECT_GT(placed, 5000u);
    EXPECT_GT(crossing, 1000u);
}

TEST(SchedulingProperty, WaitingWhileAllIsIdleIsWaitingForEver)
{
    Random random(3);
    uint32_t never = 0;
    for (uint32_t sample = 0; sample < 300; ++sample)
    {
        const Cluster cluster = DrawCluster(random, 1, 4);
        const TrainingJob job = DrawJob(random, 0);
        for (const Policy& policy : GetPolicies())
        {
            JobScheduler scheduler(Ledger(cluster), policy, {});
            scheduler.Submit(0, job);
            const auto decisions = scheduler.Decide(Time(0));
            const std::string why = WhyNeverStarts(policy, {}, job, cluster, Time(0));
            ASSERT_EQ(decisions.size(), 1u);
            EXPECT_EQ(why, decisions[0].placed ? "" : decisions[0].reason);
            never += !why.empty();
        }
    }
    EXPECT_GT(never, 0u);
}

TEST(SchedulingProperty, OptimalStagesAreThoseOfTryingAll)
{
    Random random(11);
    for (uint32_t sample = 0; sample < 3000; ++sample)
    {
        const JobProfile profile = DrawJob(random, 0).profile;
        const DataRate bandwidth(MBPS * Draw(random, 1, 2000));
        const uint32_t fewest = Draw(random, 1, 5);
        const uint32_t most = fewest + Draw(random, 0, 200);
        uint32_t best = fewest;
        for (uint32_t stages = fewest; stages <= most; ++stages)
        {
            // Equal but for rounding is no gain.
            if (IdealIterationTime(profile, bandwidth, stages) <
                IdealIterationTime(profile, bandwidth, best) * (1 - 1e-12))
            {
                best = stages;
            }
        }
        ASSERT_EQ(OptimalStages(profile, bandwidth, fewest, most), best)
            << "M " << profile.microBatches << " A " << profile.boundaryBytes << " bandwidth "
            << bandwidth.GetBitRate() << " from " << fewest << " to " << most;
    }
}

namespace
{

/// Scores the pathfinder on 2000 clusters, each idle and with another job on it.
std::pair<Score, Score>
ScoreClusters(uint32_t leastRegions, uint32_t mostRegions)
{
    Random random(7);
    Score idle;
    Score busy;
    for (uint32_t sample = 0; sample < 2000; ++sample)
    {
        const Cluster cluster = DrawCluster(random, leastRegions, mostRegions);
        JobProfile profile = DrawJob(random, 0).profile;
        profile.microBatches = 512; // so that every GPU is a gain
        profile.minGpus = 1;
        profile.boundaryBytes = 125000 * Draw(random, 1, 8);
        idle.Add(profile, cluster.GetTotalGpus(), Ledger(cluster));
        const TrainingJob other = DrawJob(random, 1);
        JobScheduler scheduler(Ledger(cluster), GetPolicies().front(), {});
        scheduler.Submit(0, other);
        scheduler.Decide(Time(0));
        const Ledger& ledger = scheduler.GetLedger();
        if (ledger.GetTotalFreeGpus() > 0)
        {
            busy.Add(profile, cluster.GetTotalGpus(), ledger);
        }
    }
    idle.Report("idle_" + std::to_string(mostRegions));
    busy.Report("busy_" + std::to_string(mostRegions));
    return {idle, busy};
}

} // namespace

TEST(SchedulingProperty, PathfinderIsMaximalOnThreeRegions)
{
    // Measured: all of 1521 idle and of 608 busy, and all with three other seeds.
    const auto [idle, busy] = ScoreClusters(2, 3);
    EXPECT_GT(idle.cases, 1000u);
    EXPECT_GT(busy.cases, 500u);
    EXPECT_EQ(idle.maximal, idle.cases);
    EXPECT_EQ(busy.maximal, busy.cases);
}

TEST(SchedulingProperty, PathfinderIsNearlyMaximalOnFourRegions)
{
    // Measured: 1912 of 1936 idle (98.8 %) and 1328 of 1330 busy (99.8 %). Over four seeds 98.8 to
    // 99.0 % and 99.3 to 99.8 %: the bounds lie below all of these.
    const auto [idle, busy] = ScoreClusters(4, 4);
    EXPECT_GT(idle.cases, 1500u);
    EXPECT_GT(busy.cases, 1000u);
    EXPECT_GE(idle.maximal, 0.98 * idle.cases);
    EXPECT_GE(busy.maximal, 0.99 * busy.cases);
}

namespace
{

/// @return regions with their free GPUs, and pairs with what they have left both ways, in Mbps
std::string
Describe(const Ledger& ledger)
{
    const Cluster& cluster = ledger.GetCluster();
    std::string text;
    for (RegionIndex a = 0; a < cluster.GetRegions().size(); ++a)
    {
        text += (a > 0 ? " " : "") + cluster.GetRegion(a).id + ":" +
                std::to_string(ledger.GetFreeGpus(a)) + "/" +
                std::to_string(cluster.GetRegion(a).gpus);
    }
    for (RegionIndex a = 0; a < cluster.GetRegions().size(); ++a)
    {
        for (RegionIndex b = a + 1; b < cluster.GetRegions().size(); ++b)
        {
            if (cluster.AreJoined(a, b))
            {
                text += " " + cluster.GetRegion(a).id + cluster.GetRegion(b).id + "=" +
                        std::to_string(ledger.GetWidth(a, b) / MBPS);
            }
        }
    }
    return text;
}

/// How three jobs' chains, one after the other, do against trying everything.
struct Sequence
{
    uint32_t chains{0};   //!< searches with a GPU free
    uint32_t crossing{0}; //!< of these, where the most GPUs lie in several regions
    uint32_t short_{0};   //!< of these, with fewer GPUs than there could have been
};

/// Places three jobs on each of 1000 clusters of up to four regions.
Sequence
PlaceInTurn(uint32_t seed)
{
    Random random(seed);
    Sequence sequence;
    for (uint32_t sample = 0; sample < 1000; ++sample)
    {
        const Cluster cluster = DrawCluster(random, 2, 4);
        Ledger ledger(cluster);
        const uint32_t jobs = Draw(random, 1, 3);
        for (uint32_t number = 0; number < jobs; ++number)
        {
            TrainingJob job = DrawJob(random, number);
            job.profile.microBatches = 512; // so that every GPU is a gain
            const JobEstimate estimate = EstimateJob(job.profile, cluster, {});
            const ChainRequest request = Want(job.profile, estimate.optimalGpus);
            if (ledger.GetTotalFreeGpus() == 0)
            {
                break;
            }
            const PlacementSearch found = FindPlacement(GetPolicies().front(), {}, request, ledger);
            const Placement chain = FindBandwidthAwareChain(request, {}, ledger);
            const uint32_t gpus = CountGpus(chain);
            const uint32_t bound = MostGpus(job.profile, estimate.optimalGpus, ledger);
            const uint64_t mbps = MbpsPerStage(job.profile) * gpus;
            EXPECT_TRUE(ledger.CanReserve(chain, DataRate(mbps * MBPS)))
                << ToString(chain, cluster) << " is not feasible";
            EXPECT_LE(gpus, bound);
            // Who has a feasible chain from its floor on starts.
            EXPECT_EQ(found.IsPlaced(), gpus >= job.profile.minGpus);
            uint32_t largest = 0;
            for (RegionIndex i = 0; i < cluster.GetRegions().size(); ++i)
            {
                largest = std::max(largest, ledger.GetFreeGpus(i));
            }
            ++sequence.chains;
            sequence.crossing += bound > largest;
            if (gpus < bound)
            {
                ++sequence.short_;
                std::cout << "not maximal: seed " << seed << " sample " << sample << " job "
                          << number << " of " << MbpsPerStage(job.profile)
                          << " Mbps a stage, floor " << job.profile.minGpus << ", K* "
                          << estimate.optimalGpus << ", on " << Describe(ledger) << ": found "
                          << ToString(chain, cluster) << ", " << gpus << " of " << bound
                          << " GPUs\n";
            }
            if (found.IsPlaced())
            {
                ledger.Reserve(found.placement, found.bandwidth);
            }
        }
    }
    std::cout << "seed " << seed << ": " << sequence.short_ << " of " << sequence.chains
              << " chains not maximal, of which " << sequence.crossing
              << " have the most GPUs in several regions\n";
    return sequence;
}

} // namespace

TEST(SchedulingProperty, PathfinderIsNearlyMaximalForJobsInTurn)
{
    for (const auto& [seed, known] : std::map<uint32_t, uint32_t>{{1, 1}, {2, 1}, {3, 1}})
    {
        const Sequence sequence = PlaceInTurn(seed);
        EXPECT_GT(sequence.crossing, 500u);
        EXPECT_EQ(sequence.short_, known);
        EXPECT_LE(sequence.short_, 0.05 * sequence.crossing);
    }
}
