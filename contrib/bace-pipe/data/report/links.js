// SPDX-License-Identifier: GPL-2.0-only
// Utilisation of links over time: the busiest as rows of colours, one of them by who used it.
"use strict";

/** Rows of links that are drawn: the busiest. */
const mostLinkRows = 24;

/** Shares of a link that have a colour of their own; the others together have one. */
const mostShares = 6;

/** The intervals of each link as numbers, the busiest link first. */
function readSeries() {
    const series = [...groupBy(readTable("links_timeseries.csv"), "link")].map(([link, rows]) => {
        const intervals = rows.map(row => ({
                                       start: number(row.start_s),
                                       end: number(row.end_s),
                                       load: number(row.utilization) || 0,
                                       queue: number(row.max_queue_bytes) || 0,
                                       shares: parseShares(row.shares)
                                   }));
        return {
            link,
            intervals,
            sum: intervals.reduce((sum, one) => sum + one.load * (one.end - one.start), 0)
        };
    });
    return series.sort((a, b) => b.sum - a.sum || (a.link < b.link ? -1 : 1));
}

/**
 * Means over columns of equal width of a `figure` of intervals; where there is no interval nothing was sent.
 */
function averageColumns(intervals, low, high, count, figure) {
    const sums = new Float64Array(count);
    const width = (high - low) / count;
    for (const one of intervals) {
        const last = Math.min(Math.ceil((one.end - low) / width), count);
        for (let i = Math.max(Math.floor((one.start - low) / width), 0); i < last; ++i) {
            const overlap = Math.min(one.end, low + (i + 1) * width) - Math.max(one.start, low + i * width);
            if (overlap > 0) {
                sums[i] += overlap * figure(one);
            }
        }
    }
    return Array.from(sums, sum => sum / width);
}

/** Parts of a run, from its beginning on, that can be looked at by themselves. */
const zooms = [
    ["1", "the whole run"], ["10", "its first tenth"], ["100", "its first hundredth"],
    ["1000", "its first thousandth"]
];

/** Rows of colours, a row for each link. */
function addLinkRows(series, low, end) {
    const shown = series.slice(0, mostLinkRows);
    let zoom = "1";
    let redraw;
    const draw = width => {
        const high = low + (end - low) / Number(zoom);
        const bottom = 4 + shown.length * 32;
        const svg = makePicture(width, bottom + 34);
        const place = time => 4 + (width - 12) * (time - low) / (high - low);
        const columns = Math.max(Math.min(Math.floor((width - 12) / 3), 300), 1);
        shown.forEach(({link, intervals}, i) => {
            const loads = averageColumns(intervals, low, high, columns, one => one.load);
            const y = 4 + i * 32;
            svg.append(label(4, y + 11, fit(link, width - 8, 6), {class: "small"}));
            for (let from = 0, to = 0; from < columns; from = to) {
                const kindOf = i => loads[i] > 0 ? classOfLoad(loads[i]) : -1;
                const kind = kindOf(from);
                for (to = from + 1; to < columns && kindOf(to) === kind; ++to)
                    ;
                if (kind >= 0) {
                    const x = 4 + (width - 12) * from / columns;
                    svg.append(bar(x, y + 15, (width - 12) * (to - from) / columns, 12, `load u${kind}`,
                                   `${link}: ${loadClasses[kind][1]}`));
                }
            }
        });
        drawTimeAxis(svg, low, high, place, bottom - 2, bottom + 2, width, "simulated time");
        return svg;
    };
    redraw = addFigure({
        id: "links",
        title: "Utilisation of WAN links over time",
        controls: [makeChoice("Show", zooms, zoom,
                              value => {
                                  zoom = value;
                                  redraw();
                              })],
        note: `Means over three pixels of time; empty where nothing was sent. ${
                  series.length > mostLinkRows ? `The ${mostLinkRows} busiest of ${series.length} links. ` :
                                                 ""}` +
            describeLimit("links_timeseries.csv"),
        legend: loadClasses.map(([, text], i) => [`u${i}`, text]),
        draw,
        describe: () => `The busiest of ${series.length} links is ${series[0].link}`,
        table: () => [
            [["Link"], ["Intervals"], ["Mean"], ["Highest"], ["Longest queue"]],
            series.map(
                ({link, intervals, sum}) => [link, String(intervals.length), formatShare(sum / (end - low)),
                                             formatShare(largest(intervals.map(one => one.load))),
                                             formatBytes(largest(intervals.map(one => one.queue)))])],
    });
}

/** One link: who used it, as areas upon each other. */
function addLinkShares(series, low, end) {
    let chosen = series[0];
    let zoom = "1";
    let redraw;
    const users = () => {
        const totals = new Map();
        for (const one of chosen.intervals) {
            for (const [name, share] of one.shares) {
                totals.set(name, (totals.get(name) || 0) + share * (one.end - one.start));
            }
        }
        return [...totals].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    };
    const bands = () => {
        const names = users().map(([name]) => name);
        const own =
            names.slice(0, mostShares).map((name, i) => ({
                                               kind: `c${i}`,
                                               text: name,
                                               of: one => (one.shares.find(share => share[0] === name) ||
                                                           [name, 0])[1]
                                           }));
        const told = one => one.shares.reduce(
            (sum, [name, share]) => sum + (names.indexOf(name) < mostShares ? share : 0), 0);
        const rest = {
            kind: "c7",
            text: names.length > mostShares ? "others" : "not told by whom",
            of: one => Math.max(one.load - told(one), 0)
        };
        // Digits that the file does not have are no share.
        return chosen.intervals.some(one => rest.of(one) > 1e-9) ? [...own, rest] : own;
    };
    const draw = width => {
        const high = low + (end - low) / Number(zoom);
        const [left, top, bottom] = [44, 8, 190];
        const svg = makePicture(width, bottom + 34);
        const columns = Math.max(Math.min(Math.floor((width - left - 8) / 2), 450), 1);
        const layers = bands().map(
            band =>
                ({kind: band.kind, values: averageColumns(chosen.intervals, low, high, columns, band.of)}));
        const most = Math.max(largest(layers[0].values.map(
                                  (_, i) => layers.reduce((sum, layer) => sum + (layer.values[i] || 0), 0))),
                              1e-4);
        const ceiling = most > 0.5 ? Math.max(1, most) : most * 1.1;
        const x = i => (left + (width - left - 8) * i / columns).toFixed(1);
        const y = share => (bottom - (bottom - top) * share / ceiling).toFixed(1);
        for (const tick of chooseTicks(0, ceiling, 4)) {
            svg.append(shape("line", {x1: left, x2: width - 8, y1: y(tick), y2: y(tick), class: "grid"}),
                       label(left - 4, Number(y(tick)) + 4, formatShare(tick),
                             {class: "small muted", "text-anchor": "end"}));
        }
        drawTimeAxis(svg, low, high, time => left + (width - left - 8) * (time - low) / (high - low), bottom,
                     bottom, width, "simulated time");
        const base = new Array(columns).fill(0);
        for (const {kind, values} of layers) {
            let d = "";
            values.forEach((value, i) => {
                if (value > 0) {
                    d += `M${x(i)} ${y(base[i])}V${y(base[i] + value)}H${x(i + 1)}V${y(base[i])}z`;
                    base[i] += value;
                }
            });
            svg.append(shape("path", {d, class: `share ${kind}`, "shape-rendering": "crispEdges"}));
        }
        return svg;
    };
    redraw = addFigure({
        id: "shares",
        title: "One WAN link: who used it",
        note: "Shares of the link's capacity by job or source of cross traffic.",
        controls: [
            makeChoice("Link", series.map(one => [one.link, one.link]), chosen.link,
                       value => {
                           chosen = series.find(one => one.link === value);
                           redraw();
                       }),
            makeChoice("Show", zooms, zoom,
                       value => {
                           zoom = value;
                           redraw();
                       })
        ],
        legend: () => bands().map(band => [band.kind, band.text]),
        draw,
        describe: () => `${chosen.link}: ${users().map(([name]) => name).join(", ") || "nobody told"}`,
        table: () => [[["Used by"], ["Mean share of the capacity"]],
                      users().map(([name, total]) => [name, formatShare(total / (end - low))])],
    });
}

/** Both figures, or why there are none. */
function addLinks(packets) {
    const series = readSeries().filter(one => one.intervals.length > 0);
    const busy = series.filter(one => one.sum > 0);
    if (busy.length === 0) {
        addFigure({
            id: "links",
            title: "Utilisation of WAN links over time",
            absent: series.length > 0 ? "No WAN link carried anything while the run recorded it." :
                packets ? "The run recorded no figures of links over time (links_timeseries.csv)." :
                          "An analytic run has no figures of links."
        });
        return;
    }
    const low = busy.reduce((least, one) => Math.min(least, one.intervals[0].start), Infinity);
    const high =
        Math.max(largest(busy.flatMap(one => one.intervals.map(interval => interval.end))), low + 1e-9);
    addLinkRows(busy, low, high);
    addLinkShares(busy, low, high);
}
