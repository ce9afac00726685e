#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes doc/performance-tracing.md from what tracing-benchmark has measured.

usage: tracing-benchmark --benchmark_format=json | make_tracing_page.py >doc/performance-tracing.md
"""
import sys

from pages import read_repetitions, table

TRACES = {
    "none": "none",
    "again": "none, measured again",
    "links": "link series (`--link-interval=0.001`)",
    "timeline": "`--timeline`",
    "pcap": "`--pcap=wan`",
    "flowmon": "`--flowmon`",
}


def costs(runs, path):
    """Prints the ratios of a path."""
    def least(trace, key):
        return min(run[key] for run in runs[f"{path}/{trace}"])

    rows = []
    for trace, text in TRACES.items():
        if f"{path}/{trace}" not in runs:
            continue
        written = least(trace, "file_bytes") - least("none", "file_bytes")
        ratios = [f"{least(trace, key) / least('none', key):.3f}" for key in ("cpu_time", "real_time")]
        rows.append((text, *ratios, f"{written / 1e6:.2f}"))
    table(("trace", "processor time", "wall time", "MB written for it"), rows)


def main():
    """Prints the page."""
    context, runs = read_repetitions(sys.stdin)
    some = runs["express/none"]
    print(f"""# What tracing costs

Written by `./bace benchmark tracing`, which runs the Google Benchmark program `test/benchmark/tracing-benchmark.cc`: two
iterations of `examples/scenarios/schedules.json`, packet by packet, {some[0]['packets']:,.0f} packets on WAN links (60000 bytes, and
acknowledgements), from the building of the nodes to the last file. Times are relative to the run without any trace
(`--link-interval=0`); of {len(some)} repetitions, all kinds of runs in random order, the least counts. Measured on {context['num_cpus']} cores of
{context['mhz_per_cpu'] / 1000:.1f} GHz with Debian's ns-3 3.37. A second series of runs without traces shows what differences are chance.

What is not asked for is not connected: a run pays for nothing else than a look whether it is.

## Express links
""")
    costs(runs, "express")
    print("""The timeline has all of this run; of a longer one it has two iterations. A capture needs each packet with its headers, where express
links otherwise pass on a few numbers.

## ns-3's stack
""")
    costs(runs, "stack")
    print("""The link series is the only trace that is on by default. `--flowmon` needs the stack, which costs more than the monitor.""")


main()
