// SPDX-License-Identifier: GPL-2.0-only
// A study's page: its figures, as gnuplot has drawn them, its points, and those that failed.
"use strict";

/** Measures that the table of points shows: [column of results.csv, title, format, half-width]. */
const studyMeasures = [
    ["average_jct_s", "Average JCT", formatTime, "average_jct_ci_s"],
    ["average_wait_s", "Mean wait", formatTime, null],
    ["total_cost_usd", "Cost", formatMoney, "total_cost_ci_usd"],
    ["makespan_s", "Makespan", formatTime, null], ["gpu_utilization", "GPU utilisation", formatShare, null]
];

/**
 * A picture of gnuplot's as part of the page. It is black on white: style.css turns it around on dark pages.
 */
function importPicture(text, title) {
    const picture =
        document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    if (picture.localName !== "svg") {
        throw new Error(`The figure ${title} cannot be read.`);
    }
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", title);
    return picture;
}

/** A section for each plot of the study, with its figures. */
function addPlots(plots) {
    plots.forEach(({name, title, figures}) => {
        const drawn = figures.map(figure => `plots/${figure}.svg`).filter(has);
        const section = make("section", {id: `plot-${name}`}, make("h2", {}, title || name));
        if (drawn.length === 0) {
            section.append(make("p", {class: "absent"}, "There is nothing to draw yet."));
        }
        drawn.forEach(file => section.append(
                          make("figure", {class: "drawn"}, importPicture(page.files[file].text, file))));
        document.getElementById("report").append(section);
    });
}

/** The table of points that have results. @param axes names of what varies */
function addPoints(axes) {
    const rows = readTable("results.csv");
    const cells = row =>
        studyMeasures.map(([column, , format, interval]) => row.jobs_completed === "0" ?
                              "–" :
                              format(number(row[column]), interval ? number(row[interval]) : 0));
    document.getElementById("report").append(make(
        "section", {id: "points"}, make("h2", {}, "Points"),
        make(
            "p", {class: "note"},
            "Bars in figures are 95 % intervals of the mean over seeds. The table is of jobs that were completed; ± is " +
                "the half-width of a run's own 95 % interval. results.csv has more " +
                `columns, jobs.csv the jobs of each point. ${describeLimit("results.csv")}`),
        drawTable("Points in the order of the study",
                  [
                      ...(axes.length > 0 ? axes : ["point"]).map(axis => [axis, "text"]),
                      ...studyMeasures.map(([, title]) => [title]), ["Jobs completed"]
                  ],
                  rows.map(row => [...(axes.length > 0 ? axes : ["point"]).map(axis => row[axis]),
                                   ...cells(row), `${row.jobs_completed}/${row.jobs_total}`]))));
}

/** Points without results, or with jobs that did not finish. */
function addFailures() {
    const rows = readTable("failures.csv");
    if (rows.length > 0) {
        document.getElementById("report").append(
            make("section", {id: "failures"}, make("h2", {}, "Failures"),
                 make("p", {class: "note"}, describeLimit("failures.csv")),
                 drawTable("Points that failed, or have jobs unfinished",
                           [["Point"], ["Outcome", "text"], ["Message", "wide"]],
                           rows.map(row => [row.point, row.outcome, row.message]))));
    }
}

/** All of a study's page. @return what it is, in a few words */
function addStudy() {
    const about = JSON.parse(page.about);
    guard(() => addPlots(about.plots));
    guard(() => addPoints(about.axes.map(({name}) => name)));
    guard(addFailures);
    const varied = about.axes.map(({name, values}) => `${name} (${values})`).join(", ");
    return [
        about.name,
        `${about.description ? `${about.description} ` : ""}${about.points} points${
            varied ? ` over ${varied}` : ""}, scenario ${about.scenario}.`
    ];
}
