"""A lasting trait of a person in one short sentence, worded from its claim's parts and not from what else was said."""

import re
from collections.abc import Callable
from typing import Final

from fta_mem.engines.rules.claims.kinship import KIN
from fta_mem.engines.rules.state.noun_phrases import owner_and_noun
from fta_mem.engines.rules.state.slots import SlotUse

_IRREGULAR: Final = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_SIBILANT: Final = re.compile(r"(?:s|x|z|ch|sh|o)$")
_ARTICLE: Final = re.compile(r"^(?:an?|the|no|my|his|her|their|our|two|three|four|several|some)\s", re.IGNORECASE)


def statement(use: SlotUse) -> str:
    """Return a slot's use as a sentence about its holder ("Ana lives in Graz.", "Ana's dentist is Dr Soto.")."""
    say = _WORDED.get(use.slot) or _worded(use.slot)
    return f"{say(use).strip()}."


def ending(use: SlotUse) -> str:
    """Return the sentence for a slot that was ended or denied ("Ana no longer smokes.")."""
    base = statement(use).removesuffix(".")
    rest = base.removeprefix(use.holder).strip()
    first, _, after = rest.partition(" ")
    if rest.startswith("'s ") or use.kind == "denied":
        return f"{_denied(base)}."
    return f"{use.holder} is no longer {after}." if first == "is" else f"{use.holder} no longer {rest}."


def _denied(base: str) -> str:
    return base.replace(" is ", " is not ", 1) if " is " in base else f"It is not so that {base}"


def third_person(predicate: str) -> str:
    """Return the present form of a predicate's verb ("give up" is "gives up")."""
    verb, _, particle = predicate.partition(" ")
    if verb in _IRREGULAR:
        form = _IRREGULAR[verb]
    elif verb.endswith("y") and verb[-2:-1] not in "aeiou":
        form = f"{verb[:-1]}ies"
    else:
        form = f"{verb}es" if _SIBILANT.search(verb) else f"{verb}s"
    return f"{form} {particle}".strip()


def _placed(use: SlotUse) -> str:
    """Return a place with the preposition that stood before it."""
    pattern = (
        rf"\b(in|at|on|with|near|by|for|under|above|outside|behind)\s+(?:(?:the|a|an|my|our)\s+)?{re.escape(use.value)}"
    )
    found = re.search(pattern, use.claim.words, re.IGNORECASE)
    return f"{found[1].lower() if found else 'in'} {use.value}"


def _attribute(use: SlotUse) -> str:
    return f"{use.holder}'s {use.slot} is {use.value}"


def _amount(use: SlotUse) -> str:
    claim = use.claim
    about = claim.object or next((text for prep, text in claim.obliques if prep in ("of", "on")), "")
    verb = "is on" if claim.predicate == "be" else third_person(claim.predicate)
    if about.startswith(use.value):
        return f"{use.holder} {verb} {about}"
    of = " of" if about and not re.match(r"\d+\s*$|\w+$", use.value) else ""
    return f"{use.holder} {verb} {use.value}{of} {about}".rstrip()


def _plain(use: SlotUse) -> str:
    claim = use.claim
    rest = " ".join(f"{prep} {text}" for prep, text in claim.obliques)
    place = _placed(SlotUse(use.holder, use.slot, claim.place, use.kind, claim)) if claim.place else ""
    often = claim.time if claim.actuality == "habitual" else ""
    parts = (use.holder, third_person(claim.predicate), claim.object, rest, place, often)
    return " ".join(part for part in parts if part)


def _named(use: SlotUse) -> str:
    is_relation = owner_and_noun(use.holder)[1].casefold() in KIN
    return f"{use.value} is {use.holder}" if is_relation else f"{use.holder} is called {use.value}"


def _having(use: SlotUse) -> str:
    """Say what somebody has, however they came by it ("adopted a dog" is "has a dog")."""
    return f"{use.holder} has {use.claim.object}"


def _worded(slot: str) -> Callable[[SlotUse], str]:
    if slot.startswith("amount:"):
        return _amount
    if slot.startswith("have:"):
        return _having
    return _plain if ":" in slot else _attribute


_WORDED: Final[dict[str, Callable[[SlotUse], str]]] = {
    "home": lambda use: f"{use.holder} lives {_placed(use)}",
    "lives with": lambda use: f"{use.holder} lives with {use.value}",
    "work": lambda use: f"{use.holder} works {_placed(use)}",
    "occupation": lambda use: f"{use.holder} {'is' if _ARTICLE.match(use.value) else 'works as'} {use.value}",
    "relationship": lambda use: f"{use.holder} is {use.value}",
    "name": _named,
    "age": lambda use: f"{use.holder} is {use.value}",
    "drive": lambda use: f"{use.holder} drives {use.value}",
    "study": lambda use: f"{use.holder} studies {use.value}",
}
