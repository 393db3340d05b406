"""What the construction machine needs of the store: a session under work, memory before it, and its commit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fta_mem.state.records import FTAUnit, LongitudinalLine, Session, SessionOutcome, Turn
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.storage.guarded_cases import GuardedCases
from fta_mem.storage.index.exact_search import nearest_rows
from fta_mem.storage.keys import case_key, text_sha
from fta_mem.storage.ledger import changes, queries
from fta_mem.storage.ledger.rows import CaseRow, CommittedSession, NewOutcome, row_of
from fta_mem.storage.persistent_ids import memory_id, number_of
from fta_mem.storage.ports import NearUnits, SessionHead
from fta_mem.storage.view.lifecycle import bare
from fta_mem.text.embedder import Matrix


class SqlConstructionStore(GuardedCases):
    """The construction machine's half of the port ``NodeStore``."""

    def stage(self, case_id: str, session: Session) -> None:
        """Keep a session's turns for construction; a session that is memory as it stands is left alone."""
        with self.writing(case_id):
            case, row = self._case(case_id), row_of(session)
            committed = case.committed(session.session_id)
            if committed is not None and committed.head.content_hash == row.head.content_hash:
                self._drop(case, [session.session_id])
                return
            new = CaseRow(case_id, self._vectors.embedder.name, self._vectors.embedder.dimension)
            self._write(case, lambda connection: changes.insert_staged(connection, new, session, row))
            case.keep_staged(new, row, session.turns)

    def session_head(self, case_id: str, session_id: str) -> SessionHead:
        """Return a staged or stored session without its turns."""
        return self._case(case_id).session(session_id).head

    def turns(self, case_id: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]:
        """Return the turns of an inclusive index span, of the staged version where there is one."""
        return self._turns(self._case(case_id), session_id)[max(begin, 0) : max(end + 1, 0)]

    def vectors(self, case_id: str, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors, embedding only those that the case doesn't hold yet."""
        case = self._case(case_id)
        return self._vectors.stacked(self._vectors.of_case(case.key, case.row, texts), texts)

    def units_before(self, case_id: str, session_id: str) -> tuple[FTAUnit, ...]:
        """Return the units of all earlier sessions as they stand then, in canonical order."""
        return self._whole_case(case_id).before(session_id).units

    def near_units(self, case_id: str, session_id: str, vectors: Matrix, count: int) -> NearUnits:
        """Return for each row the nearest units of earlier sessions, exactly; ties in canonical order."""
        before = self._whole_case(case_id).before(session_id)
        rows = nearest_rows(before.vectors, vectors, count, before.places)
        return [[(before.units[row], score) for row, score in line] for line in rows]

    def lines_before(self, case_id: str, session_id: str) -> tuple[LongitudinalLine, ...]:
        """Return the longitudinal lines that stand before the session."""
        return self._whole_case(case_id).before(session_id).lines

    def memory_ids(self, case_id: str, content_keys: Sequence[str]) -> list[str]:
        """Return a persistent id for each content key: the one it always had, or the next free number."""
        key = case_key(self._own(case_id))
        known, highest = self._ledger.read(
            lambda connection: (
                queries.numbers_of(connection, key, content_keys),
                queries.highest_number(connection, key),
            ),
            (dict[str, int](), 0),
        )
        fresh = [name for name in dict.fromkeys(content_keys) if name not in known]
        numbers = known | {name: highest + place for place, name in enumerate(fresh, start=1)}
        return [memory_id(numbers[name]) for name in content_keys]

    def fold_key_before(self, case_id: str, session_id: str) -> str:
        """Return the fold key of the nearest session before this one that is memory, "" for none."""
        return self._case(case_id).fold_key_before(session_id)

    def commit(self, outcome: SessionOutcome, content_keys: dict[str, str], fold_key: str) -> None:
        """Make the outcome memory in one transaction, replacing what came from this session before.

        Raises:
            UnknownCaseError: the session was never staged.
            StoreError: a unit's memory id is not one that this case gave out.
        """
        with self.writing(outcome.case_id):
            case = self._case(outcome.case_id)
            row = case.session(outcome.session_id)
            turns = self._turns(case, outcome.session_id)
            said, noted = [turn.content for turn in turns], [retrieval_text(unit) for unit in outcome.units]
            vectors = self._vectors.of_case(case.key, case.row, [*noted, *said])
            new = _new_outcome(outcome, content_keys, fold_key, noted, vectors)
            revision = self._write(case, lambda connection: changes.write_outcome(connection, case.key, new))
            case.keep_committed(
                CommittedSession(
                    row=row.committed(fold_key, outcome.usage, revision),
                    turns=turns,
                    turn_vectors=self._vectors.stacked(vectors, said),
                    outcome=new.outcome,
                    unit_vectors=self._vectors.stacked(vectors, noted),
                )
            )


def _new_outcome(
    outcome: SessionOutcome,
    content_keys: Mapping[str, str],
    fold_key: str,
    texts: Sequence[str],
    vectors: Mapping[str, Matrix],
) -> NewOutcome:
    return NewOutcome(
        outcome=replace(outcome, units=tuple(bare(unit) for unit in outcome.units)),
        fold_key=fold_key,
        numbers={key: number_of(name) for name, key in content_keys.items()},
        unit_shas=tuple(text_sha(text) for text in texts),
        vectors=vectors,
    )
