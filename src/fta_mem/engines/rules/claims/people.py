"""Who is who in a case: one person under many names, and two persons of one name kept apart."""

from collections.abc import Iterable, Sequence

from fta_mem.state.claims import Claim
from fta_mem.state.records import Turn


class People:
    """Everybody whom a case knows, by the names that speakers have and that turns and claims give; never changed.

    A name is a label that reads alone: a speaker's name as the source gives it, "Ana's sister", "Ana's sister Mara", "Mara".
    What a fragment calls "Mara" and another "Ana's sister" are told to be one by ``same``, once a claim or turn says so.
    """

    @classmethod
    def of(cls, speakers: Iterable[str], *, turns: Sequence[Turn] = (), claims: Iterable[Claim] = ()) -> "People":
        """Return the people of a case: its speakers, and whom the turns and the claims tell of."""
        raise NotImplementedError

    @property
    def speakers(self) -> tuple[str, ...]:
        """Return the speakers' names, as given."""
        raise NotImplementedError

    def knowing(self, claims: Iterable[Claim]) -> "People":
        """Return these people with what further claims say of them."""
        raise NotImplementedError

    def resolve(self, mention: str, speaker: str = "", addressee: str = "") -> str:
        """Return the name of whom a mention means ("Jo", "my sister", "Mum", "I", "you", "Mrs Lambert"); "" for nobody known.

        A name that is new but reads as a person's is returned as said; one misspelt by a letter finds the known one.
        """
        raise NotImplementedError

    def canonical(self, name: str) -> str:
        """Return the one label under which all names of a person are kept; the name itself where it is nobody's."""
        raise NotImplementedError

    def same(self, one: str, other: str) -> bool:
        """Say whether two names mean one person, by all that is known."""
        raise NotImplementedError

    def names_of(self, name: str) -> tuple[str, ...]:
        """Return every name under which a person is known, the canonical one first."""
        raise NotImplementedError

    def like(self, name: str) -> tuple[str, ...]:
        """Return the canonical names that are most like an unknown one, best first; () where none is near."""
        raise NotImplementedError
