"""What is no longer current: how far a unit's situation is, as later units say, and which lines newer ones replaced.

Nothing of it is stored. It follows from what the visible sessions wrote, so it falls when the session that brought it
is replaced or forgotten.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fta_mem.state.labels import Completeness
from fta_mem.state.records import FTAUnit, Lifecycle, Link, LinkTo, LongitudinalLine

Edge = tuple[str, str, str]


class LinksShown:
    """The links between units that are there, in fold order; of repeated edges the newest one."""

    def __init__(self) -> None:
        self._edges: dict[Edge, Link] = {}
        self._outgoing: dict[str, list[Link]] = {}
        self._incoming: dict[str, list[Link]] = {}

    def __iter__(self) -> Iterator[Link]:
        return iter(self._edges.values())

    def add(self, link: Link) -> None:
        """Take the next link; its ends are there."""
        edge = (link.source, link.target, link.relation)
        # Popped and put again, so that the newest judgement of a pair stands last and counts.
        former = self._edges.pop(edge, None)
        self._edges[edge] = link
        for ends, name in ((self._outgoing, link.source), (self._incoming, link.target)):
            at_unit = ends.setdefault(name, [])
            if former is not None:
                at_unit.remove(former)
            at_unit.append(link)

    def derive(self, unit: FTAUnit) -> FTAUnit:
        """Return a unit with links, completeness and lifecycle as the links suggest them (Equation 6)."""
        outgoing, incoming = self._outgoing.get(unit.memory_id, ()), self._incoming.get(unit.memory_id, ())
        return derived(unit, outgoing, incoming) if outgoing or incoming else unit


class LinesShown:
    """The lines that stand on evidence, the latest statement of each; those that a later one replaced are marked."""

    def __init__(self) -> None:
        self._stated: dict[str, LongitudinalLine] = {}
        self._places: dict[str, int] = {}
        self._replacers: dict[str, set[str]] = {}
        self._count = 0

    def __iter__(self) -> Iterator[LongitudinalLine]:
        return iter(self._stated.values())

    def add(self, line: LongitudinalLine) -> None:
        """Take the next statement, its evidence being there; a statement made again stands again."""
        former = self._stated.pop(line.key, None)
        if former is not None and former.supersedes is not None:
            self._replacers[former.supersedes].discard(line.key)
        # Whoever says again what had been replaced makes it so again; what replaced it is older now.
        self._stated[line.key] = replace(line, superseded=False)
        self._count += 1
        self._places[line.key] = self._count
        if line.supersedes is not None:
            self._replacers.setdefault(line.supersedes, set()).add(line.key)
        for key in (line.key, line.supersedes, former.supersedes if former else None):
            self._mark(key)

    def _mark(self, key: str | None) -> None:
        line = self._stated.get(key) if key is not None else None
        if line is None:
            return
        place = self._places[line.key]
        superseded = any(self._places[other] > place for other in self._replacers.get(line.key, ()))
        if superseded != line.superseded:
            self._stated[line.key] = replace(line, superseded=superseded)


def bare(unit: FTAUnit) -> FTAUnit:
    """Return the unit as it stands with no link at all: the form in which a version is stored."""
    return replace(
        unit,
        completeness=_own_completeness(unit),
        lifecycle=Lifecycle("pending" if unit.status == "pending" else "unknown"),
        L_links=(),
        R_links=(),
    )


def derived(unit: FTAUnit, outgoing: Sequence[Link], incoming: Sequence[Link]) -> FTAUnit:
    """Return a bare unit as its links leave it: the newest suggestion that says something counts."""
    completeness = next((link.completeness for link in reversed(incoming) if link.completeness != "unknown"), None)
    # Lifecycle is derived, never stored: erasing the newer unit gives the older one its standing back.
    stage = next((link for link in reversed(incoming) if link.lifecycle != "unknown"), None)
    return replace(
        unit,
        completeness=completeness or unit.completeness,
        lifecycle=Lifecycle(stage.lifecycle, stage.at) if stage else unit.lifecycle,
        L_links=tuple(LinkTo(link.target, link.relation, link.confidence) for link in outgoing),
        R_links=tuple(dict.fromkeys(link.source for link in incoming)),
    )


def is_edge(link: Link) -> bool:
    """Say whether a link relates two units at all: links to itself and unknown relations are none."""
    return link.source != link.target and link.relation != "unknown"


def _own_completeness(unit: FTAUnit) -> Completeness:
    return unit.status if unit.status in ("complete", "partial") else "unknown"
