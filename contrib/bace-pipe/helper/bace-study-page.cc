// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-study-page.h"

#include "ns3/bace-html-report.h"

namespace ns3::bacepipe
{

void
WriteStudyPage(const Study& study, const StudyFolder& folder)
{
    std::vector<std::string> figures;
    Json plots = Json::array();
    for (const Json& plot : study.document.value("plots", Json::array()))
    {
        // As plot/study.py calls them.
        const std::string name = plot.at("name");
        const Json& measures = plot.at("y");
        Json own = Json::array();
        if (!measures.is_array() || measures.size() == 1)
        {
            own.push_back(name);
        }
        else
        {
            for (const Json& measure : measures)
            {
                own.push_back(name + "-" + measure.get<std::string>());
            }
        }
        figures.insert(figures.end(), own.begin(), own.end());
        plots.push_back(
            {{"name", name}, {"title", plot.value("title", "")}, {"figures", std::move(own)}});
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
