"""A rehearsal: a simulated chat model that answers every prompt through the rules engine, in a good model's form.

It reads what a model would read (the prompt's data blocks) and writes the JSON that the prompt asks for, so that
prompts, parsers and costs can be tried at full size, offline, before a real model is paid. It says nothing about the
quality of one: what it judges is the rules engine's judgement, and its answers are only of an answer's length.
"""

import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import ConfigDict, SkipValidation

from fta_mem.engines.base import (
    BoundaryRequest,
    Engine,
    ExtractionRequest,
    LongitudinalRequest,
    RelationRequest,
    RewriteRequest,
)
from fta_mem.engines.llm.call_policy import estimate_tokens
from fta_mem.engines.llm.chat_models import ModelHandle
from fta_mem.engines.llm.grounding import content_stems
from fta_mem.prompts.loader import ANSWERING, CONSTRUCTION, load_prompt, read_data
from fta_mem.state.encoding import JSON
from fta_mem.state.labels import CONTENT_TYPES, ContentType
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, LongitudinalLine, TimeAnchor, Turn
from fta_mem.text.embedder import Embedder

if TYPE_CHECKING:
    from collections.abc import Callable

NAME: Final = "rehearsal (simulated)"
_ANSWER_WORDS: Final = 8


class RehearsalModel(BaseChatModel):
    """Stands in for a chat model; ``judge`` is the rules engine, ``embedder`` makes the vectors that it wants.

    ``seconds`` is how long a reply takes (at least), to see what working side by side saves.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    judge: SkipValidation[Engine]
    embedder: SkipValidation[Embedder]
    seconds: float = 0.0

    @property
    def _llm_type(self) -> str:
        return "rehearsal"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: object,
    ) -> ChatResult:
        started = time.perf_counter()
        asked = [str(message.text) for message in messages]
        said = json.dumps(self.reply(asked[0], asked[-1]), ensure_ascii=False, separators=(",", ":"))
        tokens_in, tokens_out = sum(map(estimate_tokens, asked)), estimate_tokens(said)
        usage = UsageMetadata(input_tokens=tokens_in, output_tokens=tokens_out, total_tokens=tokens_in + tokens_out)
        time.sleep(max(0.0, self.seconds - (time.perf_counter() - started)))
        message = AIMessage(said, usage_metadata=usage, response_metadata={"finish_reason": "stop"})
        return ChatResult(generations=[ChatGeneration(message=message)])

    def reply(self, static: str, data: str) -> JSON:
        """Return what a good model would reply to a prompt with this data."""
        prompt = next(prompt for prompt in map(load_prompt, CONSTRUCTION + ANSWERING) if prompt.text == static)
        answers: dict[str, Callable[[Mapping[str, JSON]], JSON]] = {
            "detect_boundaries": self._boundaries,
            "extract_units": self._units,
            "judge_relations": self._relations,
            "update_longitudinal": self._lines,
            "rewrite_query": self._query,
            "answer": _cited_answer,
            "answer_guided": _short_answer,
            "answer_alone": _no_answer,
        }
        return answers[prompt.name](read_data(prompt, data))

    def _boundaries(self, values: Mapping[str, JSON]) -> JSON:
        turns = _turns(values["turns"])
        vectors = self.embedder.embed([turn.content for turn in turns])
        spans = self.judge.detect_boundaries(BoundaryRequest(turns, vectors)).value
        return {"segments": [{"turn_span": [s.begin, s.end], "boundary_trigger": s.trigger} for s in spans]}

    def _units(self, values: Mapping[str, JSON]) -> JSON:
        about = values["about"]
        assert isinstance(about, dict)
        began = about.get("time")
        unfinished = tuple(_unit("", None, str(entry["text"])) for entry in _entries(values["unfinished"]))
        turns = _turns(values["turns"])
        people = tuple(_texts(about.get("people")))
        request = ExtractionRequest("", began if isinstance(began, str) else None, turns, unfinished, people)
        return {
            "memory_units": [
                {
                    "content": {
                        "text": draft.fact.text,
                        "subject": draft.fact.subject,
                        "participants": list(draft.fact.participants),
                        "emotion_or_state": draft.affect.emotion_or_state,
                        "intention_or_plan": draft.affect.intention_or_plan,
                        "valence": round(draft.affect.valence, 1),
                    },
                    "summary": " ".join(draft.fact.text.split()[:6]),
                    "content_type": draft.fact.content_type,
                    "time_orientation": draft.time.time_orientation,
                    "event_time": draft.time.event_time,
                    "evidence_turn_span": list(draft.turn_span),
                    "status": draft.status,
                    "completes": draft.completes,
                }
                for draft in self.judge.extract_units(request).value
            ]
        }

    def _relations(self, values: Mapping[str, JSON]) -> JSON:
        old = {str(row[0]): _unit(str(row[0]), row[1], str(row[6])) for row in _rows(values["old"])}
        new = [(_unit(str(row[0]), row[1], str(row[6])), _texts(row[7])) for row in _rows(values["new"])]
        names = list(old)
        vectors = self.embedder.embed([unit.fact.text for unit in (*old.values(), *(unit for unit, _ in new))])
        near = vectors[len(old) :] @ vectors[: len(old)].T
        request = RelationRequest(
            tuple(unit for unit, _ in new),
            tuple(
                tuple((old[name], float(near[place, names.index(name)])) for name in asked)
                for place, (_, asked) in enumerate(new)
            ),
        )
        return {
            "memory_updates": [
                {
                    "new": judged.source,
                    "memory_id": judged.target,
                    "relation": _WORDS.get((judged.relation, judged.lifecycle), judged.relation),
                    "relation_confidence": judged.confidence,
                    "completeness": judged.completeness,
                    "lifecycle_status": judged.lifecycle,
                }
                for judged in self.judge.judge_relations(request).value
                if judged.relation != "unknown"
            ]
        }

    def _lines(self, values: Mapping[str, JSON]) -> JSON:
        standing = tuple(
            LongitudinalLine(str(row[0]), "support" if row[1] == "support" else "user", str(row[2]), ())
            for row in _rows(values["lines"])
        )
        units = tuple(_typed_unit(row) for row in _rows(values["units"]))
        lines = self.judge.update_longitudinal(LongitudinalRequest("", None, standing, units)).value
        return {
            kind: [
                {"text": line.text, "evidence": list(line.evidence), "replaces": line.supersedes}
                for line in lines
                if line.kind == kind
            ]
            for kind in ("user", "support")
        }

    def _query(self, values: Mapping[str, JSON]) -> JSON:
        about = values["about"]
        assert isinstance(about, dict)
        today = about.get("today")
        people = tuple(_texts(about.get("people")))
        request = RewriteRequest(str(values["question"]), today if isinstance(today, str) else None, people)
        query = self.judge.rewrite_query(request).value
        return {
            "query": query.text,
            "participants": list(query.cues.participants),
            "content_types": list(query.cues.content_types),
            "affect": list(query.cues.affect),
        }


def rehearsal(judge: Engine, embedder: Embedder, seconds: float = 0.0) -> ModelHandle:
    """Return the simulated model; its name says that it is one."""
    return ModelHandle(NAME, RehearsalModel(judge=judge, embedder=embedder, seconds=seconds), structured=False)


_WORDS: Final = {
    ("updates", "archived"): "replaces",
    ("updates", "completed"): "adds",
    ("updates", "unknown"): "adds",
    ("contradicts", "contradicted"): "corrects",
    ("contradicts", "unknown"): "conflicts",
}
"""The prompt's words for the paper's relations and what becomes of the older unit."""


def _cited_answer(values: Mapping[str, JSON]) -> JSON:
    return {**_short_answer(values), "cites": ["s1:0"]}


def _no_answer(values: Mapping[str, JSON]) -> JSON:
    return {"found": False, "answer": ""}


def _short_answer(values: Mapping[str, JSON]) -> dict[str, JSON]:
    wanted = content_stems(str(values["question"]))
    lines = str(values["packet"]).splitlines()
    best = max(lines, key=lambda line: len(wanted & content_stems(line)), default="")
    return {"found": bool(best.strip()), "answer": " ".join(best.split()[-_ANSWER_WORDS:])}


def _rows(value: JSON) -> list[list[JSON]]:
    return [row for row in value if isinstance(row, list)] if isinstance(value, list) else []


def _texts(value: JSON) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def _entries(value: JSON) -> list[dict[str, JSON]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _turns(value: JSON) -> tuple[Turn, ...]:
    return tuple(map(_turn, _rows(value)))


def _turn(row: list[JSON]) -> Turn:
    name, marked, _ = str(row[1]).partition(" (assistant)")
    return Turn(int(str(row[0])), str(row[0]), "assistant" if marked else "user", name, str(row[2]))


def _unit(memory_id: str, day: JSON, text: str, subject: str = "", kind: str = "general_fact") -> FTAUnit:
    content_type: ContentType = next((label for label in CONTENT_TYPES if label == kind), "general_fact")
    when = str(day) if day else None
    return FTAUnit(
        fact=Fact(text, content_type, (subject,) if subject else (), subject=subject, speaker=subject),
        time=TimeAnchor(dialogue_time=when, event_start=when, event_end=when),
        affect=Affect(),
        evidence=Evidence("", (0, 0), when),
        memory_id=memory_id,
    )


def _typed_unit(row: list[JSON]) -> FTAUnit:
    return _unit(str(row[0]), row[1], str(row[4]), str(row[3]), str(row[2]))
