"""What is made in the background: one run a case at a time, tried again while locked, and no failure swallowed."""

import threading

import pytest

from fta_mem.host.background import Background
from fta_mem.state.errors import CaseLockedError, StoreError

SECONDS = 30


def test_what_comes_during_a_run_gets_a_run_of_its_own() -> None:
    begun, go_on, seen = threading.Event(), threading.Event(), list[str]()

    def take_in(case_id: str) -> None:
        seen.append(case_id)
        begun.set()
        assert go_on.wait(SECONDS)

    queue = Background(take_in)
    queue.submit("ana")
    assert begun.wait(SECONDS)
    queue.submit("ana")
    queue.submit("ana")
    go_on.set()
    queue.close()
    assert seen == ["ana", "ana"]


def test_cases_do_not_wait_for_one_another() -> None:
    both = threading.Barrier(2, timeout=SECONDS)
    queue = Background(lambda case_id: both.wait())
    queue.submit("ana")
    queue.submit("bo")
    queue.close()


@pytest.mark.parametrize("error", [CaseLockedError("locked"), StoreError("full"), ValueError("anything")])
def test_a_failure_comes_out_however_late_somebody_waits(error: Exception) -> None:
    def take_in(case_id: str) -> None:
        raise error

    queue = Background(take_in, patience=0)
    queue.submit("ana")
    with queue._changed:
        assert queue._changed.wait_for(lambda: not queue._running, SECONDS)
    with pytest.raises(type(error)):
        queue.wait()
    queue.wait()


def test_every_case_tells_its_own_failure() -> None:
    def take_in(case_id: str) -> None:
        raise StoreError(case_id)

    queue = Background(take_in)
    queue.submit("ana")
    queue.submit("bo")
    told = set()
    for _ in range(2):
        with pytest.raises(StoreError) as failure:
            queue.wait()
        told.add(str(failure.value))
    assert told == {"ana", "bo"}


def test_a_failure_that_a_later_run_put_right_is_not_told() -> None:
    tries = list[str]()

    def take_in(case_id: str) -> None:
        tries.append(case_id)
        if len(tries) == 1:
            raise StoreError("full")

    queue = Background(take_in)
    queue.submit("ana")
    with queue._changed:
        assert queue._changed.wait_for(lambda: not queue._running, SECONDS)
    queue.submit("ana")
    queue.close()
    assert tries == ["ana", "ana"]


def test_a_case_that_somebody_else_writes_to_is_tried_again() -> None:
    tries = list[str]()

    def take_in(case_id: str) -> None:
        tries.append(case_id)
        if len(tries) < 3:
            raise CaseLockedError("locked")

    queue = Background(take_in)
    queue.submit("ana")
    queue.close()
    assert tries == ["ana"] * 3
