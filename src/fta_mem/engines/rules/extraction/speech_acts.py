"""What each sentence of a turn does: asks, tells, advises, comments, or only keeps the talk going."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from fta_mem.engines.rules.claims.sentence_kinds import is_question
from fta_mem.text.grammar import Parsed, Sentence, Token
from fta_mem.text.word_lists import phrases, words

ActKind = Literal["filler", "question", "advice", "reaction", "comment", "statement"]
"""A reaction speaks of the other or of what they said or showed; a comment says how something ("it", "that") is."""

_LETTERS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SMALL_TALK: Final = words(
    "hey hi hiya hello yo sup morning afternoon evening night goodnight goodbye bye byebye cheers thanks thank thx ty "
    "you ya u so very much a lot again too for that this everything sharing asking listening your the chat talk "
    "talking help support time here there all both "
    "yes yeah yep yup yea no nope nah ok okay k kk sure alright right fine of course absolutely totally definitely "
    "exactly true agreed agree indeed certainly for it's its that's thats is it was "
    "wow whoa woah oh ooh ah aw aww um uh er hm hmm mm mhm huh lol lmao haha hahaha ha hehe heh yay woohoo phew ugh "
    "great good nice cool awesome amazing wonderful lovely sweet fantastic brilliant excellent perfect incredible "
    "super really pretty such sounds sound looks look seems like to hear see know with and but well now then just "
    "same me glad happy sorry no problem worries welcome pleasure bet gotcha got understood noted i "
    "congrats congratulations luck take care soon later tomorrow see catch up best wishes love hugs have day weekend "
    "one keep up work going stay safe let's go got believe can't wait anytime always posted fun learn time merry "
    "christmas xmas new year birthday"
)
_ANSWERING_ALONE: Final = words(
    "work problem help support love talk day weekend morning evening afternoon night tomorrow time fun new year "
    "birthday"
)
_SMALL_TALK_REACH: Final = 12
_WELL: Final = re.compile(
    r"^(?:(?:oh|hey|hi|yeah|well|thanks?)[,! ]+)*(?:i'?m|i am|am|we'?re)?\s*(?:doing |feeling )?"
    r"(?:good|fine|well|great|ok|okay|alright|all right|not (?:too |so )?bad|pretty good)\b[\s,.!]*"
    r"(?:thanks?|thank you|and you|you|how are you|for asking|[\s,.!?])*$",
    re.IGNORECASE,
)
_SMALL_QUESTION: Final = re.compile(
    r"^(?:(?:hey|hi|hello|so|and|oh|well|wow|good to see you)\W+)*(?:[\w'’]+\W+)?(?:how(?:'s| is| are| "
    r"have)?\s*(?:are |have |'ve )?"
    r"(?:you|ya|u|it|things|life|everything|we)?\s*(?:doing|been|going|feeling|today|this \w+|lately|tonight|\s)*|"
    r"what'?s (?:up|new|going on)(?: with you)?|anything new|what about you|how about you|and you|you too|you|"
    r"really|right|ok(?:ay)?|yeah|oh|huh|isn'?t it|don'?t you think|you know|know what i mean|are you (?:there|"
    r"still there|ok|okay))\W*$",
    re.IGNORECASE,
)
_ADVICE: Final = phrases(
    "you could, you should, you might want to, you may want to, have you tried, have you considered, have you thought "
    "about, have you thought of, why don't you, why not try, how about you, how about trying, maybe try, perhaps try, "
    "try to, try and, i suggest, i'd suggest, i would suggest, i recommend, i'd recommend, i would recommend, "
    "i encourage you, i'd encourage, would it help, it might help, it may help, might help to, could help to, "
    "what if you, what if we, can i offer, can i suggest, could you try, can you try, would you try, would you be "
    "willing, remember to, don't forget to, make sure you, make sure to, you need to, you have to, you ought to, "
    "my advice, one idea, one thing that helps, it's important to, let's try, if i were you"
)
_EMPATHY: Final = re.compile(
    r"^(?:[a-z][\w'’]+[,!. ]+)*"  # whatever interjections and names come first; two ways to read one would explode
    r"i(?:'m| am|m)?\s+(?:so |really |very |just |truly |totally |completely |also |can |do |can only |definitely "
    r"|can see |see )*"
    r"(?:sorry|glad|happy (?:for|to hear|you)|proud of you|pleased|impressed|here for you|hear you|understand|"
    r"imagine|hope|"
    r"bet|agree|love (?:that|your|this|it)|like (?:that|your)|appreciate|excited for you|know (?:what you mean|"
    r"how|you)|"
    r"wish you|thrilled for you|sure (?:you|it)|feel you|relate)\b",
    re.IGNORECASE,
)
_EVALUATING: Final = words("that this it there those these what which")
_OTHERS: Final = words("you your yours u ur")
_POINTING: Final = words("your that this those these what such")
_FIRST: Final = words("i me my mine myself")
_COURTEOUS: Final = words("thank let tell remind forgive excuse pardon welcome bless wait hold hang look see mind bear")
_BARE_TOKENS: Final = 8
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def act_of(parsed: Parsed, sentence: Sentence, names: frozenset[str], *, supports: bool) -> ActKind:
    """Return what a sentence does; ``names`` are the speakers' names, ``supports`` says that the agent speaks."""
    text = sentence.text
    if not parsed.english:
        return _bare_kind(text)
    if _is_small_talk(text, names):
        return "filler"
    advises = _ADVICE.search(text) is not None
    tokens = parsed.tokens_of(sentence)
    if is_question(text, tokens):
        return "advice" if advises and _ADVICE.match(text) else "question"
    urges = supports and _is_imperative(tokens) and _TAKE_TIME.search(text) is None
    if advises or urges:
        return "advice"
    return reacting_kind(text, tokens) or "statement"


def _bare_kind(text: str) -> ActKind:
    if text.rstrip("\"'”’」』）) ").endswith(("?", "？", "؟")):
        return "question"
    letters = sum(char.isalpha() for char in text)
    return "statement" if letters >= (2 if _CJK.search(text) else 4) else "filler"


def _is_small_talk(text: str, names: frozenset[str]) -> bool:
    if _WELL.match(text) or _SMALL_QUESTION.match(text):
        return True
    found = [word.lower().replace("’", "'") for word in _LETTERS.findall(text)]
    if len(found) == 1 and found[0] in _ANSWERING_ALONE:
        return False
    if len(found) > _SMALL_TALK_REACH or any(word.isdigit() for word in found):
        return False
    return all(
        word in _SMALL_TALK or word in names or any(name.startswith(word) for name in names if len(word) > 2)
        for word in found
    )


_TAKE_TIME: Final = re.compile(
    r"\btake (?:all |as much |as long )?(?:your|the|of the|all the)?\s*(?:\w+ )?time\b", re.IGNORECASE
)


def _is_imperative(tokens: Sequence[Token]) -> bool:
    roots = [token for token in tokens if token.dep == "ROOT"]
    if not roots or roots[0].tag != "VB" or roots[0].lemma.lower() in _COURTEOUS:
        return False
    return not any(token.dep in ("nsubj", "nsubjpass", "aux") and token.span < roots[0].span for token in tokens)


def reacting_kind(text: str, tokens: Sequence[Token]) -> ActKind | None:
    """Return "reaction" or "comment" for a sentence with no claim of its speaker's own, None for one with."""
    if is_empathy(text):
        return "reaction"
    if any(token.text.lower() in _FIRST for token in tokens):
        return None
    subjects = [token for token in tokens if token.dep in ("nsubj", "nsubjpass", "expl", "csubj")]
    if not subjects:
        return _bare_reaction(tokens)
    subject = subjects[0]
    if subject.text.lower() in _OTHERS or subject.dep == "csubj" or _points(subject, tokens):
        return "reaction"
    return "comment" if subject.text.lower() in _EVALUATING else None


def is_empathy(text: str) -> bool:
    """Say whether a sentence only shows sympathy ("I'm so glad to hear that")."""
    return _EMPATHY.match(text) is not None


def _bare_reaction(tokens: Sequence[Token]) -> ActKind | None:
    """Tell what a short sentence without subject does: "Love that!" reacts, "Biscuit." may be an answer."""
    if len(tokens) > _BARE_TOKENS or _tells_bare(tokens):
        return None
    return "reaction" if any(token.dep == "ROOT" and token.pos == "VERB" for token in tokens) else "comment"


def _tells_bare(tokens: Sequence[Token]) -> bool:
    """Say whether a sentence without subject still tells something: a deed, a name, a number."""
    return any(token.tag in ("VBD", "VBN", "CD") or token.entity for token in tokens) or (
        bool(tokens) and tokens[0].tag == "VBG" and tokens[0].lemma.lower() not in ("love", "like")
    )


def _points(subject: Token, tokens: Sequence[Token]) -> bool:
    """Say whether the subject is something of the other's: "your words", "that bowl"."""
    place = tokens.index(subject)
    return any(token.text.lower() in _POINTING for token in tokens[max(0, place - 3) : place])
