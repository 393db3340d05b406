"""FTA-Mem itself, whole or with a part taken away, driven as a user drives it: ingest, recall, ask."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from fta_mem.evaluation.evidence_metrics import Span
from fta_mem.evaluation.methods import Answered, Brought, Built, Rendered
from fta_mem.evaluation.profiles import UNIT_COUNTS
from fta_mem.memory import Memory
from fta_mem.state.answering import Hit, Packet
from fta_mem.state.encoding import content_hash
from fta_mem.state.fold_keys import construction_fingerprint
from fta_mem.state.records import Case, FTAUnit
from fta_mem.state.settings import RANGES, Settings

Opener = Callable[[Path, Settings], Memory]

_NO_LIMIT: Final = int(RANGES["budget"][1])


def home_of(root: Path, data_hash: str, settings: Settings, engine: str) -> Path:
    """Return where memory of this data, built this way, lives; settings that only read share it."""
    return root / content_hash(data_hash, construction_fingerprint(settings), engine)[:16]


class MemoryMethod:
    """A way to build and read FTA memory; it is opened for its first case, and all its cases share one home."""

    def __init__(self, name: str, home: Path, settings: Settings, opener: Opener, answers: bool) -> None:
        self.name = name
        self._home = home
        self._settings = settings
        self._opener = opener
        self._answers = answers
        self._memory: Memory | None = None

    def prepare(self, case: Case, asked: Sequence[str]) -> "MemoryCase":
        """Ingest the case (nothing is done twice where the home holds it already)."""
        if self._memory is None:
            self._memory = self._opener(self._home, self._settings)
        report = self._memory.ingest(case)
        tokens = report.usage.tokens_in + report.usage.tokens_out
        calls = report.usage.calls if tokens else 0
        built = Built(report.units, calls, tokens, round(report.seconds, 3))
        return MemoryCase(self._memory, self._settings, case, self._answers, built)

    def close(self) -> None:
        """Give memory's files and models back."""
        if self._memory is not None:
            self._memory.close()
            self._memory = None


class MemoryCase:
    """A case in memory."""

    def __init__(self, memory: Memory, settings: Settings, case: Case, answers: bool, built: Built) -> None:
        self.built = built
        self.budget = settings.budget
        self._answers = answers
        self._memory = memory
        self._settings = settings
        self._case_id = case.case_id
        self._turn_ids = {session.session_id: [turn.turn_id for turn in session.turns] for session in case.sessions}
        self.units = tuple(self._span(unit) for unit in memory.store.view(case.case_id).units)

    def recall(self, question: str, now: str | None, budgets: Sequence[int]) -> Brought:
        """Recall once for each budget, and once without a limit for the ranking of units."""
        widest = replace(self._settings, budget=_NO_LIMIT, top_k=max(UNIT_COUNTS))
        ranked = sorted(self._primary(self._packet(question, now, widest)), key=lambda hit: -hit.score)
        packets = {budget: self._packet(question, now, replace(self._settings, budget=budget)) for budget in budgets}
        return Brought(
            {budget: self._rendered(packet) for budget, packet in packets.items()},
            tuple(self._span(hit.unit) for hit in ranked),
        )

    def answer(self, question: str, now: str | None) -> Answered | None:
        """Ask at the default budget, unless retrieval alone is measured."""
        if not self._answers:
            return None
        self._memory.settings = self._settings
        asked = self._memory.ask(self._case_id, question, now=now)
        return Answered(asked.answer, asked.usage)

    def _packet(self, question: str, now: str | None, settings: Settings) -> Packet:
        self._memory.settings = settings
        return self._memory.recall(self._case_id, question, now=now).packet

    def _rendered(self, packet: Packet) -> Rendered:
        return Rendered(
            text=packet.text,
            tokens=packet.tokens,
            turn_ids=tuple(turn.turn_id for turn in packet.turns),
            spans=tuple(self._span(hit.unit) for hit in packet.hits),
        )

    @staticmethod
    def _primary(packet: Packet) -> list[Hit]:
        return [hit for hit in packet.hits if hit.section == "primary"]

    def _span(self, unit: FTAUnit) -> Span:
        return tuple(
            turn_id
            for evidence in unit.spans
            for turn_id in self._turn_ids.get(evidence.session, [])[evidence.turn_span[0] : evidence.turn_span[1] + 1]
        )
