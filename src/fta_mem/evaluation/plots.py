"""The report's plots (the only home of matplotlib): each as SVG for pages and as PNG for papers."""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fta_mem.state.errors import SettingsError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Line = Sequence[tuple[float, float]]
STYLE: Final = {
    "svg.hashsalt": "fta-mem",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "legend.frameon": False,
}
MARKS: Final = "os^Dv<>PXph*"


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot with the name of its files and what it shows."""

    name: str
    title: str
    svg: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Bar:
    """A difference in points with its interval (equal ends where there is none)."""

    label: str
    mean: float
    low: float
    high: float


def lines_plot(name: str, title: str, lines: Mapping[str, Line], x: str, y: str) -> Plot:
    """Return curves with a mark of its own for each, so that they can be told apart without colour."""
    with _drawn(1) as (figure, (axes,)):
        for place, (label, points) in enumerate(lines.items()):
            across, up = zip(*points, strict=True)
            axes.plot(across, up, marker=MARKS[place % len(MARKS)], markersize=4, linewidth=1.2, label=label)
        _name(axes, x, y)
        if len(lines) > 1:
            axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        return _saved(figure, name, title)


def bars_plot(name: str, title: str, panels: Mapping[str, Sequence[Bar]]) -> Plot:
    """Return bars of differences with their intervals, a panel for each measure."""
    most = max(len(bars) for bars in panels.values())
    with _drawn(len(panels), height=1.0 + 0.32 * most) as (figure, all_axes):
        for axes, (label, bars) in zip(all_axes, panels.items(), strict=True):
            places = list(range(len(bars)))
            reach = [[bar.mean - bar.low for bar in bars], [bar.high - bar.mean for bar in bars]]
            axes.barh(places, [bar.mean for bar in bars], xerr=reach, height=0.6, capsize=2, color="#4878a8")
            axes.set_yticks(places, [bar.label for bar in bars])
            axes.invert_yaxis()
            axes.axvline(0, color="black", linewidth=0.8)
            _name(axes, label, "")
        return _saved(figure, name, title)


def scatter_plot(name: str, title: str, panels: Mapping[str, Line], y: str) -> Plot:
    """Return points, a panel for each thing that they are set against."""
    with _drawn(len(panels), width=2.6) as (figure, all_axes):
        for axes, (label, points) in zip(all_axes, panels.items(), strict=True):
            across, up = zip(*points, strict=True)
            axes.scatter(across, up, s=18, color="#4878a8")
            axes.axhline(0, color="black", linewidth=0.8)
            _name(axes, label, y if axes is all_axes[0] else "")
        return _saved(figure, name, title)


@contextmanager
def _drawn(panels: int, width: float = 4.2, height: float = 3.0) -> "Iterator[tuple[Figure, list[Axes]]]":
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise SettingsError("plots need matplotlib; install fta-mem[evaluation]") from error
    with rc_context(STYLE):  # type: ignore[arg-type]  # its stubs know each setting's own type
        figure = Figure(figsize=(width * panels, height), layout="constrained")
        yield figure, list(figure.subplots(1, panels, squeeze=False)[0])


def _name(axes: "Axes", x: str, y: str) -> None:
    axes.set_xlabel(x)
    axes.set_ylabel(y)


def _saved(figure: "Figure", name: str, title: str) -> Plot:
    """Return the figure in both forms, without a date, so that a report made again is the same."""
    svg, png = io.StringIO(), io.BytesIO()
    figure.savefig(svg, format="svg", metadata={"Date": None})
    figure.savefig(png, format="png", dpi=160)
    return Plot(name, title, svg.getvalue(), png.getvalue())
