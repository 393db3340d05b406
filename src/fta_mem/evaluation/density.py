"""How much a dialogue's turns tell (paper, Table 1): anchors counted turn by turn, each turn read by itself."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, Protocol, cast

from fta_mem.state.encoding import JSON, to_json
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Case, Turn

_WORD: Final = re.compile(r"\w+(?:['’-]\w+)*")


@dataclass(frozen=True, slots=True)
class Density:
    """A turn's counts, or their means over many turns; ``length`` is in words, ``implicitness`` 1 to 3."""

    length: float
    factual_anchors: float
    entity_anchors: float
    temporal_anchors: float
    support_process_anchors: float
    implicitness: float
    low_information: float


FIELDS: Final = tuple(field.name for field in fields(Density))


class Annotator(Protocol):
    """Counts what one turn tells."""

    def __call__(self, turn: Turn, moment: str | None) -> Density:
        """Return a turn's counts, from its own words alone."""


def word_count(text: str) -> int:
    """Return the number of words of a text."""
    return len(_WORD.findall(text))


def annotated(
    cases: Iterable[Case], annotate: Annotator, kept: Path | None = None, say: Callable[[str], None] = lambda line: None
) -> dict[str, list[Density]]:
    """Return each case's turns with their counts; those that ``kept`` (JSON lines) holds are not counted again."""
    known = _read(kept) if kept is not None else {}
    found: dict[str, list[Density]] = {}
    for case in cases:
        say(f"{case.case_id}: {sum(len(session.turns) for session in case.sessions)} turns")
        for turn, moment in _sources(case):
            if (case.case_id, turn.turn_id) not in known:
                known[case.case_id, turn.turn_id] = density = annotate(turn, moment)
                _keep(kept, case.case_id, turn, density)
            found.setdefault(case.case_id, []).append(known[case.case_id, turn.turn_id])
    return found


def _sources(case: Case) -> Iterator[tuple[Turn, str | None]]:
    for session in case.sessions:
        for turn in session.turns:
            if turn.is_source:
                yield turn, turn.timestamp or session.timestamp


def _read(path: Path) -> dict[tuple[str, str], Density]:
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    return {(row["case"], row["turn"]): Density(**{name: row[name] for name in FIELDS}) for row in rows}


def _keep(path: Path | None, case_id: str, turn: Turn, density: Density) -> None:
    if path is not None:
        row = {"case": case_id, "turn": turn.turn_id, **cast("dict[str, JSON]", to_json(density))}
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def read_kept(path: Path) -> dict[str, list[Density]]:
    """Return each case's turns as ``annotated`` kept them.

    Raises:
        DatasetError: the file can't be read, or holds something else.
    """
    try:
        known = _read(path)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{path} holds no counts of fta-mem density --out") from error
    found: dict[str, list[Density]] = {}
    for (case_id, _), density in known.items():
        found.setdefault(case_id, []).append(density)
    return found


def mean_density(turns: Sequence[Density]) -> Density:
    """Return the means over turns."""
    return Density(*(sum(getattr(turn, name) for turn in turns) / len(turns) for name in FIELDS))


def density_rows(by_case: Mapping[str, Sequence[Density]]) -> dict[str, Density]:
    """Return each dialogue's means, and under "" those over all turns."""
    everything = [turn for turns in by_case.values() for turn in turns]
    means = {case_id: mean_density(turns) for case_id, turns in by_case.items()}
    return {"": mean_density(everything), **means} if everything else {}
