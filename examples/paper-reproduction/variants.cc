// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/variants.h"

#include "ns3/bace-text-table.h"

#include <algorithm>
#include <cctype>

namespace ns3::bacepipe::reproduction
{

const std::string BASE = "base";
const std::vector<std::string> TEXTS{"literal", "bounded"};
const std::string BACE_PIPE = "bace-pipe";
const std::string LOOK_AHEAD = "bace-pipe-lookahead";
const std::vector<std::string> BASELINES{"lcf", "ldf", "cr-lcf", "cr-ldf"};
const std::vector<std::string> ABLATIONS{"no-pathfinder", "no-priority", "no-cost-min"};

namespace
{

/// @return a number without needless zeros
std::string
Shorten(double value)
{
    std::string text = FormatFixed(value, 2);
    while (text.back() == '0')
    {
        text.pop_back();
    }
    if (text.back() == '.')
    {
        text.pop_back();
    }
    return text;
}

/// @return variants of one number of the setting
std::vector<Variant>
Vary(const std::string& kind,
     const std::vector<double>& values,
     double base,
     const std::function<void(Setting&, double)>& set)
{
    std::vector<Variant> variants;
    for (const double value : values)
    {
        Variant variant;
        variant.name = value == base ? BASE : kind + "-" + Shorten(value);
        variant.label = Shorten(value);
        set(variant.setting, value);
        variants.push_back(variant);
    }
    return variants;
}

} // namespace

std::string
GetTitle(const std::string& policy)
{
    if (policy == BACE_PIPE)
    {
        return "BACE-Pipe";
    }
    if (policy == LOOK_AHEAD)
    {
        return "look-ahead";
    }
    std::string title = policy;
    if (std::count(BASELINES.begin(), BASELINES.end(), policy) > 0)
    {
        std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) {
            return std::toupper(c);
        });
    }
    return title;
}

SchedulingOptions
GetTextOptions(const std::string& text)
{
    SchedulingOptions options;
    options.layerBound = text == "bounded";
    options.memoryFloor = text == "bounded";
    return options;
}

std::vector<Variant>
GetBandwidthVariants()
{
    return Vary("bandwidth", {0.3, 0.6, 1, 1.5, 2}, 1, [](Setting& setting, double value) {
        setting.bandwidth = value;
    });
}

std::vector<Variant>
GetRegionBandwidthVariants()
{
    return Vary("bandwidth-everywhere", {0.3, 1.5}, 1, [](Setting& setting, double value) {
        setting.bandwidth = value;
        setting.regionBandwidth = value;
    });
}

std::vector<Variant>
GetShortenedVariants()
{
    auto variants = Vary("shortened", {0.3, 0.6}, 1, [](Setting& setting, double value) {
        setting.bandwidth = value;
    });
    for (Variant& variant : variants)
    {
        variant.change = [](SchedulingOptions& options) { options.shortenChains = true; };
    }
    return variants;
}

std::vector<Variant>
GetGpuVariants()
{
    return Vary("gpus", {0.5, 0.75, 1, 1.25}, 1, [](Setting& setting, double value) {
        setting.gpus = value;
    });
}

std::vector<Variant>
GetJobVariants()
{
    return Vary("jobs", {8, 12, 16, 20, 24}, 8, [](Setting& setting, double value) {
        setting.jobs = static_cast<uint32_t>(value);
    });
}

std::vector<Variant>
GetReadingVariants()
{
    Setting halfM;
    halfM.microBatches = 64;
    Setting padded;
    padded.padded = true;
    Setting slow;
    slow.mfu = 0.3;
    Setting wide;
    wide.bandwidth = 2;
    using O = SchedulingOptions;
    return {
        {"layer-bound", "the other `layer_bound`", {}, [](O& o) { o.layerBound = !o.layerBound; }},
        {"memory-floor",
         "the other `memory_floor`",
         {},
         [](O& o) { o.memoryFloor = !o.memoryFloor; }},
        {"longest-first", "`longest_first` = true", {}, [](O& o) { o.longestFirst = true; }},
        {"alpha-0", "`alpha` = 0", {}, [](O& o) { o.alpha = 0; }},
        {"alpha-1", "`alpha` = 1", {}, [](O& o) { o.alpha = 1; }},
        {"time-tolerance", "`time_tolerance` = 0.05", {}, [](O& o) { o.timeTolerance = 0.05; }},
        {"span-all", "`span` = all", {}, [](O& o) { o.spanAll = true; }},
        {"strict", "`queueing` = strict", {}, [](O& o) { o.queueing = Queueing::STRICT; }},
        {"backfill", "`queueing` = backfill", {}, [](O& o) { o.queueing = Queueing::BACKFILL; }},
        {"shorten-chains", "`shorten_chains` = true", {}, [](O& o) { o.shortenChains = true; }},
        {"cheapest-without-room",
         "`cheapest_with_room` = false",
         {},
         [](O& o) { o.cheapestWithRoom = false; }},
        {"ideal-bandwidth-mean",
         "`ideal_bandwidth` = mean",
         {},
         [](O& o) { o.idealBandwidth = IdealBandwidth::MEAN; }},
        {"ideal-bandwidth-smallest",
         "`ideal_bandwidth` = smallest",
         {},
         [](O& o) { o.idealBandwidth = IdealBandwidth::SMALLEST; }},
        {"neighbour-width-residual",
         "`neighbour_width` = residual",
         {},
         [](O& o) { o.neighbourWidth = NeighbourWidth::RESIDUAL; }},
        {"padded", "`packing` = padded", padded, {}},
        {"micro-batches-64", "`micro_batches` = 64", halfM, {}},
        {"mfu-0.3", "`mfu` = 0.3", slow, {}},
        {"bandwidth-2", "WAN bandwidth x2, for boundaries that reserve one direction", wide, {}},
    };
}

std::vector<Variant>
GetLimitVariants()
{
    std::vector<Variant> variants;
    for (const double limit : {0.90, 0.95, 1.00, 1.05, 1.10, 1.20})
    {
        const std::string text = FormatFixed(limit, 2);
        variants.push_back({"limit-" + text, text, {}, [limit](SchedulingOptions& options) {
                                options.lookAhead.costLimit = limit;
                            }});
    }
    variants.push_back({BASE, "none", {}, {}});
    return variants;
}

} // namespace ns3::bacepipe::reproduction
