#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes doc/performance.md from what transport-benchmark has measured.

usage: transport-benchmark --benchmark_format=json | make_transport_page.py >doc/performance.md
"""
import sys

from pages import read_costs, table

WAYS = {
    "udp": "plain UDP",
    "stack": "bulk, `Stack`",
    "express": "bulk, `Express`",
    "tcp": "ns-3's TCP",
}


def by_gigabyte(run):
    """Returns seconds of processor time for each simulated GB."""
    return run["cpu_time"] / run["gigabytes"]


def by_packet(run):
    """Returns microseconds of processor time for each packet."""
    return run["cpu_time"] / run["packets"] * 1e6


def sizes(costs):
    """Prints the cost against plain UDP."""
    rows = []
    for size in (1448, 8948, 60000):
        floor = by_gigabyte(costs[f"size/{size}/udp"])
        for way in ("udp", "stack", "express"):
            run = costs[f"size/{size}/{way}"]
            cost = by_gigabyte(run)
            rows.append((size, WAYS[way], f"{cost:.3f}", f"{by_packet(run):.1f}",
                         f"{run['events'] / run['packets']:.1f}", f"{cost / floor:.2f}"))
    table(("payload (B)", "way", "s per GB", "us per packet", "events per packet", "of plain UDP"),
          rows)


def against_tcp(costs):
    """Prints the cost against ns-3's TCP."""
    rows = []
    for case, text in (("1Gbps-30ms-1448", "1 Gbps, 30 ms, 1448 B"),
                       ("10Gbps-100ms-8948", "10 Gbps, 100 ms, 8948 B")):
        reference = by_gigabyte(costs[f"tcp/{case}/tcp"])
        for way in ("tcp", "stack", "express"):
            run = costs[f"tcp/{case}/{way}"]
            cost = by_gigabyte(run)
            rows.append((text, WAYS[way], f"{cost:.2f}", f"{reference / cost:.0f}",
                         f"{run['simulated_s']:.4f}"))
    table(("network", "way", "s per GB", "times less", "completion, s"), rows)


def windows(costs):
    """Prints the cost by segments in flight."""
    rows = []
    for way in ("stack", "express"):
        small = by_packet(costs[f"window/1000/{way}"])
        for window in (1000, 250000):
            run = costs[f"window/{window}/{way}"]
            rows.append((WAYS[way], f"{window:,}", f"{by_packet(run):.1f}",
                         f"{by_packet(run) / small:.2f}",
                         f"{run['window_memory'] / run['window']:.0f}"))
    table(("way", "segments in flight", "us per packet", "of 1,000", "bytes a segment in flight"),
          rows)


def losses(costs):
    """Prints the cost with losses."""
    rows = []
    for way in ("stack", "express"):
        whole = by_packet(costs[f"loss/none/{way}"])
        for queue, text in (("none", "none"), ("half", "half of the bandwidth-delay product")):
            run = costs[f"loss/{queue}/{way}"]
            rows.append((WAYS[way], text, f"{run['retransmitted_bytes'] / 1e6:.0f}",
                         f"{by_packet(run):.1f}", f"{by_packet(run) / whole:.2f}"))
    table(("way", "limit of the queue", "MB sent again", "us per packet", "of lossless"), rows)


def main():
    """Prints the page."""
    context, costs = read_costs(sys.stdin)
    print(f"""# What a simulated transfer costs

Written by `./bace benchmark transport`, which runs the Google Benchmark program `test/benchmark/transport-benchmark.cc`:
one Cubic flow over a chain of four nodes (100 Gbps 10 us, the WAN link, 100 Gbps 10 us) without queue discs.
Times are processor time, the least of several repetitions, on {context['num_cpus']} cores of
{context['mhz_per_cpu'] / 1000:.1f} GHz with Debian's ns-3 3.37. Absolute times differ between machines and between
runs by tens of per cent; the ratios are of one run.

What traces cost is in [performance-tracing.md](performance-tracing.md), what decisions cost in
[performance-scheduling.md](performance-scheduling.md), what fast-forward saves in
[performance-fast-forward.md](performance-fast-forward.md).

## Against plain UDP

The floor is UDP through ns-3's IPv4 stack at the link's rate, without acknowledgements, in packets of the same size:
10 Gbps, round trip of 100 ms. The bulk transport sends half as many packets again, its acknowledgements.
""")
    sizes(costs)
    print("""## Against ns-3's TCP

Cubic, without losses. With losses ns-3's TCP may not come to an end.
""")
    against_tcp(costs)
    print("""## By segments in flight

A fixed window at 100 Gbps with a round trip of 200 ms, filled from the start; a million packets of 8948 bytes. Memory
is all that was allocated for the full window: at the sender, in the network, in ns-3's event queue.
""")
    windows(costs)
    print("""## With losses

5 GB in packets of 8948 bytes over 10 Gbps with a round trip of 100 ms.
""")
    losses(costs)


main()
