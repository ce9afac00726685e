// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-scenario-parts.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// Start and stop of traffic, s: as of arrivals of jobs.

/// Means of on- and off-periods, s.
constexpr NumberRange PERIOD_RANGE{1e-6, 1e6, false, false, " s"};

/**
 * @brief Reads the sources of cross traffic of a scenario.
 */
class TrafficReader
{
  public:
    /**
     * @param scenario with regions, links and network options
     */
    explicit TrafficReader(const Scenario& scenario)
        : m_network(scenario.network),
          m_indices(IndexRegions(scenario.regions))
    {
        for (const WanLink& link : scenario.links)
        {
            m_links.emplace(link.source, link.destination);
        }
    }

    /**
     * @param cursor a source
     * @return the source
     */
    TrafficSource Read(const JsonCursor& cursor)
    {
        TrafficSource traffic;
        const std::vector<std::string> kinds{"constant", "on-off", "flows"}; // as the enumeration
        const std::string kind = cursor["kind"].GetChoice(kinds);
        traffic.kind =
            static_cast<TrafficKind>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
        CheckKeys(cursor, traffic.kind);
        traffic.id = cursor["id"].GetId();
        const auto [first, isNew] = m_places.emplace(traffic.id, cursor.GetPointer());
        if (!isNew)
        {
            cursor["id"].FailValue("an id that " + first->second + " does not have");
        }
        ReadEnds(cursor, traffic);
        ReadRates(cursor, traffic);
        const uint32_t most = m_network.mtu - PACKET_HEADER_BYTES;
        traffic.packetBytes = cursor["packet_bytes"].GetInteger(64, most, m_network.segmentBytes);
        const uint64_t fastest =
            uint64_t{8000000000} * (traffic.packetBytes + PACKET_HEADER_BYTES); // one a nanosecond
        if (traffic.rate.GetBitRate() > fastest)
        {
            cursor["rate"].FailValue("at most a packet a nanosecond, " + std::to_string(fastest) +
                                     "bps");
        }
        traffic.start = ReadTime(cursor["start_s"], 0);
        traffic.stop = ReadTime(cursor["stop_s"], 0);
        if (cursor["stop_s"].Exists() && traffic.stop <= traffic.start)
        {
            cursor["stop_s"].FailValue("a time after the start, at " +
                                       FormatNumber(traffic.start.GetSeconds()) + " s");
        }
        return traffic;
    }

  private:
    /**
     * Keys that would have no effect are refused.
     * @param cursor a source
     * @param kind of it
     */
    static void CheckKeys(const JsonCursor& cursor, TrafficKind kind)
    {
        std::vector<std::string>
            keys{"id", "from", "to", "kind", "packet_bytes", "start_s", "stop_s"};
        if (kind == TrafficKind::FLOWS)
        {
            keys.insert(keys.end(), {"connections", "congestion_control"});
        }
        else
        {
            keys.emplace_back("rate");
        }
        if (kind == TrafficKind::ON_OFF)
        {
            keys.insert(keys.end(), {"on_s", "off_s", "periods"});
        }
        cursor.CheckKeys(keys);
    }

    /**
     * @param cursor a source
     * @param traffic where its regions go
     */
    void ReadEnds(const JsonCursor& cursor, TrafficSource& traffic) const
    {
        traffic.source = ReadRegionId(cursor["from"], m_indices);
        traffic.destination = ReadRegionId(cursor["to"], m_indices);
        if (m_links.count({traffic.source, traffic.destination}) == 0)
        {
            cursor["to"].FailValue("a region to which a link leads from the one in \"from\"");
        }
        if (traffic.kind == TrafficKind::FLOWS &&
            m_links.count({traffic.destination, traffic.source}) == 0)
        {
            cursor["to"].FailValue("a region from which a link leads back, for acknowledgements");
        }
    }

    /**
     * @param cursor a source
     * @param traffic where its rate, periods and connections go
     */
    void ReadRates(const JsonCursor& cursor, TrafficSource& traffic) const
    {
        if (traffic.kind == TrafficKind::FLOWS)
        {
            traffic.connections = cursor["connections"].GetInteger(1, 1024, 1);
            traffic.congestionControl =
                cursor["congestion_control"].GetChoice(GetCongestionControls(),
                                                       m_network.congestionControl);
            return;
        }
        traffic.rate = ReadRate(cursor["rate"]);
        if (traffic.kind == TrafficKind::ON_OFF)
        {
            traffic.on = Seconds(cursor["on_s"].GetNumber(PERIOD_RANGE));
            traffic.off = Seconds(cursor["off_s"].GetNumber(PERIOD_RANGE));
            traffic.exponential = cursor["periods"].GetChoice({"exponential", "constant"},
                                                              "exponential") == "exponential";
        }
    }

    /**
     * @param cursor a time, s, or absent
     * @param fallback what an absent one means, s
     * @return the time
     */
    static Time ReadTime(const JsonCursor& cursor, double fallback)
    {
        return Seconds(cursor.GetNumber(TIME_RANGE, fallback));
    }

    const NetworkOptions& m_network;                       //!< of the scenario
    RegionIndices m_indices;                               //!< of its regions
    std::set<std::pair<RegionIndex, RegionIndex>> m_links; //!< directions that have one
    std::map<std::string, std::string> m_places;           //!< where each id is
};

} // namespace

std::vector<TrafficSource>
ReadTraffic(const JsonCursor& cursor, const Scenario& scenario)
{
    std::vector<TrafficSource> traffic;
    const std::size_t size = cursor.Exists() ? cursor.GetSize("sources of traffic", 0, 10000) : 0;
    TrafficReader reader(scenario);
    for (std::size_t i = 0; i < size; ++i)
    {
        traffic.push_back(reader.Read(cursor[i]));
    }
    return traffic;
}

void
CheckTrafficIds(const JsonCursor& cursor, const Scenario& scenario)
{
    std::set<std::string> jobs;
    for (const TrainingJob& job : scenario.jobs)
    {
        jobs.insert(job.id);
    }
    for (std::size_t i = 0; i < scenario.traffic.size(); ++i)
    {
        if (jobs.count(scenario.traffic[i].id) > 0)
        {
            cursor[i]["id"].FailValue("an id that no job has");
        }
    }
}

} // namespace ns3::bacepipe
