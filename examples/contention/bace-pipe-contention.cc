// SPDX-License-Identifier: GPL-2.0-only
// Two jobs over one WAN link that both fit on by their averages: what bursts do to iterations, and
// what helps. doc/contention.md shows what it prints.
#include "ns3/bace-program.h"

#include <iostream>

#include "contention/study.h"

int
main(int argc, char* argv[])
{
    using namespace ns3::bacepipe;
    return RunProgram([&]() {
        contention::RunStudy(contention::ParseSetting({argv, argv + argc}), std::cout);
        return 0;
    });
}
