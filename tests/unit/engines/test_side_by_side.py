"""Judgements asked for at a time: in order, as many as there are workers, and none lost when one fails."""

from threading import Barrier
from time import sleep

import pytest
from tests.kit.small_engine import SmallEngine

from fta_mem.engines.side_by_side import ask_side_by_side, is_waited_for, workers_of
from fta_mem.state.errors import EngineError
from fta_mem.state.settings import Settings


def test_rules_are_asked_one_at_a_time_and_models_as_the_settings_say() -> None:
    rules, model = SmallEngine(), SmallEngine()
    rules.name = "rules"
    assert (is_waited_for(rules), is_waited_for(model)) == (False, True)
    assert (workers_of(rules, Settings(workers=5)), workers_of(model, Settings(workers=5))) == (1, 5)


def test_answers_come_in_the_order_of_the_requests_and_several_are_under_way() -> None:
    together = Barrier(3, timeout=30)

    def ask(number: int) -> int:
        together.wait()
        return number * number

    assert ask_side_by_side(ask, [3, 1, 2], workers=3) == [9, 1, 4]


@pytest.mark.parametrize(("requests", "workers"), [([], 4), ([5], 4), ([5, 6], 1)])
def test_one_at_a_time_needs_no_thread(requests: list[int], workers: int) -> None:
    from threading import get_ident

    assert ask_side_by_side(lambda _: get_ident(), requests, workers) == [get_ident()] * len(requests)


def test_those_under_way_are_waited_for_and_the_rest_is_not_begun() -> None:
    begun: list[int] = []
    together = Barrier(2, timeout=30)

    def ask(number: int) -> int:
        begun.append(number)
        if number < 2:
            together.wait()
        if number == 0:
            raise EngineError("it broke")
        sleep(0.02)
        return number

    with pytest.raises(EngineError, match="it broke"):
        ask_side_by_side(ask, range(200), workers=2)
    assert {0, 1} <= set(begun)
    assert len(begun) < 200
