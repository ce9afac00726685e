# SPDX-License-Identifier: GPL-2.0-only
"""What a result folder holds, and what of it is numbers."""
import csv
import json
import math

MANIFEST = ".bace-pipe"

PLACE = ""  # key of a row's place, for messages: no column is called so

csv.field_size_limit(1 << 30)  # a field may list many jobs


class BadInput(Exception):
    """What the user gave is not what is expected: exit status 2."""


def find_kind(folder):
    """Returns "run", "comparison" or "study"; anything else is bad input."""
    if (folder / "study.json").is_file() and (folder / "results.csv").is_file():
        return "study"
    if (folder / "compare.csv").is_file():
        return "comparison"
    if (folder / "jobs.csv").is_file() and (folder / "summary.json").is_file():
        return "run"
    found = "no folder" if not folder.is_dir() else "neither summary.json, compare.csv nor results.csv in it"
    raise BadInput(f"{folder}: found {found}, expected the folder of a run, a comparison or a study")


def read_table(folder, name, columns=(), required=True):
    """Returns the rows of a CSV file as dictionaries; none where it is missing and not required."""
    path = folder / name
    if not path.is_file() and not required:
        return []
    try:
        with path.open(encoding="utf-8", errors="replace", newline="") as file:
            lines = list(csv.reader(file))
    except (OSError, csv.Error) as error:
        raise BadInput(f"{path}: found {getattr(error, 'strerror', error)}, expected a table") from error
    head = lines[0] if lines else []
    for column in columns:
        if column not in head:
            raise BadInput(f"{path}: found no column {column}, expected it in the first line")
    rows = []
    for index, fields in enumerate(lines[1:], 2):
        if fields and len(fields) != len(head):
            raise BadInput(f"{path}: line {index}: found {len(fields)} fields, expected {len(head)}")
        if fields:
            rows.append({**dict(zip(head, fields)), PLACE: f"{path}: line {index}"})
    return rows


def read_json(folder, name):
    """Returns the object of a JSON file."""
    path = folder / name
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: found {error}, expected JSON") from error
    if not isinstance(document, dict):
        raise BadInput(f"{path}: found no object, expected one")
    return document


def read_summary(folder):
    """Returns summary.json."""
    return read_json(folder, "summary.json")


def number(row, column):
    """Returns a field as a finite number; NaN where it is empty."""
    text = row.get(column, "")
    if text == "":
        return math.nan
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"{row[PLACE]}: {column}: found '{text}', expected a number")
    return value


def parse_placement(text):
    """Returns [(region, GPUs)] of "region:gpus>region:gpus"."""
    parts = [part.rpartition(":") for part in text.split(">") if part]
    return [(region, int(gpus)) for region, _, gpus in parts if gpus.isdigit()]


def parse_shares(text):
    """Returns {name: share} of "name:share;name:share"."""
    shares = {}
    for part in filter(None, text.split(";")):
        name, _, share = part.rpartition(":")
        try:
            shares[name] = float(share)
        except ValueError as error:
            raise BadInput(f"found '{part}', expected name:share") from error
    return shares


def choose_unit(seconds):
    """Returns the name and the seconds of a unit in which a span is read with ease."""
    for name, unit in (("h", 3600), ("min", 60), ("s", 1), ("ms", 1e-3)):
        if seconds >= (2 if unit == 3600 else 5 if unit == 60 else 1) * unit:
            return name, unit
    return ("µs", 1e-6) if seconds > 0 else ("s", 1)


def enter_in_manifest(folder, names):
    """Adds the figures to the list of what the run has written: the next run may replace them too."""
    for root, prefix in ((folder, ""), (folder.resolve().parent, folder.resolve().name + "/")):
        path = root / MANIFEST
        if path.is_file():
            known = path.read_text(encoding="utf-8").split("\n")
            added = [prefix + name for name in ["plots"] + [f"plots/{name}" for name in names]]
            entries = sorted(set(filter(None, known + added)))
            path.write_text("".join(f"{entry}\n" for entry in entries), encoding="utf-8")
            return
