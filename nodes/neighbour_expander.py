"""neighbour_expander: linked neighbours of the primary units, B a unit, in both directions (paper, Equation 10)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from langgraph.runtime import Runtime

from fta_mem.retrieval.open_turns import view_of
from fta_mem.retrieval.replaced_claims import replaced_claim
from fta_mem.state.answering import AnsweringState, AnsweringUpdate, Hit
from fta_mem.state.labels import NEIGHBOUR_ORDER
from fta_mem.state.records import FTAUnit, Link
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import CaseView, NodeStore


def neighbour_expander(state: AnsweringState, runtime: Runtime[Settings], *, store: NodeStore) -> AnsweringUpdate:
    """Add neighbours that the primary units lack, and say of each unit whether something newer replaced it."""
    settings = settings_of(runtime.context)
    if not settings.links or not state.hits:
        return AnsweringUpdate(hits=state.hits)
    view = view_of(state.case_id, store, state.revision)
    neighbours = expand(state.hits, view, settings.neighbours_per_unit)
    return AnsweringUpdate(hits=marked([*state.hits, *neighbours], view))


def expand(hits: Sequence[Hit], view: CaseView, per_unit: int) -> list[Hit]:
    """Return up to ``per_unit`` neighbours a hit: what replaced it, then other changes, newest first, none twice."""
    units = {unit.memory_id: unit for unit in view.units}
    order = {unit.memory_id: place for place, unit in enumerate(view.units)}
    taken = {hit.unit.memory_id for hit in hits}
    found = []
    by_unit = _links_by_unit(view.links)
    for hit in hits:
        ranked = sorted(by_unit.get(hit.unit.memory_id, ()), key=lambda link: _rank(link, hit.unit.memory_id, order))
        for link in ranked[:per_unit]:
            other = link.target if link.source == hit.unit.memory_id else link.source
            if other not in taken and other in units:
                taken.add(other)
                found.append(_neighbour(units[other], hit, link))
    return found


def replacements(links: Sequence[Link]) -> dict[str, Link]:
    """Return for each unit that no longer holds the newest link that says so; a mere detail replaces nothing."""
    newest: dict[str, Link] = {}
    for link in links:
        if link.replaces:
            held = newest.get(link.target)
            if held is None or (link.at or "", link.source) >= (held.at or "", held.source):
                newest[link.target] = link
    return newest


def disputes(links: Sequence[Link]) -> dict[str, str]:
    """Return for each unit, old or new, the last one that can't be true beside it."""
    pairs = [(link.source, link.target) for link in links if link.disputes]
    return {one: other for source, target in pairs for one, other in ((source, target), (target, source))}


def marked(hits: Sequence[Hit], view: CaseView) -> list[Hit]:
    """Return the hits, each with what links say of it: what took its place and when, what disputes it."""
    replaced, disputed = replacements(view.links), disputes(view.links)
    successors = {link.source for link in replaced.values()}
    wanted = {replaced[hit.unit.memory_id].source for hit in hits if hit.unit.memory_id in replaced}
    newer = {unit.memory_id: unit for unit in view.units if unit.memory_id in wanted}
    return [_marked(hit, replaced.get(hit.unit.memory_id), newer, disputed, successors) for hit in hits]


def _marked(
    hit: Hit,
    link: Link | None,
    newer: Mapping[str, FTAUnit],
    disputed: Mapping[str, str],
    successors: Collection[str],
) -> Hit:
    key = hit.unit.memory_id
    known = replace(hit, disputed_by=disputed.get(key), is_successor=key in successors)
    if link is None:
        return replace(known, replaced_by=None, until=None, past_claim=None)
    past = replaced_claim(hit.unit, newer[link.source]) if link.source in newer else None
    return replace(known, replaced_by=link.source, until=(link.at or "")[:10] or None, past_claim=past)


def _links_by_unit(links: Sequence[Link]) -> dict[str, list[Link]]:
    by_unit: dict[str, list[Link]] = {}
    for link in links:
        by_unit.setdefault(link.source, []).append(link)
        by_unit.setdefault(link.target, []).append(link)
    return by_unit


def _rank(link: Link, memory_id: str, order: Mapping[str, int]) -> tuple[bool, int, int]:
    other = link.target if link.source == memory_id else link.source
    return not (link.replaces and link.target == memory_id), NEIGHBOUR_ORDER.index(link.relation), -order.get(other, 0)


def _neighbour(unit: FTAUnit, hit: Hit, link: Link) -> Hit:
    is_source = link.source == unit.memory_id
    return Hit(unit, hit.score, 0.0, "neighbour", link.relation, hit.unit.memory_id, is_source)
