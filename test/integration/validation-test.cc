// SPDX-License-Identifier: GPL-2.0-only
// The simulator against measurements, and the page that says so.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "support/tree.h"
#include "validation/page.h"

namespace ns3::bacepipe::validation
{

namespace
{

const std::string g_data = BACE_VALIDATION_DATA;

/// @return the text of a file
std::string
Read(const std::string& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

TEST(Validation, TransfersAreAsMeasured)
{
    int rows = 0;
    for (const Transfer& transfer : ReadTransfers(g_data + "/p2p-transfer-times.csv"))
    {
        if (transfer.limited)
        {
            ++rows;
            const double simulated = 1000 * SimulateTransfer(transfer, TransportSettings());
            EXPECT_NEAR(simulated / transfer.ncclMs, 1, 0.1)
                << transfer.delayMs << " ms, " << transfer.bandwidthGbps << " Gbps";
        }
    }
    EXPECT_EQ(rows, 12);
}

TEST(Validation, SmallFp16PipelineIsAsMeasured)
{
    double step = 0;
    int rows = 0;
    for (const Iteration& row : ReadIterations(g_data + "/pipeline-iteration-times.csv"))
    {
        if (row.group.find("Small 125M, GPipe, 3 stages, fp16") == std::string::npos)
        {
            continue;
        }
        ++rows;
        if (step == 0)
        {
            step = FitStepTime(row, TransportSettings());
        }
        EXPECT_NEAR(SimulateIteration(row, step, TransportSettings()) / row.seconds, 1, 0.13);
    }
    EXPECT_EQ(rows, 5);
}

TEST(Validation, BadTablesAreRefused)
{
    EXPECT_THROW(ReadTransfers(g_data + "/none.csv"), std::runtime_error);
    EXPECT_THROW(ReadTransfers(g_data + "/pipeline-iteration-times.csv"), std::runtime_error);
    EXPECT_THROW(MakePage("nothing", g_data, TransportSettings()), std::runtime_error);
}

/// Minutes: all rows.
class LongValidation : public testing::TestWithParam<const char*>
{
};

TEST_P(LongValidation, PageHoldsWhatTheProgramPrints)
{
    const std::string page = MakePage(GetParam(), g_data, TransportSettings());
    EXPECT_NE(Read(test::SourceFolder() + "/doc/validation.md").find(page), std::string::npos)
        << page;
}

INSTANTIATE_TEST_SUITE_P(Long,
                         LongValidation,
                         testing::Values("transfers", "iterations", "further"));

} // namespace ns3::bacepipe::validation
