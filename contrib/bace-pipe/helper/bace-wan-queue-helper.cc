// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-wan-queue-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/node.h"
#include "ns3/pie-queue-disc.h"
#include "ns3/queue-size.h"
#include "ns3/red-queue-disc.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

namespace ns3::bacepipe
{

namespace
{

/// @return a time as a text that ns-3 reads, to the nanosecond
std::string
ToText(double seconds)
{
    return std::to_string(static_cast<int64_t>(seconds * 1e9)) + "ns";
}

/// @return a queue's size in bytes
QueueSizeValue
ToSize(const WanLink& link)
{
    return QueueSizeValue(QueueSize(QueueSizeUnit::BYTES, static_cast<uint32_t>(link.queueBytes)));
}

/// Attributes of ordinary RED.
void
SetRandomDetection(ObjectFactory& factory, const WanLink& link)
{
    const double bytes = static_cast<double>(link.queueBytes);
    factory.Set("MinTh", DoubleValue(bytes / 6));
    factory.Set("MaxTh", DoubleValue(bytes / 2));
    factory.Set("QW", DoubleValue(0)); // ns-3: 1 - exp(-1 / packets a second)
    factory.Set("AdaptMaxP", BooleanValue(true));
}

/// Attributes of RED that marks above a threshold.
void
SetStep(ObjectFactory& factory, double threshold)
{
    factory.Set("MinTh", DoubleValue(threshold));
    factory.Set("MaxTh", DoubleValue(threshold));
    factory.Set("QW", DoubleValue(1));
    factory.Set("Gentle", BooleanValue(false));
}

} // namespace

void
WanQueueHelper::SetPacketBytes(uint32_t packetBytes)
{
    m_packetBytes = packetBytes;
}

void
WanQueueHelper::SetStepMarking(bool step)
{
    m_step = step;
}

double
WanQueueHelper::GetStepThreshold(const WanLink& link, Time roundTrip) const
{
    const double path = link.GetLargestRate().GetBitRate() / 8.0 * roundTrip.GetSeconds();
    const double most = std::max(static_cast<double>(link.queueBytes) / 2, 1.0);
    return std::min(std::max(path / 7, 2.0 * m_packetBytes), most);
}

ObjectFactory
WanQueueHelper::GetFactory(const WanLink& link, Time roundTrip) const
{
    const double packetTime = 8.0 * m_packetBytes / link.rate.GetBitRate();
    const bool step = m_step && link.ecn;
    ObjectFactory factory;
    switch (link.discipline)
    {
    case QueueDiscipline::FQ_CODEL: {
        const double interval = std::max(0.1, roundTrip.GetSeconds());
        const uint64_t packets = std::max<uint64_t>(link.queueBytes / m_packetBytes, 2);
        factory.SetTypeId("ns3::FqCoDelQueueDisc");
        factory.Set(
            "MaxSize",
            QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, static_cast<uint32_t>(packets))));
        factory.Set("Interval", StringValue(ToText(interval)));
        factory.Set("Target", StringValue(ToText(std::max(interval / 20, packetTime))));
        if (step)
        {
            const double threshold = GetStepThreshold(link, roundTrip);
            const double rate = link.GetLargestRate().GetBitRate();
            factory.Set("CeThreshold", TimeValue(Seconds(8 * threshold / rate)));
        }
        break;
    }
    case QueueDiscipline::RED:
        factory.SetTypeId("ns3::RedQueueDisc");
        factory.Set("MaxSize", ToSize(link));
        factory.Set("MeanPktSize", UintegerValue(m_packetBytes));
        factory.Set("LinkBandwidth", DataRateValue(link.rate));
        factory.Set("LinkDelay", TimeValue(link.delay));
        factory.Set("UseHardDrop", BooleanValue(false)); // what may be marked is, above MaxTh too
        if (step)
        {
            SetStep(factory, GetStepThreshold(link, roundTrip));
        }
        else
        {
            SetRandomDetection(factory, link);
        }
        break;
    case QueueDiscipline::PIE:
        factory.SetTypeId("ns3::PieQueueDisc");
        factory.Set("MaxSize", ToSize(link));
        factory.Set("MeanPktSize", UintegerValue(m_packetBytes));
        factory.Set("QueueDelayReference", TimeValue(Seconds(std::max(0.015, 2 * packetTime))));
        break;
    case QueueDiscipline::DROP_TAIL:
        NS_ABORT_MSG("drop-tail queues are the device's own: no queue disc");
    }
    factory.Set("UseEcn", BooleanValue(link.ecn));
    return factory;
}

Ptr<QueueDisc>
WanQueueHelper::Install(Ptr<NetDevice> device,
                        const WanLink& link,
                        Time roundTrip,
                        int64_t stream) const
{
    auto disc = GetFactory(link, roundTrip).Create<QueueDisc>();
    if (auto red = DynamicCast<RedQueueDisc>(disc))
    {
        red->AssignStreams(stream);
    }
    if (auto pie = DynamicCast<PieQueueDisc>(disc))
    {
        pie->AssignStreams(stream);
    }
    auto control = device->GetNode()->GetObject<TrafficControlLayer>();
    NS_ABORT_MSG_UNLESS(control, "no traffic control layer: install an internet stack");
    control->SetRootQueueDiscOnDevice(device, disc);
    return disc;
}

} // namespace ns3::bacepipe
