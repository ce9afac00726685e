// SPDX-License-Identifier: GPL-2.0-only
// Changes of WAN links while a run goes on.
#include "ns3/bace-scenario-parts.h"

#include <cmath>

namespace ns3::bacepipe
{

std::vector<ChangeRule>
ReadChanges(const JsonCursor& cursor)
{
    std::vector<ChangeRule> rules;
    const std::size_t size = cursor.Exists() ? cursor.GetSize("changes", 0, 100000) : 0;
    for (std::size_t i = 0; i < size; ++i)
    {
        const JsonCursor item = cursor[i];
        item.CheckKeys({"at_s", "rate", "delay"});
        ChangeRule rule;
        const double at = item["at_s"].GetNumber({0, 1e9, true, false, " s"});
        rule.at = Max(NanoSeconds(std::llround(at * 1e9)), NanoSeconds(1));
        if (!rules.empty() && rule.at <= rules.back().at)
        {
            item["at_s"].FailValue("a time after the change before it, at " +
                                   FormatNumber(rules.back().at.GetSeconds()) + " s");
        }
        if (item["rate"].Exists())
        {
            rule.rate = ReadRate(item["rate"]);
        }
        if (item["delay"].Exists())
        {
            rule.delay = ReadDuration(item["delay"]);
        }
        if (!rule.rate && !rule.delay)
        {
            item.Fail("neither", "\"rate\", \"delay\" or both");
        }
        rules.push_back(rule);
    }
    return rules;
}

void
SetChanges(const std::vector<ChangeRule>& rules, WanLink& link)
{
    LinkChange state{Time(0), link.rate, link.delay};
    link.changes.clear();
    for (const ChangeRule& rule : rules)
    {
        state.at = rule.at;
        state.rate = rule.rate.value_or(state.rate);
        state.delay = rule.delay.value_or(state.delay);
        link.changes.push_back(state);
    }
}

} // namespace ns3::bacepipe
