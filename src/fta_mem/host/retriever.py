"""A LangChain retriever over one person's units: each document is a claim with the turns that prove it."""

from typing import TYPE_CHECKING

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict

from fta_mem.host.unit_evidence import evidence_of, lines_of
from fta_mem.memory import Memory

if TYPE_CHECKING:
    from fta_mem.state.answering import Hit
    from fta_mem.storage.ports import CaseView


class MemoryRetriever(BaseRetriever):
    """Returns the units that a packet for the query holds, best first.

    ``page_content`` is the claim and below it the turns word for word; ``metadata`` says where it stands, when it
    holds, how near it is, and by which newer unit it was replaced.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    memory: Memory
    case_id: str
    now: str | None = None

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        packet = self.memory.recall(self.case_id, query, now=self.now).packet
        view = self.memory.store.view(self.case_id)
        return [_document(view, hit) for hit in sorted(packet.hits, key=lambda hit: -hit.score)]


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
