// SPDX-License-Identifier: GPL-2.0-only
#include "integration/transport-fixture.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/ipv4.h"
#include "ns3/names.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

namespace ns3::bacepipe::test
{

std::vector<std::string>
GetPaths()
{
    return {"Stack", "Express"};
}

std::vector<std::string>
GetCongestionControls()
{
    return {"TcpCubic", "TcpLinuxReno", "TcpNewReno"};
}

std::vector<std::string>
GetRenos()
{
    std::vector<std::string> renos;
    for (const std::string& control : GetCongestionControls())
    {
        if (control.find("Reno") != std::string::npos)
        {
            renos.push_back(control);
        }
    }
    return renos;
}

ObjectFactory
MakeBulkFactory(const std::string& path, const std::string& control)
{
    ObjectFactory factory("ns3::bacepipe::BulkMessageChannel");
    factory.Set("CongestionControl", StringValue("ns3::" + control));
    if (path != "Stack") // the default
    {
        factory.Set("Path", StringValue(path));
    }
    return factory;
}

void
TransportTest::SetUp()
{
    Config::Reset();
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
}

void
TransportTest::TearDown()
{
    for (auto& channel : m_channels)
    {
        channel->Close();
        channel->Dispose();
    }
    m_channels.clear();
    m_wan.clear();
    m_nodes = NodeContainer();
    Simulator::Destroy();
    Names::Clear();
    Config::Reset();
}

void
TransportTest::BuildPath(const PathOptions& options)
{
    Chain chain = BuildChain(options);
    m_nodes = chain.nodes;
    m_wan = chain.wan;
}

void
TransportTest::Open(Ptr<MessageChannel> channel, uint16_t port, bool backward)
{
    const auto addressOf = [this](uint32_t node) {
        return m_nodes.Get(node)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    };
    const uint32_t last = m_nodes.GetN() - 1;
    const uint32_t source = backward ? last : 0;
    const uint32_t destination = backward ? 0 : last;
    m_channels.push_back(channel);
    channel->Open(ChannelEndpoints{m_nodes.Get(source),
                                   m_nodes.Get(destination),
                                   addressOf(source),
                                   addressOf(destination),
                                   port});
}

void
TransportTest::DropAtRandom(uint32_t device, double rate)
{
    Ptr<RateErrorModel> errors = CreateObject<RateErrorModel>();
    errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    errors->SetRate(rate);
    errors->AssignStreams(100 + device);
    m_wan.at(device)->SetReceiveErrorModel(errors);
}

void
TransportTest::DropChosen(uint32_t device, const std::list<uint32_t>& packets)
{
    Ptr<ReceiveListErrorModel> errors = CreateObject<ReceiveListErrorModel>();
    errors->SetList(packets);
    m_wan.at(device)->SetReceiveErrorModel(errors);
}

Time
TransportTest::SendAndExpectAll(Ptr<MessageChannel> channel, const std::vector<uint64_t>& sizes)
{
    std::vector<Delivery> expected;
    std::vector<Delivery> deliveries;
    Record(channel, deliveries);
    for (uint64_t i = 0; i < sizes.size(); ++i)
    {
        expected.emplace_back(1000 + 7 * i, sizes[i]);
        channel->Send(expected.back().first, sizes[i]);
    }
    Simulator::Stop(Hours(10));
    Simulator::Run();
    EXPECT_EQ(deliveries, expected) << channel->DescribeState();
    EXPECT_EQ(channel->GetSentBytes(), channel->GetDeliveredBytes());
    return m_lastDelivery;
}

void
TransportTest::Record(Ptr<MessageChannel> channel, std::vector<Delivery>& deliveries)
{
    channel->SetDeliveredCallback(
        MakeCallback(&TransportTest::AddDelivery, this).Bind(&deliveries));
}

void
TransportTest::AddDelivery(std::vector<Delivery>* deliveries, uint64_t id, uint64_t bytes)
{
    deliveries->emplace_back(id, bytes);
    m_lastDelivery = Simulator::Now();
}

} // namespace ns3::bacepipe::test
