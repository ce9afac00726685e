# SPDX-License-Identifier: GPL-2.0-only
"""./bace import wan: regions and links of a scenario from measurements between places."""
import decimal
import itertools
import sys

from arguments import Parser, by_schema, condition, names
from measurements import JOINED, LATENCY_UNITS, RATE_UNITS, Measurements, Names, Source
from problem import BadInput
from regions import KEYS, make_regions, read_regions
from scenario import read_list, read_scenario, replace, write

DESCRIPTION = """Makes the regions and links of a scenario from two CSV files: latencies and throughputs, each in
rows of pairs (source, destination, value) or in a square with a row for each source and a column for each
destination. doc/importing.md says how, and which options fit public measurements."""

MOST_DELAY_S = 60
MOST_RATE_BPS = 10**18


def make_parser():
    """Returns the parser of the command line."""
    parser = Parser("wan", DESCRIPTION)
    add = parser.add_argument
    for kind, units, unit in (("latency", LATENCY_UNITS, "ms"), ("throughput", RATE_UNITS, "Gbps")):
        add(f"--{kind}", required=True, metavar="FILE.csv", help="the file; - for standard input")
        add(f"--{kind}-form", choices=("pairs", "matrix"), default="pairs", help="how it is laid out; pairs")
        add(f"--{kind}-source", default="src", metavar="COLUMN", help="of pairs: where from; src")
        add(f"--{kind}-destination", default="dst", metavar="COLUMN", help="of pairs: where to; dst")
        add(f"--{kind}-column", default=kind, metavar="COLUMN", help=f"of pairs: the value; {kind}")
        add(f"--{kind}-where", type=condition, action="append", default=[], metavar="COLUMN=VALUE",
            help="of pairs: only such rows; repeated for one column: any of its values, for several: all of them")
        add(f"--{kind}-unit", choices=units, default=unit, help=f"of the values; {unit}")
    add("--latency-is", choices=("rtt", "one-way"), default="rtt", help="of a round trip, halved, or one way; rtt")
    add("--strip", default="", metavar="PREFIX", help="taken off the names of places")
    add("--only", type=names, metavar="A,B,...", help="these regions, in this order")
    add("--duplicates", choices=("error", *JOINED), default="error", help="what several values of a direction are")
    add("--reverse", action="store_true", help="a direction without a value has that of the other direction")
    add("--missing", choices=("error", "skip"), default="error", help="skip: no link where a value is missing still")
    add("--regions", metavar="FILE.csv", help="regions with a column for each key, id among them")
    for option, key, value in (("gpus", "gpus", 32), ("gpu", "gpu", "RTX A6000"), ("price", "price_usd_per_kwh", 0.2),
                               ("bandwidth", "bandwidth", "50Gbps"), ("region-latency", "latency", "50us")):
        add(f"--{option}", dest=f"region_{key}", type=by_schema(KEYS[key]), default=value, metavar="VALUE",
            help=f"{key} of regions for which nothing else says it; {value}")
    parser.add_common()
    return parser


def list_sources(options):
    """Returns the two files as sources; latencies in s one way, throughputs in bit/s."""
    ways = 2 if options.latency_is == "rtt" else 1
    factors = (("latency", LATENCY_UNITS[options.latency_unit] / ways),
               ("throughput", RATE_UNITS[options.throughput_unit]))
    keys = ("form", "source", "destination", "column", "where")
    return [Source(kind, getattr(options, kind), *(getattr(options, f"{kind}_{key}") for key in keys), factor)
            for kind, factor in factors]


def choose(options, places, listed, known):
    """Returns the ids of the regions, or None for all that were measured."""
    if options.only is None:
        return list(listed or known) or None
    ids = [places.find(name, "command line: --only") for name in options.only]
    for name in ids if listed else ():
        if name not in listed:
            raise BadInput(f"command line: --only: found '{name}', expected a region of {options.regions}")
    return ids


def choose_measured(wanted, latency, throughput):
    """Returns the ids of the regions, all of which both files name."""
    for name in wanted or ():
        for found in (latency, throughput):
            if name not in found.ids:
                raise BadInput(f"{found.source.path}: found no region '{name}', expected it among "
                               + (", ".join(found.ids)[:300] or "none"))
    ids = wanted or list({**latency.ids, **throughput.ids})
    if len(ids) < 2:
        raise BadInput(f"{latency.source.path}: found {len(ids)} regions, expected at least two")
    return ids


def look_up(values, start, end, reverse):
    """Returns the value of a direction, if need be the other's; None without."""
    value = values.get((start, end))
    return values.get((end, start)) if value is None and reverse else value


def make_links(ids, sources, values, options):
    """Returns the links of all directions that have both values."""
    links = []
    for start, end in itertools.permutations(ids, 2):
        found = [look_up(by_pair, start, end, options.reverse) for by_pair in values]
        missing = [source for source, value in zip(sources, found) if value is None]
        if not missing:
            place = f"{options.latency}, {options.throughput}: from '{start}' to '{end}'"
            links.append({"from": start, "to": end, "rate": format_rate(found[1], place),
                          "delay": format_delay(found[0], place)})
        elif options.missing == "error":
            raise BadInput(f"{missing[0].path}: found no {missing[0].what} from '{start}' to '{end}', expected one; "
                           "--reverse takes the other direction's, --missing=skip leaves the link out")
    return links


def format_rate(value, place):
    """Returns bit/s, in whole ones, as a rate of a scenario."""
    if not 1 <= value <= MOST_RATE_BPS:
        raise BadInput(f"{place}: found {value:g} bit/s, expected 1 to {MOST_RATE_BPS:g}; --throughput-unit?")
    value = value.quantize(decimal.Decimal(1))
    exponent, unit = next(((exponent, unit) for exponent, unit in ((9, "Gbps"), (6, "Mbps"), (3, "kbps"))
                           if value >= 10**exponent), (0, "bps"))
    return f"{(value / 10**exponent).normalize():f}{unit}"


def format_delay(value, place):
    """Returns seconds, in whole ns, as a duration of a scenario."""
    if value > MOST_DELAY_S:
        raise BadInput(f"{place}: found a delay of {value:g} s, expected up to {MOST_DELAY_S} s; --latency-unit?")
    return f"{(value * 1000).quantize(decimal.Decimal('1e-6')).normalize():f}ms"


def main(arguments):
    """Imports a WAN."""
    options = make_parser().parse_args(arguments)
    scenario = read_scenario(options.scenario) if options.scenario else {}
    known = {region["id"]: region for region in read_list(options.scenario, scenario, "regions")
             if isinstance(region.get("id"), str)}
    listed = read_regions(options.regions) if options.regions else {}
    default = {key.removeprefix("region_"): value for key, value in vars(options).items()
               if key.startswith("region_")}
    places = Names(options.strip)
    wanted = choose(options, places, listed, known)
    sources = list_sources(options)
    latency, throughput = (Measurements(source, places, wanted and set(wanted), options.skip_bad)
                           for source in sources)
    ids = choose_measured(wanted, latency, throughput)
    links = make_links(ids, sources, [found.join(options.duplicates) for found in (latency, throughput)], options)
    regions = make_regions(ids, listed, known, default)
    write(replace(scenario, regions=regions, wan={"links": links}), options.output)
    absent = len(ids) * (len(ids) - 1) - len(links)
    bad = latency.left_out + throughput.left_out
    print(f"{len(links)} links between {len(ids)} regions"
          + (f", {absent} directions without" if absent else "")
          + (f"; left out: {bad} malformed values" if bad else ""), file=sys.stderr)
