#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# One task of an array job: runs the line of a file of commands that its number says. With Slurm:
#   ./bace sweep STUDY --list >commands
#   sbatch --array=1-$(wc -l <commands) examples/studies/slurm-array.sh commands
#   ./bace sweep STUDY --collect
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
set -euo pipefail

number=${SLURM_ARRAY_TASK_ID:?is not set: this is a task of an array job}
command=$(sed -n "${number}p" "${1:?names no file of commands}")
[ -n "$command" ] || {
  echo "error: $1: found no line $number, expected a command" >&2
  exit 2
}
exec bash -c "$command"
