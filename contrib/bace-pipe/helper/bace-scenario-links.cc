// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-scenario-parts.h"
#include "ns3/bace-units.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// Source and destination of a link.
using Direction = std::pair<RegionIndex, RegionIndex>;

/// Headers that a packet has besides its payload, generously.
constexpr uint32_t HEADER_BYTES = 128;

/// ns-3 counts a queue's bytes in 32 bits.
constexpr double MAX_QUEUE_BYTES = 4294967295.0;

/// How large queues are: a size, or a time at the largest rate that the link has in the run.
struct QueueRule
{
    double bytes{0};    //!< the size, if seconds is 0
    double seconds{0};  //!< the time
    double minBytes{0}; //!< two packets: what every queue holds
};

/**
 * @param cursor a size or a duration, or absent: 50 ms
 * @param segmentBytes payload of a packet
 * @return how large the queue is
 */
QueueRule
ReadQueue(const JsonCursor& cursor, uint32_t segmentBytes)
{
    QueueRule rule;
    rule.minBytes = 2.0 * (segmentBytes + HEADER_BYTES);
    const std::string expected = "a time above 0s up to 60s (\"50ms\") or a size from " +
                                 FormatNumber(rule.minBytes) +
                                 "B (two packets) to 4294967295B (\"20MB\")";
    const std::string text = cursor.GetString(expected, "50ms");
    if (const auto seconds = ParseDuration(text))
    {
        rule.seconds = *seconds;
        if (*seconds <= 0 || *seconds > DURATION_RANGE.max)
        {
            cursor.FailValue(expected);
        }
        return rule;
    }
    const auto bytes = ParseSize(text);
    if (!bytes || *bytes < rule.minBytes || *bytes > MAX_QUEUE_BYTES)
    {
        cursor.FailValue(expected);
    }
    rule.bytes = *bytes;
    return rule;
}

/**
 * @param rule how large the queue is
 * @param rate the link's, the largest in the run
 * @return bytes; a time's worth is kept within two packets and what ns-3 can count
 */
uint64_t
GetQueueBytes(const QueueRule& rule, DataRate rate)
{
    const double bytes = rule.seconds > 0
                             ? std::clamp(static_cast<double>(rate.GetBitRate()) * rule.seconds / 8,
                                          rule.minBytes,
                                          MAX_QUEUE_BYTES)
                             : rule.bytes;
    return std::llround(bytes);
}

/**
 * @param cursor a loss rate, or absent: 0
 * @return the loss rate
 */
double
ReadLossRate(const JsonCursor& cursor)
{
    return cursor.GetNumber({0, 1, false, true}, 0);
}

/// What decides about packets at a link's entrance.
struct Discipline
{
    QueueDiscipline kind{QueueDiscipline::DROP_TAIL}; //!< which
    bool ecn{false};                                  //!< whether it marks
};

/**
 * @param cursor a mesh or a link
 * @return its queue discipline
 */
Discipline
ReadDiscipline(const JsonCursor& cursor)
{
    const std::vector<std::string> names{"drop-tail",
                                         "fq-codel",
                                         "red",
                                         "pie"}; // as the enumeration
    const std::string name = cursor["queue_discipline"].GetChoice(names, names.front());
    Discipline discipline;
    discipline.kind =
        static_cast<QueueDiscipline>(std::find(names.begin(), names.end(), name) - names.begin());
    discipline.ecn = cursor["ecn"].GetBool(false);
    if (discipline.ecn && discipline.kind == QueueDiscipline::DROP_TAIL)
    {
        cursor["ecn"].FailValue("false with a \"drop-tail\" queue, or a \"queue_discipline\" that "
                                "marks: \"fq-codel\", \"red\" or \"pie\"");
    }
    return discipline;
}

/**
 * @brief The full mesh of a scenario: every link that is not listed.
 */
class Mesh
{
  public:
    /**
     * @param cursor the object "mesh"
     * @param regions the regions
     * @param segmentBytes payload of a packet
     */
    Mesh(const JsonCursor& cursor, const std::vector<Region>& regions, uint32_t segmentBytes)
        : m_regions(regions)
    {
        cursor.CheckKeys({"rate",
                          "delay",
                          "rtt_ms",
                          "queue",
                          "queue_discipline",
                          "ecn",
                          "loss_rate",
                          "changes"});
        if (cursor["rate"].GetString("\"mean\" or a rate", "mean") != "mean")
        {
            m_rate = ReadRate(cursor["rate"]);
        }
        m_queue = ReadQueue(cursor["queue"], segmentBytes);
        m_discipline = ReadDiscipline(cursor);
        m_lossRate = ReadLossRate(cursor["loss_rate"]);
        m_changes = ReadChanges(cursor["changes"]);
        const bool hasMatrix = cursor["rtt_ms"].Exists();
        if (hasMatrix == cursor["delay"].Exists())
        {
            cursor.Fail(hasMatrix ? "both" : "neither", "exactly one of \"delay\" or \"rtt_ms\"");
        }
        if (hasMatrix)
        {
            ReadMatrix(cursor["rtt_ms"]);
        }
        else
        {
            m_delay = ReadDuration(cursor["delay"]);
        }
    }

    /**
     * @param direction two regions
     * @return the mesh's link between them
     */
    WanLink MakeLink(const Direction& direction) const
    {
        const auto& [source, destination] = direction;
        WanLink link;
        link.source = source;
        link.destination = destination;
        link.rate = m_rate ? *m_rate
                           : DataRate((m_regions[source].bandwidth.GetBitRate() +
                                       m_regions[destination].bandwidth.GetBitRate()) /
                                      2);
        link.delay = m_delays.empty() ? m_delay : m_delays[source * m_regions.size() + destination];
        SetChanges(m_changes, link);
        link.queueBytes = GetQueueBytes(m_queue, link.GetLargestRate());
        link.lossRate = m_lossRate;
        link.discipline = m_discipline.kind;
        link.ecn = m_discipline.ecn;
        return link;
    }

  private:
    /**
     * @param cursor the matrix of round trips, rows are sources
     */
    void ReadMatrix(const JsonCursor& cursor)
    {
        const std::size_t count = m_regions.size();
        cursor.GetSize("rows, one for each region", count, count);
        m_delays.resize(count * count);
        for (std::size_t i = 0; i < count; ++i)
        {
            const JsonCursor row = cursor[i];
            row.GetSize("numbers, one for each region", count, count);
            for (std::size_t j = 0; j < count; ++j)
            {
                const JsonCursor item = row[j];
                if (i == j && !item.GetValue().is_null())
                {
                    item.FailValue("null on the diagonal");
                }
                if (i != j)
                {
                    const double rtt = item.GetNumber({0, 120000, false, false, " ms"});
                    m_delays[i * count + j] = NanoSeconds(std::llround(rtt * 1e6 / 2));
                }
            }
        }
    }

    const std::vector<Region>& m_regions; //!< the regions
    std::optional<DataRate> m_rate;    //!< of every link; else the mean of its regions' bandwidths
    QueueRule m_queue;                 //!< of every link
    Discipline m_discipline;           //!< of every link
    double m_lossRate{0};              //!< of every link
    std::vector<ChangeRule> m_changes; //!< of every link
    Time m_delay;                      //!< of every link, if there is no matrix
    std::vector<Time> m_delays;        //!< source x destination, or empty
};

/**
 * @brief The links that a scenario lists.
 */
class LinkList
{
  public:
    /**
     * @param cursor the array "links", which may be absent
     * @param regions the regions
     * @param segmentBytes payload of a packet
     */
    LinkList(const JsonCursor& cursor, const std::vector<Region>& regions, uint32_t segmentBytes)
        : m_indices(IndexRegions(regions))
    {
        const std::size_t size = cursor.Exists() ? cursor.GetSize("links", 0, 4000000) : 0;
        for (std::size_t i = 0; i < size; ++i)
        {
            ReadLink(cursor[i], segmentBytes);
        }
    }

    /// @return the links by direction
    const std::map<Direction, WanLink>& Get() const
    {
        return m_links;
    }

  private:
    /**
     * @param cursor one link, of one or both directions
     * @param segmentBytes payload of a packet
     */
    void ReadLink(const JsonCursor& cursor, uint32_t segmentBytes)
    {
        cursor.CheckKeys({"from",
                          "to",
                          "rate",
                          "delay",
                          "queue",
                          "queue_discipline",
                          "ecn",
                          "loss_rate",
                          "changes",
                          "both_ways"});
        WanLink link;
        link.source = ReadRegionId(cursor["from"], m_indices);
        link.destination = ReadRegionId(cursor["to"], m_indices);
        if (link.source == link.destination)
        {
            cursor["to"].FailValue("another region than in \"from\"");
        }
        link.rate = ReadRate(cursor["rate"]);
        link.delay = ReadDuration(cursor["delay"]);
        SetChanges(ReadChanges(cursor["changes"]), link);
        link.queueBytes =
            GetQueueBytes(ReadQueue(cursor["queue"], segmentBytes), link.GetLargestRate());
        const Discipline discipline = ReadDiscipline(cursor);
        link.discipline = discipline.kind;
        link.ecn = discipline.ecn;
        link.lossRate = ReadLossRate(cursor["loss_rate"]);
        Add(cursor, link);
        if (cursor["both_ways"].GetBool(false))
        {
            std::swap(link.source, link.destination);
            Add(cursor, link);
        }
    }

    /**
     * @param cursor where the link is listed
     * @param link the link
     */
    void Add(const JsonCursor& cursor, const WanLink& link)
    {
        const Direction direction{link.source, link.destination};
        const auto [first, isNew] = m_places.emplace(direction, cursor.GetPointer());
        if (!isNew)
        {
            const bool same = cursor["from"].GetString() == GetId(link.source);
            cursor.Fail(same ? "this direction again" : "the way back again",
                        "a link that " + first->second + " does not give");
        }
        m_links.emplace(direction, link);
    }

    /**
     * @param region a region
     * @return its id
     */
    std::string GetId(RegionIndex region) const
    {
        const auto found = std::find_if(m_indices.begin(), m_indices.end(), [=](const auto& entry) {
            return entry.second == region;
        });
        return found->first;
    }

    RegionIndices m_indices;                   //!< of the regions
    std::map<Direction, WanLink> m_links;      //!< by direction
    std::map<Direction, std::string> m_places; //!< where each is listed
};

} // namespace

std::vector<WanLink>
ReadLinks(const JsonCursor& cursor, const std::vector<Region>& regions, uint32_t segmentBytes)
{
    std::vector<WanLink> links;
    if (!cursor.Exists())
    {
        return links;
    }
    cursor.CheckKeys({"mesh", "links"});
    const LinkList listed(cursor["links"], regions, segmentBytes);
    if (!cursor["mesh"].Exists())
    {
        for (const auto& [direction, link] : listed.Get())
        {
            links.push_back(link);
        }
        return links;
    }
    const Mesh mesh(cursor["mesh"], regions, segmentBytes);
    for (RegionIndex source = 0; source < regions.size(); ++source)
    {
        for (RegionIndex destination = 0; destination < regions.size(); ++destination)
        {
            const Direction direction{source, destination};
            const auto found = listed.Get().find(direction);
            if (found != listed.Get().end())
            {
                links.push_back(found->second);
            }
            else if (source != destination)
            {
                links.push_back(mesh.MakeLink(direction));
            }
        }
    }
    return links;
}

} // namespace ns3::bacepipe
