#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Lists the transfers that captures show: pcap_transfers.py DISSECTOR.lua CAPTURE...

One line a message, comma-separated: direction, job, iteration, micro-batch, chunk, message id, bytes that
have arrived, seconds at which it begins in the first capture that has it and is complete in the last one.
A message's shares on parallel connections are added up. Nothing but the captures is read.
"""
import subprocess
import sys

PACKET = ["frame.time_epoch", "ip.src", "ip.dst", "udp.srcport", "tcp.srcport", "udp.dstport", "tcp.dstport"]
BEGIN = ["bace.kind", "bace.direction", "bace.job_name", "bace.iteration", "bace.microbatch", "bace.chunk",
         "bace.message_id"]
COMPLETE = ["bace.complete.message_id", "bace.complete.share_bytes"]


def read(dissector, capture):
    """Yields for each packet its time, its connection, and lists of messages that begin and that end."""
    fields = PACKET + BEGIN + COMPLETE
    command = ["tshark", "-n", "-X", "lua_script:" + dissector, "-r", capture, "-Y", "bace", "-T", "fields"]
    for field in fields:
        command += ["-e", field]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
    for line in text.splitlines():
        row = dict(zip(fields, line.split("\t")))
        lists = {field: row[field].split(",") if row[field] else [] for field in BEGIN + COMPLETE}
        begun = list(zip(*(lists[field] for field in BEGIN if field != "bace.kind")))
        if len(begun) != len(lists["bace.kind"]):
            sys.exit(capture + ": not all messages are of jobs")
        complete = list(zip(*(lists[field] for field in COMPLETE)))
        yield float(row["frame.time_epoch"]), tuple(row[field] for field in PACKET[1:]), begun, complete


def main():
    shares = {}  # by connection and message id: label, begin, end, bytes
    for capture in sys.argv[2:]:
        for time, connection, begun, complete in read(sys.argv[1], capture):
            for *label, number in begun:
                share = shares.setdefault((connection, number), [tuple(label), time, 0, 0])
                if share[0] != tuple(label):
                    sys.exit("message %s has two labels" % number)
                share[1] = min(share[1], time)
            for number, size in complete:
                share = shares[connection, number]
                share[2], share[3] = max(share[2], time), int(size)
    messages = {}
    for (connection, number), (label, begin, end, size) in shares.items():
        message = messages.setdefault((label, connection[0], connection[1], number), [0, begin, end])
        message[0] += size
        message[1], message[2] = min(message[1], begin), max(message[2], end)
    for (label, _, _, number), (size, begin, end) in sorted(messages.items(), key=lambda item: item[1][1]):
        print(*label, number, size, "%.9f" % begin, "%.9f" % end, sep=",")


if __name__ == "__main__":
    main()
