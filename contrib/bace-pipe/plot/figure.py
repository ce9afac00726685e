# SPDX-License-Identifier: GPL-2.0-only
"""A figure of rectangles: a gnuplot script, the data that it reads, and what gnuplot makes of them."""
import dataclasses
import re
import subprocess

# Colours that the colour-blind can tell apart (after Okabe and Ito); then grey, and six for loads.
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#7a6a00", "#8a8f98", "#c9ced4",
           "#d7dce1", "#a9d5e6", "#56b4e9", "#0072b2", "#e08214", "#b2182b"]
WAITING = 9
FIRST_LOAD = 10

# Classes of utilisation: below which share, and how that is called.
LOADS = [(0.01, "below 1 %"), (0.05, "1 to 5 %"), (0.2, "5 to 20 %"), (0.5, "20 to 50 %"), (0.8, "50 to 80 %"),
         (float("inf"), "80 % and more")]


def colour_of_load(share):
    """Returns the colour of a utilisation."""
    return FIRST_LOAD + next(i for i, (limit, _) in enumerate(LOADS) if share < limit)


def colour_of(index):
    """Returns the colour of the thing of a number from 0: eight differ."""
    return 1 + index % 8


@dataclasses.dataclass
class Figure:
    """What is drawn. Rows are at whole numbers of y and go down."""
    name: str    # of its files, without an ending
    title: str
    axis: str    # of x
    boxes: list = dataclasses.field(default_factory=list)   # (x from, x to, y from, y to, colour, text)
    rows: list = dataclasses.field(default_factory=list)    # names at y = 0, 1, ...
    key: list = dataclasses.field(default_factory=list)     # (colour, text)
    outlines: list = dataclasses.field(default_factory=list)   # (x from, x to, y from, y to), not filled
    intervals: list = dataclasses.field(default_factory=list)  # (x, y, half-width)
    settings: list = dataclasses.field(default_factory=list)   # further lines of the script
    clauses: list = dataclasses.field(default_factory=list)    # further clauses of plot
    tables: dict = dataclasses.field(default_factory=dict)     # further data: ending of the name -> rows
    height: int = 0  # pixels; 0: by its rows

    def list_tables(self):
        """Returns the data by name of file."""
        tables = {}
        if self.boxes:
            tables[f"{self.name}.dat"] = ("from\tto\ty_from\ty_to\tcolour\twhat", self.boxes)
        if self.outlines:
            tables[f"{self.name}-outlines.dat"] = ("from\tto\ty_from\ty_to", self.outlines)
        if self.intervals:
            tables[f"{self.name}-intervals.dat"] = ("x\ty\thalf_width", self.intervals)
        for ending, (head, rows) in self.tables.items():
            tables[f"{self.name}-{ending}.dat"] = (head, rows)
        return tables

    def list_files(self):
        """Returns the names of all its files."""
        return [*self.list_tables(), *(f"{self.name}.{ending}" for ending in ("gp", "svg", "png"))]


def make_file_name(text):
    """Returns a name for files that stands for any text."""
    return re.sub(r"[^A-Za-z0-9._-]", "-", text)[:80]


def quote(text):
    """Returns a text as gnuplot has it in a script, without what its SVG files, as XML, cannot have."""
    return "'" + re.sub(r"[\x00-\x1f\x7f\ufffe\uffff]|(?<=]])(?=>)", " ", text).replace("'", "''") + "'"


def format_field(value):
    """Returns a field of a data file: no field holds a tab or a quote."""
    return f"{value:.9g}" if isinstance(value, float) else re.sub(r'[\x00-\x1f\x7f"]', " ", str(value))


def make_script(figure):
    """Returns the script."""
    place = "using (($1+$2)/2):(($3+$4)/2):1:2:3:4"
    clauses = []
    if figure.boxes:
        clauses.append(f"'{figure.name}.dat' {place}:5 with boxxyerror fillstyle solid noborder "
                       "linecolor variable notitle")
    if figure.outlines:
        clauses.append(f"'{figure.name}-outlines.dat' {place} with boxxyerror fillstyle empty "
                       "border linecolor rgb 'black' linecolor rgb 'black' title 'analytic'")
    if figure.intervals:
        clauses.append(f"'{figure.name}-intervals.dat' using 1:2:3 with xerrorbars pointtype 0 linewidth 1.5 "
                       "linecolor rgb 'black' title '95 % interval'")
    clauses += figure.clauses
    clauses += [f"NaN with boxes fillstyle solid noborder linetype {colour} title {quote(text)}"
                for colour, text in figure.key]
    tics = ", ".join(f"{quote(text.replace('%', '%%'))} {y}" for y, text in enumerate(figure.rows))
    height = figure.height or 130 + max(len(figure.rows), 2) * (34 if len(figure.rows) <= 30 else 16)
    size = f"size 1000,{height}"
    lines = ["# SPDX-License-Identifier: GPL-2.0-only",
             f"# Makes {figure.name}.svg and {figure.name}.png anew: gnuplot {figure.name}.gp, in this folder.",
             "set encoding utf8", "set datafile separator tab", "set datafile commentschars ''",
             *(f"set linetype {i} linecolor rgb '{colour}'" for i, colour in enumerate(COLOURS, 1)),
             f"set title {quote(figure.title)} noenhanced", f"set xlabel {quote(figure.axis)} noenhanced",
             "set key outside bottom center horizontal noenhanced height 1.5 samplen 1 width 0 maxcols 4",
             "set grid xtics linecolor 'gray80'", "set tics nomirror out"]
    if figure.rows:
        lines += [f"set ytics ({tics}) noenhanced", f"set yrange [{len(figure.rows) - 0.4:g}:-0.6]"]
    lines += [*figure.settings,
              "do for [kind in 'svg png'] {",
              f"    if (kind eq 'svg') {{ set terminal svg {size} font 'DejaVu Sans,13' background 'white' }}",
              f"    else {{ set terminal pngcairo {size} font 'DejaVu Sans,10' background 'white' }}",
              f"    set output '{figure.name}.'.kind",
              "    plot " + ", \\\n        ".join(clauses),
              "}"]
    return "\n".join(lines) + "\n"


def draw(figure, folder):
    """Writes a figure's files; what gnuplot refuses is a RuntimeError."""
    for name, (head, rows) in figure.list_tables().items():
        lines = [head] + ["\t".join(format_field(field) for field in row) for row in rows]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    script = f"{figure.name}.gp"
    (folder / script).write_text(make_script(figure), encoding="utf-8")
    done = subprocess.run(["gnuplot", script], cwd=folder, capture_output=True, text=True, errors="replace",
                          check=False)
    if done.returncode != 0:
        raise RuntimeError(f"gnuplot fails on {folder / script}: {done.stderr.strip()[-600:]}")
