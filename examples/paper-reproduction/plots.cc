// SPDX-License-Identifier: GPL-2.0-only
// The figures as gnuplot scripts that hold their data, so that a user can change and replot them.

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "paper-reproduction/gnuplot.h"
#include "paper-reproduction/report.h"

namespace ns3::bacepipe::reproduction
{

namespace
{

/// A panel's measure and its axis.
const std::vector<std::pair<std::string, std::string>> g_axes{
    {"jct_over_percent", "average JCT over BACE-Pipe, %"},
    {"cost_over_percent", "cost over BACE-Pipe, %"}};

/// @return the settings of a figure, for its axis
std::string
ListTics(const std::vector<FigureRow>& rows)
{
    std::set<double> settings;
    for (const FigureRow& row : rows)
    {
        settings.insert(std::stod(row.setting));
    }
    std::ostringstream tics;
    for (const double setting : settings)
    {
        tics << (tics.tellp() > 0 ? ", " : "") << setting;
    }
    return tics.str();
}

/// Lines over a setting, a panel for each text and measure.
std::string
MakeLines(const std::string& name, const std::vector<FigureRow>& rows, const std::string& axis)
{
    std::ostringstream data;
    std::ostringstream plots;
    std::vector<std::string> policies = BASELINES;
    policies.push_back(LOOK_AHEAD);
    double least = std::stod(rows.front().setting);
    double most = least;
    for (const FigureRow& row : rows)
    {
        least = std::min(least, std::stod(row.setting));
        most = std::max(most, std::stod(row.setting));
    }
    const double step =
        0.012 * (most - least); // side by side, so that error bars can be told apart
    bool first = true;
    for (const std::string& text : TEXTS)
    {
        for (const auto& [measure, label] : g_axes)
        {
            plots << "set title '" << text << " text'\nset ylabel '" << label << "'\n"
                  << (first ? "set key at screen 0.5,0.985 center top horizontal\n" : "unset key\n")
                  << "plot 0 with lines linetype -1 notitle";
            first = false;
            for (std::size_t i = 0; i < policies.size(); ++i)
            {
                const std::string block = MakeBlockName(text + policies[i] + measure);
                bool any = false;
                std::ostringstream points;
                for (const FigureRow& row : rows)
                {
                    if (row.text == text && row.policy == policies[i] && row.measure == measure &&
                        row.summary.samples > 0)
                    {
                        points << std::stod(row.setting) + (static_cast<double>(i) - 2) * step
                               << FormatPoint(row.summary) << '\n';
                        any = true;
                    }
                }
                if (any)
                {
                    data << block << " << EOD\n" << points.str() << "EOD\n";
                    plots << ", " << block << " using 1:2:3:4 with yerrorlines linestyle " << i + 1
                          << " title '" << GetTitle(policies[i]) << "'";
                }
            }
            plots << '\n';
        }
    }
    return GetPreamble(name, 900, 760) + "set xlabel '" + axis + "'\nset xtics (" + ListTics(rows) +
           ") nomirror\nset offsets graph 0.03, graph 0.03, 0, 0\n" + data.str() +
           "set multiplot layout 2,2 margins 0.09,0.98,0.08,0.88 spacing 0.11,0.14\n" +
           plots.str() + "unset multiplot\n";
}

/// The paper's number for a policy and measure, where it gives one: low and high.
std::map<std::pair<std::string, std::string>, std::pair<double, double>>
FindPublished(const std::string& figure)
{
    std::map<std::pair<std::string, std::string>, std::pair<double, double>> published;
    for (const Statement& statement : GetStatements())
    {
        if (statement.figure == figure && statement.variant == BASE &&
            statement.reference == BACE_PIPE && statement.publishedLow)
        {
            const bool jct = statement.measure == &Outcome::jct;
            published[{statement.policy, g_axes[jct ? 0 : 1].first}] = {*statement.publishedLow,
                                                                        *statement.publishedHigh};
        }
    }
    return published;
}

/// Bars from 10 to 90 %: gnuplot's own leave a hole where a point would be.
std::string
MakeBars(const std::string& block, int width)
{
    return block +
           " using 1:3:(0):($4-$3) with vectors heads size screen 0.006,90 linecolor 'black' "
           "linewidth " +
           std::to_string(width) + " notitle";
}

/// Boxes by policy, a panel for each measure, the paper's numbers beside them.
std::string
MakeBoxes(const std::string& name,
          const std::string& figure,
          const std::vector<FigureRow>& rows,
          const std::vector<std::string>& policies)
{
    std::ostringstream data;
    std::ostringstream plots;
    const auto published = FindPublished(figure);
    for (const auto& [measure, label] : g_axes)
    {
        std::string tics;
        std::map<std::string, std::string> points;
        double place = 0;
        for (const std::string& policy : policies)
        {
            tics += (tics.empty() ? "" : ", ") + ("'" + GetTitle(policy) + "' ") +
                    std::to_string(static_cast<int>(place));
            for (std::size_t i = 0; i < TEXTS.size(); ++i)
            {
                const FigureRow* const row = FindRow(rows, TEXTS[i], BASE, policy, measure);
                if (row && row->summary.samples > 0)
                {
                    std::ostringstream point;
                    point << place - 0.28 + 0.28 * static_cast<double>(i)
                          << FormatPoint(row->summary) << '\n';
                    points[TEXTS[i]] += point.str();
                }
            }
            if (const auto found = published.find({policy, measure}); found != published.end())
            {
                std::ostringstream point;
                point << place + 0.28 << ' ' << (found->second.first + found->second.second) / 2
                      << ' ' << found->second.first << ' ' << found->second.second << '\n';
                points["paper"] += point.str();
            }
            ++place;
        }
        plots << "set xtics (" << tics << ") nomirror\nset xrange [-0.6:" << place - 0.4
              << "]\nset ylabel '" << label << "'\n"
              << (measure == g_axes.front().first
                      ? "set key at screen 0.5,0.97 center top horizontal\n"
                      : "unset key\n")
              << "plot 0 with lines linetype -1 notitle";
        for (std::size_t i = 0; i < TEXTS.size(); ++i)
        {
            const std::string block = MakeBlockName(TEXTS[i] + measure);
            data << block << " << EOD\n" << points[TEXTS[i]] << "EOD\n";
            plots << ", " << block << " using 1:2:(0.26) with boxes linestyle " << i + 1
                  << " fill solid 0.5 title '" << TEXTS[i] << " text', " << MakeBars(block, 1);
        }
        const std::string block = MakeBlockName("paper" + measure);
        data << block << " << EOD\n" << points["paper"] << "EOD\n";
        // A range has no point: none was published.
        plots << ", " << block
              << " using 1:($3==$4?$2:1/0) with points linestyle 6 title 'paper (one sample)', "
              << MakeBars(block, 2) << '\n';
    }
    return GetPreamble(name, 1020, 480) + data.str() +
           "set multiplot layout 1,2 margins 0.1,0.98,0.1,0.8 spacing 0.12,0\n" + plots.str() +
           "unset multiplot\n";
}

/// The policy that looks ahead: cost over JCT, a point for each limit.
std::string
MakeFront(const std::string& name, const std::vector<FrontRow>& rows)
{
    std::ostringstream data;
    data << "$front << EOD\n";
    for (const FrontRow& row : rows)
    {
        data << row.jct.median << FormatPoint(row.cost) << ' ' << row.jct.low << ' ' << row.jct.high
             << " \"" << row.limit << "\"\n";
    }
    data << "EOD\n";
    return GetPreamble(name, 760, 520) + data.str() +
           "set xlabel 'average JCT over BACE-Pipe, %'\nset ylabel 'cost over BACE-Pipe, %'\n"
           "set key outside top center horizontal\n"
           "plot $front using 1:2:5:6:3:4 with xyerrorbars linestyle 1 linewidth 1 "
           "title 'look-ahead by limit of cost: median and 10..90 %', "
           "$front using 1:2 with lines linestyle 1 linewidth 3 notitle, "
           // To either side in turn: the points of the highest limits lie close together.
           "$front every 2 using 1:2:7 with labels left offset 1,0.6 notitle, "
           "$front every 2::1 using 1:2:7 with labels right offset -1,0.6 notitle\n";
}

/// What each reading moves.
std::string
MakeReadings(const std::string& name, const std::vector<ReadingRow>& rows)
{
    std::map<std::string, std::string> points;
    std::map<std::string, int> places;
    std::string tics;
    for (const ReadingRow& row : rows)
    {
        if (const auto [at, isNew] = places.emplace(row.name, places.size()); isNew)
        {
            tics += (tics.empty() ? "'" : ", '") + row.name + "' " + std::to_string(at->second);
        }
        if (row.largest.samples > 0)
        {
            std::ostringstream point;
            point << row.largest.median << ' '
                  << places.at(row.name) + (row.text == TEXTS.front() ? -0.15 : 0.15) << ' '
                  << row.largest.low << ' ' << row.largest.high << '\n';
            points[row.text] += point.str();
        }
    }
    std::string script = GetPreamble(name, 800, 620) + "set ytics (" + tics + ")\nset yrange [" +
                         std::to_string(places.size()) + ":-1] noextend\n" +
                         "set xlabel 'largest change of the five policies'' average JCT, %'\n" +
                         "set key outside top center horizontal\n";
    std::string plot = "plot";
    for (std::size_t i = 0; i < TEXTS.size(); ++i)
    {
        script += MakeBlockName(TEXTS[i]) + " << EOD\n" + points[TEXTS[i]] + "EOD\n";
        plot += std::string(i > 0 ? ", " : " ") + MakeBlockName(TEXTS[i]) +
                " using 1:2:3:4 with xerrorbars linestyle " + std::to_string(i + 1) + " title '" +
                TEXTS[i] + " text'";
    }
    return script + plot + "\n";
}

} // namespace

void
WritePlots(const Report& report, const std::string& directory)
{
    std::vector<std::string> overall = BASELINES;
    overall.push_back(LOOK_AHEAD);
    const std::map<std::string, std::string> scripts{
        {"fig4", MakeBoxes("fig4", "4", report.overall, overall)},
        {"fig5", MakeLines("fig5", report.bandwidth, "WAN bandwidth, relative")},
        {"fig6", MakeLines("fig6", report.gpus, "GPUs, relative")},
        {"fig7", MakeLines("fig7", report.jobs, "jobs")},
        {"fig8", MakeBoxes("fig8", "8", report.ablation, ABLATIONS)},
        {"front", MakeFront("front", report.front)},
        {"readings", MakeReadings("readings", report.readings)}};
    for (const auto& [name, script] : scripts)
    {
        WriteFile(directory + "/" + name + ".gnuplot", script);
    }
    for (const auto& [name, script] : scripts)
    {
        if (!RunGnuplot(directory, name + ".gnuplot"))
        {
            break;
        }
    }
}

} // namespace ns3::bacepipe::reproduction
