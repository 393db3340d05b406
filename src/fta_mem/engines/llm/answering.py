"""From a model's reply to a query or an answer: what it said, and which part of the packet it says it stands on."""

import re
from dataclasses import replace
from typing import Final

from fta_mem.engines.base import RewriteRequest
from fta_mem.engines.llm.answer_dates import in_style
from fta_mem.engines.llm.failures import MalformedOutputError
from fta_mem.engines.llm.fields import names_of, one_line, text_of, true_of
from fta_mem.engines.llm.grounding import foreign_names, foreign_numbers
from fta_mem.engines.llm.json_parsing import is_cut, read_object, without_thoughts
from fta_mem.engines.llm.packet_rendering import cited_in, resolved_days
from fta_mem.state.answering import Answer, Packet, RewrittenQuery
from fta_mem.state.labels import CONTENT_TYPES
from fta_mem.state.settings import DateStyle

_LONGEST_PLAIN: Final = 240
_NOT_TOLD: Final = re.compile(
    r"\W*(?:unknown|none|n/?a|null)\W*|\W*(?:no (?:information|answer|mention|evidence)"
    r"|not? (?:mentioned|stated|specified|available|found|known|provided|given|in memory)"
    r"|(?:it|this|that|the \w+) (?:is|was|does|do)(?: not|n['’]t) (?:\w+ )?"
    r"(?:mention|say|state|specif|tell|known|provide|given|available)\w*"
    r"|I do(?: not|n['’]t) know|cannot be (?:determined|answered))\b.*",
    re.IGNORECASE | re.DOTALL,
)


def read_query(reply: str, request: RewriteRequest, by_rules: RewrittenQuery) -> RewrittenQuery:
    """Return the rewritten query: the model's wording and labels; times, kind, terms and claim are the rules engine's.

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
    return replace(
        by_rules,
        text=text if _keeps_to(text, request, by_rules) else by_rules.text,
        cues=replace(
            by_rules.cues,
            participants=by_rules.cues.participants or tuple(participants),
            content_types=tuple(types) or by_rules.cues.content_types,
            affect=by_rules.cues.affect or tuple(name.lower() for name in names_of(item, "affect", "emotions", most=4)),
        ),
    )


def _keeps_to(text: str, request: RewriteRequest, by_rules: RewrittenQuery) -> bool:
    """Say whether a wording keeps the question's names and numbers and brings in none of its own."""
    allowed = f"{request.question} {by_rules.text}"
    lost = (*foreign_names(request.question, text, ())[0], *foreign_numbers(request.question, text))
    added = (*foreign_names(text, allowed, request.people)[0], *foreign_numbers(text, allowed))
    return not lost and not added


def read_answer(reply: str, packet: Packet, style: DateStyle) -> Answer:
    """Return the model's answer as it gave it, its days in the style asked for, with what it says it stands on.

    "found: false" and its many spellings are an abstention; a short plain reply without JSON is taken as the answer.
    Only what can be checked is checked: a citation counts if the packet holds it.

    Raises:
        MalformedOutputError: the reply holds no answer.
    """
    text, labels = said_in(reply)
    if not text:
        return Answer("", abstained=True)
    worded = in_style(text, style, resolved_days(packet))
    return Answer(worded, abstained=False, citations=cited_in(labels, packet))


def read_plain_answer(reply: str) -> Answer:
    """Return what a model said as it said it; the measure of a model without FTA memory.

    Raises:
        MalformedOutputError: the reply holds no answer.
    """
    text, _ = said_in(reply)
    return Answer(text, abstained=not text)


def said_in(reply: str) -> tuple[str, tuple[str, ...]]:
    """Return what a reply answers, "" where it says that nothing is told, and the labels that it cites.

    Raises:
        MalformedOutputError: the reply holds no answer.
    """
    text, found, labels = _said(reply)
    return (text, labels) if found and text and not _NOT_TOLD.fullmatch(text) else ("", ())


def _said(reply: str) -> tuple[str, bool, tuple[str, ...]]:
    plain = without_thoughts(reply)
    try:
        item = read_object(reply)
    except MalformedOutputError:
        if not plain or len(plain) > _LONGEST_PLAIN or is_cut(reply) or re.search(r"[{}\[\]]", plain):
            raise
        return one_line(re.sub(r"(?i)^\W*(?:short )?answer\s*:\s*", "", plain), _LONGEST_PLAIN), True, ()
    known = text_of(item, "answer", "text", "response", "result", limit=400)
    if not known and isinstance(item.get("answer"), (int, float)) and not isinstance(item.get("answer"), bool):
        known = str(item["answer"])
    if not known and isinstance(item.get("answer"), list):
        known = ", ".join(names_of(item, "answer"))
    if not known and "found" not in item and "answer" not in item:
        raise MalformedOutputError("no answer in it")
    return known, true_of(item, "found", default=bool(known)), names_of(item, "cites", "citations", "evidence")
