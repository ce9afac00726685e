// SPDX-License-Identifier: GPL-2.0-only
// Puts the page together. What goes wrong is told at its top, and costs one figure, not the page.
"use strict";

function tellError(error) {
    const place = document.getElementById("errors");
    place.hidden = false;
    place.textContent += `This page has a mistake: ${error && error.stack ? error.stack : error}\n`;
}

function guard(add) {
    try {
        add();
    } catch (error) {
        tellError(error);
    }
}

/** How messages were carried, in words. */
function describeNetwork(summary) {
    const carried = summary.network === "packet" ?
        `packet (${summary.transport}; inside regions ${summary.intra_region})` :
        summary.network;
    return `Network ${carried}. Seed ${summary.seed}. bace-pipe ${summary.version}, ns-3 ${
        summary.ns3_version}.`;
}

/** All of a run's page. @return what it is, in a few words */
function addRun() {
    const summary = readJson("summary.json");
    const jobs = readTable("jobs.csv");
    const regions = readTable("regions.csv");
    const packets = summary.network === "packet";
    document.getElementById("report").append(drawTotals(listTotals(summary)));
    [() => addJobs(jobs), () => addMap(regions, jobs), () => addGantt(jobs, regions), () => addPipeline(jobs),
     () => addLinks(packets), () => addIterations(jobs, packets), () => addCosts(regions)]
        .forEach(guard);
    return [`${summary.scenario}: policy ${summary.policy}`, describeNetwork(summary)];
}

/** Links to the files beside the page, and to its sections. */
function addHead(title, text) {
    document.title = `${title} – bace-pipe`;
    const main = document.getElementById("report");
    const sections = [...main.querySelectorAll("section")].map(
        section => make("a", {href: `#${section.id}`}, section.querySelector("h2").textContent));
    main.prepend(make("h1", {}, title), make("p", {class: "note"}, text),
                 make("nav", {"aria-label": "Sections"}, ...sections));
    main.append(make(
        "section", {id: "files"}, make("h2", {}, "Files"),
        make("p", {class: "note"},
             "The page was made of these files beside it; doc/outputs.md tells what every column means."),
        make("p", {class: "files"},
             ...Object.keys(page.files)
                 .flatMap(name => [make("a", {href: name.split("/").map(encodeURIComponent).join("/")}, name),
                                   " "]))));
}

window.addEventListener("error", event => tellError(event.error || event.message));
guard(() => {
    const [title, text] = {run: addRun, comparison: addComparison, study: addStudy}[page.kind]();
    addHead(title, text);
});
let pending;
window.addEventListener("resize", () => {
    clearTimeout(pending);
    pending = setTimeout(() => guard(redrawFigures), 100);
});
