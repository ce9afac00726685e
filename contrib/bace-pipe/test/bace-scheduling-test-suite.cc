// SPDX-License-Identifier: GPL-2.0-only
// Decisions of the scheduler on the paper's motivating example, two jobs on four regions, against
// placements and times worked out by hand.
#include "ns3/bace-cost-model.h"
#include "ns3/bace-job-scheduler.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/test.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::bacepipe;

namespace
{

/// @return a region of 300 W GPUs joined by 100 Gbps
Region
MakeRegion(const std::string& id, uint32_t gpus, double price)
{
    Region region;
    region.id = id;
    region.gpus = gpus;
    region.price = PriceSchedule(price);
    return region;
}

/// @return regions A, B, C and D; A and C are linked at 1 Gbps, B and D at 200 Mbps
Cluster
MakeMotivatingCluster()
{
    std::vector<WanLink> links;
    for (const auto& [source, destination, mbps] :
         std::vector<std::tuple<RegionIndex, RegionIndex, uint64_t>>{{0, 2, 1000},
                                                                     {2, 0, 1000},
                                                                     {1, 3, 200},
                                                                     {3, 1, 200}})
    {
        WanLink link;
        link.source = source;
        link.destination = destination;
        link.rate = DataRate(mbps * 1000000);
        links.push_back(link);
    }
    return Cluster({MakeRegion("A", 4, 0.230),
                    MakeRegion("B", 3, 0.222),
                    MakeRegion("C", 2, 0.191),
                    MakeRegion("D", 2, 0.291)},
                   links);
}

/// @return a job of 407 iterations of 128 micro-batches of 83 tokens, at half of 154.8 TFLOP/s
TrainingJob
MakeMotivatingJob(const std::string& id, double parameters, uint64_t boundaryBytes, uint32_t layers)
{
    TrainingJob job;
    job.id = id;
    job.profile.computeTime = 6 * parameters * 83 / (0.5 * 154.8e12);
    job.profile.boundaryBytes = boundaryBytes;
    job.profile.layers = layers;
    job.profile.microBatches = 128;
    job.profile.iterations = 407;
    return job;
}

/**
 * @brief Places jobs P and Q under a policy and checks where, and for how long.
 */
class MotivatingExampleTestCase : public TestCase
{
  public:
    /// What is expected of a job.
    struct Expectation
    {
        std::string placement; //!< as written in files
        double execution;      //!< s, within a second
    };

    /**
     * @param policy its name
     * @param later the job that arrives second
     * @param expected by job
     */
    MotivatingExampleTestCase(const std::string& policy,
                              const std::string& later,
                              std::map<std::string, Expectation> expected)
        : TestCase("Motivating example under " + policy + ", " + later + " arrives second"),
          m_policy(policy),
          m_later(later),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        const Cluster cluster = MakeMotivatingCluster();
        std::vector<TrainingJob> jobs{MakeMotivatingJob("P", 14.7e9, 530000, 48),
                                      MakeMotivatingJob("Q", 70.6e9, 7000000, 80)};
        for (auto& job : jobs)
        {
            job.arrival = Seconds(job.id == m_later ? 1 : 0);
        }
        const Policy* policy = FindPolicy(m_policy);
        NS_TEST_ASSERT_MSG_NE(policy, nullptr, "policy unknown");

        JobScheduler scheduler(Ledger(cluster), *policy, SchedulingOptions());
        for (std::size_t i = 0; i < jobs.size(); ++i)
        {
            scheduler.Submit(i, jobs[i]);
        }
        const auto decisions = scheduler.Decide(Seconds(1));
        NS_TEST_ASSERT_MSG_EQ(decisions.size(), jobs.size(), "each job is decided about once");
        for (const auto& decision : decisions)
        {
            const TrainingJob& job = jobs[decision.job];
            const Expectation& expected = m_expected.at(job.id);
            NS_TEST_ASSERT_MSG_EQ(decision.placed, true, job.id << ": " << decision.reason);
            NS_TEST_EXPECT_MSG_EQ(ToString(decision.placement, cluster),
                                  expected.placement,
                                  "placement of " << job.id);
            NS_TEST_EXPECT_MSG_EQ_TOL(job.profile.iterations *
                                          IterationTime(job.profile, decision.placement, cluster),
                                      expected.execution,
                                      1,
                                      "execution time of " << job.id);
        }
    }

    std::string m_policy;                          //!< name
    std::string m_later;                           //!< job that arrives second
    std::map<std::string, Expectation> m_expected; //!< by job
};

/**
 * @brief The motivating example of the paper.
 *
 * By hand: P computes a micro-batch in 0.0945814 s on one GPU, Q in 0.454248 s. On L GPUs in G
 * regions an iteration takes (M + L - 1 + G - 1) t_comp(1) / L, for the WAN is reserved such that
 * crossing it takes t_comp(L); boundaries inside a region add less than a second to a job.
 */
class BaceSchedulingTestSuite : public TestSuite
{
  public:
    BaceSchedulingTestSuite()
        : TestSuite("bace-pipe-scheduling", Type::UNIT)
    {
        // P on six GPUs, one boundary over the WAN: 407 x 0.0945814 x 134 / 6 = 859.7 s. Q on the
        // three GPUs of B, for B-D cannot carry it: 407 x 0.454248 x 130 / 3 = 8011.4 s.
        AddTestCase(
            new MotivatingExampleTestCase("bace-pipe",
                                          "Q",
                                          {{"P", {"A:4>C:2", 859.7}}, {"Q", {"B:3", 8011.4}}}));
        // Q takes A and C: 407 x 0.454248 x 134 / 6 = 4129.0 s. P crosses B-D with four stages and
        // not with five: 407 x 0.0945814 x 132 / 4 = 1270.3 s.
        AddTestCase(new MotivatingExampleTestCase(
            "no-priority",
            "P",
            {{"P", {"B:3>D:1", 1270.3}}, {"Q", {"A:4>C:2", 4129.0}}}));
        // Looking ahead puts Q first although P came first.
        AddTestCase(new MotivatingExampleTestCase(
            "bace-pipe-lookahead",
            "Q",
            {{"P", {"B:3>D:1", 1270.3}}, {"Q", {"A:4>C:2", 4129.0}}}));
        // Each in one region, the cheapest and the next: 407 x 0.0945814 x 129 / 2 = 2482.9 s.
        AddTestCase(
            new MotivatingExampleTestCase("lcf",
                                          "Q",
                                          {{"P", {"C:2", 2482.9}}, {"Q", {"B:3", 8011.4}}}));
        // P in the largest region: 407 x 0.0945814 x 131 / 4 = 1260.7 s.
        AddTestCase(
            new MotivatingExampleTestCase("ldf",
                                          "Q",
                                          {{"P", {"A:4", 1260.7}}, {"Q", {"B:3", 8011.4}}}));
    }
};

BaceSchedulingTestSuite g_baceSchedulingTestSuite; //!< registers the suite

} // namespace
