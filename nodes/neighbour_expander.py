"""neighbour_expander: linked neighbours of the primary units, B a unit, in both directions (paper, Equation 10)."""

from collections.abc import Mapping, Sequence

from langgraph.runtime import Runtime

from fta_mem.retrieval.open_turns import view_of
from fta_mem.state.answering import AnsweringState, AnsweringUpdate, Hit
from fta_mem.state.encoding import from_json
from fta_mem.state.labels import NEIGHBOUR_ORDER
from fta_mem.state.records import FTAUnit, Link
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import CaseView, RecallStore


def neighbour_expander(state: AnsweringState, runtime: Runtime[Settings], *, store: RecallStore) -> AnsweringUpdate:
    """Add neighbours that the primary units lack, and say of each unit whether something newer replaced it."""
    settings = settings_of(runtime.context)
    hits = [from_json(Hit, hit) for hit in state["hits"]]
    if not settings.links or not hits:
        return AnsweringUpdate(hits=hits)
    view = view_of(state["case_id"], store, state.get("revision"))
    neighbours = expand(hits, view, settings.neighbours_per_unit)
    replaced = replacements(view.links)
    return AnsweringUpdate(hits=[mark(hit, replaced) for hit in (*hits, *neighbours)])


def expand(hits: Sequence[Hit], view: CaseView, per_unit: int) -> list[Hit]:
    """Return up to ``per_unit`` neighbours a hit: updates and contradictions first, newest first, none twice."""
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


def replacements(links: Sequence[Link]) -> dict[str, str]:
    """Return for each unit that a newer one updates or contradicts the newest such unit."""
    newest: dict[str, Link] = {}
    for link in links:
        if link.relation in ("updates", "contradicts"):
            held = newest.get(link.target)
            if held is None or (link.at or "", link.source) >= (held.at or "", held.source):
                newest[link.target] = link
    return {target: link.source for target, link in newest.items()}


def mark(hit: Hit, replaced: Mapping[str, str]) -> Hit:
    """Return the hit with the newer unit that replaced it, if any."""
    return Hit(
        hit.unit,
        hit.score,
        hit.similarity,
        hit.section,
        hit.relation,
        hit.linked_from,
        replaced.get(hit.unit.memory_id),
    )


def _links_by_unit(links: Sequence[Link]) -> dict[str, list[Link]]:
    by_unit: dict[str, list[Link]] = {}
    for link in links:
        by_unit.setdefault(link.source, []).append(link)
        by_unit.setdefault(link.target, []).append(link)
    return by_unit


def _rank(link: Link, memory_id: str, order: Mapping[str, int]) -> tuple[int, int]:
    other = link.target if link.source == memory_id else link.source
    return NEIGHBOUR_ORDER.index(link.relation), -order.get(other, 0)


def _neighbour(unit: FTAUnit, hit: Hit, link: Link) -> Hit:
    return Hit(unit, hit.score, 0.0, "neighbour", link.relation, hit.unit.memory_id)
