// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-study-page.h"

#include "ns3/bace-html-report.h"
#include "ns3/bace-study-axes.h"

namespace ns3::bacepipe
{

void
WriteStudyPage(const Study& study, const StudyFolder& folder)
{
    std::vector<std::string> figures;
    Json plots = Json::array();
    for (const Json& plot : study.document.value("plots", Json::array()))
    {
        const std::vector<std::string> own = ListFigures(plot);
        figures.insert(figures.end(), own.begin(), own.end());
        plots.push_back(
            {{"name", plot.at("name")}, {"title", plot.value("title", "")}, {"figures", own}});
    }
    Json axes = Json::array();
    for (const StudyAxis& axis : study.axes)
    {
        axes.push_back({{"name", axis.name}, {"values", axis.levels.size()}});
    }
    const Json about = {{"name", study.name},
                        {"description", study.document.value("description", "")},
                        {"scenario", study.document.at("scenario").at("name")},
                        {"points", study.CountPoints()},
                        {"axes", std::move(axes)},
                        {"plots", std::move(plots)}};
    WriteStudyPage(folder.GetPath().string(), about.dump(), figures);
}

} // namespace ns3::bacepipe
