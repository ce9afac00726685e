# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios as JSON: read with their comments, checked by their schema, written as a whole or not at all."""
import json
import os
import pathlib
import re
import sys
import tempfile

from problem import BadInput, quote

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
SCHEMA = json.loads((DATA / "scenario.schema.json").read_text(encoding="utf-8"))
EXPECTED = {"rate": 'a rate such as "50Gbps"', "duration": 'a duration such as "50us"',
            "id": "an id of up to 64 letters, digits, '.', '_' and '-'"}
MOST_JOBS = SCHEMA["properties"]["jobs"]["maxItems"]

_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|(?s:/\*.*?\*/)')


def read_catalogue(name):
    """Returns the entries of models, gpus or datasets."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))[name]


def read_scenario(path):
    """Returns the object of a scenario file, which may have comments and may be incomplete."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8-sig")
        value = json.loads(_COMMENT.sub(_blank, text), object_pairs_hook=_unique, parse_constant=_refuse)
    except OSError as error:
        raise BadInput(f"{path}: found {error.strerror}, expected a scenario") from error
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}: line {error.lineno}, column {error.colno}: found no JSON ({error.msg}), "
                       "expected a scenario") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path}: found {error}, expected a scenario") from error
    if not isinstance(value, dict):
        raise BadInput(f"{path}: found no object, expected a scenario")
    return value


def _blank(match):
    """Returns spaces for a comment, so that places in the text stay."""
    text = match.group()
    return text if text.startswith('"') else re.sub(r"[^\n]", " ", text)


def _unique(pairs):
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError(f"a key twice among {', '.join(sorted(key for key, _ in pairs))[:200]}")
    return value


def _refuse(name):
    raise ValueError(f"the number {name}")


def replace(scenario, **parts):
    """Returns a scenario with other parts; it is no longer the one of its name and description."""
    kept = {key: value for key, value in scenario.items() if key not in ("name", "description")}
    return {**kept, **parts}


def read_list(path, scenario, key):
    """Returns the objects of an array of a scenario; none where it is missing."""
    entries = scenario.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BadInput(f"{path}: /{key}: found no array of objects, expected one")
    return entries


def convert(text, node):
    """Returns (value of a text by a node of the schema, None), or (None, what was expected)."""
    name = node.get("$ref", "").rpartition("/")[2]
    node = {**SCHEMA["$defs"][name], **node} if name else node
    expected = EXPECTED.get(name, "")
    if "enum" in node:
        return (text, None) if text in node["enum"] else (None, "one of " + ", ".join(node["enum"]))
    if node["type"] == "string":
        good = re.search(node["pattern"], text, re.ASCII) and len(text) <= node.get("maxLength", 64)
        return (text, None) if good else (None, expected)
    kind = int if node["type"] == "integer" else float
    expected = f"{'an integer' if kind is int else 'a number'} from {node['minimum']} to {node['maximum']}"
    try:
        value = kind(text)
    except ValueError:
        return None, expected
    good = "_" not in text and node["minimum"] <= value <= node["maximum"]
    return (value, None) if good else (None, expected)


def make_id(name, place):
    """Returns a name as an id: what an id may not have becomes a hyphen."""
    text = re.sub(r"[^A-Za-z0-9._-]", "-", name)
    found, expected = convert(text, {"$ref": "#/$defs/id"})
    if expected:
        raise BadInput(f"{place}: found {quote(name)}, expected {expected}")
    return found


def format_json(value, depth=0):
    """Returns JSON for people: what holds no further objects and arrays stays on one line."""
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if not any(isinstance(entry, (dict, list)) for entry in inner):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    margin = "    " * (depth + 1)
    if isinstance(value, dict):
        lines = [f"{margin}{json.dumps(key, ensure_ascii=False)}: {format_json(entry, depth + 1)}"
                 for key, entry in value.items()]
    else:
        lines = [margin + format_json(entry, depth + 1) for entry in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + "\n" + ",\n".join(lines) + "\n" + "    " * depth + closing


def write(value, output):
    """Writes JSON to a file, which is the old one or all of the new one at any time, or to standard output."""
    try:
        text = (format_json(value) + "\n").encode("utf-8")
    except ValueError as error: # infinite numbers, halves of characters
        raise BadInput(f"the scenario: found {error}, expected what JSON can hold") from error
    if output is None:
        sys.stdout.buffer.write(text)
        sys.stdout.flush()
        return
    path = pathlib.Path(output)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}-")
    try:
        with open(handle, "wb") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask) # mkstemp's are for their owner alone
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
