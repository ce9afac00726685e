// SPDX-License-Identifier: GPL-2.0-only
// What the tests of JSON schemas share: the schema judges as the reader does, and describes every
// key.
#ifndef SCHEMA_TESTING_H
#define SCHEMA_TESTING_H

#include "ns3/bace-json.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/tree.h"

/**
 * @param path a file
 * @return its text
 */
inline std::string
ReadText(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/**
 * Expects a schema to judge documents as the reader does.
 * @param schema its file
 * @param cases an array of {"name", "valid", "document"}: valid is what the reader says
 */
inline void
ExpectSchemaAgrees(const std::string& schema, const ns3::bacepipe::Json& cases)
{
    using namespace ns3::bacepipe;
    const std::string base =
        test::BuildFolder() + "/" + std::filesystem::path(schema).stem().string();
    std::ofstream(base + "-cases.json") << cases;
    const std::string command = "python3 '" + test::SourceFolder() +
                                "/test/unit/schema-check.py' '" + schema + "' '" + base +
                                "-cases.json' > '" + base + "-verdict.txt' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0)
        << "needs python3 and its jsonschema (Debian: python3-jsonschema)\n"
        << ReadText(base + "-verdict.txt");
}

/**
 * Expects a schema to describe every key, as editors show, to allow no others, and a page to name
 * each.
 * @param file of the schema
 * @param document file of the page
 * @return how many keys there are
 */
inline std::size_t
ExpectKeysDescribed(const std::string& file, const std::string& document)
{
    using namespace ns3::bacepipe;
    const std::string page = ReadText(document);
    const Json schema = ParseJson(ReadText(file), file);
    std::vector<std::pair<std::string, const Json*>> open{{"", &schema}};
    std::size_t keys = 0;
    while (!open.empty())
    {
        const auto [pointer, value] = open.back();
        open.pop_back();
        if (!value->is_structured())
        {
            continue;
        }
        const bool described = value->is_object() && value->contains("properties") &&
                               value->contains("additionalProperties");
        for (const auto& [key, item] : value->items())
        {
            open.emplace_back(pointer + "/" + key, &item);
        }
        if (described)
        {
            EXPECT_EQ((*value)["additionalProperties"], false) << pointer;
            for (const auto& [key, item] : (*value)["properties"].items())
            {
                ++keys;
                EXPECT_TRUE(page.find('`' + key + '`') != std::string::npos ||
                            page.find('/' + key + '`') != std::string::npos)
                    << "not in " << document << ": " << key;
                const Json* target = &item;
                if (item.contains("$ref") && !item.contains("description"))
                {
                    const std::string reference = item["$ref"].get<std::string>();
                    target = &schema.at(Json::json_pointer(reference.substr(1)));
                }
                EXPECT_TRUE(target->contains("description")) << pointer << " " << key;
            }
        }
    }
    return keys;
}

#endif // SCHEMA_TESTING_H
