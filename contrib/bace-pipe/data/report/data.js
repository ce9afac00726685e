// SPDX-License-Identifier: GPL-2.0-only
// The run's files as they are embedded, and how their numbers are written for people.
"use strict";

/**
 * {kind, about, files: {name: {text, rows, of}}}: what is told besides is a text of JSON; a table that is
 * too long for a page has fewer rows than `of`.
 */
const page = JSON.parse(document.getElementById("data").textContent);

/** The fields of a line of comma-separated values; one with commas or quotes is in quotes (RFC 4180). */
function splitLine(line) {
    if (!line.includes("\"")) {
        return line.split(",");
    }
    const fields = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
    return fields.map(([, quoted, plain]) => quoted === undefined ? plain : quoted.replaceAll("\"\"", "\""));
}

/** Rows of comma-separated values as objects by column; no field holds a line break. */
function parseCsv(text) {
    const lines = text.split("\n").filter(line => line !== "");
    const columns = lines.length > 0 ? splitLine(lines[0]) : [];
    return lines.slice(1).map(line => {
        const fields = splitLine(line);
        return Object.fromEntries(
            columns.map((column, i) => [column, fields[i] === undefined ? "" : fields[i]]));
    });
}

/** Rows of an embedded file; none where there is no such file. */
function readTable(name) {
    return has(name) ? parseCsv(page.files[name].text) : [];
}

/** An embedded JSON file; an empty object where there is no such file. */
function readJson(name) {
    return has(name) ? JSON.parse(page.files[name].text) : {};
}

/** Whether a file is embedded. */
function has(name) {
    return Object.prototype.hasOwnProperty.call(page.files, name);
}

/** A sentence about rows that are left out; empty if none are. */
function describeLimit(name) {
    const file = has(name) ? page.files[name] : {rows: 0, of: 0};
    return file.rows < file.of ?
        `The page has ${file.rows} of the ${file.of} rows of ${name}; the file has all.` :
        "";
}

/** A field as a number; NaN where it is empty. */
function number(field) {
    return field === undefined || field === null || field === "" ? NaN : Number(field);
}

/** "region:gpus>region:gpus" as [{region, gpus}], in the order of the stages. */
function parsePlacement(text) {
    return (text || "").split(">").filter(part => part !== "").map(part => {
        const colon = part.lastIndexOf(":");
        return {region: part.slice(0, colon), gpus: Number(part.slice(colon + 1)) || 0};
    });
}

/** "name:value;name:value" as [[name, value]]. */
function parseShares(text) {
    return (text || "").split(";").filter(part => part !== "").map(part => {
        const colon = part.lastIndexOf(":");
        return [part.slice(0, colon), Number(part.slice(colon + 1)) || 0];
    });
}

/** The largest of the numbers that are numbers; `fallback` without any. */
function largest(numbers, fallback = 0) {
    return numbers.reduce(
               (most, value) => (value > most || Number.isNaN(most)) && !Number.isNaN(value) ? value : most,
               NaN) ||
        fallback;
}

/** Rows by a column, in order of first appearance. */
function groupBy(rows, column) {
    const groups = new Map();
    for (const row of rows) {
        if (!groups.has(row[column])) {
            groups.set(row[column], []);
        }
        groups.get(row[column]).push(row);
    }
    return groups;
}

/** Four significant digits, without an exponent where that is short. */
function formatNumber(value) {
    if (Number.isNaN(value)) {
        return "–";
    }
    if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e7)) {
        return value.toExponential(1);
    }
    return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}

const timeUnits = [["µs", 1e-6], ["ms", 1e-3], ["s", 1], ["min", 60], ["h", 3600]];

/** The unit in which a span of seconds is read with ease: [name, seconds]. */
function chooseTimeUnit(seconds) {
    const most = Math.abs(seconds);
    return timeUnits[most >= 7200     ? 4 :
                         most >= 300  ? 3 :
                         most >= 1    ? 2 :
                         most >= 1e-3 ? 1 :
                         most > 0     ? 0 :
                                        2];
}

/** Seconds as text, with the half-width of their interval where it is not 0. */
function formatTime(seconds, halfWidth) {
    if (Number.isNaN(seconds)) {
        return "–";
    }
    const [name, unit] = chooseTimeUnit(seconds);
    const interval = halfWidth > 0 ? ` ± ${formatNumber(Number((halfWidth / unit).toPrecision(2)))}` : "";
    return `${formatNumber(seconds / unit)}${interval} ${name}`;
}

/** Dollars as text, likewise. */
function formatMoney(dollars, halfWidth) {
    if (Number.isNaN(dollars)) {
        return "–";
    }
    const digits = Math.abs(dollars) < 10 ? 4 : 2;
    const interval = halfWidth > 0 ? ` ± ${Number(halfWidth.toPrecision(2))}` : "";
    return `${dollars < 0 ? "−" : ""}$${Math.abs(dollars).toFixed(digits)}${interval}`;
}

/** Bytes as text, with a decimal prefix. */
function formatBytes(bytes) {
    const prefixes = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
    const power = bytes >= 1 ? Math.min(Math.floor(Math.log10(bytes) / 3), prefixes.length - 1) : 0;
    return Number.isNaN(bytes) ? "–" : `${formatNumber(bytes / 1000 ** power)} ${prefixes[power]}`;
}

/** A share as per cent. */
function formatShare(share) {
    return Number.isNaN(share) ? "–" : `${formatNumber(100 * share)} %`;
}
