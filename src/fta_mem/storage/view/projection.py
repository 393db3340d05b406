"""What a reader sees of the sessions' outcomes: the latest version of each unit, in canonical order.

Pure rules. Nothing derived is stored: versions, links, lifecycle and lines all follow from what the visible sessions
wrote, so they fall when the session that brought them is replaced or forgotten.
"""

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from fta_mem.state.records import FTAUnit, Link, LongitudinalLine, SessionOutcome
from fta_mem.storage.view.lifecycle import LinesShown, LinksShown, is_edge

CanonicalKey = tuple[int, int, int, str, int, str]
LAST: Final = sys.maxsize
"""Rank of a session that isn't there: what began in it stands at the end."""


class Projection:
    """Memory after some sessions. They are appended in fold order, so that one more costs what it holds itself."""

    def __init__(self) -> None:
        self._outcomes: list[SessionOutcome] = []
        self._ranks: dict[str, int] = {}
        self._versions: dict[str, FTAUnit] = {}
        self._keys: dict[str, CanonicalKey] = {}
        self._order: list[str] = []
        self._shown: dict[str, FTAUnit] = {}
        self._links = LinksShown()
        self._lines = LinesShown()
        self._missed_units: set[str] = set()
        self._missed_sessions: set[str] = set()

    @property
    def order(self) -> list[str]:
        """Return the memory ids in canonical order: by session, by turn, by text."""
        return self._order

    def units(self) -> tuple[FTAUnit, ...]:
        """Return the units in canonical order."""
        return tuple([self._shown[name] for name in self._order])

    def links(self) -> tuple[Link, ...]:
        """Return the links between them, in fold order."""
        return tuple(self._links)

    def lines(self) -> tuple[LongitudinalLine, ...]:
        """Return the longitudinal lines that stand on them."""
        return tuple(self._lines)

    def append(self, outcome: SessionOutcome) -> None:
        """Take the outcome of the session that comes next in fold order."""
        self._outcomes.append(outcome)
        self._ranks[outcome.session_id] = len(self._ranks)
        given = {unit.memory_id: unit for unit in outcome.units}
        fresh = [name for name in given if name not in self._versions]
        self._versions.update(given)
        self._arrange(outcome.session_id, given.values(), len(fresh) == len(given))
        if self._missed_units.isdisjoint(fresh):
            self._relate(outcome)
        else:  # what an earlier session said of a unit counts from that session's place on
            self._relate_anew()

    def _arrange(self, session_id: str, given: Iterable[FTAUnit], all_fresh: bool) -> None:
        """Give the units their places; as a rule they come behind all others."""
        expected = session_id in self._missed_sessions
        for unit in self._versions.values() if expected else given:
            self._keys[unit.memory_id] = self._key(unit)
        added = sorted((unit.memory_id for unit in given), key=self._keys.__getitem__)
        if added and all_fresh and not expected and self._come_last(added[0]):
            self._order.extend(added)
        elif added or expected:
            self._order = sorted(self._versions, key=self._keys.__getitem__)

    def _come_last(self, name: str) -> bool:
        return not self._order or self._keys[self._order[-1]] < self._keys[name]

    def _key(self, unit: FTAUnit) -> CanonicalKey:
        begin, end = unit.evidence.turn_span
        rank = self._ranks.get(unit.evidence.session, LAST)
        if rank == LAST:
            self._missed_sessions.add(unit.evidence.session)
        return rank, begin, end, unit.fact.text, len(unit.memory_id), unit.memory_id

    def _relate(self, outcome: SessionOutcome) -> None:
        touched = {unit.memory_id for unit in outcome.units}
        for link in outcome.links:
            ends = {link.source, link.target}
            if is_edge(link) and not self._miss(ends):
                self._links.add(link)
                touched |= ends
        for line in outcome.lines:
            missing = self._miss(line.evidence)
            evidence = tuple(name for name in line.evidence if name not in missing)
            if evidence:
                self._lines.add(replace(line, evidence=evidence))
        for name in touched:
            self._shown[name] = self._links.derive(self._versions[name])

    def _relate_anew(self) -> None:
        self._links, self._lines, self._missed_units = LinksShown(), LinesShown(), set()
        for outcome in self._outcomes:
            self._relate(outcome)

    def _miss(self, names: Iterable[str]) -> set[str]:
        """Return which of the units are not there, and keep them in mind."""
        missing = {name for name in names if name not in self._versions}
        self._missed_units |= missing
        return missing
