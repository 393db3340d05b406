"""The LLM engine: the paper's judgements as separate calls with fixed prompts, and the rules engine behind each.

Whatever a model does, a judgement comes back: after bounded retries a failure is typed, counted, and the rules engine
judges instead, under its own name. What code knows (resolved days, what took whose place, how near the evidence is)
is told to the model, which decides; what can be checked is checked afterwards: labels, places, citations.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from fta_mem.engines.base import (
    AnswerRequest,
    BoundaryRequest,
    Engine,
    ExtractionRequest,
    Judgement,
    LongitudinalRequest,
    RelationJudgement,
    RelationRequest,
    RewriteRequest,
    SegmentSpan,
    UnitDraft,
)
from fta_mem.engines.llm.answering import read_answer, read_plain_answer, read_query
from fta_mem.engines.llm.call_policy import Caller, with_failure
from fta_mem.engines.llm.chat_models import CONSTRUCTION_TEMPERATURE
from fta_mem.engines.llm.construction import Drafts, read_lines, read_relations, read_segments, read_units
from fta_mem.engines.llm.failures import CallFailedError
from fta_mem.engines.llm.fields import one_line
from fta_mem.engines.llm.guidance import dated_claims, is_decided, read_guided_answer, with_verdict
from fta_mem.engines.llm.packet_rendering import about_question, packet_reading
from fta_mem.engines.llm.request_rendering import (
    about_dialogue,
    line_rows,
    lines_that_matter,
    near_context,
    relation_parts,
    relation_rows,
    source_turns,
    turn_rows,
    unfinished_rows,
    unit_rows,
)
from fta_mem.engines.llm.schemas import (
    answer_shape,
    cited_answer_shape,
    lines_shape,
    query_shape,
    relations_shape,
    segments_shape,
    units_shape,
)
from fta_mem.engines.llm.splitting import halves
from fta_mem.prompts.loader import CONSTRUCTION, load_prompt
from fta_mem.state.answering import Answer, RewrittenQuery
from fta_mem.state.encoding import JSON
from fta_mem.state.records import LongitudinalLine, Turn, Usage
from fta_mem.state.settings import Settings

T = TypeVar("T")

VERSION: Final = 2
MAX_SPLITS: Final = 5
"""How often an over-long fragment is halved before the rules engine takes the piece: at most 32 pieces."""
CHARACTERS_A_TOKEN: Final = 3
LONGEST_QUESTION: Final = 2000
PAIRS_A_CALL: Final = 60
"""Pairs that are judged in one call; more of them are judged less carefully."""
TOKENS_A_PAIR: Final = 150
"""Room for a pair at its longest: an old unit, its share of a new one, and the entry that says how they relate."""
LONGEST_CONTEXT: Final = 300
"""Characters of a turn that comes along as context."""


@dataclass(frozen=True, slots=True)
class _Extracted:
    drafts: tuple[UnitDraft, ...]
    usage: Usage
    by_model: bool


class LLMEngine:
    """Judges with a construction model and an answer model; ``rules`` judges where they fail. Keeps no state."""

    name = "llm"

    def __init__(
        self, construction: Caller, answering: Caller, rules: Engine, settings: Settings | None = None
    ) -> None:
        self._construction = construction
        self._answering = answering
        self._rules = rules
        self._settings = settings or Settings()
        self.model = construction.handle.name
        self.answer_model = answering.handle.name

    def fingerprint(self) -> str:
        """Return what memory depends on: model, temperature, construction prompts, and the rules behind them."""
        prompts = " ".join(load_prompt(name).prompt_id for name in CONSTRUCTION)
        return f"llm {VERSION} {self.model} {CONSTRUCTION_TEMPERATURE} {prompts} / {self._rules.fingerprint()}"

    def warm(self, turns: Sequence[Turn]) -> None:
        """Do nothing: a model has nothing to get ready, and the rules engine is seldom needed."""

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        """Segment a window in one call; over-long turns lose their middle, which no boundary hangs on."""
        if not request.turns:
            return Judgement((), self.name, self.model)
        low, high = request.turns[0].index, request.turns[-1].index
        room = CHARACTERS_A_TOKEN * self._construction.input_tokens // 2
        values: dict[str, JSON] = {"turns": turn_rows(request.turns, max(40, room // len(request.turns)))}
        shape = segments_shape(low, high)
        try:
            reply = self._construction.ask(
                load_prompt("detect_boundaries"), values, shape, lambda text: read_segments(text, request.turns)
            )
        except CallFailedError as failure:
            return _instead(self._rules.detect_boundaries(request), failure)
        return self._judged(reply.value, reply.usage, "detect_boundaries")

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        """Propose a fragment's units in one call; a fragment that is too long for the model is halved, and so on.

        A reply without a single unit that stands in its turns counts only where the rules engine finds none either.
        """
        if not source_turns(request.turns):
            return Judgement((), self.name, self.model)
        done = self._extract(request, MAX_SPLITS)
        if done.by_model:
            return self._judged(done.drafts, done.usage, "extract_units")
        judged = self._rules.extract_units(request) if not done.drafts else None
        drafts = judged.value if judged is not None else done.drafts
        return Judgement(drafts, self._rules.name, self._rules.model, usage=done.usage)

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        """Label a session's pairs, some dozens of them in one call, and in none where no neighbour is near."""
        done = [self._relations(part) for part in relation_parts(request, self._pairs_a_call)]
        if not done:
            return Judgement((), self.name, self.model)
        by = next((each for each in done if each.engine == self.name), done[0])
        value = tuple(judged for each in done for judged in each.value)
        return replace(by, value=value, usage=sum((each.usage for each in done), Usage()))

    @property
    def _pairs_a_call(self) -> int:
        return max(8, min(PAIRS_A_CALL, self._construction.input_tokens // TOKENS_A_PAIR))

    def _relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        rows = relation_rows(request)
        values: dict[str, JSON] = {"old": rows.old, "new": rows.new}
        shape = relations_shape(list(rows.new_ids), list(rows.old_ids), len(rows.pairs))
        try:
            reply = self._construction.ask(
                load_prompt("judge_relations"), values, shape, lambda text: read_relations(text, rows)
            )
        except CallFailedError as failure:
            return _instead(self._rules.judge_relations(request), failure)
        return self._judged(reply.value, reply.usage, "judge_relations")

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        """Return the new lines of both records in one call, and in none for a session without units."""
        if not request.units:
            return Judgement((), self.name, self.model)
        standing = lines_that_matter(request)
        most = max(4, self._construction.input_tokens // 120)
        units = request.units[:most]
        values: dict[str, JSON] = {"lines": line_rows(standing), "units": unit_rows(units)}
        try:
            reply = self._construction.ask(
                load_prompt("update_longitudinal"),
                values,
                lines_shape(),
                lambda text: read_lines(text, standing, units),
            )
        except CallFailedError as failure:
            return _instead(self._rules.update_longitudinal(request), failure)
        usage = replace(reply.usage, refused_lines=reply.value.refused)
        return self._judged(reply.value.kept, usage, "update_longitudinal")

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        """Reword a question; its times, kind and terms are the rules engine's."""
        by_rules = self._rules.rewrite_query(request)
        about: JSON = {"today": request.now, "people": list(request.people)}
        values: dict[str, JSON] = {"about": about, "question": one_line(request.question, LONGEST_QUESTION)}
        try:
            reply = self._answering.ask(
                load_prompt("rewrite_query"),
                values,
                query_shape(),
                lambda text: read_query(text, request, by_rules.value),
            )
        except CallFailedError as failure:
            return _instead(by_rules, failure)
        return self._judged(reply.value, reply.usage, "rewrite_query", self.answer_model)

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Let the model answer from the packet, in one call; the rules engine answers only where that fails.

        With ``question_only`` it answers from the question alone.
        """
        if self._settings.guided:
            return self._guided_answer(request)
        question = one_line(request.question, LONGEST_QUESTION)
        style = self._settings.date_style
        try:
            if self._settings.question_only:
                return self._answer_alone(question, request)
            reply = self._answering.ask(
                load_prompt("answer"),
                {
                    "packet": packet_reading(request.packet, style, dated=self._dated),
                    "about": about_question(question, request.packet, request.now, request.people),
                    "question": question,
                },
                cited_answer_shape(),
                lambda text: read_answer(text, request.packet, style),
            )
        except CallFailedError as failure:
            return _instead(self._rules.answer(request), failure)
        return self._judged(reply.value, reply.usage, "answer", self.answer_model)

    @property
    def _dated(self) -> bool:
        return self._settings.use_time and not self._settings.fact_only

    def _answer_alone(self, question: str, request: AnswerRequest) -> Judgement[Answer]:
        about: JSON = {"today": request.now, "people": list(request.people)}
        values: dict[str, JSON] = {"about": about, "question": question}
        reply = self._answering.ask(load_prompt("answer_alone"), values, answer_shape(), read_plain_answer)
        return self._judged(reply.value, reply.usage, "answer_alone", self.answer_model)

    def _guided_answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Answer as is best for a small model: code decides what it can, and asks for the rest."""
        by_rules = self._rules.answer(request)
        if is_decided(request, by_rules.value, self._settings.abstain_below):
            return by_rules
        style = self._settings.date_style
        question = one_line(request.question, LONGEST_QUESTION)
        about: JSON = {"today": request.now, "people": list(request.people)}
        values: dict[str, JSON] = {
            "packet": packet_reading(request.packet, style, dated=self._dated),
            "dated": dated_claims(request),
            "about": about,
            "question": with_verdict(question, request, by_rules.value),
        }
        try:
            reply = self._answering.ask(
                load_prompt("answer_guided"),
                values,
                answer_shape(),
                lambda text: read_guided_answer(text, request, by_rules.value, style),
            )
        except CallFailedError as failure:
            return _instead(by_rules, failure)
        return self._judged(reply.value, reply.usage, "answer_guided", self.answer_model)

    def _judged(self, value: T, usage: Usage, prompt: str, model: str | None = None) -> Judgement[T]:
        return Judgement(value, self.name, model or self.model, (load_prompt(prompt).prompt_id,), usage)

    def _extract(self, request: ExtractionRequest, splits_left: int) -> _Extracted:
        low, high = request.turns[0].index, request.turns[-1].index
        values: dict[str, JSON] = {
            "about": about_dialogue(request),
            "unfinished": unfinished_rows(request.carried_over),
            "before": turn_rows(near_context(request), LONGEST_CONTEXT, request.dialogue_time),
            "turns": turn_rows(source_turns(request.turns), since=request.dialogue_time),
        }
        shape = units_shape(low, high, len(request.carried_over))
        try:
            reply = self._construction.ask(
                load_prompt("extract_units"), values, shape, lambda text: read_units(text, request)
            )
        except CallFailedError as failure:
            return self._after(failure, request, splits_left)
        return self._checked(reply.value, reply.usage, request)

    def _checked(self, drafts: Drafts, usage: Usage, request: ExtractionRequest) -> _Extracted:
        usage = replace(usage, refused_units=drafts.doubted)
        if drafts.kept:
            return _Extracted(drafts.kept, usage, by_model=True)
        by_rules = self._rules.extract_units(request)
        if not by_rules.value and not drafts.offered:
            return _Extracted((), usage, by_model=True)
        return _Extracted(by_rules.value, replace(usage, fallbacks=1), by_model=False)

    def _after(self, failure: CallFailedError, request: ExtractionRequest, splits_left: int) -> _Extracted:
        """Halve a request that was too long, or whose reply was; hand anything else to the rules engine."""
        left = min(splits_left, 1) if failure.kind == "cut" else splits_left
        pieces = halves(request) if failure.kind in {"too_long", "cut"} and left > 0 else ()
        if not pieces:
            by_rules = self._rules.extract_units(request)
            return _Extracted(by_rules.value, with_failure(by_rules.usage, failure), by_model=False)
        done = [self._extract(piece, left - 1) for piece in pieces]
        drafts = tuple(draft for each in done for draft in each.drafts)
        usage = sum((each.usage for each in done), failure.usage)
        return _Extracted(drafts, usage, by_model=any(each.by_model for each in done))


def _instead(judged: Judgement[T], failure: CallFailedError) -> Judgement[T]:
    """Return the rules engine's judgement, with the failed calls and the fallback counted."""
    return replace(judged, usage=with_failure(judged.usage, failure))
