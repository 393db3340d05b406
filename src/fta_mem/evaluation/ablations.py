"""FTA-Mem with one part taken away at a time (paper, Tables 6 to 8 and Figure 3), as changes of settings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fta_mem.state.settings import RANGES, Settings

REFERENCE: Final = "fta"

ABLATIONS: Final[Mapping[str, Mapping[str, object]]] = {
    "fta_fixed_window": {"segmentation": "fixed_window"},
    "fta_session": {"segmentation": "session"},
    "fta_turn_pair": {"segmentation": "turn_pair"},
    "fta_fact_only": {"fact_only": True},
    "fta_no_time": {"use_time": False},
    "fta_no_affect": {"use_affect": False},
    "fta_no_links": {"links": False, "neighbours_per_unit": 0},
    "fta_no_participants": {"use_participants": False},
    "fta_no_lexical": {"lexical": False},
    "fta_no_kept_places": {"kept_places": 0},
    "fta_no_rewrite": {"rewrite": False},
    "fta_plain_embedding": {"plain_embedding": True},
    "fta_flat": {"packet": "flat"},
    "fta_no_auxiliary": {"auxiliary": False},
    "fta_question_only": {"question_only": True},
}

K_VALUES: Final = (3, 5, 7, 10, 15, 25, 40)
_NO_LIMIT: Final = int(RANGES["budget"][1])

K_SWEEP: Final[Mapping[str, Mapping[str, object]]] = {
    f"fta_k{count}": {"top_k": count, "budget": _NO_LIMIT, "turns_of_units": True, "kept_places": 0}
    for count in K_VALUES
}
"""FTA-Mem at each K of Figure 2, as the paper packs: K units with their turns, no others, and no budget cuts them."""


def ablated(name: str, settings: Settings) -> Settings:
    """Return the settings of a method of the FTA family: "fta" itself, or one of the ablations."""
    return replace(settings, **{**ABLATIONS, **K_SWEEP}.get(name, {}))  # type: ignore[arg-type]  # checked by Settings itself
