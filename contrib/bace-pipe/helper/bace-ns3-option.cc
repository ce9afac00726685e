// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-ns3-option.h"

#include "ns3/bace-message.h"
#include "ns3/bace-scenario-reader.h"
#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <set>

namespace ns3::bacepipe
{

namespace
{

/// Options of CommandLine itself.
const std::set<std::string> g_ownOptions = {"PrintHelp",
                                            "help",
                                            "PrintVersion",
                                            "version",
                                            "PrintGroups",
                                            "PrintTypeIds",
                                            "PrintGlobals",
                                            "PrintGroup",
                                            "PrintAttributes"};

/// Attributes that a run sets itself: a default given for them would have no effect.
const std::map<std::string, std::string> g_ownedByScenario = {
    {"ns3::bacepipe::StripedMessageChannel::Connections", "--set=/network/connections=N"},
    {"ns3::bacepipe::StripedMessageChannel::CongestionControl",
     "--set=/network/congestion_control=NAME"},
    {"ns3::bacepipe::BulkMessageChannel::SegmentSize", "--set=/network/segment_bytes=N"},
    {"ns3::bacepipe::TcpMessageChannel::SegmentSize", "--set=/network/segment_bytes=N"},
    {"ns3::bacepipe::BulkMessageChannel::Path", "--set=/network/path=express|stack"},
    {"ns3::bacepipe::BulkMessageChannel::MaxWindow", "--set=/network/max_window=SIZE"},
    {"ns3::bacepipe::TcpMessageChannel::BufferSize", "--set=/network/max_window=SIZE"},
    {"ns3::bacepipe::DatagramTraffic::Rate", "--set=/traffic/N/rate=RATE"},
    {"ns3::bacepipe::DatagramTraffic::PacketSize", "--set=/traffic/N/packet_bytes=N"},
    {"ns3::bacepipe::DatagramTraffic::OnTime", "--set=/traffic/N/on_s=X"},
    {"ns3::bacepipe::DatagramTraffic::OffTime", "--set=/traffic/N/off_s=X"},
    {"ns3::bacepipe::DatagramTraffic::Path", "--set=/network/path=express|stack"},
    {"ns3::bacepipe::FlowTraffic::Channel", "keys of /network and of /traffic/N"},
    {"ns3::bacepipe::FlowTraffic::MessageSize", "a size that follows from the link"},
    {"ns3::bacepipe::FlowTraffic::Messages", "a number that follows from the link"},
    {"ns3::FqCoDelQueueDisc::Interval", "a value that follows from the link"},
    {"ns3::FqCoDelQueueDisc::MaxSize", "a value that follows from the link"},
    {"ns3::FqCoDelQueueDisc::Target", "a value that follows from the link"},
    {"ns3::FqCoDelQueueDisc::UseEcn", "--set=/wan/mesh/ecn=BOOLEAN"},
    {"ns3::RedQueueDisc::AdaptMaxP", "a value that follows from the link"},
    {"ns3::RedQueueDisc::LinkBandwidth", "a value that follows from the link"},
    {"ns3::RedQueueDisc::LinkDelay", "a value that follows from the link"},
    {"ns3::RedQueueDisc::MaxSize", "a value that follows from the link"},
    {"ns3::RedQueueDisc::MaxTh", "a value that follows from the link"},
    {"ns3::RedQueueDisc::MeanPktSize", "a value that follows from the link"},
    {"ns3::RedQueueDisc::MinTh", "a value that follows from the link"},
    {"ns3::RedQueueDisc::QW", "a value that follows from the link"},
    {"ns3::RedQueueDisc::UseHardDrop", "a value that follows from the link"},
    {"ns3::RedQueueDisc::UseEcn", "--set=/wan/mesh/ecn=BOOLEAN"},
    {"ns3::PieQueueDisc::MaxSize", "a value that follows from the link"},
    {"ns3::PieQueueDisc::MeanPktSize", "a value that follows from the link"},
    {"ns3::PieQueueDisc::QueueDelayReference", "a value that follows from the link"},
    {"ns3::PieQueueDisc::UseEcn", "--set=/wan/mesh/ecn=BOOLEAN"},
    {"ns3::bacepipe::FastForward::SteadyTolerance", "--set=/run/steady_tolerance=X"},
    {"ns3::bacepipe::SchedulerApplication::Policy", "--policy=NAME"},
    {"ns3::bacepipe::SchedulerApplication::LayerBound", "--set=/scheduler/layer_bound=BOOLEAN"},
    {"ns3::bacepipe::SchedulerApplication::MemoryFloor", "--set=/scheduler/memory_floor=BOOLEAN"},
    {"ns3::bacepipe::SchedulerApplication::LongestFirst", "--set=/scheduler/longest_first=BOOLEAN"},
    {"ns3::bacepipe::SchedulerApplication::Alpha", "--set=/scheduler/alpha=X"},
    {"ns3::bacepipe::SchedulerApplication::TimeTolerance", "--set=/scheduler/time_tolerance=X"},
    {"ns3::bacepipe::SchedulerApplication::SpanAll", "--set=/scheduler/span=minimal|all"},
    {"ns3::bacepipe::SchedulerApplication::Queueing",
     "--set=/scheduler/queueing=policy|strict|backfill"},
    {"ns3::bacepipe::SchedulerApplication::ShortenChains",
     "--set=/scheduler/shorten_chains=BOOLEAN"},
    {"ns3::bacepipe::SchedulerApplication::CheapestWithRoom",
     "--set=/scheduler/cheapest_with_room=BOOLEAN"},
    {"ns3::bacepipe::SchedulerApplication::IdealBandwidth",
     "--set=/scheduler/ideal_bandwidth=largest|mean|smallest"},
    {"ns3::bacepipe::SchedulerApplication::NeighbourWidth",
     "--set=/scheduler/neighbour_width=capacity|residual"},
    {"ns3::bacepipe::SchedulerApplication::LookAheadCostLimit",
     "--set=/scheduler/look_ahead/cost_limit=X"},
    {"ns3::bacepipe::SchedulerApplication::LookAheadPlacements",
     "--set=/scheduler/look_ahead/placements=N"},
};

/// What is written if ns-3 ends the program while it reads a value.
std::string g_refusal;

[[noreturn]] void
Refuse()
{
    std::fputs(("error: " + g_refusal + "\n").c_str(), stderr);
    std::fflush(nullptr);
    std::_Exit(2);
}

/// @return whether a checker takes a text; ns-3's own message on one that it cannot read is kept
/// from the user, who would not find the option in it
bool
IsValid(const AttributeChecker& checker, const std::string& value, const std::string& refusal)
{
    g_refusal = refusal;
    const auto handler = std::set_terminate(&Refuse);
    std::streambuf* const errors = std::cerr.rdbuf(nullptr);
    const bool valid = checker.CreateValidValue(StringValue(value)) != nullptr;
    std::cerr.rdbuf(errors); // makes the stream good again
    std::set_terminate(handler);
    return valid;
}

/// Checks a text against what an attribute or global value may be.
void
CheckValue(const std::string& name, const std::string& value, const AttributeChecker& checker)
{
    const std::string information = checker.GetUnderlyingTypeInformation();
    const std::string refusal = "--" + name + ": found '" + Abbreviate(value) + "', expected " +
                                checker.GetValueTypeName() + (information.empty() ? "" : " ") +
                                information;
    if (!IsValid(checker, value, refusal))
    {
        throw ScenarioError(refusal);
    }
}

/// @return whether a text names a kind of simulator
bool
IsSimulator(const std::string& value)
{
    TypeId tid;
    return TypeId::LookupByNameFailSafe(value, &tid) && tid.HasConstructor() &&
           tid.IsChildOf(TypeId::LookupByName("ns3::SimulatorImpl"));
}

/// Checks a global value. @return whether there is one of that name
bool
CheckGlobal(const std::string& name, const std::string& value)
{
    if (name == "RngSeed" || name == "RngRun")
    {
        throw ScenarioError("--" + name + ": found an option that has no effect, expected --seed");
    }
    for (auto it = GlobalValue::Begin(); it != GlobalValue::End(); ++it)
    {
        if ((*it)->GetName() == name)
        {
            CheckValue(name, value, *(*it)->GetChecker());
            // When it removes an event, the events behind it may run out of order.
            if (value == "ns3::HeapScheduler")
            {
                throw ScenarioError("--" + name + ": found '" + value +
                                    "', which mixes up the order of events, expected another");
            }
            // To ns-3 this is any text until it is too late.
            if (name == "SimulatorImplementationType" && !IsSimulator(value))
            {
                throw ScenarioError("--" + name + ": found '" + Abbreviate(value) +
                                    "', expected a kind of ns3::SimulatorImpl");
            }
            return true;
        }
    }
    return false;
}

/// @return whether a class itself, not one of its parents, has an attribute
bool
DeclaresAttribute(TypeId tid, const std::string& name)
{
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        if (tid.GetAttribute(i).name == name)
        {
            return true;
        }
    }
    return false;
}

} // namespace

void
CheckNs3Option(const std::string& name, const std::string& value)
{
    TypeId tid;
    if (name == "PrintAttributes" && !TypeId::LookupByNameFailSafe(value, &tid))
    {
        throw ScenarioError("--" + name + ": found '" + Abbreviate(value) +
                            "', expected a type as --PrintTypeIds has them");
    }
    if (g_ownOptions.count(name) != 0 || CheckGlobal(name, value))
    {
        return;
    }
    const std::size_t colon = name.rfind("::");
    TypeId::AttributeInformation attribute;
    if (colon == std::string::npos || !TypeId::LookupByNameFailSafe(name.substr(0, colon), &tid) ||
        !tid.LookupAttributeByName(name.substr(colon + 2), &attribute))
    {
        throw ScenarioError("--" + Abbreviate(name) +
                            ": found no such option, expected one of --help or an ns-3 attribute "
                            "as --ns3::Class::Attribute=value");
    }
    // ns-3 takes a default only under the class that declares the attribute.
    while (!DeclaresAttribute(tid, attribute.name))
    {
        tid = tid.GetParent();
    }
    const std::string declared = tid.GetName() + "::" + attribute.name;
    if (declared != name)
    {
        throw ScenarioError("--" + Abbreviate(name) +
                            ": found an inherited attribute, expected --" + declared);
    }
    const auto owned = g_ownedByScenario.find(name);
    if (owned != g_ownedByScenario.end())
    {
        throw ScenarioError("--" + name + ": found an attribute that the scenario sets, expected " +
                            owned->second);
    }
    CheckValue(name, value, *attribute.checker);
}

} // namespace ns3::bacepipe
