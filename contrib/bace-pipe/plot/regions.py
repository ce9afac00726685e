# SPDX-License-Identifier: GPL-2.0-only
"""Regions: the map, and what electricity cost in each."""
import math

from figure import FIRST_LOAD, LOADS, Figure, colour_of_load
from folder import number, read_table
from layout import lay_out

MOST_LINKS = 300  # arrows on the map


def draw_map(folder):
    """Yields regions and links, coloured by mean utilisation, or by the busiest second where that is low."""
    regions = read_table(folder, "regions.csv", ("region", "gpus"))
    links = read_table(folder, "links.csv", ("link", "delay_s", "bytes", "utilization", "peak_utilization"))
    ids = [row["region"] for row in regions]
    delays = {}
    for row in links:
        source, _, destination = row["link"].partition(">")
        if source in ids and destination in ids:
            delays.setdefault(frozenset((source, destination)), []).append(number(row, "delay_s"))
    points = dict(zip(ids, lay_out(ids, {pair: sum(own) / len(own) for pair, own in delays.items()})))
    used = [row for row in links if number(row, "bytes") > 0]
    column = "utilization" if any(number(row, "utilization") >= 0.01 for row in used) else "peak_utilization"
    arrows = []
    for row in sorted(used, key=lambda row: number(row, column))[-MOST_LINKS:]:
        source, _, destination = row["link"].partition(">")
        (ax, ay), (bx, by) = points[source], points[destination]
        length = math.hypot(bx - ax, by - ay) or 1
        dx, dy = (bx - ax) / length, (by - ay) / length
        # Beside the straight line, so that both directions are seen, and from rim to rim.
        x, y = ax + 0.09 * dx + 0.025 * dy, ay + 0.09 * dy - 0.025 * dx
        reach = length - 0.19
        arrows.append((x, y, reach * dx, reach * dy, colour_of_load(number(row, column)), row["link"]))
    most = max((number(row, "gpus") for row in regions), default=1)
    circles = [(*points[row["region"]], 0.08 * math.sqrt(number(row, "gpus") / most), row["region"],
                f"{row['gpus']} GPUs") for row in regions]
    figure = Figure("map", "Regions and WAN links: far apart is a long delay", "", height=640)
    figure.tables = {"links": ("x\ty\tdx\tdy\tcolour\tlink", arrows),
                     "regions": ("x\ty\tradius\tregion\tgpus", circles)}
    figure.settings = ["set size ratio -1", "unset xtics", "unset ytics", "unset grid", "unset border",
                       "set xrange [-1.35:1.35]", "set yrange [-1.25:1.2]"]
    if arrows:
        figure.clauses.append("'map-links.dat' using 1:2:3:4:5 with vectors filled head size 0.04,20 linewidth 2 "
                              "linecolor variable notitle")
    figure.clauses += ["'map-regions.dat' using 1:2:3 with circles fillstyle empty border linecolor rgb 'black' "
                       "linecolor rgb 'black' linewidth 1.5 notitle",
                       "'map-regions.dat' using 1:($2-$3-0.05):4 with labels noenhanced notitle",
                       "'map-regions.dat' using 1:($2-$3-0.12):5 with labels noenhanced textcolor rgb 'gray40' notitle"]
    what = "mean utilisation" if column == "utilization" else "busiest second"
    if arrows:
        figure.key = [(FIRST_LOAD + i, f"{what} {text}" if i == 0 else text) for i, (_, text) in enumerate(LOADS)]
    if regions:
        yield figure


def draw_costs(folder):
    """Yields the cost of each region; where there are many, of those that were used."""
    regions = read_table(folder, "regions.csv", ("region", "gpu_s", "cost_usd"))
    shown = [row for row in regions if len(regions) <= 20 or number(row, "gpu_s") > 0]
    figure = Figure("costs", "Cost by region", "electricity of the GPUs that finished jobs held, $",
                    rows=[row["region"] for row in shown])
    for y, row in enumerate(shown):
        cost = number(row, "cost_usd")
        figure.boxes.append((min(cost, 0.0), max(cost, 0.0), y - 0.3, y + 0.3, 1, row["region"]))
    if any(first != second for first, second, *_ in figure.boxes):
        yield figure
