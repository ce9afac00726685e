// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-send-stream.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3::bacepipe;

namespace
{

/// A stream of two outlets, whose messages have 10 bytes each.
struct Outlets
{
    SendStream stream;            //!< under test
    uint64_t unsent[2]{0, 0};     //!< bytes
    std::vector<std::string> log; //!< what was handed over, in order

    explicit Outlets(uint64_t buffer)
        : stream(buffer)
    {
        for (uint64_t& bytes : unsent)
        {
            stream.AddOutlet([&bytes] { return bytes; });
        }
    }

    void Push(int outlet, const std::string& name)
    {
        stream.Push([this, outlet, name] {
            unsent[outlet] += 10;
            log.push_back(name);
        });
    }
};

} // namespace

TEST(SendStream, HandsOverInOrderAsTheNetworkTakes)
{
    Outlets outlets(4);
    outlets.Push(0, "a");
    outlets.Push(1, "b");
    outlets.Push(0, "c");
    EXPECT_EQ(outlets.log, std::vector<std::string>{"a"});
    outlets.unsent[0] = 5;
    outlets.stream.Proceed();
    EXPECT_EQ(outlets.log.size(), 1u);
    outlets.unsent[0] = 4; // all but what the buffer holds
    outlets.stream.Proceed();
    EXPECT_EQ(outlets.log, (std::vector<std::string>{"a", "b"}));
    outlets.unsent[1] = 0; // 4 of a are left
    outlets.stream.Proceed();
    EXPECT_EQ(outlets.log, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(SendStream, LargeBufferHoldsSeveral)
{
    Outlets outlets(20);
    for (const char* name : {"a", "b", "c", "d"})
    {
        outlets.Push(0, name);
    }
    EXPECT_EQ(outlets.log.size(), 3u); // the third found 20 unsent
}

TEST(SendStream, SendingMayReportProgressAtOnce)
{
    SendStream stream(0);
    uint64_t unsent = 0;
    int sent = 0;
    stream.AddOutlet([&unsent] { return unsent; });
    for (int i = 0; i < 3; ++i)
    {
        stream.Push([&] {
            unsent += 10;
            ++sent;
            unsent = 0; // all of it leaves in the call
            stream.Proceed();
        });
    }
    EXPECT_EQ(sent, 3);
}
