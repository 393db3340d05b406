"""The questions of each benchmark's own form, as their files give them: evidence not looked up yet."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from fta_mem.evaluation.capabilities import BEAM, ES_MEMEVAL, LOCOMO, LONGMEMEVAL, REALTALK, known_name, known_number
from fta_mem.evaluation.questions import NO_ANSWER, Benchmark, Question
from fta_mem.formats.beam import unpacked
from fta_mem.formats.longmemeval import iso_date, sessions_of
from fta_mem.state.encoding import JSON

Record = dict[str, JSON]

OLD: Final = ("old", "orig", "first", "prev", "before", "initial", "outdated", "stale")
ABSTAINS: Final = ("abstention", "abs", "unanswerable", "adversarial")
NEW: Final = ("new", "updat", "second", "current", "after", "latest", "recent")


@dataclass(frozen=True, slots=True)
class RawQuestion:
    """A question as its file gives it; ``sessions`` names gold sessions."""

    question: Question
    sessions: tuple[str, ...] = ()


def locomo(entry: Record, fallback_id: str) -> Iterator[RawQuestion]:
    """Yield a sample's questions; category 5 has no answer, its ``adversarial_answer`` is the trap."""
    for number, asked in enumerate(cast("list[Record]", entry["qa"])):
        category = known_number(str(asked["category"]), LOCOMO)
        unanswerable = category == NO_ANSWER["locomo"]
        yield RawQuestion(
            Question(
                case_id=str(entry.get("sample_id") or fallback_id),
                number=number,
                text=str(asked["question"]),
                gold="" if unanswerable else str(asked["answer"]),
                category=category,
                evidence=_strings(asked["evidence"]),
                expects_abstention=unanswerable,
            )
        )


def realtalk(entry: Record, fallback_id: str) -> Iterator[RawQuestion]:
    """Yield a chat's questions: LoCoMo's form, three categories, and every one has an answer."""
    for number, asked in enumerate(cast("list[Record]", entry.get("qa") or [])):
        category = known_number(str(asked.get("category") or ""), REALTALK)
        yield RawQuestion(
            Question(
                case_id=str(entry.get("sample_id") or fallback_id),
                number=number,
                text=str(asked["question"]),
                gold=str(asked["answer"]),
                category=category,
                evidence=_strings(asked.get("evidence")),
            )
        )


def es_memeval(entry: Record, fallback_id: str) -> Iterator[RawQuestion]:
    """Yield a seeker's questions, over all groups."""
    groups = cast("list[dict[str, list[Record]]]", entry["questions"])
    for number, asked in enumerate(asked for group in groups for asked in group["questions"]):
        category = known_name(str(asked["capability"]), ES_MEMEVAL)
        yield RawQuestion(
            Question(
                case_id=str(entry.get("id") or fallback_id),
                number=number,
                text=str(asked["question"]),
                gold=str(asked["answer"]),
                category=category,
                evidence=_strings(asked["evidence"]),
                expects_abstention=category == NO_ANSWER["es-memeval"],
            )
        )


def longmemeval(entry: Record, fallback_id: str) -> Iterator[RawQuestion]:
    """Yield the one question that an entry is; evidence are the turns that are marked ``has_answer``."""
    name = str(entry.get("question_id") or fallback_id)
    sessions = sessions_of(entry)
    gold = set(_strings(entry.get("answer_session_ids")))
    unanswerable = name.endswith("_abs")
    day = iso_date(entry.get("question_date"))
    yield RawQuestion(
        Question(
            case_id=name,
            number=0,
            text=str(entry["question"]),
            gold=str(entry["answer"]),
            category=known_name(str(entry["question_type"]), LONGMEMEVAL),
            evidence=tuple(
                f"{session}:{place}"
                for _, session, turns in sessions
                for place, turn in enumerate(turns)
                if isinstance(turn, dict) and turn.get("has_answer")
            ),
            expects_abstention=unanswerable,
            now=day[:10] if day else None,
        ),
        tuple(session for _, session, _ in sessions if session in gold),
    )


def beam(entry: Record, fallback_id: str) -> Iterator[RawQuestion]:
    """Yield a conversation's probing questions, over all abilities."""
    groups = cast("Mapping[str, list[Record]]", unpacked(entry["probing_questions"], "its probing_questions"))
    asked = [(known_name(ability, BEAM), each) for ability, group in groups.items() for each in group]
    for number, (category, each) in enumerate(asked):
        sources = each.get("source_chat_ids")
        unanswerable = category == NO_ANSWER["beam"]
        changed = category == "knowledge_update" and isinstance(sources, dict)
        yield RawQuestion(
            Question(
                case_id=str(entry.get("conversation_id") or entry.get("id") or fallback_id),
                number=number,
                text=str(each["question"]),
                gold=_beam_answer(each),
                category=category,
                evidence=tuple(dict.fromkeys(_leaves(sources))),
                expects_abstention=unanswerable,
                outdated=_side(cast(Record, sources), OLD) if changed else (),
                current=_side(cast(Record, sources), NEW) if changed else (),
            )
        )


def own(entry: Record, fallback_id: str) -> Iterator[RawQuestion]:
    """Yield the question of a line of one's own file; an ``answer`` of null says that nothing tells it.

    ``fallback_id`` is the case where the line names none.
    """
    category = str(_first(entry, "category", "capability", "type") or "all")
    gold = entry["answer"]
    unanswerable = gold is None or category.casefold() in ABSTAINS
    day = iso_date(_first(entry, "now", "date"))
    evidence = _first(entry, "evidence")
    names = _strings(evidence) if isinstance(evidence, list) else _strings([evidence] if evidence else [])
    yield RawQuestion(
        Question(
            case_id=str(_first(entry, "case", "case_id") or fallback_id),
            number=0,
            text=str(entry["question"]),
            gold="" if unanswerable else str(gold),
            category=category,
            evidence=names,
            expects_abstention=unanswerable,
            now=day[:10] if day else None,
        ),
        names,
    )


Form = Callable[[Record, str], Iterator[RawQuestion]]

FORMS: Final[Mapping[Benchmark, Form]] = {
    "locomo": locomo,
    "es-memeval": es_memeval,
    "longmemeval": longmemeval,
    "beam": beam,
    "realtalk": realtalk,
    "questions": own,
}


def _beam_answer(asked: Record) -> str:
    keys = ("answer", "ideal_answer", "ideal_response", "ideal_summary", "expected_compliance")
    return str(_first(asked, *keys) or "")


def _side(sources: Record, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the messages under the keys that begin with one of the words ("original_info")."""
    parts = [value for key, value in sources.items() if key.casefold().startswith(words)]
    return tuple(dict.fromkeys(_leaves(parts)))


def _leaves(value: JSON) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    elif value is not None:
        yield str(value)


def _first(given: Mapping[str, JSON], *keys: str) -> JSON:
    return next((given[key] for key in keys if given.get(key) not in (None, "")), None)


def _strings(value: JSON) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()
