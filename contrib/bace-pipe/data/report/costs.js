// SPDX-License-Identifier: GPL-2.0-only
// What electricity cost in each region.
"use strict";

/** Bars of cost, a row for each region. */
function addCosts(regions) {
    const costs = regions.map(region => number(region.cost_usd) || 0);
    const most = Math.max(...costs, 0);
    const least = Math.min(...costs, 0);  // prices may be negative
    const used = regions.filter(region => number(region.gpu_s) > 0);
    const shown = (regions.length > 20 ? used : regions).slice(0, mostRows);
    const draw = width => {
        const bottom = 4 + shown.length * 36;
        const svg = makePicture(width, bottom + 34);
        const place = dollars => 4 + (width - 16) * (dollars - least) / ((most - least) || 1);
        drawAxis(svg, chooseTicks(least, most || 1e-9, width / 90), place, 0, bottom,
                 tick => formatNumber(Number(tick.toPrecision(6))));
        svg.append(label(width - 4, bottom + 28, "cost, $", {class: "small muted", "text-anchor": "end"}));
        shown.forEach((region, i) => {
            const cost = number(region.cost_usd) || 0;
            const y = 4 + i * 36;
            svg.append(heading(y + 11, region.region,
                               `${formatMoney(cost)}, ${formatShare(number(region.gpu_utilization))} of ${
                                   region.gpus} GPUs`,
                               width),
                       bar(Math.min(place(0), place(cost)), y + 15, Math.abs(place(cost) - place(0)), 12,
                           "c0 cost", `${region.region}: ${formatMoney(cost)}`));
        });
        return svg;
    };
    addFigure({
        id: "costs",
        title: "Cost by region",
        note: "Electricity of the GPUs that finished jobs held, from their start to their finish." +
            (shown.length < regions.length ?
                 ` Of ${regions.length} regions the ${shown.length} that were used are drawn.` :
                 "") +
            ` ${describeLimit("regions.csv")}`,
        draw,
        describe: () => shown.slice(0, 8)
                            .map(region => `${region.region} ${formatMoney(number(region.cost_usd))}`)
                            .join("; "),
        table: () => [
            [
                ["Region"], ["GPU", "text"], ["GPUs"], ["Held, GPU hours"], ["Of their time"],
                ["Energy, kWh"], ["Cost"]
            ],
            regions.map(
                region => [region.region, region.gpu, region.gpus, formatNumber(number(region.gpu_s) / 3600),
                           formatShare(number(region.gpu_utilization)),
                           formatNumber(number(region.energy_kwh)), formatMoney(number(region.cost_usd))])],
        absent: regions.length === 0 ? "The run has no regions.csv." :
            shown.length === 0       ? "No GPU was held by a job that finished." :
                                       "",
    });
}
