// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TEST_DISTURBED_CHANNEL_H
#define BACE_TEST_DISTURBED_CHANNEL_H

#include "ns3/nstime.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>

namespace ns3::bacepipe::test
{

/// What a link does to packets beside carrying them.
struct Disturbance
{
    double late{0};          //!< share of packets that others may overtake
    double twice{0};         //!< share of packets that arrive twice
    uint32_t firstTwice{0};  //!< packets of each direction, from the first on, that arrive twice
    Time latest{Seconds(0)}; //!< most that a late packet, or a second copy, is late

    /// @return whether there is any
    bool IsAny() const
    {
        return late > 0 || twice > 0 || firstTwice > 0;
    }
};

/// A point-to-point link that lets packets overtake one another, and delivers some twice.
class DisturbedChannel : public PointToPointChannel
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * Takes the place of the channel between two devices.
     * @param devices both ends of a link
     * @param delay of the link
     * @param disturbance what it does
     * @param stream of its random numbers
     */
    static void Replace(const std::array<Ptr<PointToPointNetDevice>, 2>& devices,
                        Time delay,
                        const Disturbance& disturbance,
                        int64_t stream);

    bool TransmitStart(Ptr<const Packet> packet,
                       Ptr<PointToPointNetDevice> source,
                       Time transmission) override;

  private:
    Disturbance m_disturbance;         //!< what it does
    Ptr<UniformRandomVariable> m_dice; //!< which packets, and how late
    std::array<uint32_t, 2> m_count{}; //!< packets of each direction so far
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_DISTURBED_CHANNEL_H
