// SPDX-License-Identifier: GPL-2.0-only
#include "validation/page.h"

#include "ns3/bace-text-table.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ns3::bacepipe::validation
{

namespace
{

/// Relative errors of a table.
class Errors
{
  public:
    /// @return the error in words, after having taken note of it
    std::string Add(double simulated, double measured)
    {
        const double error = simulated / measured - 1;
        m_sizes.push_back(std::abs(error));
        return (error < 0 ? "-" : "+") + FormatFixed(std::abs(100 * error), 1) + " %";
    }

    /// @return the median and the largest of them in words
    std::string Summarise() const
    {
        std::vector<double> sizes = m_sizes;
        std::sort(sizes.begin(), sizes.end());
        const std::size_t half = sizes.size() / 2;
        const double median =
            sizes.size() % 2 == 1 ? sizes[half] : (sizes[half - 1] + sizes[half]) / 2;
        return "Of " + std::to_string(sizes.size()) + " rows: median error " +
               FormatFixed(100 * median, 1) + " %, largest " + FormatFixed(100 * sizes.back(), 1) +
               " %.\n";
    }

  private:
    std::vector<double> m_sizes;
};

/// @return the table of transfers
std::string
MakeTransferTable(const std::string& path, const TransportSettings& settings)
{
    std::ostringstream page;
    page << "| delay (ms) | bandwidth (Gbps) | message (MiB) | NCCL measured (ms) | simulated (ms) "
            "| error |\n|---|---|---|---|---|---|\n";
    Errors errors;
    for (const Transfer& transfer : ReadTransfers(path))
    {
        const double simulated = 1000 * SimulateTransfer(transfer, settings);
        page << "| " << transfer.delayMs << " | " << transfer.bandwidthGbps << " | "
             << (transfer.bytes >> 20) << " | " << transfer.ncclMs << " | "
             << FormatFixed(simulated, 1) << " | ";
        Errors unlimited; // not summarised
        page << (transfer.limited ? errors : unlimited).Add(simulated, transfer.ncclMs)
             << (transfer.limited ? "" : " (no limit)") << " |\n";
    }
    page << "\nRows with a bandwidth limit. " << errors.Summarise();
    return page.str();
}

/// @return the table of iterations
std::string
MakeIterationTable(const std::string& path, const TransportSettings& settings)
{
    std::ostringstream page;
    page << "| pipeline | stage time (ms) | delay (ms) | bandwidth (Gbps) | measured (s) | "
            "simulated (s) | error |\n|---|---|---|---|---|---|---|\n";
    Errors errors;
    std::string group;
    double step = 0;
    for (const Iteration& iteration : ReadIterations(path))
    {
        const bool isNew = iteration.group != group;
        if (isNew)
        {
            group = iteration.group;
            step = FitStepTime(iteration, settings);
        }
        const double simulated = SimulateIteration(iteration, step, settings);
        page << "| " << (isNew ? group : "") << " | " << (isNew ? FormatFixed(1000 * step, 2) : "")
             << " | " << iteration.delayMs << " | " << iteration.bandwidthGbps << " | "
             << FormatFixed(iteration.seconds, 2) << " | " << FormatFixed(simulated, 2) << " | "
             << (isNew ? "fitted" : errors.Add(simulated, iteration.seconds)) << " |\n";
    }
    page << "\n" << errors.Summarise();
    return page.str();
}

} // namespace

std::string
MakePage(const std::string& tables, const std::string& data, const TransportSettings& settings)
{
    std::ostringstream page;
    std::istringstream names(tables);
    for (std::string name; std::getline(names, name, ',');)
    {
        if (name == "transfers")
        {
            page << "### Transfers\n\n"
                 << MakeTransferTable(data + "/p2p-transfer-times.csv", settings) << "\n";
        }
        else if (name == "iterations")
        {
            page << "### Iterations\n\n"
                 << MakeIterationTable(data + "/pipeline-iteration-times.csv", settings) << "\n";
        }
        else if (name == "further")
        {
            page << "### Further iterations\n\n"
                 << MakeIterationTable(data + "/further-iteration-times.csv", settings) << "\n";
        }
        else
        {
            throw std::runtime_error("--tables: found " + name +
                                     ", expected transfers, iterations or further");
        }
    }
    return page.str();
}

} // namespace ns3::bacepipe::validation
