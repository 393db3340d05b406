"""Figures of speech that sound of harm and mean none."""

from typing import Final

from fta_mem.text.word_lists import phrases

_IDIOM: Final = phrases(
    "kill time, killing it, killed it, killing time, dressed to kill, my feet are killing me, dying to, dying "
    "for, to die "
    "for, hit me up, hit me that, hit me like, hit me hard, it hit me, beat me at, beat me in, suicide squad, "
    "using again "
    "the, beat me to it, the heat is killing"
)


def without_idioms(text: str) -> str:
    """Return the text without such figures of speech."""
    return _IDIOM.sub(" ", text)
