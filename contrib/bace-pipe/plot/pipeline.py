# SPDX-License-Identifier: GPL-2.0-only
"""One iteration's pipeline, a figure for each job."""
from figure import Figure, colour_of, make_file_name
from folder import choose_unit, number, read_table

OPERATIONS = ["forward", "backward", "weight"]
MOST_JOBS = 20  # of which there are figures: those of the first in pipeline.csv


def draw_pipelines(folder):
    """Yields the pipelines: stages from top to bottom, time from left to right."""
    jobs = {}
    columns = ("job", "iteration", "stage", "operation", "micro_batch", "start_s", "end_s")
    for row in read_table(folder, "pipeline.csv", columns, required=False):
        jobs.setdefault(row["job"], []).append(row)
    for place, (job, rows) in enumerate(list(jobs.items())[:MOST_JOBS]):
        first = min(number(row, "start_s") for row in rows)
        name, unit = choose_unit(max(number(row, "end_s") for row in rows) - first)
        kinds = list(dict.fromkeys(OPERATIONS + [row["operation"] for row in rows]))
        # Two jobs' names may differ only in what no file name has.
        figure = Figure(f"pipeline-{place}-{make_file_name(job)}",
                        f"{job}: the pipeline of iteration {rows[0]['iteration']}",
                        f"since the iteration began, {name}")
        for row in rows:
            stage = int(number(row, "stage"))
            start, end = ((number(row, column) - first) / unit for column in ("start_s", "end_s"))
            figure.boxes.append((start, end, stage - 0.45, stage + 0.45, colour_of(kinds.index(row["operation"])),
                                 f"{row['operation']} {row['micro_batch']}"))
        stages = 1 + max(int(number(row, "stage")) for row in rows)
        figure.height = min(130 + 24 * stages, 700)
        figure.settings = [f"set yrange [{stages - 0.4:g}:-0.6]", "set ylabel 'stage'"]
        found = {row["operation"] for row in rows}
        figure.key = [(colour_of(index), kind) for index, kind in enumerate(kinds) if kind in found]
        yield figure
