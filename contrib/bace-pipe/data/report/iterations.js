// SPDX-License-Identifier: GPL-2.0-only
// What an iteration took: by the equations and simulated, with what the job's GPUs did meanwhile.
"use strict";

/** Parts of a simulated iteration: [column of jobs.csv, colour, text]. */
const iterationParts = [
    ["compute_s", "c0", "computing"], ["wait_not_sent_s", "c1", "waiting: not sent yet"],
    ["wait_transmission_s", "c2", "waiting: in transmission"], ["wait_queued_s", "c4", "waiting: held up"]
];

/** Seconds of a mean iteration by part; what is missing to its whole is the iteration's end. */
function splitIteration(job) {
    const count = number(job.iterations) || 1;
    const parts = iterationParts.map(([column]) => (number(job[column]) || 0) / count);
    return [...parts, Math.max(number(job.iteration_mean_s) - parts.reduce((sum, part) => sum + part, 0), 0)];
}

/** Analytic beside simulated iteration times. */
function addIterations(jobs, packets) {
    const finished = jobs.filter(job => job.finish_s !== "");
    const over = job => 100 * (number(job.iteration_mean_s) / number(job.iteration_analytic_s) - 1);
    const most =
        largest(finished.flatMap(job => [number(job.iteration_mean_s) + (number(job.iteration_ci_s) || 0),
                                         number(job.iteration_analytic_s)]),
                1);
    const kinds = [
        ...iterationParts.map(([, kind, text]) => [kind, text]),
        ["c7", packets ? "waiting for the iteration's end" : "waiting"]
    ];
    const draw = width => {
        const shown = finished.slice(0, mostRows);
        const {compact, left, text} = layOutRows(shown.length, width);
        const [thin, thick] = compact ? [3, 7] : [6, 14];
        const step = compact ? 15 : 46;
        const bottom = 6 + shown.length * step;
        const svg = makePicture(width, bottom + 34);
        const place = seconds => left + 4 + (width - left - 16) * seconds / most;
        drawTimeAxis(svg, 0, most, place, 0, bottom, width, "one iteration");
        shown.forEach((job, i) => {
            const y = 6 + i * step;
            const [mean, halfWidth, analytic] =
                [job.iteration_mean_s, job.iteration_ci_s, job.iteration_analytic_s].map(number);
            if (compact) {
                svg.append(label(left - 2, y + 9, fit(job.job, left - 6, 5.8),
                                 {class: "small", "text-anchor": "end"}));
            } else {
                const difference = packets ?
                    `, ${over(job) >= 0 ? "+" : "−"}${Math.abs(over(job)).toFixed(1)} % over ${
                        formatTime(analytic)}` :
                    "";
                svg.append(heading(y + 11, job.job, `${formatTime(mean, halfWidth)}${difference}`, width));
            }
            let x = 0;
            splitIteration(job).forEach((part, k) => {
                svg.append(bar(place(x), y + text + thin + 1, place(x + part) - place(x), thick, kinds[k][0],
                               `${job.job}, ${kinds[k][1]}: ${formatTime(part)}`));
                x += part;
            });
            svg.append(bar(place(0), y + text, place(analytic) - place(0), thin, "analytic",
                           `${job.job}, analytic: ${formatTime(analytic)}`));
            if (place(mean + halfWidth) - place(mean - halfWidth) > 2) {
                const middle = y + text + thin + 1 + thick / 2;
                svg.append(shape("path", {
                    d: `M${place(mean - halfWidth).toFixed(1)} ${middle}H${
                        place(mean + halfWidth).toFixed(1)}`,
                    class: "whisker"
                }));
            }
        });
        return svg;
    };
    addFigure({
        id: "iterations",
        title: packets ? "One iteration, analytic and simulated" : "One iteration, by the equations",
        note:
            (packets ?
                 "The outline above is what the equations say, the bar below what was simulated, a mean over " +
                     "iterations and over the job's GPUs, by what these did." :
                 "An analytic run simulates no messages: why GPUs wait is not told apart.") +
            (finished.length > mostRows ?
                 ` The first ${mostRows} of ${finished.length} jobs are drawn; the table has all.` :
                 ""),
        legend: [["analytic", "analytic"], ...(packets ? kinds : [kinds[0], kinds[4]])],
        draw,
        describe: () => finished.slice(0, 8)
                            .map(job => `${job.job} ${formatTime(number(job.iteration_mean_s))}, analytic ${
                                     formatTime(number(job.iteration_analytic_s))}`)
                            .join("; "),
        table:
            () => [[
                ["Job"], ["Analytic"], ["Simulated"], ["Difference, %"], ...kinds.map(([, text]) => [text]),
                ["Held up behind (s in all)", "wide"]
            ],
                   finished.map(
                       job => [job.job, formatTime(number(job.iteration_analytic_s)),
                               formatTime(number(job.iteration_mean_s), number(job.iteration_ci_s)),
                               formatNumber(over(job)), ...splitIteration(job).map(part => formatTime(part)),
                               parseShares(job.behind)
                                   .map(([name, seconds]) => `${name} ${formatNumber(seconds)}`)
                                   .join(", ")])],
        absent: finished.length === 0 ? "No job has finished: there is no iteration to tell of." : "",
    });
}
