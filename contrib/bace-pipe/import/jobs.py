# SPDX-License-Identifier: GPL-2.0-only
"""./bace import jobs: the jobs of a scenario from the trace of a cluster."""
import math
import sys

from arguments import Parser, by_schema, condition, count, names, positive
from philly import PhillyTable
from problem import BadInput
from scenario import MOST_JOBS, SCHEMA, make_id, read_scenario, replace, write
from submissions import TIME_UNITS, parse_time, read_submissions
from table import Table
from workload import JOB, Cluster, assign, list_models

DESCRIPTION = """Makes the jobs of a scenario from a cluster's trace, a CSV file with one job in a row: when each
was submitted, on how many GPUs it ran and how long. doc/importing.md says how, and which options fit Acme,
Helios, Philly and Alibaba."""

JOB_KEYS = SCHEMA["$defs"]["job"]["properties"]
MOST_ARRIVAL_S = JOB_KEYS["arrival_s"]["maximum"]
MOST_ITERATIONS = SCHEMA["$defs"]["iterations"]["maximum"]


def make_parser():
    """Returns the parser of the command line."""
    parser = Parser("jobs", DESCRIPTION)
    add = parser.add_argument
    add("trace", metavar="TRACE.csv", help="the trace; - for standard input")
    add("--format", choices=("csv", "philly"), default="csv", help="philly: cluster_job_log of that trace, JSON")
    add("--columns", type=names, metavar="A,B,...", help="names of the columns, where the file has no line for them")
    add("--submit", required=True, metavar="COLUMN", help="when the job was submitted")
    add("--gpus", required=True, metavar="COLUMN", help="its GPUs")
    add("--instances", metavar="COLUMN", help="instances that have so many GPUs each")
    add("--gpu-unit", type=positive, default=1.0, metavar="F", help="GPUs that 1 in the column stands for; 1")
    add("--duration", metavar="COLUMN", help="how long it ran")
    add("--end", metavar="COLUMN", help="instead of --duration: when it ended")
    add("--start", metavar="COLUMN", help="with --end: when it began; without, when it was submitted")
    add("--time-unit", choices=TIME_UNITS, default="s", help="of times and durations that are numbers; s")
    add("--id", metavar="COLUMN", help="ids of the jobs; job-1, job-2, ... without it")
    add("--where", type=condition, action="append", default=[], metavar="COLUMN=VALUE",
        help="only such rows; repeated for one column: any of its values, for several columns: all of them")
    add("--min-gpus", type=positive, default=0.0, metavar="N", help="only jobs of at least N GPUs")
    add("--max-gpus", type=positive, default=math.inf, metavar="N", help="only jobs of at most N GPUs")
    add("--from", dest="first", metavar="TIME", help="only jobs submitted from then on; the scenario begins then")
    add("--until", dest="last", metavar="TIME", help="only jobs submitted before")
    add("--limit", type=count, metavar="N", help="the first N of them")
    add("--time-scale", type=positive, default=1.0, metavar="F", help="multiplies times of arrival; 1")
    add("--work-scale", type=positive, default=1.0, metavar="F", help="multiplies GPU hours; 1")
    add("--models", type=names, metavar="A,B,...", help="models of the catalogue to take; all that fit")
    add("--micro-batches", type=by_schema(JOB_KEYS["micro_batches"]), default=JOB["micro_batches"], metavar="N",
        help=f"micro-batches of an iteration; {JOB['micro_batches']}")
    add("--gpu", type=by_schema(SCHEMA["$defs"]["region"]["properties"]["gpu"]), metavar="TYPE",
        help="GPU of the catalogue that jobs run on; that of the scenario, or RTX A6000")
    parser.add_common()
    return parser


def read_options(arguments):
    """Returns the options, checked against one another."""
    options = make_parser().parse_args(arguments)
    if bool(options.duration) == bool(options.end):
        raise BadInput("command line: found " + ("both --duration and --end" if options.end else "neither --duration "
                       "nor --end") + ", expected one of them")
    if options.start and not options.end:
        raise BadInput("command line: found --start without --end, expected both")
    if options.columns and options.format != "csv":
        raise BadInput("command line: found --columns, expected it with --format=csv alone")
    if options.gpu and options.scenario:
        raise BadInput("command line: found --gpu beside --scenario, whose GPUs count, expected one of them")
    for name, key, default in (("--from", "first", -math.inf), ("--until", "last", math.inf)):
        text = getattr(options, key)
        seconds = default if text is None else parse_time(text, TIME_UNITS[options.time_unit])
        if seconds is None:
            raise BadInput(f"command line: {name}: found '{text}', expected a time: ISO 8601, or a number")
        setattr(options, key, seconds)
    return options


def name_jobs(submissions, path):
    """Returns ids, all different: the trace's where it has been asked for them, or numbers."""
    if not any(submission.name for submission in submissions):
        return [f"job-{number}" for number in range(1, len(submissions) + 1)]
    ids = [make_id(submission.name, f"{path}: --id") for submission in submissions]
    seen = set()
    for name in ids:
        if name in seen:
            raise BadInput(f"{path}: --id: found '{name}' more than once, expected an id for each job")
        seen.add(name)
    return ids


def make_jobs(submissions, models, options):
    """Returns the jobs of a scenario, by arrival."""
    begin = options.first if math.isfinite(options.first) else submissions[0].submit
    work = [submission.gpu_seconds * options.work_scale for submission in submissions]
    jobs = []
    for submission, name, (model, iterations) in zip(submissions, name_jobs(submissions, options.trace),
                                                     assign(work, models)):
        arrival = round((submission.submit - begin) * options.time_scale, 3) # ms: what clocks of traces can tell
        if arrival > MOST_ARRIVAL_S or iterations > MOST_ITERATIONS:
            raise BadInput(f"{options.trace}: job '{name}': found an arrival after {arrival:g} s with {iterations} "
                           f"iterations, expected up to {MOST_ARRIVAL_S:g} s and {MOST_ITERATIONS:g}; --time-unit?")
        jobs.append({"id": name, "model": model.name, "iterations": iterations,
                     "micro_batches": options.micro_batches,
                     "arrival_s": int(arrival) if arrival.is_integer() else arrival})
    return jobs


def report(jobs, submissions, models, options, rows, left_out):
    """Tells what was taken, what was not, and how near the GPU hours are."""
    by_name = {model.name: model for model in models}
    wanted = sum(submission.gpu_seconds for submission in submissions) * options.work_scale
    given = sum(job["iterations"] * by_name[job["model"]].iteration_s for job in jobs)
    print(f"{len(jobs)} jobs of {rows} rows, {wanted / 3600:.2f} GPU hours as {given / 3600:.2f}", file=sys.stderr)
    if left_out:
        reasons = ", ".join(f"{number} {reason}" for reason, number in sorted(left_out.items()))
        print(f"left out: {reasons}", file=sys.stderr)


def main(arguments):
    """Imports jobs."""
    options = read_options(arguments)
    scenario = read_scenario(options.scenario) if options.scenario else None
    cluster = Cluster.of(options.scenario, scenario) if options.scenario else Cluster(options.gpu or "RTX A6000")
    models = list_models(cluster, options.micro_batches, options.models)
    table = PhillyTable(options.trace) if options.format == "philly" else Table(options.trace, options.columns)
    submissions, rows, left_out = read_submissions(table, options, MOST_JOBS)
    if not submissions:
        reasons = "".join(f", {number} {reason}" for reason, number in sorted(left_out.items()))
        raise BadInput(f"{options.trace}: found no job in {rows} rows{reasons}, expected some")
    jobs = make_jobs(submissions, models, options)
    write(jobs if scenario is None else replace(scenario, jobs=jobs), options.output)
    report(jobs, submissions, models, options, rows, left_out)
