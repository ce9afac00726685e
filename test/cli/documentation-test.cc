// SPDX-License-Identifier: GPL-2.0-only
// The commands of the documentation do what it says: they run, from a folder that looks like the
// source tree. In README.md and doc/*.md, every line of a block marked ```sh that begins with
// "./bace " or "build/" is run in the order of the file, and must exit with 0. A line with the
// comment "# minutes" is left out, as are "./bace test" and "./bace build", for this is a test. What a
// document tells to save as a file is there.
#include "support/command-line.h"

namespace ns3::bacepipe::test
{

namespace
{

/// Documents that may hold commands.
std::vector<std::string>
FindDocuments()
{
    const std::filesystem::path source = BACE_PIPE_SOURCE_DIR;
    std::vector<std::string> documents;
    if (std::filesystem::exists(source / "README.md"))
    {
        documents.emplace_back("README.md");
    }
    for (const auto& entry : std::filesystem::directory_iterator(source / "doc"))
    {
        if (entry.path().extension() == ".md")
        {
            documents.push_back(entry.path().lexically_relative(source));
        }
    }
    std::sort(documents.begin(), documents.end());
    return documents;
}

/// @return whether a text begins with another
bool
StartsWith(const std::string& text, const std::string& start)
{
    return text.rfind(start, 0) == 0;
}

/// @return the commands of a document that are to be run
std::vector<std::string>
FindCommands(const std::string& text)
{
    std::vector<std::string> commands;
    bool inside = false;
    std::string command;
    for (std::string line : Split(text, '\n'))
    {
        if (StartsWith(line, "```"))
        {
            inside = line == "```sh";
            continue;
        }
        if (!inside)
        {
            continue;
        }
        command += line;
        if (!command.empty() && command.back() == '\\') // goes on in the next line
        {
            command.back() = ' ';
            continue;
        }
        const bool runs = StartsWith(command, "./bace ") || StartsWith(command, "build/");
        const bool isLong = StartsWith(command, "./bace test") ||
                            StartsWith(command, "./bace build") ||
                            command.find("# minutes") != std::string::npos;
        if (runs && !isLong)
        {
            commands.push_back(command);
        }
        command.clear();
    }
    return commands;
}

/// @return the files that a document tells to save: name and content
std::vector<std::pair<std::string, std::string>>
FindFiles(const std::string& text)
{
    std::vector<std::pair<std::string, std::string>> files;
    const std::string before = "Save this as `";
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at))
    {
        at += before.size();
        const std::string name = text.substr(at, text.find('`', at) - at);
        const std::size_t begin = text.find('\n', text.find("```", at)) + 1;
        files.emplace_back(name, text.substr(begin, text.find("```", begin) - begin));
    }
    return files;
}

class DocumentationTest : public CommandLineTest, public ::testing::WithParamInterface<std::string>
{
};

} // namespace

TEST(DocumentationCommandsTest, AreFoundByTheConvention)
{
    EXPECT_EQ(FindCommands("./bace no\n"
                           "```sh\n"
                           "./bace run # the default\n"
                           "./bace run slow.json   # minutes\n"
                           "./bace test\n"
                           "cd there\n"
                           "build/bin/x \\\n"
                           "  --y\n"
                           "```\n"
                           "```\n"
                           "./bace no\n"
                           "```\n"),
              (std::vector<std::string>{"./bace run # the default", "build/bin/x    --y"}));
}

TEST(DocumentationCommandsTest, FilesToSaveAreFound)
{
    const auto files = FindFiles("Save this as `a.json`:\n\n```json\n{\n}\n```\nthe end");
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0].first, "a.json");
    EXPECT_EQ(files[0].second, "{\n}\n");
}

TEST_P(DocumentationTest, CommandsRun)
{
    if (!std::filesystem::exists(std::string(BACE_PIPE_BINARY_DIR) + "/build.ninja"))
    {
        GTEST_SKIP() << "not built with Ninja";
    }
    setenv("BACE_PIPE_BUILD", BACE_PIPE_BINARY_DIR, 1);
    const std::filesystem::path source = BACE_PIPE_SOURCE_DIR;
    for (const char* const name : {"bace", "contrib", "doc", "examples", "test"})
    {
        std::filesystem::create_symlink(source / name, GetFolder() / name);
    }
    std::filesystem::create_symlink(BACE_PIPE_BINARY_DIR, GetFolder() / "build");
    const std::string text = ReadFile(source / GetParam());
    for (const auto& [name, content] : FindFiles(text))
    {
        Write(name, content);
    }
    for (const auto& command : FindCommands(text))
    {
        const auto result = Shell(command);
        EXPECT_EQ(result.status, 0) << GetParam() << ": " << command << "\n" << result.err;
    }
}

INSTANTIATE_TEST_SUITE_P(Documents,
                         DocumentationTest,
                         ::testing::ValuesIn(FindDocuments()),
                         [](const auto& info) {
                             std::string name = info.param;
                             for (char& c : name)
                             {
                                 c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                             }
                             return name;
                         });

} // namespace ns3::bacepipe::test
