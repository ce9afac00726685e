# SPDX-License-Identifier: GPL-2.0-only
"""Jobs and WANs from public data: behind ./bace import."""
import sys

import jobs
import wan
from problem import BadInput, to_line

USAGE = """usage: ./bace import jobs TRACE.csv --submit=COLUMN --gpus=COLUMN --duration=COLUMN [options]
       ./bace import wan --latency=FILE.csv --throughput=FILE.csv [options]

jobs: the jobs of a scenario from a trace of a GPU cluster. wan: regions and links from measurements.
Both print JSON, or write it to --output=FILE; --scenario=FILE puts it into a scenario. --help after the
command lists its options; doc/importing.md has a command line for each of several public data sets.
Exit status: 0 done, 2 bad input, 1 anything else."""

COMMANDS = {"jobs": jobs.main, "wan": wan.main}


def main(arguments):
    """Runs a command."""
    if arguments in (["-h"], ["--help"]):
        print(USAGE)
        return
    if not arguments or arguments[0] not in COMMANDS:
        found = f"'{arguments[0]}'" if arguments else "nothing"
        raise BadInput(f"command line: found {found}, expected jobs or wan")
    COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        print(f"error: {to_line(str(error))}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
