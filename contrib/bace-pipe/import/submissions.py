# SPDX-License-Identifier: GPL-2.0-only
"""What a trace says of its jobs: when each was submitted, and how much time of GPUs it took."""
import collections
import datetime
import heapq

from problem import BadField, BadInput, quote
from table import Filter, check_width, place, read_decimal

TIME_UNITS = {"ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}

Submission = collections.namedtuple("Submission", "submit order gpu_seconds name")


def parse_time(text, unit):
    """Returns seconds of a number in a unit, or of an ISO 8601 time (UTC where it names no zone); None otherwise."""
    try:
        return float(read_decimal(text, None, None)) * unit
    except BadField:
        pass
    try:
        moment = datetime.datetime.fromisoformat(text)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=datetime.timezone.utc)
        return moment.timestamp()
    except (ValueError, OverflowError):
        return None


class RowReader:
    """Reads a job of a row, by the columns that the user has named."""

    def __init__(self, table, options):
        self._table = table
        self._filter = Filter(table, options.where)
        self._options = options
        self._unit = TIME_UNITS[options.time_unit]
        self._places = {column: table.find(column) for column in
                        (options.submit, options.gpus, options.instances, options.duration, options.start,
                         options.end, options.id) if column}

    def read(self, fields):
        """Returns (submit s, GPU-seconds, name); a text that says why instead, where the job is left out."""
        options = self._options
        check_width(self._table, fields)
        if not self._filter.holds(fields):
            return "by --where"
        gpus = self._read_gpus(fields)
        if gpus == 0:
            return "without GPU time"
        if not options.min_gpus <= gpus <= options.max_gpus:
            return "by their GPUs"
        submit = self._read_time(fields, options.submit)
        if not options.first <= submit < options.last:
            return "outside the time window"
        seconds = self._read_duration(fields, submit)
        if seconds == 0:
            return "without GPU time"
        return submit, gpus * seconds, fields[self._places[options.id]] if options.id else ""

    def _read_gpus(self, fields):
        """Returns the GPUs of a job; none where the field is empty, as for tasks that run on processors."""
        gpus = self._options.gpu_unit
        for column in filter(None, (self._options.gpus, self._options.instances)):
            text = fields[self._places[column]]
            factor = float(read_decimal(text or "0", column, "a number of at least 0"))
            if factor < 0:
                raise BadField(column, quote(text), "a number of at least 0")
            gpus *= factor
        return gpus

    def _read_time(self, fields, column):
        text = fields[self._places[column]]
        seconds = parse_time(text, self._unit)
        if seconds is None:
            raise BadField(column, quote(text), "a time: ISO 8601, or a number")
        return seconds

    def _read_duration(self, fields, submit):
        options = self._options
        if options.duration:
            text = fields[self._places[options.duration]]
            seconds = float(read_decimal(text, options.duration, "a number of at least 0")) * self._unit
            if seconds < 0:
                raise BadField(options.duration, quote(text), "a number of at least 0")
            return seconds
        start = self._read_time(fields, options.start) if options.start else submit
        seconds = self._read_time(fields, options.end) - start
        if seconds < 0:
            raise BadField(options.end, quote(fields[self._places[options.end]]), "a time not before the job's start")
        return seconds


def read_submissions(table, options, most):
    """Returns (the jobs by time of submission, rows, counts of what was left out by reason).

    Of more than options.limit jobs the earliest are kept, so that memory does not grow with the trace; without
    a limit more than most are bad input.
    """
    reader = RowReader(table, options)
    left_out = collections.Counter()
    heap = [] # the latest of those that are kept comes first
    rows = 0
    for number, fields in table.rows():
        rows += 1
        try:
            found = reader.read(fields)
        except BadField as error:
            if not options.skip_bad:
                raise place(table, number, error) from error
            found = "malformed"
        if isinstance(found, str):
            left_out[found] += 1
            continue
        submit, gpu_seconds, name = found
        heapq.heappush(heap, (-submit, -rows, gpu_seconds, name))
        if len(heap) > (options.limit or most):
            if not options.limit:
                raise BadInput(f"{table.path}: {table.noun} {number}: found more than {most} jobs, expected at most "
                               "so many; --limit=N takes the first N, --from and --until a window")
            heapq.heappop(heap)
            left_out["beyond --limit"] += 1
    jobs = [Submission(-submit, -order, gpu_seconds, name) for submit, order, gpu_seconds, name in heap]
    return sorted(jobs), rows, left_out
