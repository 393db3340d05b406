"""What differs from one benchmark to the other: K, how answers word dates, which questions an overall score pools."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from fta_mem.assembly import settings_from_environment
from fta_mem.evaluation.capabilities import LOCOMO, REALTALK
from fta_mem.evaluation.questions import Benchmark
from fta_mem.state.settings import DateStyle, Settings, parse_settings

BUDGETS: Final = (500, 1000, 1700)
"""Packet budgets at which evidence is measured, in tokens."""

UNIT_COUNTS: Final = (5, 10, 25)
"""K at which ranked units are measured."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A benchmark's own way; ``pools_unanswerable``: its overall F1 counts questions that have no answer.

    ``category_names`` say what a benchmark's numbers stand for.
    """

    benchmark: Benchmark
    top_k: int
    date_style: DateStyle
    pools_unanswerable: bool
    category_names: Mapping[str, str] = field(default_factory=dict)


PROFILES: Final[dict[Benchmark, Profile]] = {
    "locomo": Profile("locomo", 25, "locomo", pools_unanswerable=False, category_names=LOCOMO),
    "es-memeval": Profile("es-memeval", 10, "long", pools_unanswerable=True),
    "longmemeval": Profile("longmemeval", 10, "long", pools_unanswerable=True),
    "beam": Profile("beam", 10, "long", pools_unanswerable=True),
    "realtalk": Profile("realtalk", 25, "locomo", pools_unanswerable=False, category_names=REALTALK),
    "questions": Profile("questions", 10, "long", pools_unanswerable=True),
}


def profile_settings(profile: Profile, pairs: Mapping[str, str], environment: Mapping[str, str]) -> Settings:
    """Return the benchmark's settings; what the user set by name or in the environment goes before them.

    Raises:
        SettingsError: an unknown setting, or a value that it can't take.
    """
    own = Settings(top_k=profile.top_k, date_style=profile.date_style)
    return parse_settings(dict(pairs), settings_from_environment(environment, own))
