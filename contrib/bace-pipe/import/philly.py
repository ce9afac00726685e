# SPDX-License-Identifier: GPL-2.0-only
"""The job log of Microsoft's Philly trace, JSON, as a table of one row a job."""
import datetime
import json

from problem import BadInput
from table import open_text

CHUNK = 1 << 20
MOST_JOB = 1 << 26 # characters: far more than any job has, so that a mistake is found soon


class PhillyTable:
    """Yields the jobs of cluster_job_log; in memory are one job and a piece of the file.

    gpus are those of the job's first attempt, duration the seconds of all its attempts together. Without
    attempts a job has neither; where the start or end of an attempt is missing there is no duration.
    """

    noun = "job"
    names = ["jobid", "status", "vc", "user", "submitted_time", "gpus", "duration"]

    def __init__(self, path):
        self.path = path

    def find(self, column):
        """Returns the position of a column."""
        if column not in self.names:
            raise BadInput(f"{self.path}: column {column}: found only {', '.join(self.names)}, expected one of them")
        return self.names.index(column)

    def rows(self):
        """Yields (number, fields)."""
        for number, job in enumerate(self._read(), 1):
            yield number, list_fields(job)

    def _read(self):
        """Yields the elements of an array that need not fit into memory."""
        decoder = json.JSONDecoder()
        with open_text(self.path) as file:
            text, number, opened = "", 0, False
            while True:
                text = text.lstrip(" \t\r\n," if opened else " \t\r\n")
                if opened and text.startswith("]"):
                    return
                if not opened and text:
                    if text[0] != "[":
                        raise BadInput(f"{self.path}: found '{text[0]}', expected an array of jobs")
                    opened, text = True, text[1:]
                    continue
                try:
                    job, end = decoder.raw_decode(text)
                except (json.JSONDecodeError, RecursionError) as error:
                    more = self._read_more(file, len(text), number)
                    if not more or len(text) > MOST_JOB:
                        raise BadInput(f"{self.path}: after job {number}: found {error}, expected a job") from error
                    text += more
                    continue
                number += 1
                yield job
                text = text[end:]

    def _read_more(self, file, size, number):
        """Returns as much as there is already, so that a long job costs no more than its length."""
        try:
            return file.read(max(CHUNK, size))
        except UnicodeDecodeError as error:
            raise BadInput(f"{self.path}: after job {number}: found bytes that are not UTF-8, expected UTF-8") \
                from error


def list_fields(job):
    """Returns the fields of a job; none of what is not an object."""
    if not isinstance(job, dict):
        return []
    attempts = job.get("attempts")
    fields = [str(job.get(key, "")) for key in PhillyTable.names[:5]]
    return fields + [str(find(count_gpus, attempts)), str(find(measure, attempts))]


def find(measure_them, attempts):
    """Returns what a function says of attempts; nothing where there are none, or not all that it needs."""
    try:
        return measure_them(attempts) if attempts else ""
    except (KeyError, IndexError, TypeError, ValueError):
        return ""


def count_gpus(attempts):
    """Returns the GPUs of the first attempt, on all its servers."""
    return sum(len(server["gpus"]) for server in attempts[0]["detail"])


def measure(attempts):
    """Returns the seconds of all attempts."""
    read = datetime.datetime.fromisoformat
    return sum((read(attempt["end_time"]) - read(attempt["start_time"])).total_seconds() for attempt in attempts)
