# SPDX-License-Identifier: GPL-2.0-only
"""What is wrong with what the user gave."""


class BadInput(Exception):
    """Not what is expected: exit status 2. The text says the place, what was found and what was expected."""


class BadField(BadInput):
    """A field of a table that is not what is expected; who reads the table adds its place."""

    def __init__(self, column, found, expected):
        super().__init__(f"found {found}, expected {expected}")
        self.column = column


def to_line(text):
    """Returns a text on one line, for it may hold what stands in a file."""
    return "".join(character if character.isprintable() else "?" for character in text)


def quote(text):
    """Returns a text in quotes, cut where it is long."""
    return f"'{text}'" if len(text) <= 60 else f"'{text[:57]}...'"
