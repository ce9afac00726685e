// SPDX-License-Identifier: GPL-2.0-only
// The head of a run's page: totals, and the table of jobs.
"use strict";

/** Boxes of totals: [[name, value, remark]]. */
function drawTotals(entries) {
    return make("dl", {class: "totals"},
                ...entries.map(([name, value, remark]) => make(
                                   "div", {}, make("dt", {}, name),
                                   make("dd", {}, value, ...(remark ? [make("small", {}, remark)] : [])))));
}

/** Totals of summary.json. */
function listTotals(summary) {
    return [
        [
            "Jobs completed", `${summary.jobs_completed} of ${summary.jobs_total}`,
            summary.jobs_unsettled > 0 ? `${summary.jobs_unsettled} not settled` : ""
        ],
        [
            "Average JCT", formatTime(number(summary.average_jct_s), summary.average_jct_ci_s),
            "± is a 95 % interval"
        ],
        [
            "Total cost", formatMoney(number(summary.total_cost_usd), summary.total_cost_ci_usd),
            `${formatNumber(number(summary.total_energy_kwh))} kWh`
        ],
        ["Makespan", formatTime(number(summary.makespan_s)), "first arrival to last completion"],
        [
            "GPU utilisation", formatShare(number(summary.gpu_utilization)),
            `held by jobs; ${formatShare(number(summary.compute_share))} of that computing`
        ],
        [
            "Iterations", `${summary.iterations_simulated} of ${summary.iterations_total}`,
            "simulated packet by packet"
        ],
    ];
}

/** The table of jobs, as jobs.csv has them. */
function addJobs(jobs) {
    const heads = [
        ["Job"], ["Model", "text"], ["Waiting"], ["JCT"], ["Cost"], ["GPUs"], ["Iteration"], ["Analytic"],
        ["In packets"], ["WAN"], ["Settled", "text"], ["Placement, in the order of the stages", "wide"]
    ];
    const rows = jobs.map(
        job => job.finish_s === "" ? [job.job, job.model, "–", "not finished", ...Array(7).fill("–"), ""] : [
            job.job, job.model, formatTime(number(job.wait_s)),
            formatTime(number(job.jct_s), number(job.jct_ci_s)),
            formatMoney(number(job.cost_usd), number(job.cost_ci_usd)), job.gpus,
            formatTime(number(job.iteration_mean_s), number(job.iteration_ci_s)),
            formatTime(number(job.iteration_analytic_s)), `${job.iterations_simulated}/${job.iterations}`,
            formatBytes(number(job.wan_bytes)), job.settled, job.placement.replaceAll(">", " > ")
        ]);
    document.getElementById("report").append(make(
        "section", {id: "jobs"}, make("h2", {}, "Jobs"),
        make(
            "p", {class: "note"},
            "JCT: from submission to completion. Iteration: what one training iteration took on " +
                "average; analytic: what the equations say. ± is the half-width of a 95 % interval (jct_ci_s, " +
                "cost_ci_usd, " +
                `iteration_ci_s), left out where it is 0. ${describeLimit("jobs.csv")}`),
        drawTable("Jobs in the scenario's order", heads, rows)));
}
