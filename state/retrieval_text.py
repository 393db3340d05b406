"""The structured retrieval text rho(m) of a unit, from its fact, time, affect and evidence anchors (Equation 8)."""

from fta_mem.state.records import FTAUnit


def retrieval_text(unit: FTAUnit) -> str:
    """Return what is embedded and indexed for a unit: who, what, when, and how it felt."""
    parts = [unit.fact.text]
    if unit.fact.subject and unit.fact.subject not in unit.fact.text:
        parts.insert(0, f"{unit.fact.subject}:")
    if unit.time.event_start is not None:
        parts.append(f"({unit.time.event_time}, {unit.time.event_start})")
    if unit.affect.emotion_or_state != "unknown" and unit.affect.emotion_or_state not in unit.fact.text:
        parts.append(f"[{unit.affect.emotion_or_state}]")
    return " ".join(parts)
