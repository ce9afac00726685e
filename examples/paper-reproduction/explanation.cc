// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/explanation.h"

#include "ns3/bace-policy.h"
#include "ns3/bace-text-table.h"

#include <algorithm>
#include <map>

#include "paper-reproduction/markdown.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// The two parts that a difference is made of, as medians.
struct Parts
{
    double first{0};  //!< waiting, or GPU hours
    double second{0}; //!< running, or the price of a GPU hour
};

/// @return the medians of two numbers of each sample in which both runs are complete
template <typename First, typename Second>
Parts
Split(const Series& series, const Series& reference, First first, Second second)
{
    std::vector<double> firsts;
    std::vector<double> seconds;
    for (std::size_t i = 0; i < series.size(); ++i)
    {
        if (series[i].complete && reference[i].complete)
        {
            firsts.push_back(first(series[i], reference[i]));
            seconds.push_back(second(series[i], reference[i]));
        }
    }
    return {Summarize(firsts).median, Summarize(seconds).median};
}

/// @return what a difference in JCT is made of: points of the reference's JCT
Parts
SplitJct(const Series& series, const Series& reference)
{
    return Split(
        series,
        reference,
        [](const Outcome& a, const Outcome& b) { return 100 * (a.wait - b.wait) / b.jct; },
        [](const Outcome& a, const Outcome& b) {
            return 100 * ((a.jct - a.wait) - (b.jct - b.wait)) / b.jct;
        });
}

/// @return what a difference in cost is made of: per cent of GPU hours and of their price
Parts
SplitCost(const Series& series, const Series& reference)
{
    return Split(
        series,
        reference,
        [](const Outcome& a, const Outcome& b) { return GetExcess(a.gpuSeconds, b.gpuSeconds); },
        [](const Outcome& a, const Outcome& b) {
            return GetExcess(a.cost / a.gpuSeconds, b.cost / b.gpuSeconds);
        });
}

/// @return the median of a figure of the samples that are complete
double
FindMedian(const Series& series, Measure measure)
{
    std::vector<double> values;
    for (const Outcome& outcome : series)
    {
        if (outcome.complete)
        {
            values.push_back(outcome.*measure);
        }
    }
    return Summarize(values).median;
}

/// What a difference in JCT comes from.
std::string
ExplainJct(const Statement& statement, const Series& series, const Series& reference)
{
    const std::string who = GetTitle(statement.policy);
    const std::string whom = GetTitle(statement.reference);
    const bool byArrival = FindPolicy(statement.policy)->ordering == Ordering::FCFS &&
                           FindPolicy(statement.reference)->ordering == Ordering::PRIORITY;
    const Parts parts = SplitJct(series, reference);
    std::string words = "Waiting makes up " + FormatChange(parts.first) +
                        " points of the difference, running " + FormatChange(parts.second) +
                        " (medians)";
    if (std::min(parts.first, parts.second) < -1)
    {
        words +=
            ": jobs of " + who + (parts.first < parts.second ? " wait less" : " run for less time");
        if (std::max(parts.first, parts.second) > 1)
        {
            words += parts.first < parts.second ? " and run longer" : " and wait longer";
        }
    }
    const double gpus = FindMedian(series, &Outcome::longestGpus);
    const double theirs = FindMedian(reference, &Outcome::longestGpus);
    words += ". The job with most work has " + FormatFixed(theirs, 0) + " GPUs under " + whom +
             " and " + FormatFixed(gpus, 0) + " under " + who + " (medians)";
    if (theirs < gpus && parts.second < -1)
    {
        words += ", and keeps what it starts with to its end";
        words += byArrival ? "; the priority of " + whom + " puts it behind shorter ones" : "";
    }
    return words;
}

/// What a difference in cost comes from.
std::string
ExplainCost(const std::string& who, const Series& series, const Series& reference)
{
    const Parts parts = SplitCost(series, reference);
    std::string words = who + " takes " + FormatChange(parts.first) + " % of GPU hours, at " +
                        FormatChange(parts.second) + " % of their price (medians)";
    if (parts.first < -1 && parts.first <= parts.second)
    {
        words += ": the work is the same, so its GPUs idle less in bubbles and transfers, which "
                 "are paid for";
    }
    else if (parts.second < -1)
    {
        words += ": it sits in cheaper regions";
    }
    return words;
}

/// Why one policy is not above another.
std::string
ExplainPair(const Statement& statement, const std::string& text, const Outcomes& outcomes)
{
    const Series& series = *outcomes.Find(text, statement.variant, statement.policy);
    const Series& reference = *outcomes.Find(text, statement.variant, statement.reference);
    const auto values = Compare(&series, &reference, statement.measure);
    const Share equal = MakeShare(std::count(values.begin(), values.end(), 0.0), values.size());
    std::string words;
    if (equal.share > 0.1)
    {
        words += "In " + FormatFixed(100 * equal.share, 0) + " % of the samples both are equal. ";
    }
    if (equal.share > 0.9)
    {
        return words;
    }
    words += statement.measure == &Outcome::jct
                 ? ExplainJct(statement, series, reference)
                 : ExplainCost(GetTitle(statement.policy), series, reference);
    return words + ". ";
}

/// Why CR-LDF's gap to BACE-Pipe does not fall.
std::string
ExplainGap(const Statement& statement, const std::string& text, const Outcomes& outcomes)
{
    std::string words;
    for (const std::string& variant : {BASE, statement.variant})
    {
        const Series& series = *outcomes.Find(text, variant, statement.policy);
        const Series& reference = *outcomes.Find(text, variant, BACE_PIPE);
        const Summary gap = Summarize(Compare(&series, &reference, statement.measure));
        const Parts parts = SplitJct(series, reference);
        words += "At " + std::string(variant == BASE ? "8" : "24") + " jobs the gap is " +
                 FormatChange(gap.median) + " %, of which waiting makes up " +
                 FormatChange(parts.first) + " points and running " + FormatChange(parts.second) +
                 " (medians). ";
    }
    return words;
}

/// Who is lowest or highest instead.
std::string
ExplainExtreme(const Statement& statement, const std::string& text, const Outcomes& outcomes)
{
    const bool highest = statement.direction == Direction::NOT_BELOW;
    std::vector<std::string> five = BASELINES;
    five.insert(five.begin(), BACE_PIPE);
    std::map<std::string, std::size_t> counts;
    std::size_t samples = 0;
    for (std::size_t i = 0; i < outcomes.GetSamples(); ++i)
    {
        const SampleView view(outcomes, text, i);
        std::vector<double> values;
        for (const std::string& policy : five)
        {
            if (const Outcome* const outcome = view.Find(BASE, policy))
            {
                values.push_back(outcome->*statement.measure);
            }
        }
        if (values.size() < five.size())
        {
            continue;
        }
        ++samples;
        const double extreme = highest ? *std::max_element(values.begin(), values.end())
                                       : *std::min_element(values.begin(), values.end());
        for (std::size_t k = 0; k < five.size(); ++k)
        {
            counts[five[k]] += GetExcess(values[k], extreme) == 0;
        }
    }
    std::string list;
    for (const std::string& policy : five)
    {
        const Share share = MakeShare(counts[policy], samples);
        list += (list.empty() ? "" : ", ") + GetTitle(policy) + " in " +
                FormatFixed(100 * share.share, 0) + " %";
    }
    return std::string(highest ? "The highest" : "The lowest") + " is " + list +
           " (equals count each). ";
}

} // namespace

std::string
Explain(const Statement& statement, const std::string& text, const Outcomes& outcomes)
{
    return !statement.reference.empty() ? ExplainPair(statement, text, outcomes)
           : statement.variant == BASE  ? ExplainExtreme(statement, text, outcomes)
                                        : ExplainGap(statement, text, outcomes);
}

} // namespace ns3::bacepipe::reproduction
