# SPDX-License-Identifier: GPL-2.0-only
"""The queue of a run, and its iterations."""
import math

from figure import WAITING, Figure, colour_of
from folder import choose_unit, number, parse_placement, read_table

PARTS = [("compute_s", 1, "computing"), ("wait_not_sent_s", 2, "waiting: not sent yet"),
         ("wait_transmission_s", 3, "waiting: in transmission"), ("wait_queued_s", 5, "waiting: held up")]


def list_spans(folder):
    """Returns of each job (name, arrival, start, end, parts, half-width); NaN for a start that never came."""
    jobs = read_table(folder, "jobs.csv", ("job", "arrival_s", "start_s", "finish_s", "placement", "jct_ci_s"))
    decisions = read_table(folder, "decisions.csv", ("time_s", "job", "chain", "decision"))
    placed = {row["job"]: row for row in decisions if row["decision"] == "placed"}
    times = [number(row, "finish_s") for row in jobs] + [number(row, "arrival_s") for row in jobs]
    times += [number(row, "time_s") for row in decisions]
    end = max((time for time in times if not math.isnan(time)), default=0.0)
    spans = []
    for job in jobs:
        # Of a job that has not finished, decisions.csv alone tells where it was placed.
        finished = job["finish_s"] != ""
        decision = placed.get(job["job"])
        start = number(job, "start_s") if finished else number(decision, "time_s") if decision else math.nan
        placement = job["placement"] if finished else decision["chain"] if decision else ""
        half_width = number(job, "jct_ci_s") if finished else 0.0
        name = job["job"] + ("" if finished else " (never started)" if math.isnan(start) else " (not finished)")
        spans.append((name, number(job, "arrival_s"), start, number(job, "finish_s") if finished else end,
                      parse_placement(placement), half_width or 0.0))
    return spans


def draw_queue(folder):
    """Yields the Gantt chart: waiting, and running in stripes by region."""
    spans = list_spans(folder)
    if not spans:
        return
    regions = [row["region"] for row in read_table(folder, "regions.csv", ("region",))]
    first = min(arrival for _, arrival, _, _, _, _ in spans)
    length = max(end for _, _, _, end, _, _ in spans) - first
    unit_name, unit = choose_unit(length)
    figure = Figure("queue", "The queue: who waited, who ran, where", f"simulated time, {unit_name}")
    for y, (name, arrival, start, end, parts, half_width) in enumerate(spans):
        figure.rows.append(name)
        begin = end if math.isnan(start) else start
        figure.boxes.append((arrival / unit, begin / unit, y - 0.15, y + 0.15, WAITING, f"{name}: waiting"))
        top, total = y - 0.38, sum(gpus for _, gpus in parts)
        for region, gpus in parts:
            share = 0.76 * gpus / total
            colour = colour_of(regions.index(region)) if region in regions else 8
            figure.boxes.append((start / unit, end / unit, top, top + share, colour, f"{name}: {region} {gpus} GPUs"))
            top += share
        if half_width > 0.003 * length:
            figure.intervals.append((end / unit, y, half_width / unit))
    figure.key = [(WAITING, "waiting")] + [(colour_of(i), region) for i, region in enumerate(regions[:8])]
    lengths = sorted(end - start for _, _, start, end, _, _ in spans if not math.isnan(start) and end > start)
    if lengths and length > 30 * lengths[(len(lengths) - 1) // 2]:
        # Short jobs beside long ones: spans since the first arrival on a scale that begins linear.
        least = max(lengths[0] / 2, 1e-6 * length) / unit
        figure.axis += ", logarithmic"
        figure.settings = [f"set nonlinear x via log10(1+(x-{first / unit:.9g})/{least:.9g}) "
                           f"inverse {first / unit:.9g}+{least:.9g}*(10**x-1)",
                           f"set xrange [{first / unit:.9g}:{(first + length) / unit * 1.05:.9g}]",
                           f"set xtics ({list_tics(first / unit, least, length / unit)})"]
    yield figure


def list_tics(first, least, length):
    """Returns tics at the first arrival and powers of ten after it."""
    power = math.ceil(math.log10(least))
    tics = [first] + [first + 10.0 ** i for i in range(power, math.floor(math.log10(length)) + 1)]
    return ", ".join(f"'{tic:.4g}' {tic:.9g}" for tic in tics)


def draw_iterations(folder):
    """Yields analytic beside simulated iteration times, with what the GPUs did."""
    columns = [column for column, _, _ in PARTS]
    columns += ["job", "iterations", "iteration_analytic_s", "iteration_mean_s", "iteration_ci_s"]
    jobs = [row for row in read_table(folder, "jobs.csv", columns) if row["iteration_mean_s"]]
    if not jobs:
        return
    name, unit = choose_unit(max(number(job, "iteration_mean_s") for job in jobs))
    figure = Figure("iterations", "One iteration, analytic and simulated", f"mean over iterations and GPUs, {name}")
    for y, job in enumerate(jobs):
        figure.rows.append(job["job"])
        mean, x = number(job, "iteration_mean_s") / unit, 0.0
        count = number(job, "iterations") * unit
        parts = [(number(job, column) / count, colour, text) for column, colour, text in PARTS]
        parts.append((max(mean - sum(part for part, _, _ in parts), 0.0), 8, "the end"))
        for part, colour, text in parts:
            figure.boxes.append((x, x + part, y - 0.05, y + 0.35, colour, f"{job['job']}: {text}"))
            x += part
        figure.outlines.append((0.0, number(job, "iteration_analytic_s") / unit, y - 0.3, y - 0.1))
        if number(job, "iteration_ci_s") > 0.003 * mean * unit:
            figure.intervals.append((mean, y + 0.15, number(job, "iteration_ci_s") / unit))
    figure.key = [(colour, text) for _, colour, text in PARTS] + [(8, "waiting for the iteration's end")]
    figure.settings = ["set xrange [0:*]"]
    yield figure
