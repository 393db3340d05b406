"""Claims of one turn's clauses: who the words mean, which days, one claim for each joined subject or object."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fta_mem.engines.rules.claims import factuality as facts
from fta_mem.engines.rules.claims.clauses import STATUS, Clause, Range
from fta_mem.engines.rules.claims.turn_reading import TurnReading
from fta_mem.engines.rules.claims.wording import named, phrase
from fta_mem.state.claims import Actuality, Claim
from fta_mem.temporal.mention import TimeMention
from fta_mem.temporal.resolve import dated_by, find_times, parse_moment
from fta_mem.text.word_lists import words

_SOON: Final = words("soon tomorrow tonight next later")
_EXPECTED: Final = words("baby twin child boy girl operation surgery procedure scan biopsy wedding party funeral")
SOMEBODY: Final = "somebody"
"""Whose word it is where nobody is named ("I was told")."""
_HOLDS: Final = ("actual", "habitual")


@dataclass(frozen=True, slots=True)
class Said:
    """A claim with the clause that it is made of."""

    claim: Claim
    clause: Clause


def statements_of(reading: TurnReading, session: str, *, dropped: str, asking: bool = False) -> list[Said]:
    """Return the claims of a turn in order; ``dropped`` is whom a left-out "he" or "she" would mean.

    With ``asking`` the turn is a question, read for what it asks: it isn't marked as merely asked.
    """
    return [
        Said(claim, clause)
        for clause in reading.grammar.clauses
        for claim in _claims(_Maker(reading, session, dropped, asking), clause)
    ]


def _claims(maker: "_Maker", clause: Clause) -> Iterator[Claim]:
    subjects = maker.subjects(clause)
    objects = maker.objects(clause)
    whole = maker.claim(clause)
    owned = len(objects) == 1 and "'s " in objects[0]
    if subjects in (["It"], ["it"]) and whole.predicate == "be" and whole.time and owned:
        subjects, objects = objects, [""]  # "It's my birthday tomorrow"
    for subject in subjects:
        others = [other for other in subjects if other and other != subject]
        # Each of those who do it together does it with the others, whoever is asked about.
        company = tuple(("with", other) for other in others)
        for item in objects:
            people = tuple(dict.fromkeys(name for name in (*whole.people, *subjects) if name and name != subject))
            yield replace(whole, subject=subject, object=item, people=people, obliques=(*whole.obliques, *company))


@dataclass(frozen=True, slots=True)
class _Maker:
    reading: TurnReading
    session: str
    dropped: str
    asking: bool

    def subjects(self, clause: Clause) -> list[str]:
        """Return whom or what a clause is about; [""] where nobody is clear."""
        voice = self.reading.voice_at(clause.head)
        if not clause.subjects:
            dropped = self._dropped(clause, voice.speaker)
            absent = {"dropped": dropped, "told": voice.addressee, "third": self.dropped, "": ""}[clause.absent]
            return [absent]
        found = [self._subject(place) for place in clause.subjects]
        return list(dict.fromkeys(found)) or [""]

    def _dropped(self, clause: Clause, speaker: str) -> str:
        """Return whom a clause without subject is about: its speaker, unless "it" or the one talked of is as likely."""
        before = [each for each in self.reading.grammar.clauses if each.sentence < clause.sentence and each.main]
        if before and before[-1].subjects:
            last = self._subject(before[-1].subjects[0])
            # "He moved out. Took the dog.": after somebody else, a dropped subject may be either, so it is nobody.
            if last != speaker:
                effect = facts.VERBS.get(clause.predicate)
                return last if effect is not None and effect.reports else ""
        # These drop "it" as easily as "I" ("Was lovely"), unless what is said can only be of a person.
        if clause.predicate in ("be", "become", "look", "sound", "seem", "feel", "take", "cost", "happen"):
            tree = self.reading.tree
            own = clause.predicate == "feel" or tree.lower(clause.words[0]) in ("am", "been", "being", "m", "'m", "not")
            status = any(tree.tokens[place].lemma.lower() in STATUS for place in clause.objects)
            return speaker if own or status else ""
        return speaker

    def _subject(self, place: int) -> str:
        tree = self.reading.tree
        said = tree.lower(place)
        if said in ("neither", "none", "both", "all", "each", "either", "one"):
            of = next((tree.first(prep, "pobj") for prep in tree.of(place, "prep") if tree.lower(prep) == "of"), None)
            if of is not None:
                return phrase(tree, of, self.reading.labels)
        if said in ("nobody", "noone", "none", "nothing", "one") and place not in self.reading.labels:
            return ""
        det = tree.first(tree.tokens[place].head, "det", "poss")
        if tree.tokens[place].dep == "compound" and det is not None and det < place:
            return named(tree, det, place, self.reading.labels)  # "The boiler leaks", taken for one noun
        return self._phrase(place)

    def _phrase(self, place: int) -> str:
        tree = self.reading.tree
        if tree.tokens[place].tag in ("WP", "WDT", "WRB", "WP$"):
            return ""
        return phrase(tree, place, self.reading.labels)

    def objects(self, clause: Clause) -> list[str]:
        """Return the objects of a clause, one for each joined by "and"; its content clause where it has none."""
        tree = self.reading.tree
        said = [place for place in clause.objects if tree.lower(place) not in facts.NOTHING]
        if len(said) > 1:
            said = [place for place in said if tree.tokens[place].tag not in ("WP", "WDT")]
        if said:
            first, *further = said
            if further and tree.tokens[further[-1]].dep == "oprd":
                return [self._phrase(first)]
            return list(dict.fromkeys(self._complement(clause, place) for place in said))
        if clause.content is not None:
            return [named(tree, *clause.content, self.reading.labels)]
        return [""]

    def _complement(self, clause: Clause, place: int) -> str:
        return self.reading.tree.tokens[place].text if place == clause.head else self._phrase(place)

    def claim(self, clause: Clause) -> Claim:
        """Return the clause as a claim without its subject and object."""
        reading, tree = self.reading, self.reading.tree
        first, last = clause.words
        span = (tree.tokens[first].span[0], tree.tokens[last].span[1])
        mentions = self._mentions(clause, span)
        # A denied clause keeps the day that it denies: a correction is known by it.
        best = dated_by(mentions) or next((each for each in mentions if each.denied and each.start), None)
        dated = (
            best is not None
            and best.start is not None
            and best.end is not None
            and best.kind in ("point", "since", "until")
        )
        start = best.start.isoformat() if dated and best is not None and best.start is not None else None
        end = (
            best.end.isoformat()
            if dated and best is not None and best.end is not None and best.kind == "point"
            else None
        )
        return Claim(
            predicate=clause.predicate,
            place="" if clause.place is None else self._phrase(clause.place),
            time=self._time(clause, mentions),
            start=start,
            end=end,
            amount="" if clause.amount is None else tree.text(*clause.amount),
            obliques=tuple((prep, self._phrase(noun)) for prep, noun in clause.obliques),
            people=self._people(clause),
            polarity="denied" if clause.denied else "asserted",
            actuality=self._actuality(clause, best, mentions),
            past=clause.past,
            perfect=clause.perfect,
            speaker=reading.voice.speaker,
            reported_by=self._reporter(clause),
            session=self.session,
            turn=reading.turn.index,
            words=tree.parsed.text[span[0] : span[1]],
            span=span,
            adverbs=tuple(dict.fromkeys(clause.adverbs)),
            reason="" if clause.reason is None else named(tree, *clause.reason, reading.labels),
            phase=clause.phase,
        )

    def _reporter(self, clause: Clause) -> str:
        if not clause.reported:
            return ""
        if clause.reporter is None:
            return SOMEBODY
        return (
            phrase(self.reading.tree, clause.reporter, self.reading.labels)
            or self.reading.tree.tokens[clause.reporter].text.lower()
        )

    def _people(self, clause: Clause) -> tuple[str, ...]:
        """Return who else is in a clause, the subject's own words left out."""
        inside = range(clause.words[0], clause.words[1] + 1)
        places = [place for place in (*inside, *clause.objects, *(noun for _, noun in clause.obliques))]
        subjects = {*clause.subjects}
        found = (self.reading.labels.get(place, "") for place in places if place not in subjects)
        return tuple(dict.fromkeys(name for name in found if name))

    def _mentions(self, clause: Clause, span: tuple[int, int]) -> list[TimeMention]:
        """Return the time expressions that stand in the clause and in none inside it."""
        tree = self.reading.tree
        found = find_times(tree.parsed.text, self.reading.turn.timestamp)
        return [mention for mention in found if self._belongs(clause, mention)]

    def _belongs(self, clause: Clause, mention: TimeMention) -> bool:
        tree = self.reading.tree
        covering = [
            other
            for other in self.reading.grammar.clauses
            if any(
                _covers(tree.tokens[first].span[0], tree.tokens[last].span[1], mention)
                for first, last in (other.words, *other.times)
            )
        ]  # fmt: skip
        if not covering:
            return False
        # Of nested clauses the innermost has the day: "She said on Monday that he left on Friday" has two.
        narrow = min(covering, key=lambda other: (other.words[1] - other.words[0], other.words[0]))
        within_time = any(_covers(tree.tokens[a].span[0], tree.tokens[b].span[1], mention) for a, b in clause.times)
        return narrow is clause or (within_time and clause in covering)

    def _time(self, clause: Clause, mentions: Sequence[TimeMention]) -> str:
        """Return the words that date the clause, as said."""
        tree = self.reading.tree
        said = [
            (tree.tokens[first].span[0], named(tree, first, last, self.reading.labels))
            for first, last in _apart(clause.times)
        ]
        spans = [(tree.tokens[first].span[0], tree.tokens[last].span[1]) for first, last in clause.times]
        said += [
            (mention.span[0], mention.text)
            for mention in mentions
            if not any(begin < mention.span[1] and mention.span[0] < end for begin, end in spans)
        ]
        return ", ".join(dict.fromkeys(text for _, text in sorted(said)))

    def _actuality(self, clause: Clause, best: TimeMention | None, mentions: Sequence[TimeMention]) -> Actuality:
        """Return whether it is so: what lies ahead is planned, and a question or a supporter's guess states nothing."""
        actuality = clause.actuality
        if actuality in _HOLDS and (self._lies_ahead(clause, best, mentions) or self._is_awaited(clause)):
            actuality = "planned"
        if self.asking:
            return actuality
        if self.reading.grammar.asks[clause.sentence]:
            actuality = facts.further(actuality, "asked")
        # A supporter knows of the other's life by what they were told: what they say of it is no second source.
        elif self.reading.supports and self.subjects(clause) != [self.reading.voice.speaker]:
            actuality = facts.further(actuality, "possible")
        return actuality

    def _is_awaited(self, clause: Clause) -> bool:
        """Say whether an event is on its way: who "is having a baby" has none yet."""
        tree = self.reading.tree
        coming = tree.tokens[clause.head].tag == "VBG" and not clause.past and not clause.perfect
        return (
            coming
            and clause.predicate == "have"
            and any(tree.tokens[place].lemma.lower() in _EXPECTED for place in clause.objects)
        )

    def _lies_ahead(self, clause: Clause, best: TimeMention | None, mentions: Sequence[TimeMention]) -> bool:
        if clause.past or clause.perfect:
            return False
        day = parse_moment(self.reading.turn.timestamp)
        if best is not None and best.kind == "point" and best.start is not None and day is not None:
            return best.start.isoformat() > day.isoformat()[:10]
        token = self.reading.tree.tokens[clause.head]
        text = " ".join(
            [*(mention.text for mention in mentions), *(self.reading.tree.text(*span) for span in clause.times)]
        )
        return token.tag == "VBG" and bool(_SOON & {*text.lower().split()})


def _apart(spans: Sequence[Range]) -> list[Range]:
    """Drop the spans that lie within others."""
    ordered = sorted(dict.fromkeys(spans), key=lambda span: (span[0], -span[1]))
    kept: list[Range] = []
    for span in ordered:
        if not kept or span[1] > kept[-1][1]:
            kept.append(span)
    return kept


def _covers(begin: int, end: int, mention: TimeMention) -> bool:
    return begin <= mention.span[0] and mention.span[1] <= end
