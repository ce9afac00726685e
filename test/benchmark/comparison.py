# SPDX-License-Identifier: GPL-2.0-only
"""What a comparison of all policies takes."""
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import time


def read_run(folder):
    """Returns what a policy's run took, from its files."""
    environment = json.loads((folder / "run.json").read_text())
    with open(folder / "jobs.csv", newline="") as file:
        jobs = list(csv.DictReader(file))
    simulated = [int(job["iterations_simulated"]) for job in jobs]
    return {
        "policy": folder.name,
        "seconds": environment["wall_s"],
        "memory": environment["peak_memory_bytes"],
        "simulated": sum(simulated),
        "most": max(simulated),
        "iterations": sum(int(job["iterations"]) for job in jobs),
        "unsettled": sum(job["settled"] != "yes" for job in jobs),
    }


def measure(program, scenario):
    """Runs the program that compares policies, and returns its time, the load before, and each run, the longest first."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "comparison"
        load = os.getloadavg()[0]
        begin = time.monotonic()
        subprocess.run([program, scenario, f"--output={output}"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        seconds = time.monotonic() - begin
        runs = sorted((read_run(path.parent) for path in output.glob("*/run.json")),
                      key=lambda run: -run["seconds"])
    return {"seconds": seconds, "load": load, "runs": runs, "unsettled": sum(run["unsettled"] for run in runs)}
