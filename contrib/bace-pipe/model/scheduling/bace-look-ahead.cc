// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-look-ahead.h"

#include "ns3/bace-analytic-run.h"
#include "ns3/bace-cost-model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ns3::bacepipe
{

namespace
{

/// Shares of K* that a plan may hold a job to, beside what single regions have.
constexpr double SHARES[] = {0.75, 0.5, 0.375, 0.25};

/// By how much, relatively, a plan may let an iteration be longer for a lower price.
constexpr double TOLERANCES[] = {0, 0.02, 0.05, 0.1, 0.2};

/// By how much, relatively, a plan may be worse than the best when the threshold search starts.
constexpr double THRESHOLD = 0.02;

/// Most steps of that search for each job: beyond, they find hardly anything.
constexpr std::size_t STEPS_PER_JOB = 200;

/// How a share of cost in excess of the allowance counts beside a share of completion time.
constexpr double EXCESS_WEIGHT = 10;

/**
 * @param plan a plan
 * @param less an order of jobs that wait
 * @return the plan in that order; equals stay as they were
 */
template <typename Less>
Plan
Sorted(Plan plan, Less less)
{
    std::stable_sort(plan.begin(), plan.end(), [&](const RankedJob& a, const RankedJob& b) {
        return less(*a.pending, *b.pending);
    });
    return plan;
}

/**
 * @param estimate of a job
 * @return the GPU seconds that it takes at K*
 */
double
GetWork(const JobEstimate& estimate)
{
    return estimate.executionTime * estimate.optimalGpus;
}

/**
 * @param score of a plan
 * @return its completion times, more where it costs too much: what the threshold search goes by
 */
double
GetValue(const PlanScore& score)
{
    const double excess = score.cost > 0 ? score.excess / score.cost : 0;
    return score.completionSum * (1 + EXCESS_WEIGHT * excess);
}

/**
 * @param estimate of a job
 * @param cluster where
 * @return numbers of GPUs worth holding it to: ascending, from its floor to its K*
 */
std::vector<uint32_t>
FindSizes(const JobEstimate& estimate, const Cluster& cluster)
{
    std::vector<uint32_t> sizes{estimate.leastGpus, estimate.optimalGpus};
    for (const double share : SHARES)
    {
        sizes.push_back(static_cast<uint32_t>(share * estimate.optimalGpus));
    }
    for (const Region& region : cluster.GetRegions())
    {
        sizes.push_back(region.gpus);
    }
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    sizes.erase(std::remove_if(sizes.begin(),
                               sizes.end(),
                               [&](uint32_t gpus) {
                                   return gpus < estimate.leastGpus || gpus > estimate.optimalGpus;
                               }),
                sizes.end());
    return sizes;
}

} // namespace

LookAhead::LookAhead(const Policy& policy, const SchedulingOptions& options)
    : m_policy(policy),
      m_options(options)
{
}

void
LookAhead::Submit(const TrainingJob& job)
{
    if (std::isfinite(m_options.lookAhead.costLimit))
    {
        m_jobs.push_back(job);
    }
}

Plan
LookAhead::Rank(const SchedulingState& state)
{
    Plan fresh = RankByPriority(state.pending, state.alpha, m_options.longestFirst);
    for (RankedJob& job : fresh)
    {
        job.timeTolerance = m_options.timeTolerance;
    }
    const auto window = static_cast<std::ptrdiff_t>(std::min(fresh.size(), WINDOW));
    const Plan beyond(fresh.begin() + window, fresh.end());
    fresh.erase(fresh.begin() + window, fresh.end());

    PlanEvaluator evaluator(m_policy, m_options, state.running, state.ledger, state.now);
    evaluator.SetAllowance(GetAllowance(state, fresh));
    m_random.seed(1);
    m_best = fresh;
    m_bestScore = *evaluator.Evaluate(fresh);
    Consider(ContinueLast(fresh), evaluator);
    Consider(Sorted(fresh,
                    [](const PendingJob& a, const PendingJob& b) {
                        return ArrivesBefore(*a.job, *b.job);
                    }),
             evaluator);
    Consider(Sorted(fresh,
                    [](const PendingJob& a, const PendingJob& b) {
                        return a.estimate.executionTime < b.estimate.executionTime;
                    }),
             evaluator);
    Consider(Sorted(fresh,
                    [](const PendingJob& a, const PendingJob& b) {
                        return GetWork(a.estimate) < GetWork(b.estimate);
                    }),
             evaluator);
    if (fresh.size() <= FEW)
    {
        ConsiderAllOrders(fresh, evaluator);
    }
    Improve(evaluator, state.ledger.GetCluster());

    m_last.clear();
    for (const RankedJob& job : m_best)
    {
        m_last.emplace_back(job.pending->number, job);
    }
    Plan plan = std::move(m_best);
    plan.insert(plan.end(), beyond.begin(), beyond.end());
    for (std::size_t i = 0; i < plan.size(); ++i)
    {
        plan[i].priority = static_cast<double>(plan.size() - i);
    }
    return plan;
}

double
LookAhead::GetAllowance(const SchedulingState& state, const Plan& planned)
{
    const double limit = m_options.lookAhead.costLimit;
    if (!std::isfinite(limit))
    {
        return limit;
    }
    const Cluster& cluster = state.ledger.GetCluster();
    if (m_costedJobs != m_jobs.size())
    {
        const Policy& reference = *FindPolicy("bace-pipe");
        m_referenceCost = RunAnalytically(cluster, m_jobs, reference, m_options).totalCost;
        m_costedJobs = m_jobs.size();
    }
    double left = limit * m_referenceCost - state.spent;
    for (const auto& [number, job] : state.running)
    {
        left -= ElectricityCost(job.placement, cluster, job.start, std::max(job.start, job.end));
    }
    // What is left is for all that wait, the planned ones and those beyond.
    double workPlanned = 0;
    double workAll = 0;
    for (const RankedJob& job : planned)
    {
        workPlanned += GetWork(job.pending->estimate);
    }
    for (const PendingJob& job : state.pending)
    {
        workAll += GetWork(job.estimate);
    }
    return planned.size() < state.pending.size() ? left * workPlanned / workAll : left;
}

Plan
LookAhead::ContinueLast(const Plan& fresh) const
{
    Plan plan;
    Plan others = fresh;
    for (const auto& [number, planned] : m_last)
    {
        const auto found =
            std::find_if(others.begin(), others.end(), [n = number](const RankedJob& job) {
                return job.pending->number == n;
            });
        if (found != others.end())
        {
            plan.push_back(planned);
            plan.back().pending = found->pending;
            others.erase(found);
        }
    }
    plan.insert(plan.end(), others.begin(), others.end());
    return plan;
}

void
LookAhead::Consider(const Plan& plan, PlanEvaluator& evaluator)
{
    const PlanScore score = *evaluator.Evaluate(plan);
    if (score.IsBetterThan(m_bestScore))
    {
        m_best = plan;
        m_bestScore = score;
    }
}

void
LookAhead::ConsiderAllOrders(const Plan& plan, PlanEvaluator& evaluator)
{
    std::vector<std::size_t> order(plan.size());
    std::iota(order.begin(), order.end(), 0);
    do
    {
        Plan permuted;
        for (const std::size_t i : order)
        {
            permuted.push_back(plan[i]);
        }
        Consider(permuted, evaluator);
    } while (std::next_permutation(order.begin(), order.end()));
}

void
LookAhead::Improve(PlanEvaluator& evaluator, const Cluster& cluster)
{
    if (m_best.empty())
    {
        return;
    }
    std::map<std::size_t, Sizes> sizes;
    for (const RankedJob& job : m_best)
    {
        sizes.emplace(job.pending->number, FindSizes(job.pending->estimate, cluster));
    }
    const std::size_t steps = STEPS_PER_JOB * m_best.size();
    Plan present = m_best;
    for (std::size_t step = 0;
         step < steps && evaluator.CountSearches() < m_options.lookAhead.placements;
         ++step)
    {
        // The threshold sinks with whichever comes to its end first: the steps or the searches.
        const double progress = std::max(static_cast<double>(step) / static_cast<double>(steps),
                                         static_cast<double>(evaluator.CountSearches()) /
                                             m_options.lookAhead.placements);
        const double most = GetValue(m_bestScore) * (1 + THRESHOLD * (1 - progress));
        Plan changed = present;
        Change(changed, sizes);
        // A better plan may be longer only where the best leaves jobs out or costs too much.
        const bool bounded = m_bestScore.unplaced == 0 && m_bestScore.excess <= 0;
        const auto score =
            evaluator.Evaluate(changed, bounded ? most : std::numeric_limits<double>::infinity());
        if (!score)
        {
            continue;
        }
        if (score->IsBetterThan(m_bestScore))
        {
            m_best = changed;
            m_bestScore = *score;
            present = std::move(changed);
        }
        else if (score->unplaced <= m_bestScore.unplaced && GetValue(*score) <= most)
        {
            present = std::move(changed);
        }
    }
}

void
LookAhead::Change(Plan& plan, const std::map<std::size_t, Sizes>& sizes)
{
    const auto place = [&] {
        return plan.begin() + static_cast<std::ptrdiff_t>(Draw(plan.size()));
    };
    const auto first = place();
    const Sizes& choices = sizes.at(first->pending->number);
    switch (Draw(10))
    {
    case 0:
    case 1:
    case 2:
    case 3: { // to another place in the order
        const auto second = place();
        if (first < second)
        {
            std::rotate(first, first + 1, second + 1);
        }
        else
        {
            std::rotate(second, first, first + 1);
        }
        break;
    }
    case 4:
        std::iter_swap(first, place());
        break;
    case 5:
    case 6:
        if (!choices.empty())
        {
            first->mostGpus = choices[Draw(choices.size())];
            first->leastGpus = std::min(first->leastGpus, first->mostGpus);
        }
        break;
    case 7:
        if (!choices.empty())
        {
            first->leastGpus = choices[Draw(choices.size())];
            first->mostGpus = std::max(first->leastGpus, first->mostGpus);
        }
        break;
    case 8:
        first->timeTolerance = TOLERANCES[Draw(std::size(TOLERANCES))];
        break;
    default:
        first->blocks = !first->blocks;
    }
}

std::size_t
LookAhead::Draw(std::size_t bound)
{
    return m_random() % bound;
}

} // namespace ns3::bacepipe
