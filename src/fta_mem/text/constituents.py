"""Parts of a parsed sentence: what a word governs, and the text that a run of words spans."""

from collections.abc import Collection, Iterator

from fta_mem.text.grammar import Parsed, Token


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


class Tree:
    """Looks up what a word governs; built once a text."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.tokens = parsed.tokens
        self.children: list[list[int]] = [[] for _ in parsed.tokens]
        for place, token in enumerate(parsed.tokens):
            if token.head != place:
                self.children[token.head].append(place)

    def of(self, place: int, *deps: str) -> list[int]:
        """Return the places that a word governs by one of the dependencies, in order."""
        return [child for child in self.children[place] if self.tokens[child].dep in deps]

    def first(self, place: int, *deps: str) -> int | None:
        """Return the first place that a word governs by one of the dependencies."""
        return next((child for child in self.children[place] if self.tokens[child].dep in deps), None)

    def token(self, place: int | None) -> Token | None:
        """Return the word at a place, None where there is none."""
        return None if place is None else self.tokens[place]

    def subtree(self, place: int, without: Collection[str] = ()) -> list[int]:
        """Return the places of a word and all that it governs, in order, leaving branches of some dependencies out."""
        return sorted(self._below(place, without))

    def _below(self, place: int, without: Collection[str]) -> Iterator[int]:
        waiting = [place]
        while waiting:
            here = waiting.pop()
            yield here
            waiting += [child for child in self.children[here] if self.tokens[child].dep not in without]

    def lower(self, place: int) -> str:
        """Return the word at a place in lower case, with a straight apostrophe."""
        return self.tokens[place].text.lower().replace("’", "'")

    def text(self, first: int, last: int) -> str:
        """Return the text from one word to another, both included."""
        return self.parsed.text[self.tokens[first].span[0] : self.tokens[last].span[1]]
