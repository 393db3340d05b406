"""A verb with its auxiliaries, its negation and the adverbs that decide whether it is so."""

from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.claims import factuality as facts
from fta_mem.engines.rules.claims import vocabulary as vocab
from fta_mem.engines.rules.claims.parts import Parts
from fta_mem.engines.rules.claims.predicates import ACTIVE, has_clipped_have, lemma_at
from fta_mem.state.claims import Actuality
from fta_mem.text.constituents import Tree
from fta_mem.text.content_words import IRREGULAR
from fta_mem.text.grammar import Token
from fta_mem.text.word_lists import words

_PAST_AUXILIARIES: Final = words("was were did had got wasnt werent didnt hadnt")
_SAME_IN_PAST: Final = words("quit split hit shut burst")
_NOT_DENYING: Final = words("only just merely simply necessarily")
_WISHING: Final = words("love like hate prefer want rather wish")


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """What the words around a verb say of it."""

    auxiliaries: tuple[str, ...] = ()
    denied: bool = False
    actuality: Actuality = "actual"
    past: bool = False
    perfect: bool = False
    progressive: bool = False
    base: bool = False
    """The verb stands in its bare form, with no ending of the past or of the third person."""
    tag: str = ""

    def habit(self, token: Token, lemma: str, parts: Parts) -> bool:
        """Say whether the clause tells a habit: "I smoke", "we always went to Tenby"."""
        if parts.often:
            return not self.perfect
        if self.past or self.perfect or self.progressive or lemma in vocab.STATES or token.pos == "ADJ":
            return False
        return self.base or token.tag == "VBZ"

    def shared_with(self, tree: Tree, other: int) -> bool:
        """Say whether a joined verb stands under the same auxiliaries: "I didn't call or write"."""
        if not self.auxiliaries and not self.denied:
            return False
        own = tree.first(other, "aux", "auxpass", "nsubj", "nsubjpass")
        same = tree.tokens[other].tag == self.tag or (
            self.tag in ("VB", "VBP") and tree.tokens[other].tag in ("VB", "VBP")
        )
        return own is None and same


def verb_group(tree: Tree, head: int) -> VerbGroup:
    """Read the words around a verb."""
    token = tree.tokens[head]
    auxiliaries = [place for place in tree.of(head, "aux", "auxpass") if tree.tokens[place].tag != "TO"]
    said = tuple(tree.lower(place) for place in auxiliaries)
    lemmas = tuple(lemma_at(tree, place) for place in auxiliaries)
    denied = _is_denied(tree, head)
    had = _is_had(said, token)
    rather = any(tree.lower(place) == "rather" for place in tree.of(head, "advmod"))
    actuality = "actual" if had else _modality(said, lemmas, token, denied, rather)
    actuality = facts.further(actuality, _by_adverb(tree, head))
    have = any(lemma in ("have", "ve", "'ve", "’ve") for lemma in lemmas)
    clipped = has_clipped_have(tree, head) and (lemma_at(tree, head) in ACTIVE or tree.first(head, "dobj") is not None)
    perfect = (had or have or clipped) and token.tag in ("VBN", "VBD", "VB", "VBP")
    if tree.lower(head) == "got" and perfect and tree.first(head, "dobj") is not None:
        perfect = False  # "I've got a dog" is "I have a dog"
    past = _is_past(tree, head, said, had, denied)
    return VerbGroup(
        said, denied, actuality, past, perfect and not past, token.tag == "VBG", token.tag in ("VB", "VBP"), token.tag
    )


def _is_denied(tree: Tree, head: int) -> bool:
    denied = False
    for place in tree.children[head]:
        said, dep = tree.lower(place), tree.tokens[place].dep
        if (dep == "neg" or said in facts.NEGATIONS) and dep in ("neg", "advmod", "preconj", "cc"):
            after = tree.lower(place + 1) if place + 1 < len(tree.tokens) else ""
            denied = denied or after not in _NOT_DENYING
        if said in facts.HARDLY or (
            said == "ever" and any(tree.lower(each) in facts.HARDLY for each in tree.children[place])
        ):
            denied = True
    return denied


def _is_had(said: tuple[str, ...], token: Token) -> bool:
    """Say whether "'d" is "had": before a participle."""
    return (
        bool(said)
        and said[0] in ("'d", "’d", "d")
        and (token.tag in ("VBN", "VBD") and len(said) == 1 or "been" in said)
    )


def _modality(said: tuple[str, ...], lemmas: tuple[str, ...], token: Token, denied: bool, rather: bool) -> Actuality:
    """Return what a modal verb makes of it; an ability denied is a fact ("I can't sleep")."""
    modal = next((each for each in said if each in facts.MODALS or each in ("'d", "’d", "d")), None)
    if modal is None:
        return "actual"
    perfect = "have" in lemmas[1:] or "ve" in said[1:] or "of" in said[1:]
    if modal in ("would", "'d", "’d", "d"):
        return "wished" if (token.lemma.lower() in _WISHING or rather) and not perfect else "conditional"
    if perfect:
        return "imagined" if modal in ("could", "should", "ought") and not denied else "possible"
    if modal in facts.ABILITY and denied and token.lemma.lower() != "be":
        return "actual"
    return facts.MODALS[modal]


def _by_adverb(tree: Tree, head: int) -> Actuality:
    found: Actuality = "actual"
    for place in tree.of(head, "advmod", "intj", "npadvmod", "dep"):
        said = tree.lower(place)
        if said in facts.NEARLY:
            found = facts.further(found, "nearly")
        elif said in facts.MAYBE or said in facts.HARDLY:
            found = facts.further(found, "possible")
        elif said == "rather":
            found = facts.further(found, "wished")
    return found


def _is_past(tree: Tree, head: int, said: tuple[str, ...], had: bool, denied: bool) -> bool:
    token = tree.tokens[head]
    if said:
        return had or said[0] in _PAST_AUXILIARIES or (said[0] == "could" and denied)
    if token.tag == "VBD" or token.text.lower() in _SAME_IN_PAST:
        return True
    irregular = token.text.lower() in IRREGULAR and token.tag in ("VB", "VBP")
    return irregular and IRREGULAR[token.text.lower()] != token.text.lower()
