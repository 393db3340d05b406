"""Clauses of a parsed sentence: who does what to whom, with polarity and actuality; who the words mean comes later."""

from dataclasses import dataclass, field, replace
from typing import Final, Literal

from fta_mem.engines.rules.claims import factuality as facts
from fta_mem.engines.rules.claims.complements import clause_effect, is_aside
from fta_mem.engines.rules.claims.kinship import KIN
from fta_mem.engines.rules.claims.parts import Parts, parts_of
from fta_mem.engines.rules.claims.predicates import Predicate, predicate_of
from fta_mem.engines.rules.claims.quotation import Quote
from fta_mem.engines.rules.claims.verb_group import VerbGroup, verb_group
from fta_mem.state.claims import Actuality, Phase
from fta_mem.text.constituents import Tree
from fta_mem.text.grammar import Sentence
from fta_mem.text.word_lists import words

Range = tuple[int, int]
Absent = Literal["", "dropped", "told", "third"]
"""Why a clause has no subject: chat drops "I", somebody is told to do it, or chat drops "he"."""

SUBJECTS: Final = ("nsubj", "nsubjpass", "expl")
_SUPPOSE: Final = words("imagine suppose say picture pretend")
_DEEPEST: Final = 40
_INDEPENDENT: Final = ("dep", "parataxis")
_STANCE: Final = words(
    "love hate like want need miss feel live work have know hope think guess wish mean love drink smoke"
)
_ORDERS: Final = words(
    "worry forget be do let get say tell give go take start ask call come stop make try look feel keep"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause by the places of its words; nothing in it depends on who speaks."""

    head: int
    sentence: int
    predicate: str
    subjects: tuple[int, ...] = ()
    absent: Absent = ""
    objects: tuple[int, ...] = ()
    content: Range | None = None
    """The clause that stands as its object ("that he left")."""
    obliques: tuple[tuple[str, int], ...] = ()
    place: int | None = None
    times: tuple[Range, ...] = ()
    amount: Range | None = None
    adverbs: tuple[str, ...] = ()
    reason: Range | None = None
    denied: bool = False
    actuality: Actuality = "actual"
    past: bool = False
    perfect: bool = False
    phase: Phase = ""
    reporter: int | None = None
    """The place of whoever is said to say it."""
    reported: bool = False
    words: Range = (0, 0)
    main: bool = False


@dataclass(frozen=True, slots=True)
class _Outer:
    """What the clauses around one make of it."""

    actuality: Actuality = "actual"
    denied: bool = False
    phase: Phase = ""
    reporter: int | None = None
    reported: bool = False
    subjects: tuple[int, ...] = ()
    absent: Absent = ""
    group: VerbGroup | None = None
    """The auxiliaries that a joined verb shares, or the tense of a governor that is no claim of its own."""
    carried: Parts | None = None
    """What stands at such a governor: "I quit smoking in May"."""
    first: int | None = None
    main: bool = False
    depth: int = 0


def read_clauses(tree: Tree, number: int, sentence: Sentence, quotes: tuple[Quote, ...] = ()) -> list[Clause]:
    """Return the clauses of one sentence in the order of their words."""
    reader = _Reader(tree, number, sentence, quotes)
    for place in range(sentence.first, sentence.last):
        head = tree.tokens[place].head
        if head == place or not sentence.first <= head < sentence.last:
            reader.read(place, _Outer(main=True))
    return sorted(reader.found, key=lambda clause: (clause.words, clause.head))


@dataclass
class _Reader:
    tree: Tree
    number: int
    sentence: Sentence
    quotes: tuple[Quote, ...]
    found: list[Clause] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    def read(self, head: int, outer: _Outer) -> None:
        """Read the clause of a word, and those below it."""
        # Parses can be as deep as a text is long, and a word can be reached by two ways: it is told once.
        if outer.depth > _DEEPEST or head in self.seen:
            return
        self.seen.add(head)
        outer = self._quoted(head, outer)
        if not self._is_clause(head):
            self._verbless(head, outer)
            return
        predicate = predicate_of(self.tree, head)
        group = self._group(head, outer)
        parts = parts_of(self.tree, head, predicate)
        subjects, absent = self._subjects(head, outer, group)
        told: Actuality = "wished" if absent == "told" else "actual"
        conditional: Actuality = "conditional" if self._has_condition(head) else "actual"
        own = facts.further(facts.further(group.actuality, parts.actuality), facts.further(told, conditional))
        if any(self.tree.lower(place) in _SUPPOSE for place in self.tree.of(head, "intj", "dep", "npadvmod")):
            own = facts.further(own, "imagined")
        # Below a denial that reaches this clause, one more of its own affirms.
        denied = (group.denied or parts.denied or self._denied_subject(subjects)) != outer.denied
        here = replace(
            outer, actuality=facts.further(outer.actuality, own), denied=denied, subjects=subjects, absent=absent,
            group=group, main=False, depth=outer.depth + 1,
        )  # fmt: skip
        stood_in = self._complements(head, predicate, parts, here, outer)
        if not stood_in:
            self._add(head, predicate, group, parts, here, outer)
        self._joined(head, group, here, outer)

    def _quoted(self, head: int, outer: _Outer) -> _Outer:
        quote = next((item for item in self.quotes if item.first <= head <= item.last), None)
        above = self.tree.tokens[head].head
        if quote is None:
            # The parser may hang words behind a quote into it; nobody reports those.
            inside = any(item.first <= above <= item.last for item in self.quotes)
            return _Outer(main=True, depth=outer.depth) if inside else self._according(head, outer)
        if quote.first <= above <= quote.last and above != head:
            return outer
        # What is quoted is somebody's word; that the speaker denies or plans something around it changes none of it.
        own = _Outer(main=outer.main, depth=outer.depth)
        return replace(own, actuality="reported", reported=True, reporter=quote.reporter)

    def _according(self, head: int, outer: _Outer) -> _Outer:
        """Return what "according to Mum" makes of a clause."""
        prep = next((place for place in self.tree.of(head, "prep") if self.tree.lower(place) == "according"), None)
        to = self.tree.first(prep, "prep") if prep is not None else None
        if to is None:
            return outer
        actuality = facts.further(outer.actuality, "reported")
        return replace(outer, actuality=actuality, reported=True, reporter=self.tree.first(to, "pobj"))

    def _is_clause(self, head: int) -> bool:
        token = self.tree.tokens[head]
        if token.pos in ("VERB", "AUX") or token.dep == "dobj" or token.text in ("'s", "’s"):
            return True
        if self.tree.first(head, *SUBJECTS, "cop") is not None:
            return True
        return any(self.tree.lower(place) in ("do", "does", "did") for place in self.tree.of(head, "aux"))

    def _group(self, head: int, outer: _Outer) -> VerbGroup:
        own = verb_group(self.tree, head)
        shared = outer.group
        if shared is None:
            return own
        # The tense is the governor's: "I quit smoking" is past, though "smoking" shows no tense.
        if outer.carried is not None:
            return replace(own, past=shared.past, perfect=shared.perfect, progressive=shared.progressive)
        return own

    def _subjects(self, head: int, outer: _Outer, group: VerbGroup) -> tuple[tuple[int, ...], Absent]:
        own = self.tree.of(head, *SUBJECTS)
        said = [place for place in own if self.tree.tokens[place].dep != "expl"] or own
        if len(said) > 1 and self.tree.lower(said[0] + 1) == ",":
            said = said[1:]  # "Hey Berit, I'm back": the first only calls
        if said:
            return self._with_joined(head, said), ""
        complement = self.tree.first(head, "acomp")
        inner = self.tree.of(complement, *SUBJECTS) if complement is not None else []
        if inner:
            return self._with_joined(complement or head, inner), ""  # "Who is Mara married to?"
        stray = self._stray_subject(head, group)
        if stray is not None:
            return self._with_joined(head, [stray]), ""
        if outer.subjects or not outer.main or outer.carried is not None:
            return outer.subjects, outer.absent
        return (), self._absence(head, group)

    def _with_joined(self, head: int, said: list[int]) -> tuple[int, ...]:
        """Return a subject with what is joined to it, also where the parser takes the first of two for an adverbial."""
        subject, *further = said
        joined = [subject]
        for place in further:
            joined += self.tree.of(place, "conj")  # the second word of a name that the parser took apart
        for place in joined:
            joined += self.tree.of(place, "conj")
        before = [
            place
            for place in self.tree.of(head, "npadvmod", "dep", "nsubj")
            if place < subject and self.tree.first(place, "cc") is not None
        ]
        return tuple(dict.fromkeys([*before, *joined]))

    def _stray_subject(self, head: int, group: VerbGroup) -> int | None:
        """Return a pronoun right before the verb, or the noun of a finite one, that the parser gave another role."""
        place = head - 1
        noun = next((child for child in self.tree.of(head, "compound") if child == place), None)
        if (
            noun is not None
            and (self.tree.first(head, "det", "poss") is not None)
            and (group.auxiliaries or self.tree.tokens[head].tag in ("VBZ", "VBD", "VBP"))
        ):
            return noun
        if place < self.sentence.first or self.tree.lower(place) not in ("i", "he", "she", "we", "they"):
            return None
        return place if self.tree.tokens[place].head == head else None

    def _absence(self, head: int, group: VerbGroup) -> Absent:
        token = self.tree.tokens[head]
        if token.tag == "VBZ" and not group.auxiliaries:
            return "third"
        if group.auxiliaries and group.auxiliaries[0] in ("does", "has", "is", "was", "'s"):
            return "third" if group.auxiliaries[0] in ("does", "has") else "dropped"
        lemma = token.lemma.lower()
        if group.base and not group.past:
            if group.auxiliaries:
                orders = group.denied and lemma in _ORDERS and "anymore" not in self.sentence.text.lower()
                return "told" if orders or group.auxiliaries[0] in ("let", "please") else "dropped"
            # Nobody is ordered to hope or to live somewhere: there chat has dropped "I".
            return "dropped" if lemma in _STANCE or token.tag == "VBP" else "told"
        return "dropped"

    def _denied_subject(self, subjects: tuple[int, ...]) -> bool:
        for place in subjects[:1]:
            said = self.tree.lower(place)
            dets = {self.tree.lower(child) for child in self.tree.of(place, "det", "preconj", "cc")}
            if said in facts.NOTHING or dets & {"no", "neither"}:
                return True
        return False

    def _has_condition(self, head: int) -> bool:
        return any(
            mark is not None and self.tree.lower(mark) in ("if", "unless") and not is_aside(self.tree, place)
            for place in self.tree.of(head, "advcl")
            for mark in [self.tree.first(place, "mark")]
        )

    def _complements(self, head: int, predicate: Predicate, parts: Parts, here: _Outer, outer: _Outer) -> bool:
        """Read the clauses that a clause takes; say whether one of them stands for it."""
        stood_in = False
        for place in self.tree.children[head] + parts.inner:
            below = place in parts.inner and self.tree.tokens[self.tree.tokens[place].head].pos == "ADJ"
            governor = self.tree.tokens[place].head if below else head
            effect = clause_effect(self.tree, governor, place, None if below else predicate, here.group)
            if effect is None:
                continue
            if effect.stands_in:
                stood_in = True
            elif not effect.free and self.tree.tokens[place].dep in ("ccomp", "xcomp") and predicate.text != "be":
                parts.content = parts.content or self._content(place)
            self.read(place, self._under(effect, head, place, parts, here, outer))
        for noun in (*parts.objects, *here.subjects, *(place for _, place in parts.obliques)):
            self._relative(noun, here)
        return stood_in

    def _content(self, place: int) -> Range:
        inside = [
            each
            for each in self.tree.subtree(place, without=("punct",))
            if self.sentence.first <= each < self.sentence.last
        ]
        return inside[0], inside[-1]

    def _under(self, effect: facts.Effect, head: int, place: int, parts: Parts, here: _Outer, outer: _Outer) -> _Outer:
        """Return what a clause finds around it under its governor."""
        token = self.tree.tokens[place]
        if effect.free:
            # What merely stands beside a clause owes it neither tense nor denial; what is joined to it shares its
            # subject.
            kept = replace(outer, subjects=here.subjects if token.dep == "conj" else (), first=None)
            return replace(
                kept, absent="" if kept.subjects else here.absent, group=None, carried=None, depth=here.depth
            )
        denied = (here.denied if effect.follows or effect.stands_in else False) != effect.flips
        if effect.flips and not effect.stands_in:
            # "Without telling her" is denied whatever becomes of the deed that it goes with.
            denied = not here.denied or token.dep == "pcomp"
        actuality = facts.further(effect.actuality, here.actuality)
        if effect.stands_in and here.actuality == "nearly":
            actuality = "nearly"
        under = replace(
            here, actuality=actuality, denied=denied, phase=effect.phase or here.phase, carried=None, group=None,
            subjects=self._controller(head, place, parts, here), main=False,
        )  # fmt: skip
        if effect.reports:
            reporter = here.subjects[0] if here.subjects else None
            under = replace(under, reported=True, reporter=self._reporter(head, reporter))
        if effect.stands_in:
            first = here.first if here.first is not None else self._first_word(head, here)
            under = replace(under, carried=parts, group=here.group, first=first, main=outer.main)
        return under

    def _reporter(self, head: int, subject: int | None) -> int | None:
        """Return who says it: the subject of the verb of saying, nobody known for what was heard or told."""
        token = self.tree.tokens[head]
        if token.lemma.lower() in ("hear", "read") or self.tree.first(head, "nsubjpass") is not None:
            agent = self.tree.first(head, "agent")
            return None if agent is None else self.tree.first(agent, "pobj")
        return subject

    def _controller(self, head: int, place: int, parts: Parts, here: _Outer) -> tuple[int, ...]:
        """Return whose deed an infinitive is: the object's if there is one ("told him to go"), else the subject's."""
        objects = [item for item in parts.objects if self.tree.tokens[item].dep in ("dobj", "dative")]
        if (
            objects
            and self.tree.tokens[place].dep == "xcomp"
            # Who promises somebody to call is the one to call.
            and self.tree.tokens[head].lemma.lower() not in ("promise",)
        ):
            return tuple(objects)
        return here.subjects

    def _first_word(self, head: int, here: _Outer) -> int:
        said = [place for place in here.subjects if self.sentence.first <= place < head]
        return min([self._leftmost(place) for place in said] + [head])

    def _leftmost(self, place: int) -> int:
        return min(self.tree.subtree(place))

    def _relative(self, noun: int, here: _Outer) -> None:
        """Read what a relative clause says of a noun, unless the noun is denied or nobody certain."""
        for place in self.tree.of(noun, "relcl"):
            # "I have no friend who calls" leaves nobody who calls; "my sister, who calls" is there all the same.
            if here.denied and self.tree.first(noun, "poss") is None:
                continue
            self.read(place, _Outer(here.actuality, subjects=(noun,), depth=here.depth, main=False))

    def _add(
        self, head: int, predicate: Predicate, group: VerbGroup, parts: Parts, here: _Outer, outer: _Outer
    ) -> None:
        merged = parts if outer.carried is None else parts.with_carried(outer.carried)
        subjects, objects = _relative_roles(self.tree, head, here.subjects, merged.objects)
        actuality = here.actuality
        if actuality == "actual" and group.habit(self.tree.tokens[head], predicate.lemma, merged):
            actuality = "habitual"
        phase: Phase = here.phase
        # "Not any more" says that it was so, which a plain denial doesn't.
        if here.denied and merged.ended:
            phase = "end"
        first, last = self._range(head)
        self.found.append(
            Clause(
                head, self.number, predicate.text, subjects, here.absent, objects, merged.content,
                tuple(merged.obliques), merged.place, tuple(merged.times), merged.amount, tuple(merged.adverbs),
                merged.reason, here.denied, actuality, group.past, group.perfect, phase, outer.reporter,
                outer.reported, (first if outer.first is None else min(first, outer.first), last), outer.main,
            )
        )  # fmt: skip

    def _range(self, head: int) -> Range:
        """Return the first and the last word of a clause without the clauses that are joined to it or explain it."""
        own = self.tree.subtree(head, without=("ccomp", "advcl", "conj", "parataxis", "dep", "cc", "punct", "relcl"))
        inside = [place for place in own if self.sentence.first <= place < self.sentence.last] or [head]
        return inside[0], inside[-1]

    def _joined(self, head: int, group: VerbGroup, here: _Outer, outer: _Outer) -> None:
        """Read the verbs joined to one: they share its subject, and its auxiliaries where their form says so."""
        for place in self.tree.of(head, "conj"):
            if not self._is_clause(place) and self.tree.tokens[place].tag != "VBN":
                continue
            shares = group.shared_with(self.tree, place)
            own = replace(
                outer, subjects=here.subjects, absent=here.absent, first=None, depth=here.depth, main=outer.main
            )
            if shares:
                denied = outer.denied != (group.denied and not outer.denied) if group.denied else outer.denied
                own = replace(own, actuality=facts.further(outer.actuality, group.actuality), denied=denied)
                own = replace(own, group=group if outer.carried is not None else None)
            self.read(place, own)

    def _verbless(self, head: int, outer: _Outer) -> None:
        """Read "Not married.", "no kids", and the clauses that stand below a word that is no verb."""
        self._fragment(head, outer)
        for place in self.tree.children[head]:
            token = self.tree.tokens[place]
            if token.dep == "relcl":
                self.read(place, _Outer(outer.actuality, subjects=(head,), depth=outer.depth + 1))
            elif token.dep in ("ccomp", "advcl", "conj", "appos", "acl", "xcomp", *_INDEPENDENT):
                effect = clause_effect(self.tree, head, place, None, None) or facts.FREE
                actuality = facts.further(outer.actuality, effect.actuality)
                under = replace(
                    outer, actuality=actuality, depth=outer.depth + 1, main=outer.main and token.dep != "advcl"
                )
                if self._is_clause(place) or self.tree.children[place]:
                    self.read(place, under)

    def _lacks(self, head: int) -> bool:
        """Say whether "no" before a noun says what its speaker hasn't got ("no kids, no husband")."""
        return self.tree.lower(head) in LACKED and any(
            self.tree.lower(child) == "no" for child in self.tree.of(head, "det", "neg")
        )

    def _fragment(self, head: int, outer: _Outer) -> None:
        token = self.tree.tokens[head]
        if outer.main and self._lacks(head):
            group = replace(verb_group(self.tree, head), denied=True, past=False, perfect=False)
            parts = Parts(objects=[head])
            self._add(
                head,
                Predicate("have", "have", "have"),
                group,
                parts,
                replace(outer, denied=True, absent="dropped"),
                outer,
            )
        if not outer.main or token.pos not in ("ADJ", "VERB") or token.dep not in ("ROOT", "ccomp", "conj"):
            return
        if token.lemma.lower() not in STATUS:
            return
        predicate = Predicate("be", "be", object=head)
        parts = parts_of(self.tree, head, predicate)
        parts = replace(parts, objects=[head])
        group = verb_group(self.tree, head)
        here = replace(
            outer,
            denied=group.denied != outer.denied,
            absent="dropped",
            actuality=facts.further(outer.actuality, parts.actuality),
        )
        self._add(head, predicate, replace(group, past=False, perfect=False), parts, here, outer)


LACKED: Final = KIN | words("job pets pet dog cat car money allergies plans insurance degree siblings religion debts")
STATUS: Final = words(
    "single married divorced engaged separated widowed pregnant retired unemployed tired exhausted sad happy lonely "
    "anxious "
    "depressed ill sick pregnant alone scared angry nervous stressed fine sober clean adopted vegan vegetarian "
    "employed "
    "homeless deaf blind bisexual gay lesbian asexual trans transgender"
)


def _relative_roles(
    tree: Tree, head: int, subjects: tuple[int, ...], objects: list[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return subject and objects of a clause with the noun that it describes for its relative pronoun."""
    if tree.tokens[head].dep != "relcl":
        return subjects, tuple(objects)
    noun = tree.tokens[head].head
    pronouns = ("who", "which", "that", "whom")
    own = tuple(noun if tree.lower(place) in pronouns else place for place in subjects)
    given = tuple(noun if tree.lower(place) in pronouns else place for place in objects)
    # "The flat we rented" has no pronoun: the noun is what was rented.
    if noun not in own and not given:
        given = (noun,)
    return own, given
