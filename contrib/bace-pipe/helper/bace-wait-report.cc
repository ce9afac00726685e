// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-wait-report.h"

#include "ns3/bace-output-file.h"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>

namespace ns3::bacepipe
{

WaitResult
SplitWait(const WaitTime& wait)
{
    return {wait.notSent.GetSeconds(),
            wait.transmission.GetSeconds(),
            wait.GetQueued().GetSeconds()};
}

NamedFigures
NameBehind(const StageTimes& times, const PortAllocator& ports)
{
    NamedFigures named;
    for (const auto& [owner, time] : times.GetBehind())
    {
        if (time.IsStrictlyPositive())
        {
            named.emplace_back(ports.GetOwnerName(owner), time.GetSeconds());
        }
    }
    std::stable_sort(named.begin(), named.end(), [](const auto& a, const auto& b) {
        return a.second > b.second;
    });
    return named;
}

std::string
FormatNamed(const NamedFigures& figures)
{
    std::ostringstream text;
    text << std::setprecision(12);
    const char* separator = "";
    for (const auto& [name, figure] : figures)
    {
        text << separator << name << ':' << figure;
        separator = ";";
    }
    return text.str();
}

WaitReport::WaitReport(const std::string& path, std::shared_ptr<const PortAllocator> ports)
    : m_path(path),
      m_file(path),
      m_ports(std::move(ports))
{
    m_file << std::setprecision(12)
           << "job,iteration,stage,compute_s,wait_activation_s,wait_gradient_s,not_sent_s,"
              "transmission_s,queued_s,behind\n";
}

void
WaitReport::Write(const std::string& job,
                  uint64_t iteration,
                  uint32_t stage,
                  const StageTimes& times)
{
    WaitTime wait = times.waitActivation;
    wait += times.waitGradient;
    const WaitResult parts = SplitWait(wait);
    m_file << job << ',' << iteration << ',' << stage << ',' << times.compute.GetSeconds() << ','
           << times.waitActivation.total.GetSeconds() << ','
           << times.waitGradient.total.GetSeconds() << ',' << parts.notSent << ','
           << parts.transmission << ',' << parts.queued << ','
           << FormatNamed(NameBehind(times, *m_ports)) << '\n';
}

void
WaitReport::Close()
{
    CloseFile(m_file, m_path);
}

} // namespace ns3::bacepipe
