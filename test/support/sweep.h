// SPDX-License-Identifier: GPL-2.0-only
// Tests that run studies: by the script bace, with what is built already.
#ifndef BACE_TEST_SWEEP_H
#define BACE_TEST_SWEEP_H

#include "support/report.h"

namespace ns3::bacepipe::test
{

/// Twelve packet runs of a tenth of a second or so, of the scenario lossy.json: two factors of a
/// rate, two kinds of transport, three seeds.
inline const char* const g_lossyStudy = R"({
    "scenario": "lossy.json",
    "axes": [
        {"name": "rate", "pointer": "/wan/mesh/rate", "scale": [1, 2]},
        {"name": "kind", "alternatives": [{"name": "plain"},
                                          {"name": "two", "set": {"/network/connections": 2}}]}
    ],
    "seeds": 3,
    "plots": [{"name": "jct", "title": "How long", "x": "rate", "y": "average_jct_s"}]
})";

/// Two analytic runs of a job within one region; what they cost is as the price is.
inline const std::string g_tinyStudy =
    std::string(R"({"scenario": )") + g_tinyScenario + R"(, "networks": ["analytic"], "axes": [
        {"name": "price", "pointer": "/regions/*/price_usd_per_kwh", "scale": [0.5, 1]}]})";

/// A test that runs studies.
class SweepTest : public ReportTest
{
  protected:
    void SetUp() override
    {
        // Where CMake was called by hand and otherwise, bace would build anew.
        if (!std::filesystem::exists(BuildFolder() + "/build.ninja"))
        {
            GTEST_SKIP() << "not built with Ninja";
        }
        setenv("BACE_PIPE_BUILD", BuildFolder().c_str(), 1);
        auto scenario = nlohmann::ordered_json::parse(g_lossyScenario);
        scenario["jobs"].erase(scenario["jobs"].begin() + 1, scenario["jobs"].end());
        Write("lossy.json", scenario.dump());
    }

    /// @return the script
    static std::string GetScript()
    {
        return SourceFolder() + "/bace";
    }

    /// Runs ./bace sweep.
    ProcessResult Sweep(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), {GetScript(), "sweep"});
        ProcessResult result = Execute(arguments);
        // On a busy machine even finding that nothing is to be built takes long enough to say so.
        if (result.err.rfind("bace: building", 0) == 0)
        {
            result.err.erase(0, result.err.find('\n') + 1);
        }
        return result;
    }
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_SWEEP_H
