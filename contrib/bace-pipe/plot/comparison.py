# SPDX-License-Identifier: GPL-2.0-only
"""Policies side by side."""
import math

from figure import Figure
from folder import choose_unit, number, read_summary, read_table


def list_figures(folder):
    """Returns average JCT, cost and makespan of each policy, the first apart from the others by its colour."""
    rows = read_table(folder, "compare.csv", ("policy", "average_jct_s", "total_cost_usd", "makespan_s"))
    figures = []
    for name, title, column, interval in (("jct", "Average JCT", "average_jct_s", "average_jct_ci_s"),
                                          ("cost", "Total cost", "total_cost_usd", "total_cost_ci_usd"),
                                          ("makespan", "Makespan", "makespan_s", None)):
        values = [number(row, column) for row in rows]
        most = max((value for value in values if not math.isnan(value)), default=None)
        if most is None:
            continue
        unit_name, unit = ("$", 1) if name == "cost" else choose_unit(most)
        figure = Figure(name, f"{title} under each policy", unit_name, rows=[row["policy"] for row in rows])
        for y, (row, value) in enumerate(zip(rows, values)):
            if math.isnan(value):
                figure.rows[y] += " (no job completed)"
                continue
            colour = 2 if y == 0 else 1
            low, high = min(value, 0.0) / unit, max(value, 0.0) / unit
            figure.boxes.append((low, high, y - 0.3, y + 0.3, colour, row["policy"]))
            summary = folder / row["policy"]
            half_width = read_summary(summary).get(interval, 0) if interval and summary.is_dir() else 0
            if half_width > 0.003 * most:
                figure.intervals.append((value / unit, y, half_width / unit))
        figure.key = [(2, "the first policy"), (1, "the others")]
        figures.append(figure)
    return figures
