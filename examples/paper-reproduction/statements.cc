// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/statements.h"

#include <algorithm>
#include <limits>

namespace ns3::bacepipe::reproduction
{

namespace
{

/// @return whether a value has the direction
bool
Holds(Direction direction, double value)
{
    switch (direction)
    {
    case Direction::ABOVE:
        return value > 0;
    case Direction::NOT_ABOVE:
        return value <= 0;
    case Direction::NOT_BELOW:
        return value >= 0;
    case Direction::WITHIN_1:
        return value >= -1 && value <= 1;
    }
    return false;
}

} // namespace

SampleView::SampleView(const Outcomes& outcomes,
                       const std::string& text,
                       std::size_t sample,
                       const std::string& base)
    : m_outcomes(outcomes),
      m_text(text),
      m_sample(sample),
      m_base(base)
{
}

const Outcome*
SampleView::Find(const std::string& variant, const std::string& policy) const
{
    const Series* const series =
        m_outcomes.Find(m_text, variant == BASE ? m_base : variant, policy);
    return series && (*series)[m_sample].complete ? &(*series)[m_sample] : nullptr;
}

std::optional<double>
SampleView::GetOver(const std::string& variant,
                    const std::string& policy,
                    const std::string& reference,
                    Measure measure) const
{
    const Outcome* const one = Find(variant, policy);
    const Outcome* const other = Find(variant, reference);
    return one && other ? std::optional<double>(GetExcess(one->*measure, other->*measure))
                        : std::nullopt;
}

std::optional<double>
SampleView::GetOverBestOther(const std::string& variant,
                             const std::string& policy,
                             Measure measure) const
{
    std::vector<std::string> five = BASELINES;
    five.push_back(BACE_PIPE);
    double best = std::numeric_limits<double>::infinity();
    for (const std::string& other : five)
    {
        const Outcome* const outcome = Find(variant, other);
        if (!outcome)
        {
            return std::nullopt;
        }
        if (other != policy)
        {
            best = std::min(best, outcome->*measure);
        }
    }
    return GetExcess(Find(variant, policy)->*measure, best);
}

StatementRow
Judge(const Statement& statement,
      const std::string& text,
      const Outcomes& outcomes,
      const std::string& base)
{
    std::vector<double> values;
    std::size_t holds = 0;
    for (std::size_t i = 0; i < outcomes.GetSamples(); ++i)
    {
        if (const auto value = statement.value(SampleView(outcomes, text, i, base)))
        {
            values.push_back(*value);
            holds += Holds(statement.direction, *value);
        }
    }
    StatementRow row;
    row.statement = &statement;
    row.text = text;
    row.summary = Summarize(values);
    row.share = MakeShare(holds, values.size());
    return row;
}

} // namespace ns3::bacepipe::reproduction
