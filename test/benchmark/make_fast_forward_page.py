#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes doc/performance-fast-forward.md and its figure from what fast-forward-benchmark has measured.

usage: fast-forward-benchmark --benchmark_format=json |
       make_fast_forward_page.py COMPARE SCENARIO FIGURE.svg >doc/performance-fast-forward.md

COMPARE is the program bace-pipe-compare, which is then run on SCENARIO and measured.
"""
import os
import subprocess
import sys

from comparison import measure
from pages import read_costs, table

KINDS = {
    "Single": "one job, two regions",
    "Incommensurate": "two jobs on one link",
    "Lossy": "one job, losses",
}
ITERATIONS = (50, 100, 200, 400, 800)

# Colours that the colour-blind can tell apart (Okabe and Ito).
PLOT = """set terminal svg size 900,400 font 'DejaVu Sans,14' background 'white'
set output '{figure}'
set encoding utf8
set multiplot layout 1,2
set grid linecolor 'gray80'
set logscale xy
set xtics ({ticks})
set xrange [45:900]
set format y '%g'
set key left top reverse Left
set style line 1 linecolor '#0072b2' linewidth 2 pointtype 7 pointsize 0.6
set style line 2 linecolor '#e69f00' linewidth 2 pointtype 5 pointsize 0.6
set style line 3 linecolor '#009e73' linewidth 2 pointtype 9 pointsize 0.6
set xlabel 'iterations of each job'
set ylabel 'processor time, ms (dashed: in full)'
set yrange [1:20000]
plot {times}
set ylabel 'times less than every iteration simulated'
set yrange [0.8:400]
plot {ratios}
"""


def simulated_share(costs, kind, iterations):
    """Returns how many iterations fast-forward simulated, and of how many, over all jobs."""
    run = costs[f"{kind}/{iterations}/fast-forward"]
    return int(run["simulated"]), iterations * int(run["jobs"])


def ratio(costs, kind, iterations):
    """Returns how many times less a run with fast-forward takes."""
    return costs[f"{kind}/{iterations}/full"]["cpu_time"] / costs[f"{kind}/{iterations}/fast-forward"]["cpu_time"]


def savings(costs, kind):
    """Prints times of a kind of scenario by the number of iterations."""
    rows = []
    for iterations in ITERATIONS:
        fast = costs[f"{kind}/{iterations}/fast-forward"]
        simulated, total = simulated_share(costs, kind, iterations)
        rows.append((iterations, f"{simulated} of {total}", f"{costs[f'{kind}/{iterations}/full']['cpu_time']:.0f}",
                     f"{fast['cpu_time']:.1f}", f"{ratio(costs, kind, iterations):.1f}", f"{total / simulated:.1f}",
                     f"{100 * fast['half_width']:.2f}"))
    table(("iterations of each job", "simulated, all jobs", "full, ms", "fast-forward, ms", "times less",
           "iterations over simulated", "interval, ± %"), rows)


def draw(costs, figure):
    """Draws times and ratios with gnuplot."""
    blocks, times, ratios = [], [], []
    for style, (kind, text) in enumerate(KINDS.items(), 1):
        lines = [f"{iterations} {costs[f'{kind}/{iterations}/full']['cpu_time']} "
                 f"{costs[f'{kind}/{iterations}/fast-forward']['cpu_time']} {ratio(costs, kind, iterations)}"
                 for iterations in ITERATIONS]
        blocks.append("\n".join([f"${kind} << END", *lines, "END\n"]))
        times.append(f"${kind} using 1:2 with linespoints linestyle {style} dashtype 2 notitle")
        times.append(f"${kind} using 1:3 with linespoints linestyle {style} title '{text}'")
        ratios.append(f"${kind} using 1:4 with linespoints linestyle {style} title '{text}'")
    script = PLOT.format(figure=figure, ticks=", ".join(map(str, ITERATIONS)), times=", ".join(times),
                         ratios=", ".join(ratios))
    subprocess.run(["gnuplot"], input="".join(blocks) + script, text=True, check=True)


def compare(comparison):
    """Prints what a comparison of all policies took."""
    table(("policy", "s", "peak memory, MB", "iterations simulated", "of", "most of one job"),
          [(f"`{run['policy']}`", f"{run['seconds']:.1f}", f"{run['memory'] / 1e6:.1f}", run["simulated"],
            f"{run['iterations']:,}", run["most"]) for run in comparison["runs"]])


def main():
    """Prints the page."""
    program, scenario, figure = sys.argv[1:]
    context, costs = read_costs(sys.stdin)
    draw(costs, figure)
    comparison = measure(program, scenario)
    machine = f"{context['num_cpus']} cores of {context['mhz_per_cpu'] / 1000:.1f} GHz"
    print(f"""# What fast-forward saves

Written by `./bace benchmark fast-forward`, which runs the Google Benchmark program
`test/benchmark/fast-forward-benchmark.cc` and then `bace-pipe-compare`, on {machine} with Debian's ns-3 3.37.
How fast-forward works and how far it is off: [fast-forward.md](fast-forward.md).

## Against every iteration simulated

The same run with fast-forward and in full, from the building of its nodes to the end of the simulator: processor time, the least of
several repetitions in random order in one process. Absolute times differ between machines and between runs by tens of per
cent. The scenarios are those of `test/support/fast-forward-cases.h`, with other numbers of iterations; an iteration is eight
micro-batches, each way.

No run can take less than its share of simulated iterations: `iterations over simulated` is the limit. What is missing from
that is the start of the run. Of the first kind a run of one iteration takes {costs['Single/1/full']['cpu_time']:.1f} ms, and each \
further one {(costs['Single/800/full']['cpu_time'] - costs['Single/1/full']['cpu_time']) / 799:.2f} ms.

![Processor time and ratio by iterations, from the tables below](performance-fast-forward.svg)

### One job across two regions

2 MB a micro-batch over 600 Mbps and 20 ms. It repeats itself after {costs['Single/400/fast-forward']['simulated']:.0f} iterations, \
however many it has: what is saved grows as they do.
""")
    savings(costs, "Single")
    print(f"""### Two jobs on one link, periods without a common multiple

A second job with 1.3 MB a micro-batch and stages that take 1.37 times as long. They never repeat themselves together, and are
suspended by statistics, which take at least 20 iterations after the warm-up of each. So at 400 iterations it cannot be more than
{400 * 2 / costs['Incommensurate/400/fast-forward']['simulated']:.0f} times less.
""")
    savings(costs, "Incommensurate")
    print(f"""### One job, losses on the link

1 % of all packets are lost, on 1 Gbps and 1 ms, and stages take 0.2 s. Iterations vary, and their mean must be known to 1 %: the job was
simulated for {costs['Lossy/400/fast-forward']['simulated']:.0f} of 400 iterations, and cannot be more than \
{400 / costs['Lossy/400/fast-forward']['simulated']:.1f} times less. Other seeds take other numbers.
""")
    savings(costs, "Lossy")
    print(f"""## A comparison of all policies

`./bace compare {os.path.basename(scenario)}` with all defaults: packets between regions, eight jobs of up to 34,485 iterations of 128
micro-batches, {len(comparison['runs'])} policies, one process each, as many at once as there are cores.

It took {comparison['seconds']:.0f} s (load average of the machine before it: {comparison['load']:.1f}); each process had at most \
{max(run['memory'] for run in comparison['runs']) / 1e6:.0f} MB.
Jobs that were suspended without having settled: {comparison['unsettled']}.
""")
    compare(comparison)


main()
