"""The rewriter's judgement: an evidence-oriented query q' and the cues that a question carries (Equation 8)."""

import re
from datetime import date
from typing import Final

from fta_mem.engines.base import RewriteRequest
from fta_mem.engines.rules.answering.question_kinds import Question, read_question, without_lead
from fta_mem.engines.rules.answering.question_window import parse_question_time
from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.claims.questions import claims_of_question
from fta_mem.state.answering import Cues, RewrittenQuery
from fta_mem.state.labels import ContentType
from fta_mem.text.content_words import is_content, stem, word_set, words_of
from fta_mem.text.grammar import Parsed, parse

_POLITE = re.compile(
    r"^\s*(?:(?:hey|hi|hello|ok|okay|so|and|but|please)[,\s]+)*"
    r"(?:(?:can|could|would|will) you (?:please )?(?:tell|remind|show|say)(?: to)?(?: me| us)?(?: about)?|"
    r"do you (?:know|remember|recall)|(?:please )?(?:tell|remind) (?:me|us)(?: about| of)?|"
    r"i(?:['’]d| would) like to know|i (?:wonder|was wondering))\b[,\s]*(?:if |whether )?",
    re.IGNORECASE,
)
_AS_OF_LEAD = re.compile(r"^\s*as of [^?]*?\d{4},\s*", re.IGNORECASE)
_KIN: Final = word_set(
    "mother mum mom mam father dad parent parents sister brother sibling siblings son daughter child children "
    "kid kids husband wife spouse partner boyfriend girlfriend fiance fiancee fiancé fiancée grandmother "
    "grandma granny nana grandfather grandpa grandparents aunt auntie uncle cousin niece nephew grandson "
    "granddaughter stepmother stepfather friend friends boss manager colleague coworker roommate flatmate "
    "neighbour neighbor teacher doctor therapist"
)
_TYPES: Final[tuple[tuple[ContentType, frozenset[str]], ...]] = (
    (
        "homework_or_plan",
        word_set("plan intend goal aim hope promise schedul upcom homework assign"),
    ),
    (
        "support_interaction",
        word_set("suggest advis advic recommend cope support reassur encourag techniqu exercis strategi tip"),
    ),
    (
        "current_state",
        word_set("feel felt mood emot struggl stress anxious anxieti symptom react cope"),
    ),
    (
        "relationship_event",
        word_set("break-up breakup divorc marri wed engag argu argument quarrel row fight reconcil friendship"),
    ),
    ("belief_candidate", word_set("believ belief think thought fear worri expect doubt")),
    ("risk_signal", word_set("suicid self-harm selfharm overdos unsaf")),
)
_AFFECT: Final = word_set(
    "afraid angry anger anxious anxiety ashamed calm comfort confident content depressed depression despair "
    "disappointed dread embarrassed excited excitement exhausted fear frustrated frustration glad grateful "
    "gratitude grief grieving guilt guilty happy happiness hope hopeful hopeless hurt jealous joy lonely "
    "loneliness love mad nervous overwhelmed panic peaceful pleased pride proud regret relief relieved sad "
    "sadness scared shame shocked sorrow stress stressed surprised tense terrified thankful thrilled tired "
    "upset worried worry"
)


def rewrite_query(request: RewriteRequest) -> RewrittenQuery:
    """Rewrite a question for retrieval: what is asked, free of politeness and of what the cues carry.

    Wording the question as a statement was measured too, and found less evidence (docs/experiments.md).
    """
    asked = _POLITE.sub("", request.question).strip() or request.question
    question = read_question(asked, request.people)
    people = People.of(request.people, claims=request.naming)
    return RewrittenQuery(
        text=_AS_OF_LEAD.sub("", asked).strip() or asked,
        kind=question.kind,
        cues=Cues(
            time=_window(asked, request.now),
            participants=_participants(question, parse(asked)),
            content_types=_content_types(question),
            affect=tuple(dict.fromkeys(word for word in words_of(asked) if word in _AFFECT)),
            as_of=question.as_of,
        ),
        terms=tuple(dict.fromkeys(word for word in words_of(asked) if is_content(word))),
        asked=tuple(
            claims_of_question(
                without_lead(asked) or asked, people, asker=next(iter(request.people), ""), now=request.now
            )
        ),
    )


def _window(asked: str, now: str | None) -> tuple[str, str] | None:
    found = parse_question_time(asked, _day(now))
    return (found[0].isoformat(), found[1].isoformat()) if found else None


def _day(moment: str | None) -> date | None:
    try:
        return date.fromisoformat(moment[:10]) if moment else None
    except ValueError:
        return None


def _participants(question: Question, parsed: Parsed) -> tuple[str, ...]:
    named = set(word for name in question.people for word in words_of(name))
    others = [
        entity.text
        for entity in parsed.entities
        if entity.label == "PERSON" and not named & set(words_of(entity.text)) and words_of(entity.text)
    ]
    kin = [word for word in words_of(question.text) if word in _KIN]
    return tuple(dict.fromkeys([*question.people, *others, *kin]))


def _content_types(question: Question) -> tuple[ContentType, ...]:
    stems = {stem(word) for word in words_of(question.text)}
    return tuple(label for label, marks in _TYPES if stems & marks)
