# SPDX-License-Identifier: GPL-2.0-only
"""Measured values between pairs of places, in rows of pairs or in a square."""
import collections
import decimal
import statistics

from problem import BadField, BadInput, quote
from scenario import make_id
from table import Filter, Table, check_width, place, read_decimal

LATENCY_UNITS = {"us": decimal.Decimal("1e-6"), "ms": decimal.Decimal("1e-3"), "s": decimal.Decimal(1)}
RATE_UNITS = {**{f"{prefix}bps": decimal.Decimal(10) ** exponent
                 for prefix, exponent in (("", 0), ("k", 3), ("M", 6), ("G", 9), ("T", 12))},
              **{f"{prefix}B/s": 8 * decimal.Decimal(10) ** exponent
                 for prefix, exponent in (("", 0), ("k", 3), ("M", 6), ("G", 9))}}
NOT_MEASURED = ("", "nan", "na", "n/a", "null", "none")
JOINED = {"mean": lambda values: sum(values) / len(values), "median": statistics.median, "min": min, "max": max}

# Where values are: the file, "pairs" or "matrix", the columns of pairs, conditions, and what 1 stands for.
Source = collections.namedtuple("Source", "what path form source destination column where factor")


class Names:
    """Ids of regions for names of places; two names never share one, but for a prefix that is taken off."""

    def __init__(self, prefix):
        self._prefix = prefix
        self._ids = {}
        self._names = {}

    def find(self, name, where):
        """Returns the id of a place. where: of the name, for messages."""
        name = name.removeprefix(self._prefix)
        if name not in self._ids:
            text = make_id(name, where)
            other = self._names.setdefault(text, name)
            if other != name:
                raise BadInput(f"{where}: found '{name}' and '{other}', expected names with different ids: both have "
                               f"'{text}'")
            self._ids[name] = text
        return self._ids[name]


class Measurements:
    """The values of a file: by direction, with the lines that they are from, and the places that it names."""

    def __init__(self, source, names, wanted, skip_bad):
        """wanted: ids of the regions that count; None: all. Other rows are not looked at."""
        self.source = source
        self.ids = {} # as a set in the order of the file
        self.left_out = 0
        self._values = {}
        self._names = names
        self._wanted = wanted
        table = Table(source.path)
        read = self._read_matrix if source.form == "matrix" else self._read_pairs
        for number, error in read(table):
            if not skip_bad:
                raise place(table, number, error)
            self.left_out += 1

    def join(self, how):
        """Returns one value for each direction; how: "error" where there are several, or a key of JOINED."""
        joined = {}
        for (start, end), found in self._values.items():
            if len(found) > 1 and how == "error":
                raise BadInput(f"{self.source.path}: lines {found[0][1]} and {found[1][1]}: found {self.source.what} "
                               f"from '{start}' to '{end}' twice, expected once; --duplicates=mean joins them")
            joined[start, end] = found[0][0] if len(found) == 1 else JOINED[how]([value for value, _ in found])
        return joined

    def _read_pairs(self, table):
        """Reads rows of pairs; yields what is wrong with them."""
        source = self.source
        start, end, column = (table.find(name) for name in (source.source, source.destination, source.column))
        wanted = Filter(table, source.where)
        for number, fields in table.rows():
            try:
                check_width(table, fields)
                if wanted.holds(fields):
                    self._add(fields[start], fields[end], fields[column], source.column, number)
            except BadField as error:
                yield number, error

    def _read_matrix(self, table):
        """Reads a square, sources in its first column, destinations in its first line; yields what is wrong."""
        for name in table.names[1:]:
            table.find(name) # each once
        for number, fields in table.rows():
            try:
                check_width(table, fields)
            except BadField as error:
                yield number, error
                continue
            for name, text in zip(table.names[1:], fields[1:]):
                try:
                    self._add(fields[0], name, text, name, number)
                except BadField as error:
                    yield number, error

    def _add(self, start, end, text, column, number):
        where = f"{self.source.path}: line {number}"
        start, end = self._names.find(start, where), self._names.find(end, where)
        self.ids[start] = self.ids[end] = True
        wanted = self._wanted is None or (start in self._wanted and end in self._wanted)
        if not wanted or start == end or text.lower() in NOT_MEASURED:
            return
        value = read_decimal(text, column, "a number above 0")
        if value <= 0:
            raise BadField(column, quote(text), "a number above 0")
        self._values.setdefault((start, end), []).append((value * self.source.factor, number))
