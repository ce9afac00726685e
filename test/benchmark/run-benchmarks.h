// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TEST_RUN_BENCHMARKS_H
#define BACE_TEST_RUN_BENCHMARKS_H

#include <benchmark/benchmark.h>

namespace ns3::bacepipe::test
{

/**
 * The rest of main() once benchmarks are registered.
 * @return the exit status
 */
inline int
RunBenchmarks(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
    {
        return 1;
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_RUN_BENCHMARKS_H
