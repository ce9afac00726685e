// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_REPORT_H
#define REPRODUCTION_REPORT_H

#include <cstdint>
#include <string>
#include <vector>

#include "paper-reproduction/figures.h"
#include "paper-reproduction/front.h"
#include "paper-reproduction/motivating-example.h"
#include "paper-reproduction/readings.h"
#include "paper-reproduction/statements.h"

namespace ns3::bacepipe::reproduction
{

/// Everything that is reported: files, figures and the page are made of it.
struct Report
{
    uint32_t seed;                              //!< of the samples
    const Outcomes& outcomes;                   //!< of all runs
    std::vector<ExampleRow> example;            //!< Fig. 1
    std::vector<FigureRow> overall;             //!< Fig. 4
    std::vector<FigureRow> bandwidth;           //!< Fig. 5
    std::vector<FigureRow> bandwidthEverywhere; //!< Fig. 5, regions scaled too
    std::vector<FigureRow> bandwidthShortened;  //!< Fig. 5, chains cut to what is free
    std::vector<FigureRow> gpus;                //!< Fig. 6
    std::vector<FigureRow> jobs;                //!< Fig. 7
    std::vector<FigureRow> ablation;            //!< Fig. 8
    std::vector<BoundRow> bounds;               //!< above the lower bound
    std::vector<FrontRow> front;                //!< cost limits
    std::vector<ReadingRow> readings;           //!< open readings
    std::vector<StatementRow> statements;       //!< by statement, then text
};

/**
 * @param seed of the samples
 * @param outcomes of all runs; must outlive the report
 * @return the report
 */
Report MakeReport(uint32_t seed, const Outcomes& outcomes);

/**
 * Writes a file, whole.
 * @param path where
 * @param text what; a failure throws std::runtime_error
 */
void WriteFile(const std::string& path, const std::string& text);

/**
 * Writes all tables as CSV files.
 * @param report all that is reported
 * @param directory where to
 */
void WriteTables(const Report& report, const std::string& directory);

/**
 * Writes gnuplot scripts, and what gnuplot makes of them: reproduction/NAME.svg. Says so on stderr
 * where there is no gnuplot.
 * @param report all that is reported
 * @param directory where to
 */
void WritePlots(const Report& report, const std::string& directory);

/**
 * @param report all that is reported
 * @return the page, in Markdown
 */
std::string MakePage(const Report& report);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_REPORT_H
