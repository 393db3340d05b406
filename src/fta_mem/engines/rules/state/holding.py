"""What holds at a day, what held before, what is planned: a slot's history read from claims in order of their days."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fta_mem.engines.rules.state.slots import SlotUse
from fta_mem.state.claims import Claim


@dataclass(frozen=True, slots=True)
class SlotState:
    """A slot at a day: ``now`` is what holds (None: nothing is known to), ``since`` its ISO day where known.

    ``ended`` is what ended or denied it where nothing holds; ``before`` what held earlier, newest first; ``planned``
    what is meant to come; ``detail`` further claims that agree with ``now``.
    """

    now: SlotUse | None = None
    since: str | None = None
    ended: SlotUse | None = None
    before: tuple[SlotUse, ...] = ()
    planned: tuple[SlotUse, ...] = ()
    detail: tuple[SlotUse, ...] = ()


def state_at(
    claims: Sequence[Claim], holder: str, slot: str, day: str | None = None, said_on: Mapping[str, str] | None = None
) -> SlotState:
    """Return what is known of a holder's slot at a day (None: as of all that was said).

    ``said_on`` gives each session's ISO day; claims count in order of their own day where they tell a change, else
    of the day they were said on. A correction replaces at once; detail isn't replacement.
    """
    raise NotImplementedError
