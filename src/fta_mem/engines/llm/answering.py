"""From a model's reply to a query or an answer, and what code decides before and after the model is asked."""

import re
from collections.abc import Sequence
from typing import Final

from fta_mem.engines.base import AnswerRequest, RewriteRequest
from fta_mem.engines.date_wording import word_iso_days
from fta_mem.engines.llm.failures import MalformedOutputError
from fta_mem.engines.llm.fields import names_of, one_line, text_of, true_of
from fta_mem.engines.llm.grounding import content_stems, foreign_names, foreign_numbers
from fta_mem.engines.llm.json_parsing import is_cut, read_object, without_thoughts
from fta_mem.engines.rules.answering.repeated_question import telling, without_echo
from fta_mem.engines.rules.answering.yes_no import is_guess, worded
from fta_mem.state.answering import Answer, Citation, Cues, Hit, RewrittenQuery
from fta_mem.state.labels import CONTENT_TYPES
from fta_mem.state.settings import DateStyle

HOPELESS: Final = 0.9
"""Share of the abstention threshold below which the model isn't asked at all."""

FURTHER: Final = {"": "", "Yes": " Yes. What shows it?", "No": " No. What is or was so instead?"}
"""What a model is asked behind a question whose yes or no is judged already: left to itself it says that word alone."""

_VERDICT: Final = re.compile(r"^(?:(?:yes|no)\b[\s,.:;-]*)?(?:(?:no )?longer so\b\W*)?", re.IGNORECASE)
"""A judged word, and the mark that a packet sets behind what is past, at an answer's beginning."""
_LONGEST_PLAIN: Final = 240
_NOT_TOLD: Final = re.compile(
    r"\W*(?:unknown|none|n/?a|null)\W*|\W*(?:no (?:information|answer|mention|evidence)"
    r"|not? (?:mentioned|stated|specified|available|found|known|provided|given|in memory)"
    r"|(?:it|this|that|the \w+) (?:is|was|does|do)(?: not|n['’]t) (?:\w+ )?"
    r"(?:mention|say|state|specif|tell|known|provide|given|available)\w*"
    r"|I do(?: not|n['’]t) know|cannot be (?:determined|answered))\b.*",
    re.IGNORECASE | re.DOTALL,
)
_DAY_WORDS: Final = re.compile(
    r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|spring|summer|autumn|winter)\b",
    re.IGNORECASE,
)


def is_decided(request: AnswerRequest, by_rules: Answer) -> bool:
    """Say whether code has the answer already: a day was asked for, and the words about it were resolved to one."""
    return request.query.kind == "when" and not by_rules.abstained and _DAY_WORDS.search(by_rules.text) is not None


def judged_word(request: AnswerRequest, by_rules: Answer) -> str:
    """Return "Yes" or "No" where the rules engine judged a question of fact by its evidence, "" elsewhere.

    Small models say yes to whatever was once true; which evidence is the newest, and whether it denies, code knows.
    """
    if request.query.kind != "yes_no" or by_rules.abstained or is_guess(request.question):
        return ""
    found = re.match(r"(Yes|No)\b", by_rules.text)
    return found[1] if found else ""


def is_hopeless(by_rules: Answer, abstain_below: float) -> bool:
    """Say whether the rules engine finds the evidence so weak that a model could only make something up."""
    return by_rules.abstained and by_rules.confidence < HOPELESS * abstain_below


def read_query(reply: str, request: RewriteRequest, by_rules: RewrittenQuery) -> RewrittenQuery:
    """Return the rewritten query: the model's wording and labels, the rules engine's times, kind and terms.

    Wording that loses a name or a number of the question, or brings in a new one, is not taken.

    Raises:
        MalformedOutputError: the reply holds no query.
    """
    item = read_object(reply)
    text = text_of(item, "query", "rewritten_query", "text", "search", limit=400)
    if not text:
        raise MalformedOutputError("no query in it")
    people = {person.lower(): person for person in request.people}
    asked = request.question.lower()
    said = names_of(item, "participants", "people")
    participants = [people.get(name.lower(), name) for name in said if name.lower() in asked or name.lower() in people]
    labels = {name.lower() for name in names_of(item, "content_types", "types")}
    types = [label for label in CONTENT_TYPES if label in labels]
    return RewrittenQuery(
        text=text if _keeps_to(text, request, by_rules) else by_rules.text,
        kind=by_rules.kind,
        cues=Cues(
            time=by_rules.cues.time,
            participants=by_rules.cues.participants or tuple(participants),
            content_types=tuple(types) or by_rules.cues.content_types,
            affect=by_rules.cues.affect or tuple(name.lower() for name in names_of(item, "affect", "emotions", most=4)),
            as_of=by_rules.cues.as_of,
        ),
        terms=by_rules.terms,
    )


def _keeps_to(text: str, request: RewriteRequest, by_rules: RewrittenQuery) -> bool:
    """Say whether a wording keeps the question's names and numbers and brings in none of its own."""
    allowed = f"{request.question} {by_rules.text}"
    lost = (*foreign_names(request.question, text, ())[0], *foreign_numbers(request.question, text))
    added = (*foreign_names(text, allowed, request.people)[0], *foreign_numbers(text, allowed))
    return not lost and not added


def read_answer(reply: str, request: AnswerRequest, by_rules: Answer, style: DateStyle) -> Answer:
    """Return the model's answer with what it stands on; "found: false" and its many spellings are an abstention.

    A short plain reply without JSON is taken as the answer. Yes or no is the rules engine's word, where it judged; what
    only repeats the question is cut off, and ISO days are worded.

    Raises:
        MalformedOutputError: the reply holds no answer.
    """
    text, found = _said(reply)
    if not found or not text or _NOT_TOLD.fullmatch(text):
        return Answer("", abstained=True, confidence=by_rules.confidence)
    word = judged_word(request, by_rules)
    if word:
        rest = telling(_VERDICT.sub("", text), request.question + FURTHER[word], judged=True)
        text = worded(word, rest) if rest else by_rules.text
    elif request.query.kind != "when":
        text = without_echo(telling(text, request.question) or text, request.question)
    text = word_iso_days(text, style)
    return Answer(text, abstained=False, citations=_citations(text, request, by_rules), confidence=by_rules.confidence)


def read_plain_answer(reply: str) -> Answer:
    """Return what a model said as it said it, with no help from code; the measure of a model without FTA memory.

    Raises:
        MalformedOutputError: the reply holds no answer.
    """
    text, found = _said(reply)
    is_told = found and text and not _NOT_TOLD.fullmatch(text)
    return Answer(text, abstained=False) if is_told else Answer("", abstained=True)


def _said(reply: str) -> tuple[str, bool]:
    plain = without_thoughts(reply)
    try:
        item = read_object(reply)
    except MalformedOutputError:
        if not plain or len(plain) > _LONGEST_PLAIN or is_cut(reply) or re.search(r"[{}\[\]]", plain):
            raise
        return one_line(re.sub(r"(?i)^\W*(?:short )?answer\s*:\s*", "", plain), _LONGEST_PLAIN), True
    known = text_of(item, "answer", "text", "response", "result", limit=400)
    if not known and isinstance(item.get("answer"), (int, float)) and not isinstance(item.get("answer"), bool):
        known = str(item["answer"])
    if not known and isinstance(item.get("answer"), list):
        known = ", ".join(names_of(item, "answer"))
    if not known and "found" not in item and "answer" not in item:
        raise MalformedOutputError("no answer in it")
    return known, true_of(item, "found", default=bool(known))


def _citations(text: str, request: AnswerRequest, by_rules: Answer) -> tuple[Citation, ...]:
    """Return the units that an answer stands on: those that say its words, else those that the rules engine cites."""
    wanted = content_stems(text)
    hits = request.packet.hits
    scored = [(len(wanted & content_stems(f"{hit.unit.fact.text} {hit.unit.time.event_time}")), hit) for hit in hits]
    best = max((count for count, _ in scored), default=0)
    chosen = [hit for count, hit in scored if count == best][:3] if best else []
    if not chosen and by_rules.citations:
        return by_rules.citations
    return tuple(_citation(hit, request) for hit in chosen or _nearest(hits))


def _nearest(hits: Sequence[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: -hit.score)[:1]


def _citation(hit: Hit, request: AnswerRequest) -> Citation:
    inside = [
        turn.turn_id
        for turn in request.packet.turns
        for span in hit.unit.spans
        if turn.session == span.session and span.turn_span[0] <= turn.turn_index <= span.turn_span[1]
    ]
    return Citation(hit.unit.memory_id, tuple(dict.fromkeys(inside)))
