#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Reads a flowmon.xml by all elements and attributes that flowmon-parse-results.py of ns-3's
src/flow-monitor/examples reads, and prints a table of its flows. Anything missing or of another
form is an error."""

import sys
from xml.etree import ElementTree


def read_ns(text):
    if not text.endswith("ns"):
        raise ValueError("not in ns: " + text)
    return float(text[:-2])


root = ElementTree.parse(sys.argv[1]).getroot()
if root.tag != "FlowMonitor":
    raise ValueError(root.tag)

tuples = {}
(classifier,) = root.findall("Ipv4FlowClassifier")
for flow in classifier.findall("Flow"):
    protocol = {6: "tcp", 17: "udp"}[int(flow.get("protocol"))]
    tuples[int(flow.get("flowId"))] = [
        protocol,
        flow.attrib["sourceAddress"],
        int(flow.get("sourcePort")),
        flow.attrib["destinationAddress"],
        int(flow.get("destinationPort")),
    ]

hops = {}
for probe in root.findall("FlowProbes/FlowProbe"):
    int(probe.get("index"))
    for stats in probe.findall("FlowStats"):
        read_ns(stats.get("delayFromFirstProbeSum"))
        float(stats.get("bytes"))
        if int(stats.get("packets")) > 0:
            flow = int(stats.get("flowId"))
            hops[flow] = hops.get(flow, 0) + 1

print("flow,protocol,source_address,source_port,destination_address,destination_port,"
      "first_tx_ns,last_rx_ns,tx_packets,tx_bytes,rx_packets,rx_bytes,lost_packets,"
      "delay_sum_ns,jitter_sum_ns,forwarded,delays,probes")
for flow in root.findall("FlowStats/Flow"):
    number = int(flow.get("flowId"))
    for time in ("timeLastTxPacket", "timeFirstRxPacket"):
        read_ns(flow.get(time))
    for interruption in flow.find("flowInterruptionsHistogram").findall("bin"):
        float(interruption.get("start")), float(interruption.get("width"))
        int(interruption.get("count"))
    delays = sum(int(b.get("count")) for b in flow.find("delayHistogram").findall("bin"))
    times = [f"{read_ns(flow.get(t)):.0f}" for t in ("timeFirstTxPacket", "timeLastRxPacket")]
    counts = [int(flow.get(c))
              for c in ("txPackets", "txBytes", "rxPackets", "rxBytes", "lostPackets")]
    sums = [f"{read_ns(flow.get(s)):.0f}" for s in ("delaySum", "jitterSum")]
    print(*[number, *tuples[number], *times, *counts, *sums, int(flow.get("timesForwarded")),
            delays, hops.get(number, 0)], sep=",")
