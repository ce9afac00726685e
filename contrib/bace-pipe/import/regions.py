# SPDX-License-Identifier: GPL-2.0-only
"""What the regions of an imported WAN are: of a table, a scenario, or all alike."""
from problem import BadField, BadInput, quote
from scenario import SCHEMA, convert
from table import Table, check_width, place

KEYS = {**SCHEMA["$defs"]["region"]["properties"], "price_usd_per_kwh": {"$ref": "#/$defs/price"}}


def read_regions(path):
    """Returns {id: region} of a table whose columns are keys of a region; empty fields are left out."""
    table = Table(path)
    table.find("id")
    for name in table.names:
        table.find(name)
        if name not in KEYS:
            raise BadInput(f"{path}: column {name}: found no key of a region, expected one of {', '.join(KEYS)}")
    regions = {}
    for number, fields in table.rows():
        try:
            check_width(table, fields)
            region = dict(read_fields(table.names, fields))
            if region.get("id") is None or region["id"] in regions:
                raise BadField("id", quote(region.get("id", "")), "an id that no line before has")
        except BadField as error:
            raise place(table, number, error) from error
        regions[region["id"]] = region
    return regions


def read_fields(names, fields):
    """Yields (key, value) of those that are not empty."""
    for name, text in zip(names, fields):
        if text:
            value, expected = convert(text, KEYS[name])
            if expected:
                raise BadField(name, quote(text), expected)
            yield name, value


def make_regions(ids, listed, known, default):
    """Returns regions: values that are listed before those already known, before the default."""
    return [{"id": name, **{**default, **known.get(name, {}), **listed.get(name, {})}} for name in ids]
