// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_CATALOGUE_H
#define BACE_CATALOGUE_H

#include "ns3/bace-job-parser.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/**
 * @brief The built-in models, GPUs and data sets by name.
 *
 * Made from data/{models,gpus,datasets}.json, where each entry's source stands beside it.
 */
struct Catalogue
{
    std::map<std::string, Architecture> models; //!< by model name, as "Llama-3.1-70B"
    std::map<std::string, GpuSpec> gpus;        //!< by GPU name, as "RTX A6000"
    std::map<std::string, Dataset> datasets;    //!< by data set name, as "Alpaca-52k"
};

/// @return the catalogue; read once
const Catalogue& GetCatalogue();

/**
 * @param entries a part of the catalogue
 * @return its names, in order
 */
template <typename T>
std::vector<std::string>
GetNames(const std::map<std::string, T>& entries)
{
    std::vector<std::string> names;
    for (const auto& [name, entry] : entries)
    {
        names.push_back(name);
    }
    return names;
}

} // namespace ns3::bacepipe

#endif // BACE_CATALOGUE_H
