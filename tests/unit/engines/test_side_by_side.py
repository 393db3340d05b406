"""How many judgements may be under way at a time."""

from small_engine import SmallEngine

from fta_mem.engines.side_by_side import is_waited_for, workers_of
from fta_mem.state.settings import Settings


def test_rules_are_asked_one_at_a_time_and_models_as_the_settings_say() -> None:
    rules, model = SmallEngine(), SmallEngine()
    rules.name = "rules"
    assert (is_waited_for(rules), is_waited_for(model)) == (False, True)
    assert (workers_of(rules, Settings(workers=5)), workers_of(model, Settings(workers=5))) == (1, 5)
