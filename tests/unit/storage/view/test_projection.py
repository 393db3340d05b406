"""Memory that grows a session at a time is what all its sessions together say."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from storage_kit import unit

from fta_mem.state.records import FTAUnit, Link, LongitudinalLine, SessionOutcome
from fta_mem.storage.view.lifecycle import bare, derived
from fta_mem.storage.view.projection import Projection

NAMES = [f"emem_{number:06d}" for number in range(1, 6)]
KEYS = ["a", "b", "c"]
SESSIONS = [f"s{number}" for number in range(5)]

links = st.builds(
    Link,
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
    st.sampled_from(["updates", "supports", "unknown"]),
    completeness=st.sampled_from(["complete", "unknown"]),
    lifecycle=st.sampled_from(["completed", "unknown"]),
    at=st.sampled_from([None, "2024-01-01", "2024-02-01"]),
)
lines = st.builds(
    LongitudinalLine,
    st.sampled_from(KEYS),
    st.just("user"),
    st.sampled_from(["x", "y"]),
    st.lists(st.sampled_from(NAMES), max_size=2).map(tuple),
    supersedes=st.sampled_from([None, *KEYS]),
)
units = st.builds(
    lambda name, session, turn, text: bare(unit(session, turn, text).with_id(name)),
    st.sampled_from(NAMES),
    st.sampled_from(SESSIONS),
    st.integers(0, 3),
    st.sampled_from(["dog", "cat"]),
)
outcomes = st.tuples(
    st.lists(units, max_size=3, unique_by=lambda item: item.memory_id),
    st.lists(links, max_size=3),
    st.lists(lines, max_size=2),
)


def all_at_once(
    told: Sequence[SessionOutcome],
) -> tuple[list[FTAUnit], list[Link], list[LongitudinalLine]]:
    """Return memory by the rules as they are told, with no regard to what they cost."""
    versions = {item.memory_id: item for outcome in told for item in outcome.units}
    edges: dict[tuple[str, str, str], Link] = {}
    for link in (link for outcome in told for link in outcome.links):
        if link.relation != "unknown" and link.source != link.target and {link.source, link.target} <= versions.keys():
            edges.pop((link.source, link.target, link.relation), None)
            edges[link.source, link.target, link.relation] = link
    shown = []
    for name, item in versions.items():
        outgoing = [link for link in edges.values() if link.source == name]
        incoming = [link for link in edges.values() if link.target == name]
        shown.append(derived(item, outgoing, incoming) if outgoing or incoming else item)
    ranks = {outcome.session_id: rank for rank, outcome in enumerate(told)}
    shown.sort(
        key=lambda item: (
            ranks.get(item.evidence.session, len(ranks)),
            item.evidence.turn_span,
            item.fact.text,
            item.memory_id,
        )
    )
    stated: dict[str, LongitudinalLine] = {}
    for line in (line for outcome in told for line in outcome.lines):
        evidence = tuple(name for name in line.evidence if name in versions)
        if evidence:
            stated.pop(line.key, None)
            stated[line.key] = replace(line, evidence=evidence)
    standing = list(stated.values())
    marked = [
        replace(line, superseded=any(later.supersedes == line.key for later in standing[place + 1 :]))
        for place, line in enumerate(standing)
    ]
    return shown, list(edges.values()), marked


@settings(max_examples=300)
@given(st.lists(outcomes, max_size=5))
def test_it_is_the_same_after_every_session(
    history: list[tuple[list[FTAUnit], list[Link], list[LongitudinalLine]]],
) -> None:
    projection, told = Projection(), list[SessionOutcome]()
    for name, (noted, linked, stated) in zip(SESSIONS, history, strict=False):
        told.append(SessionOutcome("case", name, (), tuple(noted), tuple(linked), tuple(stated)))
        projection.append(told[-1])
        shown, edges, marked = all_at_once(told)
        assert list(projection.units()) == shown
        assert projection.order == [item.memory_id for item in shown]
        assert list(projection.links()) == edges
        assert list(projection.lines()) == marked
