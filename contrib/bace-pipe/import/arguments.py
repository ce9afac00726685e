# SPDX-License-Identifier: GPL-2.0-only
"""Options of the two commands: what they have in common, and their values."""
import argparse
import math

from problem import BadInput
from scenario import convert


class Parser(argparse.ArgumentParser):
    """Tells mistakes as every other program here does: one line."""

    def __init__(self, command, description):
        super().__init__(prog=f"./bace import {command}", description=description, allow_abbrev=False,
                         formatter_class=argparse.RawDescriptionHelpFormatter)

    def error(self, message):
        raise BadInput(f"command line: {message}")

    def add_common(self):
        """Adds the options that both commands have."""
        self.add_argument("--scenario", metavar="FILE", help="a scenario that takes what is imported")
        self.add_argument("--output", metavar="FILE", help="where to; standard output without it")
        self.add_argument("--skip-bad", action="store_true",
                          help="leave out malformed rows, and count them, instead of ending at the first")


def positive(text):
    """Returns a number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"found '{text}', expected a number above 0")
    return value


def count(text):
    """Returns an integer of at least 1."""
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"found '{text}', expected an integer of at least 1")
    return int(text)


def by_schema(node):
    """Returns a function that reads what a node of the scenario's schema allows."""
    def read(text):
        value, expected = convert(text, node)
        if expected:
            raise argparse.ArgumentTypeError(f"found '{text}', expected {expected}")
        return value
    return read


def condition(text):
    """Returns (column, value) of COLUMN=VALUE."""
    column, separator, value = text.partition("=")
    if not column or not separator:
        raise argparse.ArgumentTypeError(f"found '{text}', expected COLUMN=VALUE")
    return column, value


def names(text):
    """Returns the names of A,B,C, each once."""
    found = [name.strip() for name in text.split(",")]
    if "" in found or len(set(found)) < len(found):
        raise argparse.ArgumentTypeError(f"found '{text}', expected different names with commas between them")
    return found
