# SPDX-License-Identifier: GPL-2.0-only
"""Utilisation of WAN links over time."""
from figure import FIRST_LOAD, LOADS, Figure, colour_of, colour_of_load
from folder import PLACE, BadInput, choose_unit, number, parse_shares, read_table

MOST_LINKS = 24
MOST_SHARES = 6
ROUNDING = 1e-9  # digits that the file does not have are no share


def read_series(folder):
    """Returns [(link, [(start, end, load, shares)])], the busiest link first; links that were idle are left out."""
    series = {}
    columns = ("start_s", "end_s", "link", "utilization", "shares")
    for row in read_table(folder, "links_timeseries.csv", columns, required=False):
        try:
            shares = parse_shares(row["shares"])
        except BadInput as error:
            raise BadInput(f"{row[PLACE]}: shares: {error}") from error
        interval = (number(row, "start_s"), number(row, "end_s"), number(row, "utilization"), shares)
        series.setdefault(row["link"], []).append(interval)
    sums = {link: sum(load * (end - start) for start, end, load, _ in rows) for link, rows in series.items()}
    busy = ((link, rows) for link, rows in series.items() if sums[link] > 0)
    return sorted(busy, key=lambda entry: (-sums[entry[0]], entry[0]))


def merge_alike(rows):
    """Returns [(start, end, colour)]: intervals of one colour without a gap are one, for seams would show."""
    merged = []
    for start, end, load, _ in rows:
        colour = colour_of_load(load)
        if load > 0 and merged and merged[-1][2] == colour and start - merged[-1][1] < 0.001 * (end - start):
            merged[-1] = (merged[-1][0], end, colour)
        elif load > 0:
            merged.append((start, end, colour))
    return merged


def draw_links(folder):
    """Yields the rows of colours."""
    series = read_series(folder)[:MOST_LINKS]
    if not series:
        return
    name, unit = choose_unit(max(end for _, rows in series for _, end, _, _ in rows))
    figure = Figure("links", "Utilisation of WAN links over time, the busiest first", f"simulated time, {name}")
    for y, (link, rows) in enumerate(series):
        figure.rows.append(link)
        figure.boxes += [(start / unit, end / unit, y - 0.35, y + 0.35, colour, link)
                         for start, end, colour in merge_alike(rows)]
    figure.key = [(FIRST_LOAD + i, text) for i, (_, text) in enumerate(LOADS)]
    yield figure


def draw_shares(folder):
    """Yields who used the busiest link."""
    series = read_series(folder)
    if not series:
        return
    link, rows = series[0]
    totals = {}
    for start, end, _, shares in rows:
        for user, share in shares.items():
            totals[user] = totals.get(user, 0) + share * (end - start)
    users = sorted(totals, key=lambda user: (-totals[user], user))[:MOST_SHARES]
    name, unit = choose_unit(max(end for _, end, _, _ in rows))
    figure = Figure("shares", f"Who used {link}, the busiest WAN link", f"simulated time, {name}", height=420)
    for start, end, load, shares in rows:
        low = 0.0
        for index, user in enumerate(users):
            share = shares.get(user, 0.0)
            figure.boxes.append((start / unit, end / unit, 100 * low, 100 * (low + share), colour_of(index), user))
            low += share
        if load > low + ROUNDING:
            figure.boxes.append((start / unit, end / unit, 100 * low, 100 * load, 8, "others"))
    figure.key = [(colour_of(index), user) for index, user in enumerate(users)]
    if any(box[4] == 8 for box in figure.boxes):
        figure.key.append((8, "others"))
    figure.settings = ["set yrange [0:*]", "set ylabel 'of the capacity, %'", "set grid ytics linecolor 'gray80'"]
    yield figure
