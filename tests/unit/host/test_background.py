"""Cases on their way into memory: one run a case, tried again while locked, failures kept until they are told."""

import threading

import pytest

from fta_mem.host.background import Background
from fta_mem.state.errors import CaseLockedError


def test_what_comes_during_a_run_gets_one_more_run() -> None:
    started, go_on, seen = threading.Event(), threading.Event(), list[str]()

    def build(case_id: str) -> None:
        seen.append(case_id)
        started.set()
        assert go_on.wait(30)

    queue = Background(build)
    queue.submit("ana")
    assert started.wait(30)
    queue.submit("ana")
    queue.submit("ana")
    go_on.set()
    queue.close()
    assert seen == ["ana", "ana"]


def test_cases_do_not_wait_for_each_other() -> None:
    both = threading.Barrier(2, timeout=30)
    queue = Background(lambda case_id: both.wait())
    queue.submit("ana")
    queue.submit("bo")
    queue.close()


@pytest.mark.parametrize("error", [ZeroDivisionError(), CaseLockedError("locked")])
def test_a_failure_comes_out_however_late_somebody_waits(error: Exception) -> None:
    tried = threading.Event()

    def build(case_id: str) -> None:
        tried.set()
        raise error

    queue = Background(build, patience=0)
    queue.submit("ana")
    assert tried.wait(30)
    with queue._changed:
        queue._changed.wait_for(lambda: not queue._running, timeout=30)
    with pytest.raises(type(error)):
        queue.wait()
    queue.wait()


def test_every_case_tells_its_own_failure() -> None:
    def build(case_id: str) -> None:
        raise CaseLockedError(case_id)

    queue = Background(build, patience=0)
    queue.submit("ana")
    queue.submit("bo")
    with pytest.raises(CaseLockedError, match="bo"):
        queue.wait_for("bo")
    with pytest.raises(CaseLockedError, match="ana"):
        queue.wait()
    queue.close()


def test_what_came_during_a_failing_run_gets_its_try_at_once() -> None:
    started, go_on, tries = threading.Event(), threading.Event(), list[str]()

    def build(case_id: str) -> None:
        tries.append(case_id)
        started.set()
        assert go_on.wait(30)
        if len(tries) == 1:
            raise CaseLockedError("locked")

    queue = Background(build, patience=0)
    queue.submit("ana")
    assert started.wait(30)
    queue.submit("ana")
    go_on.set()
    queue.close()
    assert len(tries) == 2


def test_a_case_that_somebody_else_writes_to_is_tried_again() -> None:
    tries = list[str]()

    def build(case_id: str) -> None:
        tries.append(case_id)
        if len(tries) < 3:
            raise CaseLockedError("locked")

    queue = Background(build)
    queue.submit("ana")
    queue.close()
    assert len(tries) == 3


def test_what_comes_after_the_end_waits_for_the_next_start() -> None:
    built = list[str]()
    queue = Background(built.append)
    queue.close()
    queue.submit("ana")
    queue.wait()
    assert built == []
