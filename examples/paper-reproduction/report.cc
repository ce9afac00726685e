// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/report.h"

namespace ns3::bacepipe::reproduction
{

Report
MakeReport(uint32_t seed, const Outcomes& outcomes)
{
    std::vector<std::string> five = BASELINES;
    five.insert(five.begin(), BACE_PIPE);
    std::vector<std::string> six = five;
    six.push_back(LOOK_AHEAD);
    std::vector<std::string> ablations = ABLATIONS;
    ablations.insert(ablations.begin(), BACE_PIPE);
    const std::vector<Variant> base{{BASE, BASE, {}, {}}};
    Report report{seed,
                  outcomes,
                  RunMotivatingExample(),
                  MakeFigure(outcomes, base, six),
                  MakeFigure(outcomes, GetBandwidthVariants(), six),
                  MakeFigure(outcomes, GetRegionBandwidthVariants(), five),
                  MakeFigure(outcomes, GetShortenedVariants(), five),
                  MakeFigure(outcomes, GetGpuVariants(), six),
                  MakeFigure(outcomes, GetJobVariants(), six),
                  MakeFigure(outcomes, base, ablations),
                  MakeBoundRows(outcomes),
                  MakeFrontRows(outcomes),
                  MakeReadingRows(outcomes),
                  {}};
    for (const Statement& statement : GetStatements())
    {
        for (const std::string& text : TEXTS)
        {
            report.statements.push_back(Judge(statement, text, outcomes));
        }
    }
    return report;
}

} // namespace ns3::bacepipe::reproduction
