# SPDX-License-Identifier: GPL-2.0-only
"""Which model of the catalogue stands for a job, and how many iterations of it take the job's time of GPUs."""
import collections
import math

from problem import BadInput, quote
from scenario import SCHEMA, read_catalogue, read_list

BYTES_PER_PARAMETER = 16
JOB = {key: node["default"] for key, node in SCHEMA["$defs"]["job"]["properties"].items() if "default" in node}

Model = collections.namedtuple("Model", "name min_gpus iteration_s")


class Cluster:
    """GPUs that jobs run on: how fast, how large, how many."""

    def __init__(self, gpu, gpus=math.inf):
        """gpu: name in the catalogue; gpus: how many there are."""
        entry = read_catalogue("gpus")[gpu]
        self.flops = entry["peak_tflops"] * 1e12 * JOB["mfu"]
        self.memory = entry["memory_gb"] * 1e9
        self.gpus = gpus

    @staticmethod
    def of(path, scenario):
        """Returns the GPUs of a scenario: the speed of the first region, the smallest memory."""
        catalogue = read_catalogue("gpus")
        clusters = []
        for index, region in enumerate(read_list(path, scenario, "regions")):
            if not isinstance(region.get("gpu"), str) or region["gpu"] not in catalogue:
                raise BadInput(f"{path}: /regions/{index}/gpu: found {quote(str(region.get('gpu')))}, expected one of "
                               + ", ".join(catalogue))
            if not isinstance(region.get("gpus"), (int, float)):
                raise BadInput(f"{path}: /regions/{index}/gpus: found {quote(str(region.get('gpus')))}, expected "
                               "an integer")
            clusters.append(Cluster(region["gpu"], region["gpus"]))
        if not clusters:
            raise BadInput(f"{path}: /regions: found none, expected regions")
        clusters[0].memory = min(cluster.memory for cluster in clusters)
        clusters[0].gpus = sum(cluster.gpus for cluster in clusters)
        return clusters[0]


def list_models(cluster, micro_batches, wanted=None):
    """Returns the models that fit into the cluster by their parameters, the smallest first.

    wanted: names of the models to take; they must fit. A model's iteration_s are the GPU-seconds of an iteration
    on its least GPUs by the pipeline's equation without boundaries: (micro-batches + GPUs - 1) x compute time.
    """
    catalogue = read_catalogue("models")
    for name in wanted or []:
        if name not in catalogue:
            raise BadInput(f"command line: --models: found '{name}', expected one of {', '.join(sorted(catalogue))}")
    models = []
    for name in sorted(wanted or catalogue, key=lambda name: (catalogue[name]["parameters"], name)):
        parameters = catalogue[name]["parameters"]
        gpus = math.ceil(BYTES_PER_PARAMETER * parameters / cluster.memory)
        if gpus <= cluster.gpus:
            tokens = JOB["micro_batch_size"] * JOB["sequence_length"]
            compute_s = 6 * parameters * tokens / cluster.flops
            models.append(Model(name, gpus, (micro_batches + gpus - 1) * compute_s))
        elif wanted:
            raise BadInput(f"command line: --models: found '{name}', which needs {gpus} GPUs, expected at most the "
                           f"{cluster.gpus} of the scenario")
    if not models:
        raise BadInput(f"the scenario: found {cluster.gpus} GPUs, expected enough for a model of the catalogue")
    return models


def assign(gpu_seconds, models):
    """Returns a (model, iterations) for each job.

    Jobs are ranked by their GPU time, equal ones as they come, and cut into as many parts of one size as there are
    models: the part of the smallest jobs trains the smallest model. The iterations are those whose GPU time is
    nearest the job's, at least one.
    """
    ranked = sorted(range(len(gpu_seconds)), key=lambda index: (gpu_seconds[index], index))
    found = [None] * len(ranked)
    for rank, index in enumerate(ranked):
        model = models[rank * len(models) // len(ranked)]
        found[index] = (model, max(1, round(gpu_seconds[index] / model.iteration_s)))
    return found
