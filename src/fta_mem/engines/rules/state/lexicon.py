"""The small lexicon of state: which verbs begin, change or end what holds, which words mean the same or the opposite.

It stands for a thesaurus, which no package of the default install brings. Lists are short on purpose: a word that is
missing costs a link, a word that is wrong makes a false one.
"""

from functools import cache
from typing import Final, Literal

from fta_mem.text.content_words import stem
from fta_mem.text.word_lists import entries, words

Aspect = Literal["", "begins", "changes", "ends"]

_BEGINNING: Final = (
    "start, begin, take up, join, sign up, enrol, enroll, go back, come back, return, resume, restart, pick up, "
    "pick back up, get back, move in, move into, settle, settle in, settle down, become, adopt, buy, acquire, inherit, "
    "hire, register, set up, take on, go on, put on, put back, be hired, be promoted, be born"
)
_CHANGING: Final = (
    "change, switch, swap, move, shift, transfer, postpone, put off, push back, bring forward, reschedule, "
    "rearrange, delay, raise, increase, lower, reduce, cut, cut down, cut back, go up, go down, come down, double, "
    "halve, replace, rename, upgrade, relocate, turn into, be moved, be postponed, be rescheduled, be put off, "
    "be pushed back, be delayed"
)
_ENDING: Final = (
    "stop, quit, give up, cease, finish, end, leave, drop, drop out, resign, retire, cancel, call off, sell, lose, "
    "give away, rehome, get rid, throw away, throw out, move out, move away, break up, split, split up, separate, "
    "divorce, walk out, dump, come off, get off, kick, ditch, abandon, delete, uninstall, be over, be finished, be "
    "done, die, pass away, close, close down, shut, shut down, fall through, be fired, be sacked, be laid off, be let "
    "go, be cancelled, be canceled, be called off, be sold, be stolen, be closed, phase out"
)
CALLING_OFF: Final = frozenset(
    entries(
        "cancel, call off, fall through, scrap, abandon, be cancelled, be canceled, be called off, be scrapped, drop"
    )
)
PUTTING_OFF: Final = frozenset(
    entries(
        "postpone, put off, push back, bring forward, reschedule, rearrange, delay, move, be postponed, be moved, "
        "be rescheduled, be put off, be pushed back, be delayed"
    )
)
_SAME: Final = (
    "like, love, enjoy, adore, be fond, be into, be keen",
    "accept, take up, say yes, agree",
    "attend, go, go along, show up, turn up, make it, come, travel, fly, drive, head, visit, come along, be there",
    "talk, speak, chat",
    "tell, admit, confess, inform, reveal, let know, come clean",
    "finish, complete, graduate, be through",
    "live, reside, dwell",
    "date, go out",
    "call, ring, phone, facetime",
    "send, mail, post, email",
    "help, do good, make better",
    "understand, get",
    "let, allow, give",
    "marry, get married, wed",
    "quit, resign, give notice, hand in notice",
    "repair, fix, mend",
    "surgery, operation",
    "journey, trip, travel, visit, flight",
    "doctor, gp, physician",
    "therapist, counsellor, counselor, psychologist, shrink",
    "boss, manager, supervisor, line manager",
    "flatmate, roommate, housemate",
    "partner, boyfriend, girlfriend, husband, wife, spouse, fiance, fiancee, fiancé, fiancée, other half",
    "mum, mom, mother, mama, mam",
    "dad, father, papa, daddy",
    "grandma, grandmother, nan, gran, granny",
    "grandpa, grandfather, grandad, granddad",
    "job, post, position",
    "flat, apartment",
    "medication, medicine, tablet, tablets, pill, pills, meds",
    "drink, beer, wine, alcohol, booze",
)
_OPPOSITE: Final = (
    ("like", "hate, dislike, detest, loathe, can't stand, can stand, go off"),
    ("accept", "refuse, reject, decline, turn down, pass up, say no"),
    ("pass", "fail, flunk"),
    ("attend", "skip, bail, stay away, not make it"),
    ("remember", "forget"),
    ("tell", "hide, conceal, keep quiet"),
    ("trust", "distrust, mistrust"),
    ("agree", "disagree"),
    ("help", "make worse, worsen, backfire"),
    ("improve", "worsen"),
    ("allow", "forbid, ban"),
    ("include", "exclude"),
)
_POLES: Final = (
    ("single", "married engaged taken"),
    ("married", "divorced separated"),
    ("happy", "unhappy miserable sad"),
    ("well", "ill sick unwell poorly"),
    ("healthy", "ill sick"),
    ("sober", "drunk"),
    ("employed", "unemployed jobless"),
    ("open", "closed shut"),
    ("alive", "dead"),
    ("better", "worse"),
    ("true", "false untrue"),
    ("easy", "hard difficult"),
    ("safe", "dangerous unsafe"),
    ("together", "apart separated"),
    ("full", "empty"),
    ("awake", "asleep"),
    ("calm", "anxious nervous"),
    ("vegetarian", "carnivore"),
    ("pregnant", ""),
)
POINTING: Final = words(
    "it that this these those there them they he she him her who what which something anything everything nothing "
    "someone anyone everyone nobody somebody anybody everybody one ones here so such us we me i you thing things stuff"
)
"""Words that name nothing by themselves: what they point at is not told, so they agree with nothing."""
LASTING_STATES: Final = words(
    "vegetarian vegan pescatarian allergic autistic diabetic dyslexic sober retired pregnant adopted left-handed "
    "right-handed deaf blind bilingual trans gay lesbian bisexual nonbinary catholic muslim jewish buddhist hindu "
    "christian quaker atheist welsh irish scottish english british american canadian german french spanish italian "
    "polish dutch indian chinese mexican brazilian turkish greek portuguese danish swedish norwegian finnish single "
    "married engaged divorced separated widowed unemployed employed homeless mutual orphan widow widower together"
)
"""What somebody is for months or for good, so that saying otherwise later is a change."""
SAYING: Final = words(
    "think know say mean guess hope feel suppose figure wonder seem sound look thank appreciate imagine wait happen "
    "matter depend would could should need see"
)
"""Verbs of speech and thought that tell no deed of their own."""
PASSING: Final = SAYING | words(
    "tell ask let try wish forget remember hear realise realize notice understand do get give make put find bring come "
    "expect promise swear agree decide laugh cry smile"
)
"""Verbs of a moment, of speech or of thought: in the present too they tell no state that lasts."""
MOODS: Final = words(
    "mad glad sorry happy sad tired afraid scared sure proud worried nervous angry ok okay fine good bad better "
    "worse great relieved grateful embarrassed ashamed guilty upset excited curious ready lucky annoyed jealous "
    "shocked surprised hungry cold hot alright calm awful terrible wrong right true dark easy hard possible sick busy "
    "late early quiet awake asleep lonely stupid weird strange nice lovely funny careful welcome able"
)
"""What somebody is at a moment: said otherwise a month later, it is another moment and no change of state."""


@cache
def _aspects() -> dict[str, Aspect]:
    table: dict[str, Aspect] = {}
    for aspect, listed in (("begins", _BEGINNING), ("changes", _CHANGING), ("ends", _ENDING)):
        table.update(dict.fromkeys(entries(listed), aspect))  # type: ignore[arg-type]  # the three literals above
    return table


@cache
def _concepts() -> dict[str, tuple[str, int]]:
    table = {word: (group.split(",")[0], 1) for group in _SAME for word in entries(group)}
    for head, listed in _OPPOSITE:
        table.update({word: (table.get(head, (head, 1))[0], -1) for word in entries(listed)})
    return table


def aspect_of(predicate: str) -> Aspect:
    """Say whether a verb tells of a beginning, a change or an end; "" for all others."""
    return _aspects().get(predicate.casefold(), "")


def concept_of(word: str) -> tuple[str, int]:
    """Return what a word means, and -1 where it says the opposite of that ("fail" is ("pass", -1))."""
    plain = word.casefold()
    return _concepts().get(plain) or (stem(plain) if " " not in plain else plain, 1)


def sense_of(noun: str) -> str:
    """Return the first of the words that mean the same as a noun ("gp" is "doctor"), else the noun itself."""
    return _concepts().get(noun, (noun, 1))[0]


def are_opposite(first: str, second: str) -> bool:
    """Say whether two adjectives exclude each other ("single", "married")."""
    one, other = first.casefold(), second.casefold()
    return any(
        (one == pole and other in against.split()) or (other == pole and one in against.split())
        for pole, against in _POLES
    )
