// SPDX-License-Identifier: GPL-2.0-only
// The pages on studies in doc/studies tell of studies and figures that there are.
#include <filesystem>
#include <regex>
#include <set>

#include "schema-testing.h"
#include "study-testing.h"
#include "support/tree.h"

using namespace ns3::bacepipe;

namespace
{

const std::filesystem::path g_pages = test::SourceFolder() + "/doc/studies";

/// @return what the first group of a pattern is, wherever it matches
std::set<std::string>
FindAll(const std::string& text, const std::string& pattern)
{
    const std::regex regex(pattern);
    std::set<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    {
        found.insert((*match)[1]);
    }
    return found;
}

/// @return names of the figures that a study draws
std::set<std::string>
ListFigures(const Study& study)
{
    std::set<std::string> names;
    for (const Json& plot : study.document["plots"])
    {
        const std::string name = plot["name"];
        if (!plot["y"].is_array() || plot["y"].size() == 1)
        {
            names.insert(name);
            continue;
        }
        for (const Json& column : plot["y"])
        {
            names.insert(name + '-' + column.get<std::string>());
        }
    }
    return names;
}

} // namespace

TEST(StudyPages, ShowFiguresOfTheirStudy)
{
    std::set<std::string> shown;
    std::set<std::string> pages;
    for (const auto& entry : std::filesystem::directory_iterator(g_pages))
    {
        if (entry.path().extension() != ".md")
        {
            continue;
        }
        const std::string name = entry.path().stem();
        SCOPED_TRACE(name);
        pages.insert(name + ".md");
        const std::string text = ReadText(entry.path());
        EXPECT_EQ(FindAll(text, "\\./bace sweep examples/studies/([a-z0-9-]+)\\.json"),
                  std::set<std::string>{name});
        const Study study = ReadStudy(test::SourceFolder() + "/examples/studies/" + name + ".json");
        const std::set<std::string> figures = ListFigures(study);
        for (const std::string& file : FindAll(text, "\\]\\(([^():/]+\\.svg)\\)"))
        {
            EXPECT_TRUE(std::filesystem::exists(g_pages / file)) << file;
            ASSERT_EQ(file.rfind(name + '-', 0), 0U) << file << " is of this study";
            EXPECT_EQ(figures.count(file.substr(name.size() + 1, file.size() - name.size() - 5)),
                      1U)
                << file << " is a figure of the study";
            shown.insert(file);
        }
    }
    EXPECT_EQ(
        FindAll(ReadText(test::SourceFolder() + "/doc/studies.md"), "\\]\\(studies/([^()]+)\\)"),
        pages);
    for (const auto& entry : std::filesystem::directory_iterator(g_pages))
    {
        EXPECT_TRUE(entry.path().extension() != ".svg" ||
                    shown.count(entry.path().filename().string()) == 1)
            << entry.path() << " stands on no page";
    }
}
