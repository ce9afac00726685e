#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes doc/performance-scheduling.md from what scheduling-benchmark has measured.

usage: scheduling-benchmark --benchmark_format=json | make_scheduling_page.py >doc/performance-scheduling.md
"""
import math
import statistics
import sys

from pages import read_costs, table

JOBS = (10, 100, 1000, 10000)
REGIONS = (12, 25, 50, 100)
POLICIES = ("bace-pipe", "lcf", "ldf", "cr-lcf", "cr-ldf", "no-priority", "no-pathfinder", "no-cost-min",
            "bace-pipe-lookahead")


def exponent(sizes, times):
    """Returns e of the fit time = c size^e, by least squares of the logarithms."""
    return statistics.linear_regression([math.log(size) for size in sizes],
                                        [math.log(time) for time in times]).slope


def milliseconds(time):
    """Returns a time in ms with three digits that mean something."""
    return f"{time:.3g}" if time < 1000 else f"{time:.0f}"


def series(costs, name, sizes, time):
    """Returns the times of a benchmark, sizes being (regions, jobs)."""
    return [costs[f"{name}/{regions}/{jobs}"][time] for regions, jobs in sizes]


def decisions(costs):
    """Prints decisions against pending jobs and regions."""
    rows = []
    for name, text in (("first", "idle cluster"), ("later", "full cluster, after a completion")):
        by_jobs = series(costs, name, [(100, jobs) for jobs in JOBS], "real_time")
        rows.append((text, *map(milliseconds, by_jobs), f"{exponent(JOBS, by_jobs):.2f}"))
    slowest = [1e3 * time for time in series(costs, "later", [(100, jobs) for jobs in JOBS], "slowest")]
    rows.append(("the slowest of these", *map(milliseconds, slowest), ""))
    table(("100 regions; pending jobs:", *JOBS, "exponent"), rows)
    rows = []
    for name, text in (("first", "idle cluster"), ("later", "full cluster, after a completion")):
        by_regions = series(costs, name, [(regions, 1000) for regions in REGIONS], "real_time")
        rows.append((text, *map(milliseconds, by_regions), f"{exponent(REGIONS, by_regions):.2f}"))
    table(("1,000 pending jobs; regions:", *REGIONS, "exponent"), rows)


def runs(costs):
    """Prints whole runs."""
    sizes = (100, 1000, 10000)
    times = series(costs, "run", [(100, jobs) for jobs in sizes], "cpu_time")
    table(("100 regions; jobs:", *sizes, "exponent"),
          [("whole run", *map(milliseconds, times), f"{exponent(sizes, times):.2f}")])
    times = series(costs, "run", [(regions, 10000) for regions in REGIONS], "cpu_time")
    table(("10,000 jobs; regions:", *REGIONS, "exponent"),
          [("whole run", *map(milliseconds, times), f"{exponent(REGIONS, times):.2f}")])


def main():
    """Prints the page."""
    context, costs = read_costs(sys.stdin)
    print(f"""# What decisions and analytic runs cost

Written by `./bace benchmark scheduling`, which runs the Google Benchmark program
`test/benchmark/scheduling-benchmark.cc`: regions and jobs drawn as in the paper's evaluation (16 to 128 GPUs, 25 to
100 Gbps, every pair of regions linked; eight models, three data sets), bounded by layers, with memory floors. Times are
in ms, the least of several repetitions, on one of {context['num_cpus']} cores of {context['mhz_per_cpu'] / 1000:.1f} GHz.
They differ between machines and between runs by tens of per cent. The exponent e is that of the fit
time = c size^e over the sizes shown, by least squares of the logarithms.

## A decision of BACE-Pipe

One decision round with so many pending jobs. On an idle cluster it places what fits ({costs['first/100/1000']['placed']:.0f} of 1,000 jobs
on 100 regions); on a full one, the mean of 50 rounds after one completion each.
""")
    decisions(costs)
    print(f"""On 6 regions with 24 pending jobs: {milliseconds(costs['first/6/24']['real_time'])} ms on the idle cluster,
{milliseconds(costs['later/6/24']['real_time'])} ms on the full one.

## A decision that looks ahead

`bace-pipe-lookahead` on an idle cluster of 6 regions. It tries out no more than 10,000 placements a decision
(`/scheduler/look_ahead/placements`), for no more than 32 jobs: more pending jobs do not cost more.
""")
    table(("pending jobs", "ms"),
          [(jobs, milliseconds(costs[f"ahead/6/{jobs}"]["real_time"])) for jobs in (8, 24, 32)])
    print("""## A whole analytic run

Under BACE-Pipe, jobs arriving at random at nine tenths of the cluster's GPU time, in process (`RunAnalytically()`).
""")
    runs(costs)
    print("""All policies, 24 jobs on 6 regions, all there at the start:
""")
    table(("policy", "ms"),
          [(f"`{policy}`", milliseconds(costs[f"sample/{policy}/6/24"]["cpu_time"])) for policy in POLICIES])


main()
