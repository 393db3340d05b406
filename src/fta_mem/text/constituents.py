"""Parts of a parsed sentence: what a word governs, and the text that a run of words spans."""

from fta_mem.text.grammar import Parsed


def subtree(parsed: Parsed, root: int) -> list[int]:
    """Return the places of a word and all that it governs, in order."""
    inside = {root}
    grown = True
    while grown:
        grown = False
        for place, token in enumerate(parsed.tokens):
            if place not in inside and token.head in inside:
                inside.add(place)
                grown = True
    return sorted(inside)


def text_of(parsed: Parsed, first: int, last: int) -> str:
    """Return the text from one word to another, both included."""
    return parsed.text[parsed.tokens[first].span[0] : parsed.tokens[last].span[1]]
