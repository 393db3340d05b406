"""A LangChain retriever over one person's units: each document is a claim with the turns that prove it."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field

from fta_mem.host.unit_evidence import evidence_of, lines_of
from fta_mem.memory import Memory
from fta_mem.state.errors import ConsentError, SettingsError, UnknownCaseError

if TYPE_CHECKING:
    from fta_mem.state.answering import Hit
    from fta_mem.storage.ports import CaseView


MOST: Final = 200
"""The largest ``k``: the range of ``Settings.top_k``."""
ROOM_A_UNIT: Final = 250
"""Tokens of a packet for each unit asked for, its turns included."""


class MemoryRetriever(BaseRetriever):
    """Returns the units that a packet for the query holds, best first, or just the ``k`` nearest ones.

    ``k`` may be given here or to ``invoke``; a case with fewer units gives fewer. Somebody of whom nothing is known
    yet has no documents. ``page_content`` is the claim and below it the turns word for word; ``metadata`` says where
    it stands, when it holds, how near it is, and by which newer unit it was replaced.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    memory: Memory
    case_id: str
    now: str | None = None
    k: int | None = Field(default=None, ge=1, le=MOST)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        wanted = self.k if k is None else k
        memory = self.memory if wanted is None else _bringing(self.memory, wanted)
        try:
            packet = memory.recall(self.case_id, query, now=self.now).packet
            view = self.memory.store.view(self.case_id)
        except (UnknownCaseError, ConsentError):  # a new person, or one who switched memory off
            return []
        ranked = sorted(packet.hits, key=lambda hit: -hit.score)
        return [_document(view, hit) for hit in ranked[:wanted]]


def _bringing(memory: Memory, count: int) -> Memory:
    """Return the memory with settings under which a packet lists the ``count`` nearest units, however far they are.

    Raises:
        SettingsError: the count is out of range.
    """
    if not 1 <= count <= MOST:
        raise SettingsError(f"k must be from 1 to {MOST}, not {count!r}")
    budget = max(memory.settings.budget, count * ROOM_A_UNIT)
    wider = replace(memory.settings, top_k=count, threshold=0.0, budget=budget, tokens_per_unit=ROOM_A_UNIT)
    return Memory(memory.store, memory.engine, wider)


def _document(view: "CaseView", hit: "Hit") -> Document:
    unit, turns = hit.unit, evidence_of(view, hit.unit)
    return Document(
        id=unit.memory_id,
        page_content="\n".join([unit.fact.text, *lines_of(turns)]),
        metadata={
            "memory_id": unit.memory_id,
            "session": unit.evidence.session,
            "turn_ids": [turn.turn_id for turn in turns],
            "content_type": unit.fact.content_type,
            "event_start": unit.time.event_start,
            "event_end": unit.time.event_end,
            "emotion_or_state": unit.affect.emotion_or_state,
            "score": hit.score,
            "section": hit.section,
            "replaced_by": hit.replaced_by,
        },
    )
