// SPDX-License-Identifier: GPL-2.0-only
// The map: regions, and the WAN links between them, coloured by utilisation.
"use strict";

/** Classes of utilisation: [below which share, text]. */
const loadClasses = [
    [0.01, "below 1 %"], [0.05, "1 to 5 %"], [0.2, "5 to 20 %"], [0.5, "20 to 50 %"], [0.8, "50 to 80 %"],
    [Infinity, "80 % and more"]
];

/** The colour class of a share. */
function classOfLoad(share) {
    return loadClasses.findIndex(([limit]) => share < limit);
}

/** Most links that are drawn: the busiest. */
const mostLinks = 300;

/**
 * Links between regions that jobs use, where the run has no figures of links: [{source, destination, jobs}].
 */
function listChains(jobs) {
    const chains = new Map();
    for (const job of jobs) {
        const parts = parsePlacement(job.placement);
        for (let i = 1; i < parts.length; ++i) {
            const key = `${parts[i - 1].region}>${parts[i].region}`;
            const chain =
                chains.get(key) || {source: parts[i - 1].region, destination: parts[i].region, jobs: []};
            chain.jobs.push(job.job);
            chains.set(key, chain);
        }
    }
    return [...chains.values()];
}

/** Rows of links.csv with both ends and numbers. */
function listLinks() {
    return readTable("links.csv").map(row => {
        const [source, destination] = row.link.split(">");
        return {
            row,
            source,
            destination,
            delay: number(row.delay_s),
            bytes: number(row.bytes),
            mean: number(row.utilization),
            peak: number(row.peak_utilization)
        };
    });
}

/** A curve from one point to another that keeps to its right, so that both directions are seen. */
function drawLink(from, to, radius, attributes, tip) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const bend = Math.min(0.12 * length, 26);
    const [ax, ay] = [from[0] + ux * radius - uy * 3, from[1] + uy * radius + ux * 3];
    const [bx, by] = [to[0] - ux * (radius + 5) - uy * 3, to[1] - uy * (radius + 5) + ux * 3];
    const [cx, cy] = [(ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend];
    const path = [[ax, ay], [cx, cy], [bx, by]].map(point => point.map(value => value.toFixed(1)).join(" "));
    const [tx, ty] = [bx - cx, by - cy];
    const size = Math.hypot(tx, ty) || 1;
    const [vx, vy] = [tx / size * 7, ty / size * 7];
    const head =
        `M${bx.toFixed(1)} ${by.toFixed(1)}l${(-vx - vy * 0.5).toFixed(1)} ${(-vy + vx * 0.5).toFixed(1)}` +
        `M${bx.toFixed(1)} ${by.toFixed(1)}l${(-vx + vy * 0.5).toFixed(1)} ${(-vy - vx * 0.5).toFixed(1)}`;
    return shape("path", Object.assign({d: `M${path[0]}Q${path[1]} ${path[2]}${head}`}, attributes),
                 shape("title", {}, tip));
}

/** The map of regions. */
function addMap(regions, jobs) {
    const ids = regions.map(region => region.region);
    const index = new Map(ids.map((id, i) => [id, i]));
    const links = listLinks().filter(link => index.has(link.source) && index.has(link.destination));
    const delays = ids.map(() => ids.map(() => NaN));
    for (const link of links) {
        const [i, j] = [index.get(link.source), index.get(link.destination)];
        const back = delays[j][i];
        delays[i][j] = delays[j][i] = Number.isNaN(back) ? link.delay : (back + link.delay) / 2;
    }
    const points = layOutRegions(ids.length, delays);
    const used = links.filter(link => link.bytes > 0);
    const chains = links.length > 0 ?
        [] :
        listChains(jobs).filter(chain => index.has(chain.source) && index.has(chain.destination));
    let figure = largest(used.map(link => link.mean)) >= 0.01 ? "mean" : "peak";
    let redraw;
    const drawn = () => [...used].sort((a, b) => a[figure] - b[figure]).slice(-mostLinks);
    const draw = width => {
        const height = Math.round(Math.max(Math.min(width * 0.62, 560), Math.min(width, 380)));
        const svg = makePicture(width, height);
        const gpus = largest(regions.map(region => number(region.gpus)), 1);
        const radius = region => Math.max(5,
                                          Math.min(26, 0.9 * height / Math.max(ids.length, 8)) *
                                              Math.sqrt((number(region.gpus) || 0) / gpus));
        const margin = Math.min(84, width * 0.2);
        const place = i => [width / 2 + points[i][0] * (width / 2 - margin),
                            height / 2 - points[i][1] * (height / 2 - 48)];
        for (const link of drawn()) {
            const [i, j] = [index.get(link.source), index.get(link.destination)];
            const attributes = {
                class: `link u${classOfLoad(link[figure])}`,
                "stroke-width": 1.2 + 3.5 * Math.sqrt(Math.min(link[figure], 1))
            };
            const shares = `mean ${formatShare(link.mean)}, peak ${formatShare(link.peak)}`;
            svg.append(drawLink(place(i), place(j), radius(regions[j]), attributes,
                                `${link.row.link}: ${shares}, ${formatBytes(link.bytes)}`));
        }
        for (const chain of chains) {
            svg.append(drawLink(place(index.get(chain.source)), place(index.get(chain.destination)),
                                radius(regions[index.get(chain.destination)]),
                                {class: "link chain", "stroke-width": Math.min(1.5 + chain.jobs.length, 6)},
                                `${chain.source}>${chain.destination}: ${chain.jobs.length} jobs`));
        }
        const many = ids.length > 20;
        const taken = [];  // boxes of names, which must not lie upon each other where they are many
        regions.forEach((region, i) => {
            const [x, y] = place(i);
            const held = Math.min(Math.max(number(region.gpu_utilization) || 0, 0), 1);
            const size = radius(region);
            svg.append(
                shape("circle", {cx: x, cy: y, r: size, class: "region"},
                      shape("title", {},
                            `${region.region}: ${region.gpus} GPUs, ${
                                formatShare(held)} of their time held by jobs`)),
                shape("circle",
                      {cx: x, cy: y, r: size * Math.sqrt(held), class: "held", "pointer-events": "none"}));
            const text = fit(region.region, many ? 70 : 2 * margin, many ? 5.8 : 6.8);
            const box = [x - 3 * text.length, y + size, x + 3 * text.length, y + size + 14];
            const free = !taken.some(other => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] &&
                                         other[1] < box[3]);
            if (!many || free) {
                taken.push(box);
                svg.append(label(x, y + size + 13, text,
                                 {class: many ? "small halo" : "strong halo", "text-anchor": "middle"}));
            }
            if (!many) {
                svg.append(label(x, y + size + 26, `${region.gpus} GPUs`,
                                 {class: "small muted halo", "text-anchor": "middle"}));
            }
        });
        return svg;
    };
    const note = links.length > 0 ?
        "Circles are regions, by area their GPUs; blue is the share of GPU time that finished jobs held. " +
            "The longer the delay between two, the farther apart they are drawn, as well as a plane allows: " +
            "this is no map of the earth. Arrows are WAN links that carried something, " +
            `${used.length} of ${links.length}` +
            (used.length > mostLinks ? `; the ${mostLinks} busiest are drawn. ` : ". ") +
            describeLimit("links.csv") :
                                       "Circles are regions, by area their GPUs. This run has no figures of WAN links: arrows join regions " +
            "where the pipeline of a finished job goes on.";
    const colours = [["mean", "mean utilisation over the run"], ["peak", "busiest second"]];
    const chooseColour = value => {
        figure = value;
        redraw();
    };
    const describe = () => {
        const busiest = drawn().pop();
        return `${ids.length} regions, ${used.length} links that carried something` +
            (busiest ? `; the busiest is ${busiest.row.link} with ${formatShare(busiest[figure])}` : "");
    };
    const tableOfLinks = () => {
        const heads = [
            "Link", "Capacity, Gbit/s", "Delay", "Carried", "Mean", "Busiest second", "Drops", "Longest queue"
        ];
        const rows = links.map(
            link => [link.row.link, formatNumber(number(link.row.capacity_bps) / 1e9), formatTime(link.delay),
                     formatBytes(link.bytes), formatShare(link.mean), formatShare(link.peak), link.row.drops,
                     formatBytes(number(link.row.max_queue_bytes))]);
        return [heads.map(head => [head]), rows];
    };
    const tableOfChains =
        () => [[["From"], ["To", "text"], ["Jobs", "wide"]],
               chains.map(chain => [chain.source, chain.destination, chain.jobs.join(", ")])];
    redraw = addFigure({
        id: "map",
        title: "Regions and WAN links",
        note,
        controls: links.length > 0 ? [makeChoice("Colour by", colours, figure, chooseColour)] : [],
        legend: links.length > 0 ? loadClasses.map(([, text], i) => [`u${i}`, text]) : undefined,
        draw,
        describe,
        table: links.length > 0 ? tableOfLinks : tableOfChains,
        absent: ids.length === 0 ? "The run has no regions.csv." : "",
    });
}
