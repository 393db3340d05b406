"""What a reader sees of the sessions' outcomes: pure rules, the same for every store.

Nothing derived is stored. Versions, links, lifecycle and lines all follow from what the visible sessions wrote, so
they fall when the session that brought them is replaced or forgotten.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from fta_mem.state.labels import Completeness
from fta_mem.state.records import FTAUnit, Lifecycle, Link, LinkTo, LongitudinalLine


@dataclass(frozen=True, slots=True)
class Written:
    """What one session wrote: versions of units, links and lines."""

    session_id: str
    units: tuple[FTAUnit, ...]
    links: tuple[Link, ...] = ()
    lines: tuple[LongitudinalLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a unit's visible version stands: which of the sessions, which of its units."""

    session: int
    row: int


@dataclass(frozen=True, slots=True)
class Projection:
    """Memory as it stands after the given sessions; ``places[i]`` says where ``units[i]`` comes from."""

    units: tuple[FTAUnit, ...]
    places: tuple[Place, ...]
    links: tuple[Link, ...]
    lines: tuple[LongitudinalLine, ...]


def project(written: Sequence[Written]) -> Projection:
    """Return memory after the sessions, which come in fold order (design, section 2)."""
    latest = latest_versions(written)
    ranks = {item.session_id: rank for rank, item in enumerate(written)}
    links = shown_links((link for item in written for link in item.links), latest)
    units = derive({key: written[at.session].units[at.row] for key, at in latest.items()}, links)
    ordered = sorted(units, key=lambda unit: canonical_key(unit, ranks))
    return Projection(
        units=tuple(ordered),
        places=tuple(latest[unit.memory_id] for unit in ordered),
        links=links,
        lines=shown_lines([line for item in written for line in item.lines], latest),
    )


def latest_versions(written: Sequence[Written]) -> dict[str, Place]:
    """Return for each memory id where its version from the latest session stands."""
    latest: dict[str, Place] = {}
    for rank, item in enumerate(written):
        for row, unit in enumerate(item.units):
            latest[unit.memory_id] = Place(rank, row)
    return latest


def shown_links(links: Iterable[Link], visible: Container[str]) -> tuple[Link, ...]:
    """Return the links between units that are there, in fold order; of repeated edges the newest one."""
    newest: dict[tuple[str, str, str], Link] = {}
    for link in links:
        edge = (link.source, link.target, link.relation)
        between = link.source in visible and link.target in visible and link.source != link.target
        if between and link.relation != "unknown":
            newest.pop(edge, None)
            newest[edge] = link
    return tuple(newest.values())


def derive(units: Mapping[str, FTAUnit], links: Sequence[Link]) -> list[FTAUnit]:
    """Return the units with links, completeness and lifecycle as the links suggest them (Equation 6)."""
    outgoing: dict[str, list[Link]] = {}
    incoming: dict[str, list[Link]] = {}
    for link in links:
        outgoing.setdefault(link.source, []).append(link)
        incoming.setdefault(link.target, []).append(link)
    return [_derived(unit, outgoing.get(key, ()), incoming.get(key, ())) for key, unit in units.items()]


def bare(unit: FTAUnit) -> FTAUnit:
    """Return the unit as it stands with no link at all: the form in which a version is stored."""
    return replace(
        unit,
        completeness=_own_completeness(unit),
        lifecycle=Lifecycle("pending" if unit.status == "pending" else "unknown"),
        L_links=(),
        R_links=(),
    )


def shown_lines(lines: Sequence[LongitudinalLine], visible: Container[str]) -> tuple[LongitudinalLine, ...]:
    """Return the lines that still stand on evidence, the latest statement of each, superseded ones marked."""
    stated: dict[str, LongitudinalLine] = {}
    for line in lines:
        evidence = tuple(memory_id for memory_id in line.evidence if memory_id in visible)
        if evidence:
            stated.pop(line.key, None)
            stated[line.key] = replace(line, evidence=evidence)
    gone: set[str] = set()
    marked = []
    for line in reversed(stated.values()):
        marked.append(replace(line, superseded=line.key in gone))
        if line.supersedes is not None:
            gone.add(line.supersedes)
    return tuple(reversed(marked))


def canonical_key(unit: FTAUnit, ranks: Mapping[str, int]) -> tuple[int, int, int, str, int, str]:
    """Return the sort key of canonical order: by session, by turn, by text."""
    begin, end = unit.evidence.turn_span
    rank = ranks.get(unit.evidence.session, len(ranks))
    return rank, begin, end, unit.fact.text, len(unit.memory_id), unit.memory_id


def _derived(unit: FTAUnit, outgoing: Sequence[Link], incoming: Sequence[Link]) -> FTAUnit:
    if not outgoing and not incoming:
        return unit
    completeness = next((link.completeness for link in reversed(incoming) if link.completeness != "unknown"), None)
    stage = next((link for link in reversed(incoming) if link.lifecycle != "unknown"), None)
    return replace(
        unit,
        completeness=completeness or unit.completeness,
        lifecycle=Lifecycle(stage.lifecycle, stage.at) if stage else unit.lifecycle,
        L_links=tuple(LinkTo(link.target, link.relation, link.confidence) for link in outgoing),
        R_links=tuple(dict.fromkeys(link.source for link in incoming)),
    )


def _own_completeness(unit: FTAUnit) -> Completeness:
    return unit.status if unit.status in ("complete", "partial") else "unknown"
