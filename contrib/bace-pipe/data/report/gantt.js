// SPDX-License-Identifier: GPL-2.0-only
// The queue as a Gantt chart: when each job waited and ran, and where.
"use strict";

/** What each job did: {job, arrival, start, end, parts, finished}; NaN and none where it never started. */
function listSpans(jobs, decisions, end) {
    const placed = new Map(decisions.filter(row => row.decision === "placed").map(row => [row.job, row]));
    return jobs.map(job => {
        const finished = job.finish_s !== "";
        // Of a job that has not finished, decisions.csv alone tells where it was placed.
        const decision = placed.get(job.job);
        const start = finished ? number(job.start_s) : decision ? number(decision.time_s) : NaN;
        const last = decisions.filter(row => row.job === job.job).pop();
        return {
            job: job.job,
            arrival: number(job.arrival_s),
            start,
            finished,
            end: finished ? number(job.finish_s) : end,
            halfWidth: number(job.jct_ci_s) || 0,
            reason: !finished && last ? last.reason : "",
            parts: parsePlacement(finished     ? job.placement :
                                      decision ? decision.chain :
                                                 "")
        };
    });
}

/** A scale of time from `low` to `high` s onto pixels: linear, or with longer spans pressed together. */
function makeTimeScale(kind, low, high, least, from, to) {
    const span = Math.max(high - low, 1e-9);
    const press = seconds => kind === "log" ? Math.log10(1 + seconds / least) : seconds;
    return time => from + (to - from) * press(Math.max(time - low, 0)) / press(span);
}

/** Ticks of a pressed scale: round spans. */
function listSpansOfTime(least, longest) {
    return [1e-3, 1e-2, 0.1, 1, 10, 60, 600, 3600, 36000, 360000, 3600000, 36000000].filter(s => s > least &&
                                                                                                s <= longest);
}

/** The Gantt chart of the queue. */
function addGantt(jobs, regions) {
    const decisions = readTable("decisions.csv");
    const times = jobs.flatMap(job => [number(job.finish_s), number(job.arrival_s)])
                      .concat(decisions.map(row => number(row.time_s)));
    const low = jobs.reduce((least, job) => Math.min(least, number(job.arrival_s)), Infinity);
    const end = Math.max(largest(times), low + 1e-9);
    const spans = listSpans(jobs, decisions, end);
    const lengths =
        spans.filter(span => span.finished).map(span => span.end - span.start).sort((a, b) => a - b);
    const least = Math.max((lengths[0] || (end - low)) / 2, (end - low) * 1e-6, 1e-9);
    const colours = new Map(regions.map((region, i) => [region.region, `c${i % 8}`]));
    let kind = lengths.length > 1 && end - low > 30 * lengths[Math.floor((lengths.length - 1) / 2)] ?
        "log" :
        "linear";
    let redraw;
    const describeParts = span => span.parts.map(part => `${part.region}:${part.gpus}`).join(" > ");
    const drawSpan = (svg, span, y, height, place, width) => {
        const waitEnd = Number.isNaN(span.start) ? span.end : span.start;
        svg.append(bar(place(span.arrival), y + height * 0.3, place(waitEnd) - place(span.arrival),
                       height * 0.4, "wait", `${span.job} waits ${formatTime(waitEnd - span.arrival)}`));
        if (Number.isNaN(span.start)) {
            return;
        }
        const total = span.parts.reduce((sum, part) => sum + part.gpus, 0) || 1;
        let top = y;
        for (const part of span.parts) {
            const share = height * part.gpus / total;
            svg.append(bar(place(span.start), top, Math.max(place(span.end) - place(span.start), 1.5), share,
                           colours.get(part.region) || "c7",
                           `${span.job}: ${part.gpus} GPUs in ${part.region}, ${
                               formatTime(span.end - span.start)} from ${formatTime(span.start)}`));
            top += share;
        }
        if (!span.finished) {
            svg.append(shape("line", {
                x1: place(span.end),
                x2: place(span.end),
                y1: y - 2,
                y2: y + height + 2,
                class: "whisker dashed"
            }));
        }
        const [a, b] = [place(span.end - span.halfWidth), Math.min(place(span.end + span.halfWidth), width)];
        if (b - a > 2) {
            svg.append(
                shape("path", {d: `M${a.toFixed(1)} ${y + height / 2}H${b.toFixed(1)}`, class: "whisker"}));
        }
    };
    const draw = width => {
        const shown = spans.slice(0, mostRows);
        const {compact, left, text} = layOutRows(shown.length, width);
        const height = compact ? 10 : 16;
        const step = compact ? 15 : 42;
        const bottom = 6 + shown.length * step;
        const svg = makePicture(width, bottom + 34);
        const place = makeTimeScale(kind, low, end, least, left + 4, width - 8);
        if (kind === "linear") {
            drawTimeAxis(svg, low, end, time => place(time), 0, bottom, width, "simulated time");
        } else {
            const ticks = listSpansOfTime(least, end - low).map(tick => low + tick);
            drawAxis(svg, [low, ...ticks.filter((tick, i) => i % Math.ceil(ticks.length * 62 / width) === 0)],
                     place, 0, bottom,
                     tick => tick - low >= 3600 ? `${formatNumber((tick - low) / 3600)} h` :
                                                  formatTime(tick - low));
            svg.append(label(width - 4, bottom + 28, "simulated time since the first arrival, logarithmic",
                             {class: "small muted", "text-anchor": "end"}));
        }
        shown.forEach((span, i) => {
            const y = 6 + i * step;
            const state = span.finished  ? "" :
                Number.isNaN(span.start) ? " (never started)" :
                                           " (not finished)";
            if (compact) {
                svg.append(label(left - 2, y + 9, fit(span.job + state, left - 6, 5.8),
                                 {class: "small", "text-anchor": "end"}));
            } else {
                svg.append(heading(y + 11, span.job + state, describeParts(span), width));
            }
            drawSpan(svg, span, y + text, height, place, width - 2);
        });
        return svg;
    };
    const legend = [["wait", "waiting"]].concat(
        regions.length <= 8 ? regions.map((region, i) => [`c${i % 8}`, region.region]) : []);
    redraw = addFigure({
        id: "queue",
        title: "The queue: who waited, who ran, where",
        note:
            "Grey: waiting. Coloured: running, a stripe for each region of the pipeline, as high as its share " +
            "of the job's GPUs. " +
            (regions.length > 8 ?
                 "There are more regions than colours: a stripe's tooltip and the table name its region. " :
                 "") +
            (spans.some(span => span.halfWidth > 0) ?
                 "A line at the end of a bar is the 95 % interval of the completion (jct_ci_s), where it is wide " +
                     "enough to see. " :
                 "") +
            (spans.length > mostRows ?
                 `The first ${mostRows} of ${spans.length} jobs are drawn; the table has all. ` :
                 "") +
            describeLimit("decisions.csv"),
        controls: [makeChoice("Time", [["linear", "linear"], ["log", "logarithmic"]], kind,
                              value => {
                                  kind = value;
                                  redraw();
                              })],
        legend,
        draw,
        describe: () => `${spans.filter(span => span.finished).length} of ${
            spans.length} jobs finished within ${formatTime(end - low)}`,
        table: () => [[
            ["Job"], ["Arrival"], ["Start"], ["End"], ["Waited"], ["State", "text"],
            ["Regions and GPUs", "wide"], ["Remark", "wide"]
        ],
                      spans.map(span => [span.job, formatTime(span.arrival), formatTime(span.start),
                                         span.finished ? formatTime(span.end, span.halfWidth) : "–",
                                         formatTime(span.start - span.arrival),
                                         span.finished                ? "finished" :
                                             Number.isNaN(span.start) ? "never started" :
                                                                        "not finished",
                                         describeParts(span), span.reason])],
        absent: jobs.length === 0 ? "The run has no jobs." : "",
    });
}
