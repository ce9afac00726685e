// SPDX-License-Identifier: GPL-2.0-only
// Where regions are drawn. A run knows no coordinates, only delays: regions that are far apart in time
// are drawn far apart, by stress majorization from a circle, which always ends the same way.
"use strict";

/**
 * @param count of regions
 * @param delays by pair: delays[i][j] in s, NaN without a link
 * @return [[x, y]], within -1 and 1
 */
function layOutRegions(count, delays) {
    let points = Array.from(
        {length: count},
        (_, i) => [Math.cos(2 * Math.PI * i / count + Math.PI), Math.sin(2 * Math.PI * i / count + Math.PI)]);
    const longest = largest(delays.flat());
    if (count < 2 || longest === 0) {
        return count === 1 ? [[0, 0]] : points;
    }
    // What has no link is at the longest distance; no two regions are drawn in one place.
    const wanted =
        delays.map(row => row.map(delay => Math.max(Number.isNaN(delay) ? longest : delay, 0.15 * longest)));
    for (let round = 0; round < 150; ++round) {
        points = points.map((point, i) => {
            const sum = [0, 0, 0];
            points.forEach((other, j) => {
                const apart = Math.hypot(point[0] - other[0], point[1] - other[1]) || 1e-9;
                if (i !== j) {
                    const weight = wanted[i][j] ** -2;
                    for (const axis of [0, 1]) {
                        sum[axis] +=
                            weight * (other[axis] + wanted[i][j] * (point[axis] - other[axis]) / apart);
                    }
                    sum[2] += weight;
                }
            });
            return [sum[0] / sum[2], sum[1] / sum[2]];
        });
    }
    return fillSquare(turn(points));
}

/** Turns points so that they are widest from left to right. */
function turn(points) {
    const middle = [0, 1].map(axis => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
    const [xx, yy, xy] = points.reduce((sums, point) => {
        const [dx, dy] = [point[0] - middle[0], point[1] - middle[1]];
        return [sums[0] + dx * dx, sums[1] + dy * dy, sums[2] + dx * dy];
    }, [0, 0, 0]);
    const angle = -0.5 * Math.atan2(2 * xy, xx - yy);
    return points.map(([x, y]) => [(x - middle[0]) * Math.cos(angle) - (y - middle[1]) * Math.sin(angle),
                                   (x - middle[0]) * Math.sin(angle) + (y - middle[1]) * Math.cos(angle)]);
}

/** Stretches points to -1 and 1, up and down by no more than three times as much as sideways. */
function fillSquare(points) {
    const spans = [0, 1].map(axis => {
        const values = points.map(point => point[axis]);
        return [Math.min(...values), Math.max(...values)];
    });
    const half = spans.map(([low, high]) => (high - low) / 2);
    const scale = [1 / (half[0] || 1), Math.min(1 / (half[1] || 1), 3 / (half[0] || 1))];
    return points.map(
        point => point.map((value, axis) => (value - (spans[axis][0] + spans[axis][1]) / 2) * scale[axis]));
}
