# SPDX-License-Identifier: GPL-2.0-only
"""Figures of the folder of a run, a comparison or a study, by gnuplot: behind ./bace plot DIR."""
import pathlib
import sys

import comparison
import links
import pipeline
import regions
import run
import study
from figure import draw
from folder import BadInput, enter_in_manifest, find_kind

USAGE = """usage: ./bace plot DIR

Draws the figures of the folder of a run, a comparison or a study from its CSV files: DIR/plots has each as SVG
and PNG, with the gnuplot script and the data that it was made of. "gnuplot NAME.gp" in that folder makes
one anew. Exit status: 0 done, 2 bad input, 1 anything else."""


def list_figures(folder):
    """Returns the figures of a folder, whatever it is of."""
    kind = find_kind(folder)
    if kind != "run":
        return list({"comparison": comparison, "study": study}[kind].list_figures(folder))
    makers = (regions.draw_map, run.draw_queue, pipeline.draw_pipelines, links.draw_links, links.draw_shares,
              run.draw_iterations, regions.draw_costs)
    return [figure for make in makers for figure in make(folder)]


def main(arguments):
    """Returns the exit status."""
    if arguments in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    if len(arguments) != 1 or arguments[0].startswith("-"):
        raise BadInput(f"command line: found {' '.join(arguments) or 'no folder'}, expected one folder")
    folder = pathlib.Path(arguments[0])
    figures = list_figures(folder)
    plots = folder / "plots"
    enter_in_manifest(folder, [name for figure in figures for name in figure.list_files()])
    plots.mkdir(exist_ok=True)
    for figure in figures:
        draw(figure, plots)
    print(f"{len(figures)} figures in {plots.resolve()}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BadInput as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except (OSError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
