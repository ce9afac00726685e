# SPDX-License-Identifier: GPL-2.0-only
"""What the pages about costs share: reading what Google Benchmark measured, and tables."""
import json


def read_costs(stream):
    """Returns the context, and for each benchmark the repetition of the least time."""
    document = json.load(stream)
    costs = {}
    for run in document["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        name = run["run_name"].split("/iterations")[0].removesuffix("/manual_time")
        # Where a benchmark measures a part of itself, that is its real time.
        time = "real_time" if run["run_name"].endswith("/manual_time") else "cpu_time"
        if name not in costs or run[time] < costs[name][time]:
            costs[name] = run
    return document["context"], costs


def table(head, rows):
    """Prints a table."""
    print("| " + " | ".join(str(cell) for cell in head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()
