"""mjr_figure: lines and bars over axes."""

from __future__ import annotations

import numpy as np

from thew._visual.contexts import MjrContext, drawer_of
from thew._visual.records import MjrRect, MjvFigure

_PAD = 5  # between parts of a figure [pixels]


def _data(fig: MjvFigure) -> list[tuple[int, np.ndarray]]:
    """The lines that have points: number, (points, 2)."""
    room = fig.linedata.shape[1] // 2
    counts = [min(int(n), room) for n in fig.linepnt]
    return [(i, fig.linedata[i, : 2 * n].reshape(n, 2)) for i, n in enumerate(counts) if n > 0]


def _ranges(fig: MjvFigure, lines) -> np.ndarray:
    """What the axes span: as asked for, or what the data need."""
    spans = fig.range.astype(float).copy()
    points = np.concatenate([p for _, p in lines]) if lines else np.zeros((0, 2))
    points = points[np.isfinite(points).all(axis=1)]
    for axis, span in enumerate(spans):
        empty = span[0] >= span[1]
        if len(points) and (empty or fig.flg_extend):
            low, high = points[:, axis].min(), points[:, axis].max()
            span[:] = (low, high) if empty else (min(span[0], low), max(span[1], high))
        if span[0] >= span[1]:
            span[:] = span[0] - 0.5, span[0] + 0.5
    if fig.flg_symmetric:
        spans[1] = np.array([-1, 1]) * np.abs(spans[1]).max()
    return spans


def _pane(drawer, fig: MjvFigure, viewport: MjrRect) -> tuple[int, int, int, int]:
    """Where the lines go: what titles and numbers leave of the viewport."""
    letter = drawer.text_size("X")[1]
    left = _PAD + (drawer.text_size(fig.minwidth or "X")[0] + _PAD if fig.flg_ticklabel[1] else 0)
    low = _PAD + (letter + _PAD if fig.flg_ticklabel[0] else 0) + (letter if fig.xlabel else 0)
    high = _PAD + (letter * (fig.title.count("\n") + 1) + _PAD if fig.title else 0)
    return (
        viewport.left + left, viewport.bottom + low,
        max(1, viewport.width - left - 2 * _PAD), max(1, viewport.height - low - high),
    )  # fmt: skip


def _format(pattern: str, value: float) -> str:
    try:
        return pattern % value
    except (TypeError, ValueError):
        return f"{value:.2g}"


def _axes(drawer, fig: MjvFigure, pane, spans) -> None:
    """The grid, and numbers beside it."""
    x, y, width, height = pane
    grid, ink = (*map(float, fig.gridrgb), 1.0), (*map(float, fig.textrgb), 1.0)
    letter = drawer.text_size("X")[1]
    for axis, (size, pattern) in enumerate(zip(fig.gridsize, (fig.xformat, fig.yformat))):
        for part in np.linspace(0, 1, max(2, int(size))):
            value = spans[axis, 0] + part * (spans[axis, 1] - spans[axis, 0])
            text = _format(pattern, value)
            wide = drawer.text_size(text)[0]
            if axis == 0:
                at = x + part * width
                ends, place = (at, y, at, y + height), (at - part * wide, y - letter - _PAD)
            else:
                at = y + part * height
                ends, place = (x, at, x + width, at), (x - wide - _PAD, at - part * letter)
            drawer.line(np.array(ends, np.float32), max(1.0, fig.gridwidth), grid, False)
            if fig.flg_ticklabel[axis]:
                drawer.text(text, *map(float, place), ink)


def _lines(drawer, fig: MjvFigure, lines, pane, spans) -> None:
    x, y, width, height = pane
    for i, points in lines:
        part = (points - spans[:, 0]) / (spans[:, 1] - spans[:, 0])
        at = (np.clip(part, 0, 1) * (width, height) + (x, y)).astype(np.float32)
        color = (*map(float, fig.linergb[i]), 1.0)
        if fig.flg_barplot:
            feet = at.copy()
            feet[:, 1] = y + height * float(np.clip(-spans[1, 0] / (spans[1, 1] - spans[1, 0]), 0, 1))
            bars = np.ascontiguousarray(np.stack([feet, at], axis=1)).reshape(-1)
            drawer.line(bars, max(1.0, fig.linewidth), color, True)
        else:
            drawer.line(np.ascontiguousarray(at).reshape(-1), max(1.0, fig.linewidth), color, False)


def _legend(drawer, fig: MjvFigure, lines, pane) -> None:
    named = [(i, fig.linename[i].decode()) for i, _ in lines if fig.linename[i]]
    if not fig.flg_legend or not named:
        return
    letter = drawer.text_size("X")[1]
    wide = max(drawer.text_size(text)[0] for _, text in named) + 2 * _PAD
    x, top = pane[0] + pane[2] - wide, pane[1] + pane[3] - int(fig.legendoffset) * letter
    height = letter * len(named) + _PAD
    drawer.fill((int(x), int(top - height), int(wide), int(height)), tuple(map(float, fig.legendrgba)))
    for row, (i, text) in enumerate(named):
        color = (*map(float, fig.linergb[i]), 1.0)
        drawer.text(text, float(x + _PAD), float(top - (row + 1) * letter), color)


def mjr_figure(viewport: MjrRect, fig: MjvFigure, con: MjrContext) -> None:
    """Draws a plot."""
    if viewport.width <= 0 or viewport.height <= 0:
        return
    drawer = drawer_of(con, "mjr_figure")
    lines, ink = _data(fig), (*map(float, fig.textrgb), 1.0)
    spans, pane = _ranges(fig, lines), _pane(drawer, fig, viewport)
    area = (viewport.left, viewport.bottom, viewport.width, viewport.height)
    drawer.fill(area, tuple(map(float, fig.figurergba)))
    drawer.fill(tuple(map(int, pane)), tuple(map(float, fig.panergba)))
    _axes(drawer, fig, pane, spans)
    _lines(drawer, fig, lines, pane, spans)
    _legend(drawer, fig, lines, pane)
    letter = drawer.text_size("X")[1]
    for text, y in ((fig.title, viewport.bottom + viewport.height - letter), (fig.xlabel, viewport.bottom)):
        middle = viewport.left + (viewport.width - drawer.text_size(text)[0]) / 2
        if text:
            drawer.text(text, float(middle), float(y), ink)
    fig.xaxispixel = pane[0] - viewport.left, pane[0] - viewport.left + pane[2]
    fig.yaxispixel = pane[1] - viewport.bottom, pane[1] - viewport.bottom + pane[3]
    fig.xaxisdata, fig.yaxisdata = spans[0], spans[1]
