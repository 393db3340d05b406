"""The JSON documents of the command line, as pure functions of records. Keys are a contract: none is ever renamed."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from fta_mem.state.answering import Answer, Citation, Cues, Hit, SourceTurn
from fta_mem.state.encoding import JSON, to_json
from fta_mem.state.records import Evidence, FTAUnit, Link, LongitudinalLine, Usage

if TYPE_CHECKING:
    from fta_mem.memory import Asked, ErasureReceipt, IngestReport, Recalled
    from fta_mem.state.erasure import Erased
    from fta_mem.storage.ports import CaseSummary, CaseView, Removed

Document = dict[str, JSON]
TurnIds = Mapping[tuple[str, int], str]
"""A turn's id by its session and its index there."""


def dumps(document: Document) -> str:
    """Return a document as one line of ASCII, so that any text gives the same bytes everywhere."""
    return json.dumps(document, ensure_ascii=True, allow_nan=False)


def turn_ids_of(turns: Sequence[SourceTurn]) -> TurnIds:
    """Return the turns' ids by where they stand."""
    return {(turn.session, turn.turn_index): turn.turn_id for turn in turns}


def ingest_document(reports: Sequence["IngestReport"], skipped: Sequence[str]) -> Document:
    """Return the totals of the cases as they now stand; ``skipped`` are the places that were left out."""
    usage = sum((report.usage for report in reports), Usage())
    return {
        "cases": [report.case_id for report in reports],
        "sessions": sum(report.sessions for report in reports),
        "turns": sum(report.turns for report in reports),
        "fragments": sum(report.fragments for report in reports),
        "units": sum(report.units for report in reports),
        "links": sum(report.links for report in reports),
        "engine_calls": usage.calls,
        "tokens_in": usage.tokens_in,
        "tokens_out": usage.tokens_out,
        "retries": usage.retries,
        "fallbacks": usage.fallbacks,
        "refusals": usage.refusals,
        "refused_units": usage.refused_units,
        "refused_lines": usage.refused_lines,
        "price": None,
        "seconds": round(sum(report.seconds for report in reports), 3),
        "unchanged_sessions": sum(report.unchanged_sessions for report in reports),
        "erased_turns": sum(report.erased_turns for report in reports),
        "skipped": list(skipped),
    }


def recall_document(recalled: "Recalled | Asked", turn_ids: TurnIds) -> Document:
    """Return the packet as a document."""
    packet = recalled.packet
    return {
        "case": recalled.case_id,
        "question": recalled.question,
        "query": recalled.query.text,
        "cues": _cues(recalled.query.cues),
        "units": [_hit(hit, turn_ids) for hit in packet.hits],
        "turns": [_turn(turn) for turn in packet.turns],
        "auxiliary": [_line(line) for line in packet.auxiliary],
        "sessions": {label: session for session, label in packet.labels},
        "packet": packet.text,
        "tokens": packet.tokens,
        "searched": recalled.searched,
    }


def ask_document(asked: "Asked", turn_ids: TurnIds) -> Document:
    """Return the packet and the answer as a document."""
    return {**recall_document(asked, turn_ids), **_answer(asked.answer)}


def failed_question(case_id: str | None, question: str | None, error: str) -> Document:
    """Return what stands on the line of a question that failed."""
    return {"case": case_id, "question": question, "error": error}


def cases_document(summaries: Sequence["CaseSummary"]) -> Document:
    """Return one entry a case."""
    return {
        "cases": [
            {
                "case": one.case_id,
                "sessions": one.sessions,
                "turns": one.turns,
                "units": one.units,
                "first": one.first,
                "last": one.last,
            }
            for one in summaries
        ]
    }


def units_document(view: "CaseView") -> Document:
    """Return all units in canonical order."""
    return {"case": view.case_id, "units": [unit_fields(unit) for unit in view.units]}


def unit_fields(unit: FTAUnit) -> Document:
    """Return all fields of a unit but the run's own clock."""
    fields = cast(Document, to_json(unit))
    provenance = cast(Document, fields["provenance"])
    fields["provenance"] = {name: value for name, value in provenance.items() if name != "created_at"}
    return fields


def show_document(view: "CaseView", unit: FTAUnit, history: Sequence[FTAUnit] = ()) -> Document:
    """Return one unit with the turns that prove it, the links that touch it, and its earlier versions."""
    return {
        "case": view.case_id,
        **unit_fields(unit),
        "turns": [_turn(turn) for turn in turns_behind(view, unit)],
        "links": [to_json(link) for link in links_of(view, unit)],
        "history": [unit_fields(version) for version in history],
    }


def turns_behind(view: "CaseView", unit: FTAUnit) -> list[SourceTurn]:
    """Return the turns of the unit's evidence spans, in canonical order."""
    return [turn for turn in view.turns if any(_covers(span, turn) for span in unit.spans)]


def links_of(view: "CaseView", unit: FTAUnit) -> list[Link]:
    """Return the links from the unit and to it."""
    return [link for link in view.links if unit.memory_id in {link.source, link.target}]


def timeline_document(view: "CaseView") -> Document:
    """Return the dated events in order."""
    return {"case": view.case_id, "events": [_event(unit) for unit in dated_units(view)]}


def profile_document(view: "CaseView") -> Document:
    """Return the lines that last, each with the turns that its units stand on."""
    cited = {memory_id for line in view.lines for memory_id in line.evidence}
    turns = {
        unit.memory_id: [turn.turn_id for turn in turns_behind(view, unit)]
        for unit in view.units
        if unit.memory_id in cited
    }
    return {"case": view.case_id, "lines": [_profile_line(line, turns) for line in view.lines]}


def _profile_line(line: LongitudinalLine, turns: Mapping[str, list[str]]) -> Document:
    stands_on = [turn_id for memory_id in line.evidence for turn_id in turns.get(memory_id, [])]
    return {**cast(Document, to_json(line)), "turns": list(dict.fromkeys(stands_on))}


def links_document(view: "CaseView") -> Document:
    """Return the links, in the order of the memory that they begin at."""
    return {"case": view.case_id, "links": [to_json(link) for link in view.links]}


def dated_units(view: "CaseView") -> list[FTAUnit]:
    """Return the units whose event has a date, by when it began and ended; units of one date keep their order."""
    dated = [unit for unit in view.units if unit.time.event_start is not None]
    return sorted(dated, key=lambda unit: (unit.time.event_start or "", unit.time.event_end or ""))


def forget_document(case_id: str, removed: "Removed") -> Document:
    """Return what a deletion took away."""
    return {"case": case_id, "removed": to_json(removed)}


def erasure_document(case_id: str, erased: "Erased", receipt: "ErasureReceipt | None") -> Document:
    """Return what an erasure takes, and what a search for it found afterwards; no receipt, nothing erased yet."""
    return {
        "case": case_id,
        "erased": receipt is not None,
        "turns": [
            {"session": session, "turn_index": turn.index, "turn_id": turn.turn_id, "text": turn.content}
            for session, turn in erased.turns
        ],
        "units": [unit.memory_id for unit in erased.units],
        "links": [to_json(link) for link in erased.links],
        "lines": [line.key for line in erased.lines],
        "traces": to_json(receipt.traces) if receipt else None,
    }


def reindex_document(remade: Sequence["CaseSummary"]) -> Document:
    """Return the cases whose indexes were remade, with the units that each holds."""
    return {"cases": [{"case": summary.case_id, "units": summary.units} for summary in remade]}


def doctor_document(findings: Sequence[str]) -> Document:
    """Return what is wrong; memory is in order when nothing is."""
    return {"ok": not findings, "findings": list(findings)}


def _cues(cues: Cues) -> Document:
    return {
        "time": to_json(cues.time),
        "participants": list(cues.participants),
        "content_types": list(cues.content_types),
        "affect": list(cues.affect),
    }


def _hit(hit: Hit, turn_ids: TurnIds) -> Document:
    unit = hit.unit
    return {
        "memory_id": unit.memory_id,
        "score": _fraction(hit.score),
        "text": unit.fact.text,
        "event_start": unit.time.event_start,
        "event_end": unit.time.event_end,
        "current": hit.is_current,
        "evidence": _evidence(unit.evidence, turn_ids),
        "more_evidence": [_evidence(span, turn_ids) for span in unit.more_evidence],
        "relation": hit.relation,
        "section": hit.section,
    }


def _evidence(span: Evidence, turn_ids: TurnIds) -> Document:
    begin, end = span.turn_span
    ids = [turn_ids.get((span.session, index), f"{span.session}:{index}") for index in range(begin, end + 1)]
    return {"session": span.session, "turn_span": [begin, end], "turn_ids": [*ids]}


def _turn(turn: SourceTurn) -> Document:
    return {
        "session": turn.session,
        "turn_index": turn.turn_index,
        "turn_id": turn.turn_id,
        "speaker": turn.speaker,
        "text": turn.text,
    }


def _line(line: LongitudinalLine) -> Document:
    return {"kind": line.kind, "text": line.text, "evidence": list(line.evidence)}


def _answer(answer: Answer) -> Document:
    document: Document = {
        "answer": answer.text,
        "abstained": answer.abstained,
        "citations": _citations(answer.citations),
        "judge": answer.judge or None,
    }
    return {**document, "nearest": _citations(answer.nearest)} if answer.abstained else document


def _citations(citations: Sequence[Citation]) -> list[JSON]:
    return [{"memory_id": citation.memory_id, "turn_ids": list(citation.turn_ids)} for citation in citations]


def _event(unit: FTAUnit) -> Document:
    return {
        "memory_id": unit.memory_id,
        "start": unit.time.event_start,
        "end": unit.time.event_end,
        "text": unit.fact.text,
        "valence": unit.affect.valence,
    }


def _covers(span: Evidence, turn: SourceTurn) -> bool:
    return span.session == turn.session and span.turn_span[0] <= turn.turn_index <= span.turn_span[1]


def _fraction(value: float) -> float:
    return round(min(1.0, max(0.0, float(value))), 6)
