// SPDX-License-Identifier: GPL-2.0-only
#include "validation/measurements.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace ns3::bacepipe::validation
{

namespace
{

/// A table: lines that begin with # are remarks, the first of the others names the columns.
class Table
{
  public:
    explicit Table(const std::string& path)
        : m_path(path)
    {
        std::ifstream file(path);
        std::string line;
        while (std::getline(file, line))
        {
            if (line.empty() || line[0] == '#')
            {
                continue;
            }
            std::vector<std::string> cells;
            std::istringstream text(line);
            for (std::string cell; std::getline(text, cell, ',');)
            {
                cells.push_back(cell);
            }
            if (m_columns.empty())
            {
                for (std::size_t i = 0; i < cells.size(); ++i)
                {
                    m_columns[cells[i]] = i;
                }
            }
            else
            {
                m_rows.push_back(std::move(cells));
            }
        }
        if (m_rows.empty())
        {
            throw std::runtime_error(path + ": found no table");
        }
    }

    std::size_t GetSize() const
    {
        return m_rows.size();
    }

    std::string GetText(std::size_t row, const std::string& column) const
    {
        const auto found = m_columns.find(column);
        if (found == m_columns.end() || found->second >= m_rows[row].size())
        {
            throw std::runtime_error(m_path + ": row " + std::to_string(row + 1) +
                                     ": found no column " + column);
        }
        return m_rows[row][found->second];
    }

    double GetNumber(std::size_t row, const std::string& column) const
    {
        const std::string text = GetText(row, column);
        std::istringstream stream(text);
        double number = 0;
        if (!(stream >> number) || number <= 0 || !stream.eof())
        {
            throw std::runtime_error(m_path + ": row " + std::to_string(row + 1) + ": " + column +
                                     ": found " + text + ", expected a number above 0");
        }
        return number;
    }

  private:
    std::string m_path;
    std::map<std::string, std::size_t> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// Tokens of a sequence in all measurements.
const uint64_t g_sequence = 2048;

/// Gbps of a network that is not limited.
const double g_defaultBandwidth = 10;

/// Elements a token of the models measured (their tables: "model dim").
const std::map<std::string, uint64_t> g_hidden = {{"GPT3-XL 1.3B", 2048}, {"GPT3-Small 125M", 768}};

/// Bytes of an element.
const std::map<std::string, uint64_t> g_elementBytes = {{"fp32", 4}, {"fp16", 2}};

/// The project's names of schedules.
const std::map<std::string, std::string> g_schedules = {{"GPipe", "gpipe"}, {"1F1B", "1f1b"}};

/// @return what belongs to a name; one that is not known throws
template <typename Value>
Value
Find(const std::map<std::string, Value>& map, const std::string& name)
{
    const auto found = map.find(name);
    if (found == map.end())
    {
        throw std::runtime_error("nothing is known of " + name);
    }
    return found->second;
}

} // namespace

std::vector<Transfer>
ReadTransfers(const std::string& path)
{
    const Table table(path);
    std::vector<Transfer> transfers;
    for (std::size_t row = 0; row < table.GetSize(); ++row)
    {
        for (const uint64_t megabytes : {64, 128})
        {
            const std::string size = std::to_string(megabytes) + "MB_ms";
            Transfer transfer;
            transfer.delayMs = table.GetNumber(row, "delay_ms");
            transfer.bandwidthGbps = table.GetNumber(row, "bandwidth_gbps");
            transfer.limited = transfer.bandwidthGbps < g_defaultBandwidth;
            transfer.bytes = megabytes << 20;
            transfer.glooMs = table.GetNumber(row, "gloo_" + size);
            transfer.ncclMs = table.GetNumber(row, "nccl_" + size);
            transfers.push_back(transfer);
        }
    }
    return transfers;
}

std::vector<Iteration>
ReadIterations(const std::string& path)
{
    const Table table(path);
    std::vector<Iteration> iterations;
    for (std::size_t row = 0; row < table.GetSize(); ++row)
    {
        const auto batch = static_cast<uint64_t>(table.GetNumber(row, "batch_size"));
        const auto microBatch = static_cast<uint64_t>(table.GetNumber(row, "micro_batch_size"));
        const std::string model = table.GetText(row, "model");
        const std::string precision = table.GetText(row, "precision");
        Iteration iteration;
        iteration.schedule = Find(g_schedules, table.GetText(row, "schedule"));
        iteration.stages = static_cast<uint32_t>(table.GetNumber(row, "stages"));
        iteration.microBatches = static_cast<uint32_t>(batch / microBatch);
        iteration.boundaryBytes =
            microBatch * g_sequence * Find(g_hidden, model) * Find(g_elementBytes, precision);
        iteration.delayMs = table.GetNumber(row, "delay_ms");
        iteration.bandwidthGbps = table.GetNumber(row, "bandwidth_gbps");
        iteration.seconds = table.GetNumber(row, "iteration_s");
        std::ostringstream group;
        group << model << ", " << table.GetText(row, "schedule") << ", " << iteration.stages
              << " stages, " << precision << ", micro-batch " << microBatch << ", batch " << batch;
        iteration.group = group.str();
        iterations.push_back(iteration);
    }
    // The rows of a group need not follow one another: by the place of its first row.
    std::map<std::string, std::size_t> places;
    for (const auto& iteration : iterations)
    {
        places.emplace(iteration.group, places.size());
    }
    std::stable_sort(iterations.begin(), iterations.end(), [&](const auto& a, const auto& b) {
        return places.at(a.group) < places.at(b.group);
    });
    return iterations;
}

} // namespace ns3::bacepipe::validation
