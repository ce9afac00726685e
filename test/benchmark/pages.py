# SPDX-License-Identifier: GPL-2.0-only
"""What the pages about costs share: reading what Google Benchmark measured, and tables."""
import json


def read_repetitions(stream):
    """Returns the context, and for each benchmark all its repetitions."""
    document = json.load(stream)
    runs = {}
    for run in document["benchmarks"]:
        if run["run_type"] == "iteration":
            name = run["run_name"].split("/iterations")[0].removesuffix("/manual_time")
            runs.setdefault(name, []).append(run)
    return document["context"], runs


def read_costs(stream):
    """Returns the context, and for each benchmark the repetition of the least time."""
    context, runs = read_repetitions(stream)
    costs = {}
    for name, repetitions in runs.items():
        # Where a benchmark measures a part of itself, that is its real time.
        is_part = repetitions[0]["run_name"].endswith("/manual_time")
        costs[name] = min(repetitions, key=lambda run: run["real_time" if is_part else "cpu_time"])
    return context, costs


def table(head, rows):
    """Prints a table."""
    print("| " + " | ".join(str(cell) for cell in head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()
