// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-catalogue.h"

#include "ns3/bace-json-cursor.h"

namespace ns3::bacepipe
{

extern const char* const g_modelsJson;   //!< data/models.json
extern const char* const g_gpusJson;     //!< data/gpus.json
extern const char* const g_datasetsJson; //!< data/datasets.json

namespace
{

/**
 * Reads one file of the catalogue: {"about": text, section: {name: entry, ...}}.
 * @param text the file's text
 * @param section the key that holds the entries
 * @param keys the entries' keys, besides their source and a note
 * @param add called with name and entry
 */
template <typename F>
void
ReadSection(const char* text, const std::string& section, std::vector<std::string> keys, F add)
{
    const std::string source = "built-in data/" + section + ".json";
    const Json document = ParseJson(text, source);
    const JsonCursor root(document, source);
    root.CheckKeys({"about", section});
    keys.insert(keys.end(), {"source", "note"});
    const JsonCursor entries = root[section];
    for (const auto& [name, value] : entries.GetValue().items())
    {
        const JsonCursor entry = entries[name];
        entry.CheckKeys(keys);
        entry["source"].GetString("where the numbers are from");
        add(name, entry);
    }
}

/// @return the catalogue, read from the texts in the library
Catalogue
ReadCatalogue()
{
    Catalogue catalogue;
    ReadSection(g_modelsJson,
                "models",
                {"parameters", "layers", "hidden"},
                [&](const std::string& name, const JsonCursor& entry) {
                    Architecture& model = catalogue.models[name];
                    model.parameters = entry["parameters"].GetNumber({1, 1e15});
                    model.layers = entry["layers"].GetInteger(1, 100000);
                    model.hidden = entry["hidden"].GetInteger(1, 1000000);
                });
    ReadSection(g_gpusJson,
                "gpus",
                {"watts", "peak_tflops", "memory_gb"},
                [&](const std::string& name, const JsonCursor& entry) {
                    GpuSpec& gpu = catalogue.gpus[name];
                    gpu.watts = entry["watts"].GetNumber({1, 1e5});
                    gpu.peakFlops = 1e12 * entry["peak_tflops"].GetNumber({0.1, 1e6});
                    gpu.memoryBytes = 1e9 * entry["memory_gb"].GetNumber({1, 1e6});
                });
    ReadSection(g_datasetsJson,
                "datasets",
                {"samples", "tokens"},
                [&](const std::string& name, const JsonCursor& entry) {
                    Dataset& dataset = catalogue.datasets[name];
                    dataset.samples = entry["samples"].GetInteger(1, 1000000000000);
                    dataset.tokens = entry["tokens"].GetInteger(1, 10000000000000);
                });
    return catalogue;
}

} // namespace

const Catalogue&
GetCatalogue()
{
    static const Catalogue catalogue = ReadCatalogue();
    return catalogue;
}

} // namespace ns3::bacepipe
