// SPDX-License-Identifier: GPL-2.0-only
// The commands of the documentation do what it says: they run, from a folder that looks like the
// source tree. In README.md and doc/*.md, every line of a block marked ```sh that begins with
// "./bace " or "build/" is run in the order of the file, and must exit with 0. A line with the
// comment "# minutes" is left out, as are "./bace test" and "./bace build", for this is a test; so
// "cp scratch/A.cc scratch/B.cc" makes build/scratch/B stand for build/scratch/A. A block marked
// ```json after a line with "Save this as `NAME`" is a file of that name. Attributes of ns-3 that
// are named as options, anywhere in the text, exist.
#include <regex>
#include <set>

#include "support/command-line.h"
#include "support/tree.h"

namespace ns3::bacepipe::test
{

namespace
{

/// Documents that may hold commands.
std::vector<std::string>
FindDocuments()
{
    const std::filesystem::path source = SourceFolder();
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

/// What a document says to do.
struct Instructions
{
    std::vector<std::string> commands; //!< to run, in order
    Files files;                       //!< to save before
};

/// Adds a command if it is one to run. @param copies programs by what they are copied from
void
AddCommand(const std::string& command,
           std::map<std::string, std::string>& copies,
           std::vector<std::string>& commands)
{
    const auto words = Split(command, ' ');
    if (words.size() == 3 && words[0] == "cp" && StartsWith(words[1], "scratch/"))
    {
        const auto program = [](const std::string& source) {
            return "build/" + std::filesystem::path(source).replace_extension().string();
        };
        copies[program(words[2])] = program(words[1]);
        return;
    }
    const bool runs = StartsWith(command, "./bace ") || StartsWith(command, "build/");
    const bool isLong = StartsWith(command, "./bace test") || StartsWith(command, "./bace build") ||
                        command.find("# minutes") != std::string::npos;
    if (runs && !isLong)
    {
        const auto copy = copies.find(words[0]);
        commands.push_back(copy == copies.end() ? command
                                                : copy->second + command.substr(words[0].size()));
    }
}

/// @return what a document says to do
Instructions
Read(const std::string& text)
{
    Instructions found;
    std::map<std::string, std::string> copies;
    std::string block; // the mark of the block that a line is in
    std::string file;  // its name, where it is one
    std::string command;
    for (const std::string& line : Split(text, '\n'))
    {
        const std::string save = "Save this as `";
        if (StartsWith(line, "```"))
        {
            file = line == "```json" ? file : "";
            block = block.empty() ? line : "";
        }
        else if (block == "```json" && !file.empty())
        {
            found.files[file] += line + "\n";
        }
        else if (block == "```sh")
        {
            command += line;
            if (!command.empty() && command.back() == '\\') // goes on in the next line
            {
                command.back() = ' ';
                continue;
            }
            AddCommand(command, copies, found.commands);
            command.clear();
        }
        else if (const auto at = line.find(save); at != std::string::npos)
        {
            file = Split(line.substr(at + save.size()), '`').front();
        }
    }
    return found;
}

class DocumentationTest : public CommandLineTest, public ::testing::WithParamInterface<std::string>
{
};

} // namespace

TEST(DocumentationCommandsTest, AreFoundByTheConvention)
{
    const auto found = Read("./bace no\n"
                            "```sh\n"
                            "./bace run # the default\n"
                            "./bace run slow.json   # minutes\n"
                            "./bace test\n"
                            "cd there\n"
                            "build/bin/x \\\n"
                            "  --y\n"
                            "```\n"
                            "Now. Save this as `mine.json`:\n"
                            "\n"
                            "```json\n"
                            "{}\n"
                            "```\n"
                            "```json\n"
                            "[]\n"
                            "```\n"
                            "```\n"
                            "./bace no\n"
                            "```\n"
                            "```sh\n"
                            "cp scratch/a.cc scratch/b.cc\n"
                            "build/scratch/b --z\n"
                            "```\n");
    EXPECT_EQ(found.commands,
              (std::vector<std::string>{"./bace run # the default",
                                        "build/bin/x    --y",
                                        "build/scratch/a --z"}));
    EXPECT_EQ(found.files, (Files{{"mine.json", "{}\n"}}));
}

TEST_P(DocumentationTest, CommandsRun)
{
    if (!std::filesystem::exists(BuildFolder() + "/build.ninja"))
    {
        GTEST_SKIP() << "not built with Ninja";
    }
    setenv("BACE_PIPE_BUILD", BuildFolder().c_str(), 1);
    const std::filesystem::path source = SourceFolder();
    for (const char* const name : {"bace", "contrib", "doc", "examples", "test"})
    {
        std::filesystem::create_symlink(source / name, GetFolder() / name);
    }
    std::filesystem::create_symlink(BuildFolder(), GetFolder() / "build");
    const Instructions found = Read(ReadFile(source / GetParam()));
    for (const auto& [name, content] : found.files)
    {
        Write(name, content);
    }
    for (const auto& command : found.commands)
    {
        const auto result = Shell(command, std::chrono::seconds(300));
        EXPECT_EQ(result.status, 0) << GetParam() << ": " << command << "\n" << result.err;
    }
}

TEST_P(DocumentationTest, NamedAttributesExist)
{
    const std::string text = ReadFile(std::filesystem::path(SourceFolder()) / GetParam());
    const std::regex option("--(ns3::[A-Za-z0-9:]+)::([A-Za-z0-9]+)=");
    std::set<std::pair<std::string, std::string>> named;
    for (std::sregex_iterator match(text.begin(), text.end(), option), end; match != end; ++match)
    {
        named.emplace((*match)[1], (*match)[2]);
    }
    named.erase({"ns3::Class", "Attribute"}); // which stands for any
    for (const auto& [type, attribute] : named)
    {
        const auto known = Run({"--PrintAttributes=" + type});
        EXPECT_EQ(known.status, 0) << type;
        EXPECT_THAT(known.out, ::testing::HasSubstr(type + "::" + attribute + "=["));
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
