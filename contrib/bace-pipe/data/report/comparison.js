// SPDX-License-Identifier: GPL-2.0-only
// A comparison's page: policies side by side, and the way to each run's own page.
"use strict";

/** Measures of a comparison: [column of compare.csv, title, format, column against the first]. */
const measures = [
    ["average_jct_s", "Average JCT", formatTime, "jct_against_first_percent"],
    ["total_cost_usd", "Total cost", formatMoney, "cost_against_first_percent"],
    ["makespan_s", "Makespan", formatTime, null]
];

/** The half-width of a measure's interval, as the policy's summary.json has it. */
function halfWidthOf(policy, column) {
    const summary = readJson(`${policy}/summary.json`);
    return number({average_jct_s: summary.average_jct_ci_s,
                   total_cost_usd: summary.total_cost_ci_usd}[column]) ||
        0;
}

/** The table of policies. */
function addPolicies(rows) {
    const linkTo = policy => make("a", {href: `${encodeURIComponent(policy)}/report.html`}, policy);
    document.getElementById("report").append(make(
        "section", {id: "policies"}, make("h2", {}, "Policies"),
        make(
            "p", {class: "note"},
            "% is against the first policy. Figures cover the jobs that were completed; ± is the half-width " +
                "of a 95 % interval. Names lead to the page of each run."),
        drawTable(
            "Policies in the order of the comparison",
            [
                ["Policy"], ["Average JCT"], ["%"], ["Cost"], ["%"], ["Makespan"], ["Mean wait"],
                ["GPU utilisation"], ["Jobs completed"]
            ],
            rows.map(
                row => [linkTo(row.policy),
                        formatTime(number(row.average_jct_s), halfWidthOf(row.policy, "average_jct_s")),
                        row.jct_against_first_percent,
                        formatMoney(number(row.total_cost_usd), halfWidthOf(row.policy, "total_cost_usd")),
                        row.cost_against_first_percent, formatTime(number(row.makespan_s)),
                        formatTime(number(row.average_wait_s)), formatShare(number(row.gpu_utilization)),
                        row.jobs_completed]))));
}

/** Bars of one measure, a row for each policy. */
function addMeasure(rows, [column, title, format, against]) {
    const told = rows.filter(row => row[column] !== "");
    const most = Math.max(largest(told.map(row => number(row[column]) + halfWidthOf(row.policy, column))), 0);
    const least = Math.min(...told.map(row => number(row[column])), 0);
    const draw = width => {
        const bottom = 4 + rows.length * 36;
        const svg = makePicture(width, bottom + 8);
        const place = value => 4 + (width - 16) * (value - least) / ((most - least) || 1);
        rows.forEach((row, i) => {
            const y = 4 + i * 36;
            const value = number(row[column]);
            const percent = against && i > 0 && row[against] !== "" ? `, ${row[against]} %` : "";
            const halfWidth = halfWidthOf(row.policy, column);
            svg.append(heading(y + 11, row.policy,
                               Number.isNaN(value) ? "no job completed" : format(value, halfWidth) + percent,
                               width));
            if (Number.isNaN(value)) {
                return;
            }
            svg.append(bar(Math.min(place(0), place(value)), y + 15, Math.abs(place(value) - place(0)), 12,
                           i === 0 ? "c1 measure" : "c0 measure",
                           `${row.policy}: ${format(value, halfWidth)}`));
            if (place(value + halfWidth) - place(value - halfWidth) > 2) {
                svg.append(shape("path", {
                    d: `M${place(value - halfWidth).toFixed(1)} ${y + 21}H${
                        place(value + halfWidth).toFixed(1)}`,
                    class: "whisker"
                }));
            }
        });
        return svg;
    };
    addFigure({
        id: column,
        title,
        draw,
        legend: [["c1", "the first policy"], ["c0", "the others"]],
        describe: () => told.map(row => `${row.policy} ${format(number(row[column]))}`).join("; "),
        table: () => [[["Policy"], [title], ["±"]],
                      rows.map(row => [row.policy, format(number(row[column])),
                                       format(halfWidthOf(row.policy, column))])],
        absent: told.length === 0 ? "Under no policy a job was completed." : "",
    });
}

/** The completion times of each job under each policy, as a table. */
function addJobsByPolicy(rows) {
    const runs = rows.map(
        row => [row.policy, new Map(readTable(`${row.policy}/jobs.csv`).map(job => [job.job, job]))]);
    const jobs = [...new Set(runs.flatMap(([, own]) => [...own.keys()]))];
    const cell = (own, job) => own.has(job) && own.get(job).finish_s !== "" ?
        formatTime(number(own.get(job).jct_s), number(own.get(job).jct_ci_s)) :
        "–";
    document.getElementById("report").append(
        make("section", {id: "jobs"}, make("h2", {}, "JCT of each job"),
             make("p", {class: "note"},
                  "From submission to completion, ± as jct_ci_s of each run's jobs.csv has it; " +
                      "– is a job that did not finish. " +
                      rows.map(row => describeLimit(`${row.policy}/jobs.csv`)).join(" ")),
             drawTable("JCT of each job under each policy", [["Job"], ...rows.map(row => [row.policy])],
                       jobs.map(job => [job, ...runs.map(([, own]) => cell(own, job))]))));
}

/** All of a comparison's page. @return what it is, in a few words */
function addComparison() {
    const rows = readTable("compare.csv");
    const summary = rows.length > 0 ? readJson(`${rows[0].policy}/summary.json`) : {};
    addPolicies(rows);
    measures.forEach(measure => guard(() => addMeasure(rows, measure)));
    guard(() => addJobsByPolicy(rows));
    return [`${summary.scenario}: ${rows.length} policies`, describeNetwork(summary)];
}
