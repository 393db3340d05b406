"""What was arranged lies ahead though its verb is past: "I booked a room for Monday", "we agreed to meet on Friday".

The time in the complement of such a verb is that of what was arranged, not of the arranging. Where it may be either
("I booked a table on Saturday"), the words have two readings and give no day.
"""

import re
from typing import Literal

Outlook = Literal["past", "arranged", "unclear"]

_FEW = r"(?:[\w']+\s+)"
_OBJECT = r"(?:appointments?|bookings?|reservations?|arrangements?|plans|slots?|tickets?|seats?|flights?)"
# Something is taken for a time. Without "for" the time may as well be that of the taking.
_TAKEN = (
    rf"(?:made|got|found|gave|bought|given)\s+{_FEW}{{0,4}}?{_OBJECT}|"
    r"booked|reserved|scheduled|rescheduled|arranged|planned|organi[sz]ed"
)
# The same, but only "for" or "until" shows that it was for a time.
_SET = (
    rf"(?:set|fixed|chose|picked|named|given|gave|got)\s+{_FEW}{{0,3}}?(?:dates?|day|time|hearing|trial|wedding|meeting|interview|exam|notice)|"
    rf"settled|rented|hired|ordered|pencil?led\s+{_FEW}{{0,3}}?in|put\s+{_FEW}{{1,3}}?(?:down|in)|saved|cleared|kept"
)
# What is put to another day: the new day stands behind "to" or "until".
_PUT_OFF = (
    r"postponed|delayed|deferred|adjourned|moved|pushed|shifted|changed|switched|swapped|bumped|brought|put|extended|"
    r"rebooked|rearranged|re-arranged|rescheduled|held\s+over"
)
# An event that one is asked to or enters: a time behind it is the event's.
_ENTERED = (
    rf"invited|signed\s+{_FEW}{{0,2}}?up|registered|enrol+ed|entered|rsvp'?e?d|accepted\s+{_FEW}{{0,2}}?invitation|"
    rf"(?:bought|got)\s+{_FEW}{{0,3}}?tickets?(?=\s+(?:to|for)\b)|asked\s+(?:me|us|him|her|them|everyone|{_FEW}\w+)(?=\s+(?:to|along)\b)"
)
# Commitments: an infinitive or "would" behind them is still to come.
_COMMITTED = (
    r"agreed|promised|decided|offered|vowed|swore|sworn|volunteered|committed|resolved|chose|chosen|opted|"
    r"persuaded|convinced|assured"
)
_TOLD = r"asked|told|begged|invited|reminded|warned|texted|wrote|emailed"
# The day itself is what was chosen.
_PICKED = r"picked|suggested|named|went\s+for|gave\s+(?:me|us)|offered\s+(?:me|us)"
# What was dropped was to be on a day, or was dropped on it.
_DROPPED = r"cancell?ed|called\s+off|scrapped"
_SAID = r"said|announced|replied|confirmed|heard|learned|learnt|found\s+out"
_CUE = re.compile(
    rf"\b(?:(?P<dropped>{_DROPPED})|(?P<entered>{_ENTERED})|(?P<taken>{_TAKEN})|"
    rf"(?P<set>{_SET})|(?P<off>{_PUT_OFF})|(?P<committed>{_COMMITTED})|(?P<told>{_TOLD})|(?P<said>{_SAID})|(?P<picked>{_PICKED}))\b",
    re.IGNORECASE,
)
_UNMET = re.compile(
    r"\b(?:was|were|wasn't|weren't)\s+(?:\w+\s+)?(?:supposed|meant|due|going|planning|hoping|about|scheduled|booked)\b|"
    r"\b(?:wanted|hoped|meant|intended|planned|expected|thought|wished)\b(?=[^.;!?]*(?:\bto\s+[a-z]|'d\s|\bwould\s))",
    re.IGNORECASE,
)
_WOULD = r"(?<=\w)'(?:d|ll)\s+(?!had\b|been\b|better\b)\w|\b(?:would|will|won't|wouldn't|gonna)\s"
_WILL = re.compile(_WOULD, re.IGNORECASE)
_TO_COME = re.compile(
    r"\bto\s+(?!(?:the|a|an|my|our|his|her|their|your|it|him|them|us|me|this|that)\b)[a-z]{2,}|" + _WOULD, re.IGNORECASE
)
_ORDERED = re.compile(
    r"\bto\s+(?:come|go|be|call|wait|rest|take|stay|start|return|keep|bring|meet|see|try|ring|phone|expect|book)\b",
    re.IGNORECASE,
)
_LEAD = r"\s+(?:(?:the|about|around|early|mid|late|(?:end|start|beginning|middle|week|weekend)\s+of)[\s-]+)*$"
_GOAL = re.compile(rf"\b(?:for|to|until|till?|by){_LEAD}", re.IGNORECASE)
_OWN_GOAL = re.compile(r"(?:for|to|until|till?|by)\b", re.IGNORECASE)
_NEW_DAY = re.compile(rf"\b(?:to|until|till?){_LEAD}", re.IGNORECASE)
_OWN_NEW_DAY = re.compile(r"(?:to|until|till?)\b", re.IGNORECASE)
_OWN_RANGE = re.compile(r"(?:from|between)\b", re.IGNORECASE)
_EVENT = re.compile(r"\b(?:to|for|at|in|on|along)\b", re.IGNORECASE)
# "She booked it at once, the 28th to the 3rd": what is appended bare tells what was booked.
_APPENDED = re.compile(r"[,:]\s+$|\s-+\s+$")
_PLACED = re.compile(r"(?:on|in|at|last|yesterday|since|back|over)\b|[\w\s]*\bago\b", re.IGNORECASE)
# "I took Monday off" may be over or not.
_TAKEN_OFF = re.compile(r"\b(?:took|taken|got|given|gave)\b[^,.;]*$", re.IGNORECASE)
_OFF = re.compile(r"\s+off\b", re.IGNORECASE)
# A present perfect takes no past day: in "I've booked a table on Saturday" the table is for Saturday.
_PERFECT = re.compile(r"(?:\b(?:have|has)|'ve|'s)\s+(?:just\s+|already\s+|also\s+|now\s+|been\s+)*$", re.IGNORECASE)
# Between the verb and the time no other clause may begin; "be" with a participle is none.
_ELSEWHERE = re.compile(
    r"[;:?!()]|\b(?:because|but|so|when|after|before|while|since|although|though|which|who|what|where|whom|if)\b|"
    r"\band\s+(?:i|we|he|she|they|it|then|now|that)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\b(?:before|after)\s+(?:the\s+)?$", re.IGNORECASE)
_PARTICIPLE = re.compile(r"\b(?:be|get|have)\s+\w+", re.IGNORECASE)
_FAILED = re.compile(
    r"\bbut\b[^.;!?]*?\b(?:never|didn't|did\s+not|hasn't|haven't|couldn't|forgot|cancel\w*)\b", re.IGNORECASE
)


def outlook(
    text: str, sentence: tuple[int, int], mention: tuple[int, int], past_verb: re.Pattern[str]
) -> Outlook | None:
    """Say how a time stands to an arrangement before it in its sentence; None where there is none.

    ``arranged``: it is when the arranged thing will be. ``unclear``: it may be that or when it was arranged.
    ``past_verb`` finds verbs that begin another clause between the two.
    """
    cue = _last(_CUE, text, sentence[0], mention[0])
    unmet = _last(_UNMET, text, sentence[0], mention[0])
    if _OFF.match(text, mention[1]) and _TAKEN_OFF.search(text, sentence[0], mention[0]):
        return "unclear"
    if unmet is not None and (cue is None or unmet.start() >= cue.start()):
        return "unclear" if _reaches(text[unmet.end() : mention[0]], past_verb) else None
    return _of_cue(text, sentence, mention, cue, past_verb) if cue is not None else None


def _of_cue(
    text: str, sentence: tuple[int, int], mention: tuple[int, int], cue: re.Match[str], past_verb: re.Pattern[str]
) -> Outlook | None:
    between, kind = text[cue.end() : mention[0]], str(cue.lastgroup)
    holds = kind in ("entered", "taken", "off")
    if holds and _APPENDED.search(between) and not _PLACED.match(text, mention[0]):
        return "arranged"
    if not _reaches(between, past_verb):
        return None
    found = _READERS[kind](between, text[slice(*mention)])
    if found == "unclear" and _PERFECT.search(text, sentence[0], cue.start()):
        return "arranged"
    failed = not holds and found == "arranged" and _FAILED.search(text, mention[1], sentence[1])
    return "past" if failed else found


def _last(pattern: re.Pattern[str], text: str, begin: int, end: int) -> re.Match[str] | None:
    found = list(pattern.finditer(text, begin, end))
    return found[-1] if found else None


def _reaches(between: str, past_verb: re.Pattern[str]) -> bool:
    between = _BESIDE.sub("", between)
    return not _ELSEWHERE.search(between) and not past_verb.search(_PARTICIPLE.sub("", between))


def _is_goal(between: str, mention: str) -> bool:
    return bool(_GOAL.search(between) or _OWN_GOAL.match(mention))


def _entered(between: str, mention: str) -> Outlook | None:
    return "arranged" if _is_goal(between, mention) or _EVENT.search(between) else "unclear"


def _taken(between: str, mention: str) -> Outlook | None:
    ahead = _is_goal(between, mention) or _OWN_RANGE.match(mention) or _TO_COME.search(between)
    return "arranged" if ahead else "unclear"


def _set(between: str, mention: str) -> Outlook | None:
    if _is_goal(between, mention):
        return "arranged"
    return "unclear" if _OWN_RANGE.match(mention) else None


def _put_off(between: str, mention: str) -> Outlook | None:
    return "arranged" if _NEW_DAY.search(between) or _OWN_NEW_DAY.match(mention) else None


def _committed(between: str, mention: str) -> Outlook | None:
    if not between.strip() and mention[:3].lower() == "on ":
        # "We agreed on the 24th."
        return "arranged"
    return "arranged" if _TO_COME.search(between) or _is_goal(between, mention) else None


def _told(between: str, mention: str) -> Outlook | None:
    return "arranged" if _TO_COME.search(between) else None


def _said(between: str, mention: str) -> Outlook | None:
    return "arranged" if _WILL.search(between) or _ORDERED.search(between) else None


def _picked(between: str, mention: str) -> Outlook | None:
    return "arranged" if between.strip().lower() in ("", "the") or _TO_COME.search(between) else None


def _dropped(between: str, mention: str) -> Outlook | None:
    return "unclear"


_READERS = {
    "entered": _entered, "taken": _taken, "set": _set, "off": _put_off, "committed": _committed, "told": _told,
    "said": _said, "picked": _picked, "dropped": _dropped,
}  # fmt: skip
