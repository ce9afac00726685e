// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-text-table.h"

#include "paper-reproduction/markdown.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// @return how the page came about
std::string
MakeIntroduction(const Report& report)
{
    const std::string samples = std::to_string(report.outcomes.GetSamples());
    return "# The paper's evaluation, over " + samples +
           " random samples\n"
           "\n"
           "The BACE-Pipe paper (arXiv 2605.25375) evaluates its scheduler on one random cluster. "
           "This page redoes that\n"
           "on " +
           samples +
           " of them, by the equations of [model.md](model.md) alone, and tells for each published "
           "statement in how\n"
           "many samples it holds. The page, its tables and its figures are the output of\n"
           "\n"
           "```text\n"
           "./bace reproduce --samples=" +
           samples + " --seed=" + std::to_string(report.seed) +
           "\n"
           "```\n"
           "\n"
           "every sentence with a number included; nothing on it is written by hand. Beside the "
           "page "
           "that command leaves\n"
           "the numbers as CSV files, the figures' gnuplot scripts, and `samples.csv`: every "
           "sample "
           "of the base setting.\n"
           "\n"
           "**Two texts.** The paper's words bound a job's GPUs by K* alone. *Literal* is that: no "
           "bound by the model's\n"
           "layers, no floor by its memory. *Bounded* has both: a pipeline has no more stages than "
           "layers, and no job starts\n"
           "on fewer GPUs than hold it (16 bytes a parameter). In a scenario, bounded is the "
           "default; literal is\n"
           "`\"scheduler\": {\"layer_bound\": false, \"memory_floor\": false}`.\n"
           "\n"
           "**How to read numbers.** `+5.0 (-3.0..+20.0)`: the median over the samples, and the "
           "range from 10 to 90 % of\n"
           "them. \"A over B\" is 100 (A / B - 1), in one sample, of two policies that both "
           "complete "
           "all jobs there; other\n"
           "samples do not count, and *n* is how many do. `70 % (64..75)`: in that share of the "
           "samples, with its 95 % Wilson\n"
           "interval. Figures have medians, whiskers from 10 to 90 %, and the paper's numbers (a "
           "cross) or ranges (a line).\n"
           "\n"
           "## What is drawn, and what is assumed\n"
           "\n"
           "- From the paper: six regions, GPUs of each from {16, 32, 64, 128}, bandwidth of each "
           "uniform in 25 to 100 Gbps,\n"
           "  a link's capacity the mean of its two regions'; eight jobs of 14 to 101 billion "
           "parameters, each on Alpaca-52k,\n"
           "  WikiText-103 or OpenWebText; GPUs of 300 W.\n"
           "- Assumed: prices (0.156 to 0.295 $/kWh, fixed for each region); OPT-66B and "
           "GPT-NeoX-20B as the two models that\n"
           "  the paper does not name; one epoch of packed 2048-token sequences, micro-batches of "
           "one, M = 128, MFU 0.5, RTX A6000;\n"
           "  all jobs there at the start, in random order, as the paper gives none.\n"
           "- More than eight jobs go round the models again. A sample with more jobs, other "
           "bandwidth or other GPUs is the same\n"
           "  sample otherwise; scaled GPUs are rounded, to 1 at least.\n"
           "- Fig. 5 scales the links between regions. Whether the paper's scaling reaches inside "
           "regions is open: both are shown.\n"
           "- The look-ahead is ours, not the paper's. Where bandwidth, GPUs or jobs are scaled, "
           "one "
           "decision of it tries out\n"
           "  no more than " +
           std::to_string(SCALED_PLACEMENTS) + " placements, at the base setting " +
           std::to_string(LookAheadOptions().placements) +
           ".\n"
           "- A boundary reserves its bandwidth in both directions. Twice the bandwidth is more "
           "permissive than reserving one\n"
           "  direction: what does not change at x2 does not hang on that reading.\n"
           "\n";
}

} // namespace

std::string
MakePage(const Report& report)
{
    return MakeIntroduction(report) + MakeExampleSection(report) + MakeStatementSection(report) +
           MakeFigureSections(report) + MakeBoundSections(report) + MakeReadingSection(report) +
           MakeFindingSection(report);
}

} // namespace ns3::bacepipe::reproduction
