// SPDX-License-Identifier: GPL-2.0-only
#include "integration/random-network.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>

namespace ns3::bacepipe::test
{

namespace
{

/// IPv4 20, UDP 8, the transport's header 24, PPP 2.
constexpr uint32_t OVERHEAD = 54;
/// An acknowledgement with four SACK blocks.
constexpr uint32_t LARGEST_ACK = OVERHEAD + 4 * 8;
/// Header of a message or share in the stream.
constexpr uint64_t FRAME_HEADER = 32;

/// Random numbers: std::mt19937_64, whose numbers the standard fixes, without its distributions.
class Dice
{
  public:
    /// @param seed any number
    explicit Dice(uint64_t seed)
        : m_engine(seed)
    {
    }

    /// @return a number in [0, 1)
    double Uniform()
    {
        return static_cast<double>(m_engine() >> 11) * 0x1p-53;
    }

    /**
     * @param share of all
     * @return whether this is one
     */
    bool Chance(double share)
    {
        return Uniform() < share;
    }

    /**
     * @param least number
     * @param most number
     * @return a number, each magnitude as likely as the other
     */
    double Magnitude(double least, double most)
    {
        return least * std::pow(most / least, Uniform());
    }

    /**
     * @param least number
     * @param most number
     * @return an integer, each as likely as the other
     */
    uint32_t Integer(uint32_t least, uint32_t most)
    {
        return least + static_cast<uint32_t>(Uniform() * (most - least + 1));
    }

    /**
     * @param least time
     * @param most time
     * @return a time, each magnitude as likely as the other
     */
    Time Duration(Time least, Time most)
    {
        return NanoSeconds(
            static_cast<int64_t>(Magnitude(static_cast<double>(least.GetNanoSeconds()),
                                           static_cast<double>(most.GetNanoSeconds()))));
    }

  private:
    std::mt19937_64 m_engine; //!< source of numbers
};

/**
 * @param dice source of numbers
 * @return a link
 */
RandomHop
DrawHop(Dice& dice)
{
    RandomHop hop;
    hop.rate = static_cast<uint64_t>(dice.Magnitude(1e6, 10e9));
    hop.delay = dice.Duration(MicroSeconds(10), MilliSeconds(100));
    hop.queuePackets =
        dice.Chance(0.3) ? dice.Integer(1, 5) : static_cast<uint32_t>(dice.Magnitude(5, 2000));
    return hop;
}

/**
 * Leaves a network nothing that could make a sender send again: fast, with room in the queues, and
 * with patient timers.
 * @param network to calm
 */
void
Calm(RandomNetwork& network)
{
    for (RandomHop& hop : network.hops)
    {
        hop.rate = 1000000000 + 100 * hop.rate;
        hop.queuePackets += 10000;
    }
    for (RandomFlow& flow : network.flows)
    {
        flow.delayedAckCount = std::min(flow.delayedAckCount, 2u);
        flow.minRto += Seconds(1);
    }
}

/**
 * @param dice source of numbers
 * @param controls to choose from
 * @return a flow
 */
RandomFlow
DrawFlow(Dice& dice, const std::vector<std::string>& controls)
{
    RandomFlow flow{};
    flow.control = controls[dice.Integer(0, static_cast<uint32_t>(controls.size() - 1))];
    flow.connections = dice.Integer(1, 4);
    flow.segmentSize = static_cast<uint32_t>(dice.Magnitude(100, 9000));
    flow.initialWindow = static_cast<uint32_t>(dice.Magnitude(1, 40));
    flow.maxWindow = static_cast<uint64_t>(dice.Chance(0.2) ? dice.Magnitude(1, 30000)
                                                            : dice.Magnitude(30000, 4e9));
    flow.delayedAckCount = dice.Chance(0.7) ? dice.Integer(1, 2) : dice.Integer(3, 8);
    flow.delayedAckTimeout = dice.Duration(MilliSeconds(1), MilliSeconds(200));
    flow.minRto = dice.Duration(MilliSeconds(1), Seconds(1));
    flow.connectTimeout = dice.Duration(MilliSeconds(50), Seconds(3));

    // Few of the packets need be many: 400 segments a message show what 4000 would.
    const double largest = std::min(200e3, 400. * flow.segmentSize);
    const Time span = dice.Chance(0.3) ? Seconds(0) : dice.Duration(MilliSeconds(1), Seconds(5));
    for (uint32_t left = dice.Integer(1, 12); left > 0; --left)
    {
        flow.messages.push_back(
            {span * dice.Uniform(), static_cast<uint64_t>(dice.Magnitude(1, largest))});
    }
    std::sort(flow.messages.begin(), flow.messages.end(), [](const auto& a, const auto& b) {
        return a.time < b.time;
    });
    if (dice.Chance(0.15))
    {
        flow.close = dice.Duration(MicroSeconds(100), Seconds(2));
    }
    return flow;
}

} // namespace

uint64_t
RandomFlow::GetMostPackets() const
{
    uint64_t bytes = 0;
    for (const RandomMessage& message : messages)
    {
        bytes += message.bytes + connections * FRAME_HEADER;
    }
    // Each push ends in a segment that may be a short one.
    const uint64_t segments = bytes / segmentSize + connections * messages.size();
    const uint64_t window = std::max<uint64_t>(maxWindow / segmentSize, 1);
    return std::min(segments, window * connections) + connections;
}

bool
RandomNetwork::IsUndisturbed() const
{
    return lossForward == 0 && lossBackward == 0 && !disturbance.IsAny();
}

uint32_t
RandomNetwork::GetLargestPacket() const
{
    uint32_t largest = LARGEST_ACK;
    for (const RandomFlow& flow : flows)
    {
        largest = std::max(largest, flow.segmentSize + OVERHEAD);
    }
    return largest;
}

Time
RandomNetwork::GetLeastRtt() const
{
    Time least;
    for (const RandomHop& hop : hops)
    {
        // The set-up's packets are the smallest; ns-3 rounds each time of transmission down.
        least += 2 * (hop.delay + Seconds(8. * OVERHEAD / static_cast<double>(hop.rate)) -
                      NanoSeconds(1));
    }
    return least;
}

Time
RandomNetwork::GetMostTransit(bool nothingAgain) const
{
    uint64_t packets = UINT64_MAX;
    if (nothingAgain)
    {
        packets = 0;
        for (const RandomFlow& flow : flows)
        {
            packets += flow.GetMostPackets();
        }
    }
    Time most = disturbance.latest;
    for (const RandomHop& hop : hops)
    {
        // Behind a full queue and the packet that is leaving.
        const uint64_t before = std::min<uint64_t>(hop.queuePackets + 1, packets);
        const double bits = 8. * GetLargestPacket() * static_cast<double>(before + 1);
        most += hop.delay + Seconds(bits / static_cast<double>(hop.rate));
    }
    return most;
}

RandomNetwork
DrawRandomNetwork(uint64_t index, const std::vector<std::string>& controls)
{
    Dice dice(index * 0x9e3779b97f4a7c15 + 20240607);
    RandomNetwork network{};
    network.index = index;
    for (uint32_t left = dice.Integer(1, 4); left > 0; --left)
    {
        network.hops.push_back(DrawHop(dice));
    }
    network.flows.push_back(DrawFlow(dice, controls));
    if (dice.Chance(0.4))
    {
        network.flows.push_back(DrawFlow(dice, controls));
        network.flows.back().backward = dice.Chance(0.75);
    }
    network.disturbedHop = dice.Integer(0, static_cast<uint32_t>(network.hops.size() - 1));
    if (dice.Chance(0.3))
    {
        if (dice.Chance(0.5))
        {
            Calm(network);
        }
        return network;
    }
    network.lossForward = dice.Chance(0.5) ? dice.Magnitude(0.001, 0.3) : 0;
    network.lossBackward = dice.Chance(0.5) ? dice.Magnitude(0.001, 0.3) : 0;
    if (dice.Chance(0.5))
    {
        Disturbance& disturbance = network.disturbance;
        disturbance.late = dice.Chance(0.6) ? dice.Magnitude(0.001, 0.5) : 0;
        disturbance.twice = dice.Chance(0.6) ? dice.Magnitude(0.001, 0.5) : 0;
        disturbance.firstTwice = dice.Chance(0.5) ? dice.Integer(1, 8) : 0;
        disturbance.latest = dice.Duration(MicroSeconds(10), MilliSeconds(300));
    }
    return network;
}

std::ostream&
operator<<(std::ostream& os, const RandomNetwork& network)
{
    os << "network " << network.index << ":";
    for (const RandomHop& hop : network.hops)
    {
        os << " [" << static_cast<double>(hop.rate) / 1e6 << " Mbps " << hop.delay.As(Time::MS)
           << " queue " << hop.queuePackets << "]";
    }
    os << " hop " << network.disturbedHop << " loses " << network.lossForward << " and "
       << network.lossBackward << ", late " << network.disturbance.late << " twice "
       << network.disturbance.twice << " first " << network.disturbance.firstTwice << " by "
       << network.disturbance.latest.As(Time::MS);
    for (const RandomFlow& flow : network.flows)
    {
        os << "; " << (flow.backward ? "backward " : "forward ") << flow.control << ", "
           << flow.connections << " connections, segment " << flow.segmentSize << ", windows "
           << flow.initialWindow << " and " << flow.maxWindow << " B, acks " << flow.delayedAckCount
           << " or " << flow.delayedAckTimeout.As(Time::MS) << ", RTO " << flow.minRto.As(Time::MS)
           << ", connect " << flow.connectTimeout.As(Time::MS) << ", messages "
           << flow.messages.size();
        if (flow.close)
        {
            os << ", closed at " << flow.close->As(Time::MS);
        }
    }
    return os;
}

} // namespace ns3::bacepipe::test
