import pytest

from fta_mem.evaluation.pace import Pace


def test_time_left_follows_from_this_sitting() -> None:
    moments = iter([100.0, 120.0, 130.0])
    pace = Pace(40, clock=lambda: next(moments))
    assert str(pace) == "0 of 40 done"
    pace.skip(20)
    pace.begin()
    pace.begin()
    pace.step()
    pace.step()
    assert str(pace) == "22 of 40 done, about 3 min left"  # 10 s a question, 18 left
    assert pace.seconds_left() == 15.0 * 18


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "1 s"), (89.0, "89 s"), (5300.0, "88 min"), (5401.0, "1 h 30 min")]
)
def test_time_is_said_as_people_say_it(seconds: float, said: str) -> None:
    moments = iter([0.0, seconds])
    pace = Pace(2, clock=lambda: next(moments))
    pace.begin()
    pace.step()
    assert str(pace).endswith(f"about {said} left")
