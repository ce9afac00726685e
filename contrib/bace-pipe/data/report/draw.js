// SPDX-License-Identifier: GPL-2.0-only
// What all figures are made of: elements, scales, legends, tables, and the frame around a figure.
// Texts become text nodes, never markup: names come from a user's files.
"use strict";

/** An HTML element with attributes and children; a string is a text. */
function make(name, attributes, ...children) {
    return fill(document.createElement(name), attributes, children);
}

/** An SVG element likewise. */
function shape(name, attributes, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
    for (const [key, value] of Object.entries(attributes || {})) {
        if (value !== undefined && value !== null) {
            element.setAttribute(
                key, typeof value === "number" && !Number.isInteger(value) ? value.toFixed(2) : value);
        }
    }
    element.append(...children);
    return element;
}

/** A text of an SVG picture. */
function label(x, y, text, attributes) {
    return shape("text", Object.assign({x, y}, attributes), text);
}

/** The line above a bar: a name, and what there is to say of it, as far as there is room. */
function heading(y, name, remark, width) {
    const shown = fit(name, width * 0.55, 7.5);
    return shape(
        "text", {x: 4, y, class: "halo"}, shape("tspan", {class: "strong"}, shown),
        shape("tspan", {dx: 8, class: "small muted"}, fit(remark, width - shown.length * 7.5 - 20, 5.9)));
}

/** A rectangle with a tooltip. */
function bar(x, y, width, height, kind, tip) {
    const rectangle = shape("rect", {x, y, width: Math.max(width, 0), height, class: kind});
    if (tip) {
        rectangle.append(shape("title", {}, tip));
    }
    return rectangle;
}

/** As much of a text as fits into so many pixels. */
function fit(text, pixels, perCharacter = 6.8) {
    const most = Math.floor(pixels / perCharacter);
    return text.length <= most ? text : most < 2 ? "" : text.slice(0, most - 1) + "…";
}

/** Round numbers from `low` to `high`, about `count` of them. */
function chooseTicks(low, high, count) {
    const rough = (high - low) / Math.max(count, 1);
    if (!(rough > 0)) {
        return [low];
    }
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(factor => factor * power).find(candidate => candidate >= rough * 0.999);
    const ticks = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) {
        ticks.push(i * step);
    }
    return ticks;
}

/** Vertical lines with numbers below: `place` maps a value to x. */
function drawAxis(svg, ticks, place, top, bottom, format) {
    for (const tick of ticks) {
        const x = place(tick);
        const anchor = x < 24 ? "start" : "middle";  // the first must not stick out
        svg.append(shape("line", {x1: x, x2: x, y1: top, y2: bottom, class: "grid"}),
                   label(x, bottom + 14, format(tick), {class: "small muted", "text-anchor": anchor}));
    }
}

/** A time axis from `low` to `high` seconds in a unit of its own, which `title` is followed by. */
function drawTimeAxis(svg, low, high, place, top, bottom, width, title) {
    const [name, unit] = chooseTimeUnit(high - low);
    drawAxis(svg, chooseTicks(low / unit, high / unit, width / 90).map(tick => tick * unit), place, top,
             bottom, tick => formatNumber(Number((tick / unit).toPrecision(6))));
    svg.append(
        label(width - 4, bottom + 28, `${title}, ${name}`, {class: "small muted", "text-anchor": "end"}));
}

/** A list that tells what colours mean: [[kind, text]]. */
function drawLegend(entries) {
    return make("ul", {class: "legend"},
                ...entries.map(([kind, text]) => make(
                                   "li", {},
                                   shape("svg", {width: 12, height: 12, "aria-hidden": "true"},
                                         shape("rect", {x: 0.5, y: 0.5, width: 11, height: 11, class: kind})),
                                   text)));
}

/**
 * A table that scrolls inside the page. Heads are [text, kind]: kind "text" is set to the left, "wide"
 * may break lines. Cells are texts or elements; the first of a row is its head.
 */
function drawTable(caption, heads, rows) {
    const kindOf = kind => kind === "wide" ? "text wide" : kind;
    const head =
        make("tr", {}, ...heads.map(([text, kind]) => make("th", {scope: "col", class: kindOf(kind)}, text)));
    const body = rows.map(
        row => make("tr", {},
                    ...row.map((cell, i) => i === 0 ? make("th", {scope: "row"}, cell) :
                                                      make("td", {class: kindOf(heads[i][1])}, cell))));
    return make(
        "div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
        make("table", {}, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body)));
}

/** A control that chooses one of [[value, text]]. */
function makeChoice(text, entries, chosen, change) {
    const select = make("select", {}, ...entries.map(([value, name]) => {
        const option = make("option", {value}, name);
        option.selected = value === chosen;
        return option;
    }));
    select.addEventListener("change", () => change(select.value));
    return make("label", {}, text, select);
}

/** How rows of bars are laid out: with a line of text above each, or closer where there are many. */
function layOutRows(count, width) {
    const compact = count > 30;
    const left = compact ? Math.min(140, width * 0.3) : 0;
    return {compact, left, text: compact ? 0 : 16};
}

/** Most rows of bars in one figure; its table has all. */
const mostRows = 150;

const figures = [];

/**
 * Adds a section with a figure.
 * @param options id, title, note (a sentence or more), controls (elements), legend ([[kind, text]] or a
 *     function that returns such), draw(width) (returns an SVG element, or several), describe() (the
 *     figure in words), table() ([heads, rows]: the figure's data), absent (why there is no figure)
 */
function addFigure(options) {
    const section = make("section", {id: options.id}, make("h2", {}, options.title));
    document.getElementById("report").append(section);
    if (options.absent) {
        section.append(make("p", {class: "absent"}, options.absent));
        return;
    }
    if (options.note) {
        section.append(make("p", {class: "note"}, options.note));
    }
    if (options.controls && options.controls.length > 0) {
        section.append(make("div", {class: "controls"}, ...options.controls));
    }
    const figure = make("figure", {});
    const details = make("details", {}, make("summary", {}, "The figure's data as a table"));
    section.append(figure, details);
    const redraw = () => {
        const legend = typeof options.legend === "function" ? options.legend() : options.legend;
        const svg = options.draw(Math.max(figure.clientWidth, 280));
        const text = options.describe();
        svg.setAttribute("role", "img");
        svg.setAttribute("aria-label", `${options.title}. ${text}`);
        figure.replaceChildren(...(legend ? [drawLegend(legend)] : []), svg);
        const [heads, rows] = options.table();
        details.replaceChildren(details.firstElementChild, drawTable(options.title, heads, rows));
    };
    redraw();
    figures.push({figure, redraw, width: figure.clientWidth});
    return redraw;
}

/** Draws figures anew whose width has changed. */
function redrawFigures() {
    for (const entry of figures) {
        if (entry.figure.clientWidth !== entry.width) {
            entry.width = entry.figure.clientWidth;
            entry.redraw();
        }
    }
}

/** A picture of a size, in pixels. */
function makePicture(width, height) {
    return shape("svg", {width, height, viewBox: `0 0 ${width} ${height}`});
}
