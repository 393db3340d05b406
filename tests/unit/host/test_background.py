"""Sessions on their way into memory: one run a case, the newest state of each, failures kept until they are told."""

import threading

import pytest

from fta_mem.host.background import Background
from fta_mem.state.errors import CaseLockedError
from fta_mem.state.records import Case, Session, Turn


def session(session_id: str, count: int = 1) -> Session:
    return Session(session_id, None, tuple(Turn(index, f"{index}", "user", "Ana", "word") for index in range(count)))


def test_a_newer_state_of_a_session_takes_the_place_of_one_that_waits() -> None:
    started, go_on, seen = threading.Event(), threading.Event(), list[Case]()

    def ingest(case: Case) -> None:
        seen.append(case)
        started.set()
        assert go_on.wait(30)

    queue = Background(ingest)
    queue.submit("ana", session("s1"))
    assert started.wait(30)
    queue.submit("ana", session("s2", 1))
    queue.submit("ana", session("s2", 2))
    assert [item.session_id for item in queue.waiting("ana")] == ["s1", "s2"]
    go_on.set()
    queue.close()
    assert [[len(item.turns) for item in case.sessions] for case in seen] == [[1], [2]]
    assert queue.waiting("ana") == ()


def test_cases_do_not_wait_for_each_other() -> None:
    both = threading.Barrier(2, timeout=30)
    queue = Background(lambda case: both.wait())
    queue.submit("ana", session("s1"))
    queue.submit("bo", session("s1"))
    queue.close()
    assert queue.waiting("ana") == queue.waiting("bo") == ()


@pytest.mark.parametrize("error", [ZeroDivisionError(), CaseLockedError("locked")])
def test_a_failure_comes_out_however_late_somebody_waits(error: Exception) -> None:
    tried = threading.Event()

    def ingest(case: Case) -> None:
        tried.set()
        raise error

    queue = Background(ingest, patience=0)
    queue.submit("ana", session("s1"))
    assert tried.wait(30)
    with queue._changed:
        queue._changed.wait_for(lambda: not queue._running, timeout=30)
    with pytest.raises(type(error)):
        queue.wait()


def test_every_case_tells_its_own_failure() -> None:
    def ingest(case: Case) -> None:
        raise CaseLockedError(case.case_id)

    queue = Background(ingest, patience=0)
    queue.submit("ana", session("s1"))
    queue.submit("bo", session("s1"))
    told = set()
    for _ in range(2):
        with pytest.raises(CaseLockedError) as failed:
            queue.wait()
        told.add(str(failed.value))
    assert told == {"ana", "bo"}
    queue.close()


def test_a_session_that_came_during_a_failing_run_gets_its_try_at_once() -> None:
    started, go_on, seen = threading.Event(), threading.Event(), list[Case]()

    def ingest(case: Case) -> None:
        seen.append(case)
        started.set()
        assert go_on.wait(30)
        if len(seen) == 1:
            raise CaseLockedError("locked")

    queue = Background(ingest, patience=0)
    queue.submit("ana", session("s1"))
    assert started.wait(30)
    queue.submit("ana", session("s2"))
    go_on.set()
    queue.close()
    assert [[item.session_id for item in case.sessions] for case in seen] == [["s1"], ["s1", "s2"]]
    assert queue.waiting("ana") == ()


def test_a_failure_is_told_once_and_loses_nothing() -> None:
    def ingest(case: Case) -> None:
        raise CaseLockedError("locked")

    queue = Background(ingest, patience=0)
    queue.submit("ana", session("s1"))
    with pytest.raises(CaseLockedError):
        queue.wait()
    queue.wait()
    assert [item.session_id for item in queue.waiting("ana")] == ["s1"]


def test_a_case_that_somebody_else_writes_to_is_tried_again() -> None:
    tries = list[Case]()

    def ingest(case: Case) -> None:
        tries.append(case)
        if len(tries) < 3:
            raise CaseLockedError("locked")

    queue = Background(ingest)
    queue.submit("ana", session("s1"))
    queue.close()
    assert len(tries) == 3
    assert queue.waiting("ana") == ()
