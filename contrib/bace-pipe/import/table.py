# SPDX-License-Identifier: GPL-2.0-only
"""CSV files, a row at a time."""
import contextlib
import csv
import decimal
import sys

from problem import BadField, BadInput, quote

MOST_EXPONENT = 30 # of ten: what is beyond is no measurement, and no trouble further on


class Table:
    """A table that is read from its beginning to its end, once.

    columns maps names to positions. rows yields (number, fields) and holds no more than a row. Lines before
    the first row that begin with # are comments; blank lines do not count as rows.
    """

    noun = "line"

    def __init__(self, path, columns=None):
        """columns: names where the file has no line of its own for them."""
        self.path = path
        self._lines = self._read_lines()
        self._reader = csv.reader(self._lines, strict=True)
        self._skipped = 0
        head = columns if columns is not None else next((fields for _, fields in self._read()), None)
        if head is None:
            raise BadInput(f"{path}: found nothing, expected a line with the names of columns")
        self.names = [name.strip() for name in head]
        self.columns = {name: index for index, name in enumerate(self.names)}

    def find(self, column):
        """Returns the position of a column."""
        if self.names.count(column) != 1:
            found = "it more than once" if column in self.columns else "only " + ", ".join(self.names)
            raise BadInput(f"{self.path}: line {self._reader.line_num + self._skipped}, column {column}: found "
                           f"{found[:300]}, expected it once")
        return self.columns[column]

    def rows(self):
        """Yields (number, fields); a row of another number of fields is one without any."""
        for number, fields in self._read():
            yield number, [field.strip() for field in fields] if len(fields) == len(self.names) else []

    def _read(self):
        while True:
            try:
                fields = next(self._reader)
            except StopIteration:
                return
            except csv.Error as error:
                place = self._reader.line_num + self._skipped
                raise BadInput(f"{self.path}: line {place}: found {error}, expected CSV") from error
            if any(fields):
                yield self._reader.line_num + self._skipped, fields

    def _read_lines(self):
        number = 0
        with open_text(self.path) as file:
            try:
                for number, line in enumerate(file, 1):
                    if line.startswith("#") and number == self._skipped + 1:
                        self._skipped += 1
                    else:
                        yield line
            except UnicodeDecodeError as error:
                raise BadInput(f"{self.path}: after line {number}: found bytes that are not UTF-8, expected UTF-8") \
                    from error


@contextlib.contextmanager
def open_text(path):
    """Opens a file, or standard input for -."""
    if path == "-":
        sys.stdin.reconfigure(encoding="utf-8-sig", newline="")
        yield sys.stdin
        return
    try:
        file = open(path, encoding="utf-8-sig", newline="")
    except OSError as error:
        raise BadInput(f"{path}: found {error.strerror}, expected a file") from error
    with file:
        yield file


class Filter:
    """Rows whose columns have one of the wanted values, each of them."""

    def __init__(self, table, conditions):
        """conditions: [(column, value)]; values of the same column are alternatives."""
        self._wanted = {}
        for column, value in conditions:
            self._wanted.setdefault(table.find(column), set()).add(value)

    def holds(self, fields):
        """Returns whether a row is wanted."""
        return all(fields[index] in values for index, values in self._wanted.items())


def check_width(table, fields):
    """Refuses a row that has not all columns."""
    if not fields:
        raise BadField(None, "another number of fields", str(len(table.names)))


def place(table, number, error):
    """Returns an error of a field as one of the file."""
    column = f", column {error.column}" if error.column else ""
    return BadInput(f"{table.path}: {table.noun} {number}{column}: {error}")


def read_decimal(text, column, expected):
    """Returns a field as an exact, finite number."""
    try:
        value = decimal.Decimal(text) if "_" not in text else None
    except decimal.InvalidOperation:
        value = None
    if value is None or not value.is_finite() or (value and abs(value.adjusted()) > MOST_EXPONENT):
        raise BadField(column, quote(text), expected)
    return value
