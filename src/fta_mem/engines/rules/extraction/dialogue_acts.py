"""What each sentence of a turn does: asks, claims, advises, comments, or only keeps the talk going."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from fta_mem.text.recalled_text import without_quoted_memory
from fta_mem.state.records import Turn
from fta_mem.text.grammar import Parsed, Sentence, Token, parse_all
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
_ASKING: Final = words("what who whom whose where when why how which")
_AUXILIARY: Final = words(
    "do does did is are was were can could would will have has should shall may might is are do did does wo ca"
)
_ASKING_ON: Final = words("about kind kinda sort long many much often far old else time") | _AUXILIARY
_ASKED: Final = words("you your u ya it he she they we i there that this anyone anything")
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
_YES_NO: Final = words(
    "yes yeah yep yup yea no nope nah not never sure definitely absolutely totally maybe sometimes often"
)
_COURTEOUS: Final = words("thank let tell remind forgive excuse pardon welcome bless wait hold hang look see mind bear")
_BARE_TOKENS: Final = 8
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Act:
    """A sentence of a turn and what it does."""

    kind: ActKind
    sentence: Sentence

    @property
    def text(self) -> str:
        """Return the sentence as said."""
        return self.sentence.text


@dataclass(frozen=True)
class Utterance:
    """A source turn, parsed, with the acts of its sentences."""

    turn: Turn
    parsed: Parsed
    acts: tuple[Act, ...]

    @property
    def index(self) -> int:
        """Return the turn's index within its session."""
        return self.turn.index

    @property
    def speaker(self) -> str:
        """Return the speaker's name, or the role where the source gives no name."""
        return (self.turn.name or self.turn.role)[:80]

    @property
    def is_supporter(self) -> bool:
        """Say whether the supporting agent speaks."""
        return self.turn.role == "assistant"

    def of(self, *kinds: ActKind) -> tuple[Act, ...]:
        """Return the acts of the given kinds."""
        return tuple(act for act in self.acts if act.kind in kinds)

    @cached_property
    def is_filler(self) -> bool:
        """Say whether nothing but small talk stands in the turn."""
        return not self.turn.caption and all(act.kind == "filler" for act in self.acts)

    @cached_property
    def says_yes_or_no(self) -> bool:
        """Say whether the turn opens with a plain yes, no or the like."""
        found = _LETTERS.findall(self.turn.text[:40].lower())[:3]
        return any(word in _YES_NO for word in found)

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """Return the content words of the turn, as lemmas."""
        return content_lemmas(self.parsed.tokens)


_LIGHT: Final = words(
    "thing time lot way day get go make do know think want love like good great nice feel say see come take look "
    "really "
    "much be have let try need kind bit people something anything everything someone new big little happy keep find "
    "give tell amazing awesome cool"
)


def content_lemmas(tokens: Sequence[Token]) -> frozenset[str]:
    """Return the lemmas that say what a text is about."""
    return frozenset(
        token.lemma.lower()
        for token in tokens
        if token.pos in ("NOUN", "PROPN", "VERB", "ADJ", "NUM")
        and not token.is_stop
        and token.lemma.lower() not in _LIGHT
    )


def read_turns(turns: Sequence[Turn], people: Sequence[str] = ()) -> tuple[Utterance, ...]:
    """Read the turns that may be a source of memory; what they quote from recalled memory is blanked first."""
    sources = [turn for turn in turns if turn.is_source]
    names = frozenset(part.lower() for name in people for part in name.split())
    parsed = parse_all(texts_of(sources))
    return tuple(Utterance(turn, item, _acts(turn, item, names)) for turn, item in zip(sources, parsed, strict=True))


def texts_of(turns: Sequence[Turn]) -> list[str]:
    """Return the texts that ``read_turns`` parses."""
    return [without_quoted_memory(turn.text) for turn in turns if turn.is_source]


def _acts(turn: Turn, parsed: Parsed, names: frozenset[str]) -> tuple[Act, ...]:
    return tuple(Act(_kind(turn, parsed, sentence, names), sentence) for sentence in parsed.sentences)


def _kind(turn: Turn, parsed: Parsed, sentence: Sentence, names: frozenset[str]) -> ActKind:
    text = sentence.text
    if not parsed.english:
        return _bare_kind(text)
    if _is_small_talk(text, names):
        return "filler"
    advises = _ADVICE.search(text) is not None
    tokens = parsed.tokens_of(sentence)
    if is_question(text, tokens):
        return "advice" if advises and _ADVICE.match(text) else "question"
    urges = turn.role == "assistant" and _is_imperative(tokens) and _TAKE_TIME.search(text) is None
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


def is_question(text: str, tokens: Sequence[Token]) -> bool:
    """Say whether a sentence asks: by its mark, or by its word order where chat leaves the mark out."""
    if "?" in text[-6:]:
        return True
    heads = [token.text.lower() for token in tokens if token.pos not in ("INTJ", "PUNCT", "CCONJ", "SYM")][:2]
    if len(heads) < 2 or text.rstrip().endswith(("!", ".")):
        return False
    return heads[1] in (_ASKING_ON if heads[0] in _ASKING else _ASKED if heads[0] in _AUXILIARY else ())


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
