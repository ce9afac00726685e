# SPDX-License-Identifier: GPL-2.0-only
"""What a study's file says to plot: measures over an axis, a line for each group, intervals over seeds."""
import json
import math
import re

from figure import Figure, colour_of, quote
from folder import BadInput, choose_unit, number, read_json, read_table

# Student's t for intervals of 95 %, by degrees of freedom from 1 on.
T_QUANTILES = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
               2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042]

MOST_TICS = 12

# What the ends of columns' names say of their units.
UNITS = {"_usd": "$", "_kwh": "kWh", "_share": "share of GPU time", "_utilization": "share"}

# Units of quantities that are values of axes, in one base unit each.
QUANTITIES = [{"bps": 1, "kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9, "Tbps": 1e12, "Pbps": 1e15},
              {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1},
              {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1024**2, "GiB": 1024**3}]


def estimate(values):
    """Returns the mean of some numbers, and the half-width of its 95 % interval: 0 of a single one."""
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1:
        return mean, 0.0
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    quantile = T_QUANTILES[count - 2] if count - 1 <= len(T_QUANTILES) else 1.96 + 2.4 / (count - 1)
    return mean, quantile * math.sqrt(variance / count)


def parse_quantities(labels):
    """Returns labels as numbers in one unit, and its name; nothing where they are not all such."""
    try:
        return [float(label) for label in labels], ""
    except ValueError:
        pass
    parts = [re.fullmatch(r"([0-9.]+) ?([A-Za-z]+)", label) for label in labels]
    for units in QUANTITIES:
        if all(part and part[2] in units for part in parts):
            unit = parts[0][2]
            return [float(part[1]) * units[part[2]] / units[unit] for part in parts], unit
    return None


def choose_scale(column, most):
    """Returns the name of a measure's unit, and what it is of the column's."""
    if column.endswith("_s"):
        return choose_unit(most)
    if column.endswith("_bytes"):
        power = min(max(int(math.log10(most)) // 3, 0), 5) if most >= 1 else 0
        return ("bytes", "kB", "MB", "GB", "TB", "PB")[power], 1000.0 ** power
    return next((text for end, text in UNITS.items() if column.endswith(end)), ""), 1


def set_ranges(log, places, labelled, values):
    """Returns lines of a script: tics at the values of x, unless they are many numbers, and ranges with margins."""
    lines = [f"set logscale {log}"] if log else []
    if not labelled or len(places) <= MOST_TICS:
        tics = ", ".join(f"{quote(label.replace('%', '%%'))} {place:.9g}" for label, place in places.items())
        slanted = "rotate by -20 " if sum(map(len, places)) > 100 else ""
        lines += [f"set xtics {slanted}({tics}) noenhanced"]
    low, high = min(places.values()), max(places.values())
    if not labelled:
        lines.append(f"set xrange [{low - 0.5:g}:{high + 0.5:g}]")
    elif high > low and not ("x" in log and low <= 0):
        ends = ((low * (low / high) ** 0.05, high * (high / low) ** 0.05) if "x" in log
                else (low - 0.05 * (high - low), high + 0.05 * (high - low)))
        lines.append("set xrange [{:.9g}:{:.9g}]".format(*ends))
    low, high = min(values), max(values)
    if "y" not in log:
        lines.append("set yrange [0:*]" if 0 <= low < high / 2 else "set offsets 0, 0, graph 0.05, graph 0.05")
    elif low > 0:
        lines.append(f"set yrange [{low / 1.3:.9g}:{high * 1.3:.9g}]")
    return lines


def order(rows, column):
    """Returns the values of a column in order of their first rows, which is that of the study."""
    return list(dict.fromkeys(row[column] for row in rows))


def list_axes(study):
    """Returns the columns of what varies, but for seeds."""
    names = [axis["name"] for axis in study.get("axes", [])]
    return names + [name for name, key in (("policy", "policies"), ("network", "networks")) if key in study]


def is_value(label, value):
    """Tells whether a value of the study stands for a field of its tables."""
    if isinstance(value, str):
        return label == value
    return label == json.dumps(value, separators=(",", ":"), ensure_ascii=False) or number_or_none(label) == value


def number_or_none(text):
    """Returns a text as a number, if it is one."""
    try:
        return float(text)
    except ValueError:
        return None


def select(rows, plot):
    """Returns the rows that a plot is of; runs with jobs unfinished do not compare, and are left out."""
    where = plot.get("where", {})
    return [row for row in rows if all(is_value(row[column], value) for column, value in where.items())
            and row.get("jobs_completed") == row.get("jobs_total")]


def list_measures(plot):
    """Returns [(column, name of its figure)]. The names are known to helper/bace-study-plots.cc too."""
    columns = plot["y"] if isinstance(plot["y"], list) else [plot["y"]]
    return [(column, plot["name"] if len(columns) == 1 else f"{plot['name']}-{column}") for column in columns]


def group_rows(rows, columns):
    """Returns rows by what a line of the figure is called: its values, of columns that have several."""
    several = [column for column in columns if len(order(rows, column)) > 1]
    groups = {}
    for row in rows:
        groups.setdefault(", ".join(row[column] for column in several), []).append(row)
    return groups


def place_beside(index, count, places, log):
    """Returns where gnuplot draws x of one of so many lines: a little aside, so that intervals do not hide each other."""
    aside = 0.01 * (index - (count - 1) / 2) * min(1, 8 / count)
    low, high = min(places.values()), max(places.values())
    if "x" in log and low > 0:
        return f"($1*{(high / low) ** aside:.6g})"
    return f"($1{(high - low) * aside:+.6g})"


def draw_measure(plot, column, name, rows, groups):
    """Returns one figure."""
    x_labels = order(rows, plot["x"])
    quantities = parse_quantities(x_labels)
    places = dict(zip(x_labels, quantities[0] if quantities else map(float, range(len(x_labels)))))
    lines = []
    for title, members in groups.items():
        line = []
        for label in x_labels:
            values = [number(row, column) for row in members if row[plot["x"]] == label]
            values = [value for value in values if not math.isnan(value)]
            if values:
                line.append((places[label], *estimate(values), len(values)))
        lines.append((title, sorted(line)))
    most = max((abs(y) for _, line in lines for _, y, _, _ in line), default=0)
    unit_name, unit = choose_scale(column, most)
    words = re.sub(r"_(s|usd|kwh)$", "", column).replace("_", " ")
    words = re.sub(r"\b(jct|gpus?|wan|ci)\b", lambda match: match[0].upper().replace("GPUS", "GPUs"), words)
    axis = plot["x"].replace("_", " ")
    if quantities and quantities[1] and len(places) > MOST_TICS:  # else the tics tell
        axis += f", {quantities[1]}"
    title = plot.get("title") or f"{words} by {axis}"
    if name != plot["name"] and "title" in plot:
        title += f": {words}"
    figure = Figure(name, title, axis, height=480 + 24 * (len(lines) // 4))
    several = any(half_width > 0 for _, line in lines for _, _, half_width, _ in line) and len(lines) > 1
    for index, (key, line) in enumerate(lines):
        table = str(index + 1)
        x_place = place_beside(index, len(lines), places, plot.get("log", "")) if several else "1"
        figure.tables[table] = ("x\ty\thalf_width\truns",
                                [(x, y / unit, half_width / unit, count) for x, y, half_width, count in line])
        bars = any(half_width > 0 for _, _, half_width, _ in line)
        figure.clauses.append(
            f"'{name}-{table}.dat' using {x_place}:{'2:3 with yerrorlines' if bars else '2 with linespoints'} "
            f"linecolor {colour_of(index)} linewidth 1.5 pointtype {4 + index % 12} dashtype {1 + index // 8 % 5} "
            + (f"title {quote(key)}" if key else "notitle"))
    ends = [(y + sign * half_width) / unit for _, line in lines for _, y, half_width, _ in line for sign in (-1, 1)]
    figure.settings = ["set grid ytics linecolor 'gray80'",
                       f"set ylabel {quote(words + (f', {unit_name}' if unit_name else ''))} noenhanced",
                       *set_ranges(plot.get("log", ""), places, bool(quantities), ends)]
    return figure


def make_figures(folder, study, plot):
    """Yields the figures of a plot; those that nothing is known for yet are left out."""
    jobs = plot.get("table") == "jobs"
    measures = list_measures(plot)
    columns = list_axes(study) + (["job"] if jobs else [])
    default = [column for column in columns if column != plot["x"] and column not in plot.get("where", {})]
    group = plot.get("group", default)
    group = group if isinstance(group, list) else [group]
    table = read_table(folder, "jobs.csv" if jobs else "results.csv",
                       [plot["x"], *(column for column, _ in measures), *group, *plot.get("where", {})])
    rows = select(table, plot)
    for column, name in measures:
        if any(row[column] for row in rows):
            yield draw_measure(plot, column, name, rows, group_rows(rows, group))
        else:  # no figure of earlier runs may stand for these
            for ending in ("svg", "png"):
                (folder / "plots" / f"{name}.{ending}").unlink(missing_ok=True)


def list_figures(folder):
    """Yields the figures of a study's folder."""
    study = read_json(folder, "study.json")
    for index, plot in enumerate(study.get("plots", [])):
        try:
            yield from make_figures(folder, study, plot)
        except (AttributeError, KeyError, TypeError) as error:  # somebody has changed the file by hand
            raise BadInput(f"{folder / 'study.json'}: /plots/{index}: found {error!r}, "
                           "expected a plot as in doc/studies.md") from error
