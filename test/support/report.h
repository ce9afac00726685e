// SPDX-License-Identifier: GPL-2.0-only
// Reads the pages that runs write: what is embedded in them, and what a browser makes of them.
#ifndef BACE_TEST_REPORT_H
#define BACE_TEST_REPORT_H

#include "support/command-line.h"

namespace ns3::bacepipe::test
{

/// @return the data that a page has in it
inline nlohmann::json
ReadEmbedded(const std::string& page)
{
    const std::string begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t from = page.find(begin);
    const std::size_t to = page.find("</script>", from);
    if (from == std::string::npos || to == std::string::npos)
    {
        throw std::runtime_error("no data in the page");
    }
    return nlohmann::json::parse(page.substr(from + begin.size(), to - from - begin.size()));
}

/// @return how often a text is in another
inline std::size_t
Count(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    {
        ++count;
    }
    return count;
}

/// A page as a browser has it after its scripts have run: HTML.
class Document
{
  public:
    explicit Document(std::string html)
        : m_html(std::move(html))
    {
    }

    /// @return a section of the page; empty where there is none of this id
    std::string GetSection(const std::string& id) const
    {
        const std::size_t from = m_html.find("<section id=\"" + id + "\"");
        return from == std::string::npos
                   ? ""
                   : m_html.substr(from, m_html.find("</section>", from) - from);
    }

    /// @return what went wrong with the page's scripts, as they tell it
    std::string GetErrors() const
    {
        const std::size_t from = m_html.find("<p id=\"errors\"");
        const std::size_t open = m_html.find('>', from);
        return from == std::string::npos
                   ? "the page has no place for errors"
                   : m_html.substr(open + 1, m_html.find("</p>", open) - open - 1);
    }

    /// @return all of it, without the embedded data and scripts
    std::string GetBody() const
    {
        const std::size_t from = m_html.find("<main");
        return m_html.substr(from, m_html.find("</main>") - from);
    }

  private:
    std::string m_html; //!< serialized
};

/// A test that opens pages in a browser, where there is one.
class ReportTest : public CommandLineTest
{
  protected:
    /// @return the browser's name; empty without one
    std::string FindBrowser() const
    {
        const auto found =
            Shell("command -v chromium || command -v chromium-browser || command -v google-chrome");
        return Split(found.out, '\n').front();
    }

    /// Opens a page. @param width of the window, pixels
    Document Open(const std::string& browser,
                  const std::filesystem::path& page,
                  int width = 1200) const
    {
        const auto result = Execute({browser,
                                     "--headless",
                                     "--no-sandbox",
                                     "--disable-gpu",
                                     "--user-data-dir=" + (GetFolder() / "browser").string(),
                                     "--window-size=" + std::to_string(width) + ",900",
                                     "--dump-dom",
                                     "file://" + page.string()});
        EXPECT_EQ(result.status, 0) << result.err;
        return Document(result.out);
    }
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_REPORT_H
