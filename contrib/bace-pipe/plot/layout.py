# SPDX-License-Identifier: GPL-2.0-only
"""Where regions are drawn: no coordinates are known, only delays. The same as data/report/layout.js."""
import math


def lay_out(ids, delays):
    """Returns a point within -1 and 1 for each id; delays in s by pair, of which any may be missing."""
    count = len(ids)
    angles = [2 * math.pi * i / count + math.pi for i in range(count)]
    points = [(math.cos(angle), math.sin(angle)) for angle in angles]
    longest = max(delays.values(), default=0)
    if count < 2 or longest == 0:
        return [(0.0, 0.0)] if count == 1 else points
    wanted = [[max(delays.get(frozenset((a, b)), longest), 0.15 * longest) for b in ids] for a in ids]
    for _ in range(150):
        points = [move(i, points, wanted[i]) for i in range(count)]
    return fill(turn(points))


def move(i, points, wanted):
    """Returns where the others want a point to be: one round of stress majorization."""
    x = y = total = 0.0
    for j, (ox, oy) in enumerate(points):
        if i != j:
            dx, dy = points[i][0] - ox, points[i][1] - oy
            apart = math.hypot(dx, dy) or 1e-9
            weight = wanted[j] ** -2
            x += weight * (ox + wanted[j] * dx / apart)
            y += weight * (oy + wanted[j] * dy / apart)
            total += weight
    return x / total, y / total


def turn(points):
    """Returns the points turned so that they are widest from left to right."""
    mx, my = (sum(values) / len(points) for values in zip(*points))
    moved = [(x - mx, y - my) for x, y in points]
    xx, yy, xy = (sum(values) for values in zip(*((x * x, y * y, x * y) for x, y in moved)))
    angle = -0.5 * math.atan2(2 * xy, xx - yy)
    return [(x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)) for x, y in moved]


def fill(points):
    """Returns the points stretched to -1 and 1, up and down by no more than three times as much as sideways."""
    spans = [(min(values), max(values)) for values in zip(*points)]
    half = [(high - low) / 2 or 1 for low, high in spans]
    scale = [1 / half[0], min(1 / half[1], 3 / half[0])]
    return [tuple((value - sum(span) / 2) * factor for value, span, factor in zip(point, spans, scale))
            for point in points]
