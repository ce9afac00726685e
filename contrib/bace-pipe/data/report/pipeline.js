// SPDX-License-Identifier: GPL-2.0-only
// One iteration's pipeline: what each stage computed when.
"use strict";

/** Colours of operations that schedules have; others follow. */
const operationColours = new Map([["forward", "c0"], ["backward", "c1"], ["weight", "c2"]]);

/** Operations as they follow each other, others after them. */
function orderOperations(found) {
    const known = [...operationColours.keys()].filter(operation => found.has(operation));
    return known.concat([...found].filter(operation => !operationColours.has(operation)));
}

/** The colour of an operation. */
function colourOperation(operation, operations) {
    return operationColours.get(operation) ||
        `c${3 + operations.filter(name => !operationColours.has(name)).indexOf(operation) % 5}`;
}

/** An iteration of pipeline.csv as numbers, from its own beginning. */
function readPipeline(rows) {
    const operations = rows.map(row => ({
                                    stage: number(row.stage),
                                    operation: row.operation,
                                    microBatch: row.micro_batch,
                                    chunk: number(row.chunk) || 0,
                                    start: number(row.start_s),
                                    end: number(row.end_s)
                                }));
    const start = operations.reduce((least, operation) => Math.min(least, operation.start), Infinity);
    for (const operation of operations) {
        operation.start -= start;
        operation.end -= start;
    }
    return {
        operations,
        start,
        iteration: rows[0].iteration,
        end: largest(operations.map(operation => operation.end), 1e-9),
        stages: 1 + largest(operations.map(operation => operation.stage)),
        kinds: orderOperations(new Set(operations.map(operation => operation.operation)))
    };
}

/** The regions of stages: [{region, from, to}], where the job's placement is known. */
function listStageRegions(job, stages) {
    let from = 0;
    const parts = parsePlacement(job ? job.placement : "")
                      .map(part => ({region: part.region, from, to: from += part.gpus}));
    return from === stages ? parts : [];
}

/** The pipeline of a job, chosen among those that pipeline.csv has. */
function addPipeline(jobs) {
    const groups = groupBy(readTable("pipeline.csv"), "job");
    const names = jobs.map(job => job.job).filter(job => groups.has(job));
    const missing = jobs.map(job => job.job).filter(job => !groups.has(job));
    let name = names[0];
    let zoom = "1";
    let pipeline = names.length > 0 ? readPipeline(groups.get(name)) : null;
    let redraw;
    const draw = width => {
        const {operations, stages, kinds} = pipeline;
        const end = pipeline.end / Number(zoom);
        const row = Math.max(4, Math.min(24, 460 / stages));
        const left = 34;
        const regions = listStageRegions(jobs.find(job => job.job === name), stages);
        const top = 4;
        const bottom = top + stages * row;
        const svg = makePicture(width, bottom + 34);
        const place = time => left + (width - left - 8) * Math.min(time, end) / end;
        drawTimeAxis(svg, 0, end, place, 0, bottom, width, "since the iteration began");
        // A path for each colour: thousands of operations as elements of their own would be slow.
        for (const kind of kinds) {
            for (const later of [false, true]) {
                const d =
                    operations
                        .filter(one => one.operation === kind && one.chunk > 0 === later && one.start < end)
                        .map(one => {
                            const whole = place(one.end) - place(one.start);
                            const wide = whole > 3 ?
                                whole - 0.6 :
                                Math.max(whole, 0.2);  // a gap where there is room for one
                            return `M${place(one.start).toFixed(1)} ${
                                (top + one.stage * row + 0.5).toFixed(1)}h${wide.toFixed(1)}v${
                                (row - 1).toFixed(1)}h-${wide.toFixed(1)}z`;
                        })
                        .join("");
                if (d !== "") {
                    svg.append(shape(
                        "path",
                        {d, class: `operation ${colourOperation(kind, kinds)}${later ? " later" : ""}`}));
                }
            }
        }
        if (row >= 12) {
            for (const one of operations) {
                if (one.start < end && place(one.end) - place(one.start) > 7 * one.microBatch.length + 3) {
                    svg.append(label((place(one.start) + place(one.end)) / 2,
                                     top + (one.stage + 0.5) * row + 4, one.microBatch,
                                     {class: "small on", "text-anchor": "middle"}));
                }
            }
        }
        for (let stage = 0; stage < stages; stage += Math.ceil(13 / row)) {
            svg.append(label(left - 5, top + (stage + 0.5) * row + 4, String(stage),
                             {class: "small muted", "text-anchor": "end"}));
        }
        regions.forEach((part, i) => {
            const y = top + part.to * row;
            if (i + 1 < regions.length) {
                svg.append(shape("line", {x1: 0, x2: width, y1: y, y2: y, class: "edge dashed"}));
            }
            svg.append(label(width - 10, Math.min(top + part.from * row + 13, y - 2),
                             fit(part.region, width / 2),
                             {class: "small halo strong", "text-anchor": "end"}));
        });
        return svg;
    };
    const busy = stage => {
        const own = pipeline.operations.filter(one => one.stage === stage);
        const seconds = kind => own.filter(one => !kind || one.operation === kind)
                                    .reduce((sum, one) => sum + one.end - one.start, 0);
        return [own, seconds];
    };
    const controls = [];
    if (names.length > 1) {
        controls.push(makeChoice("Job", names.map(one => [one, one]), name, value => {
            name = value;
            pipeline = readPipeline(groups.get(name));
            redraw();
        }));
    }
    controls.push(makeChoice(
        "Show", [["1", "the whole iteration"], ["4", "its first quarter"], ["16", "its first sixteenth"]],
        zoom, value => {
            zoom = value;
            redraw();
        }));
    redraw = addFigure({
        id: "pipeline",
        title: "One iteration's pipeline",
        note:
            "Stages from top to bottom, time from left to right; numbers are micro-batches where there is room. " +
            "Empty: the stage waits. " +
            `Dashed lines are borders of regions. Further chunks of an interleaved schedule are paler. ${
                describeLimit("pipeline.csv")} ` +
            (missing.length > 0 ? `Not here, for no iteration was simulated or pipeline.csv has no more room: ${missing.slice(0, 10).join(", ")}${
                                      missing.length > 10 ? `, and ${missing.length - 10} more` : ""}.` :
                                                            ""),
        controls,
        draw,
        legend: () => pipeline.kinds.map(kind => [colourOperation(kind, pipeline.kinds), kind]),
        describe: () => `${name}, iteration ${pipeline.iteration}: ${pipeline.stages} stages, ${
            pipeline.operations.length} operations in ${formatTime(pipeline.end)}`,
        table: () => [[
            ["Stage"], ["First operation at"], ["Last ends at"],
            ...pipeline.kinds.map(kind => [`${kind}, in all`]), ["Idle"]
        ],
                      Array.from({length: pipeline.stages},
                                 (_, stage) => {
                                     const [own, seconds] = busy(stage);
                                     return [
                                         String(stage),
                                         formatTime(own.reduce((least, one) => Math.min(least, one.start),
                                                               Infinity)),
                                         formatTime(largest(own.map(one => one.end))),
                                         ...pipeline.kinds.map(kind => formatTime(seconds(kind))),
                                         formatShare(1 - seconds() / pipeline.end)
                                     ];
                                 })],
        absent: pipeline ?
            "" :
            has("pipeline.csv") && page.files["pipeline.csv"].of > 0 ?
            `No iteration of pipeline.csv is short enough for this page. ${describeLimit("pipeline.csv")}` :
            "The run recorded no iteration of a pipeline (pipeline.csv); an analytic run simulates none.",
    });
}
