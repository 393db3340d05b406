"""The verb forms that tell past, present and future, as patterns: what the tense of a clause is read from."""

import re

from fta_mem.temporal.mention import Tense

_IRREGULAR = (
    "was|were|had|did|went|came|got|gotten|took|made|saw|said|told|gave|found|felt|left|met|began|bought|brought|"
    "thought|taught|caught|kept|slept|spent|sent|lost|won|ran|sat|stood|held|heard|knew|grew|drew|flew|threw|"
    "wrote|drove|rode|rose|spoke|broke|chose|froze|woke|wore|tore|ate|drank|sang|swam|fell|built|paid|sold|led|"
    "dug|stuck|struck|became|forgot|hid|fought|sought|shook|forgave|understood|crept|wept|dealt|meant|learnt|"
    "burnt|sank|rang|stole|swept|slid|blew|hung|lent|laid|fled|swore|swung|clung|shone|overheard|withdrew|mistook|"
    "dreamt|leapt|wasn't|weren't|hadn't|didn't|couldn't|wouldn't|ended|passed|happened|been"
)
# Forms in -ed that describe or are present, so they say nothing about when.
_NOT_PAST = (
    "need|feed|speed|seed|weed|bleed|succeed|proceed|exceed|indeed|hundred|sacred|naked|wicked|breed|excited|"
    "tired|bored|interested|scared|worried|stressed|married|supposed|used|embed"
)
# "will be finished" is one cue, or the participle would pass for a past verb.
_PASSIVE_TAIL = r"(?:\s+(?:\w+\s+){0,2}?(?:be|get|have)\s+(?:\w+ly\s+)?\w+)?"
_FUTURE = re.compile(
    rf"(?:\b(?:will|won't|shall|gonna|going\s+to|should|must|might|can)|'ll)\b{_PASSIVE_TAIL}|"
    r"\b(?:will|won't|shall|gonna|wanna|going\s+to|about\s+to|plan(?:s|ning)?\s+(?:to|on|for|a|an)|"
    r"hop(?:e|es|ing)\s+to|wants?|looking\s+forward|can't\s+wait|cannot\s+wait|supposed\s+to|"
    r"(?:is|are|am|been|be|'s|'re|'m)\s+(?:\w+\s+)?(?:scheduled|booked|set|arranged|planned)|due|upcoming|coming\s+up|starting\s+(?:on|from|in|next|this)|see\s+(?:you|ya)|let's|lets|(?:how|what)\s+about|good\s+luck|enjoy|must|should|might|can|"
    r"would(?:n't)?\s+(?:like|love|prefer|rather|be\s+\w+ing)|needs?|have\s+to|has\s+to|(?:would|could)\s+(?:you|we)|(?:'ve|have|has|'s)\s+got\s+(?:a|an|my|to|the|our|another)|(?:i|we|you|they|he|she|it)\s+may)\b|'ll\b|\bhave\s+(?:a|an|your)\b"
    r"|(?:'m|'re|\b(?:am|are|is)|(?<=\w)'s)\s+(?:\w+ly\s+|not\s+|all\s+|still\s+|also\s+)?(?!being)\w{2,}ing\b",
    re.IGNORECASE,
)
# "I'd visit", "I'd love to"; "I'd visited" is past.
_WOULD = re.compile(
    rf"(?<=\w)'d\s+(?:\w+ly\s+|never\s+|also\s+|just\s+|still\s+|even\s+)?(?!(?:had|been|better|{_IRREGULAR})\b|\w+ed\b)\w+",
    re.IGNORECASE,
)
# "I should have gone": the verb behind it is past whatever its form.
_PAST_MODAL = re.compile(
    r"\b(?:should|would|could|might|must)(?:n't)?(?:\s+not)?(?:'ve|\s+have)\s+(?:\w+ly\s+)?\w+", re.IGNORECASE
)
_PERFECT = re.compile(
    r"\b(?:haven'?t|hasn'?t)\b|(?:'ve|haven't|hasn't|\b(?:have|has)|'s)\s+(?:just\s+|already\s+|never\s+|ever\s+|also\s+|not\s+|only\s+|really\s+)?"
    r"(?:been|gone|done|seen|had|made|taken|given|come|met|got\s+back|\w{2,}ed)\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"(?:\b(?:is|are|am)|(?<=it)'s(?=\s+only\s)|'re)\s+(?:\w+ly\s+|still\s+|not\s+)?\w{2,}ed\b", re.IGNORECASE
)
_PAST = re.compile(
    r"\b(?:remember|recall)\b(?!\s+to\b)|\bdid(?:n't)?\s+(?:\w+\s+){0,2}?(?:have|do|start|begin|leave|open|need|want)\b|\b(?:"
    + _IRREGULAR
    + r")\b|\b(?!(?:"
    + _NOT_PAST
    + r")\b)\w{2,}ed\b",
    re.IGNORECASE,
)
FINITE_PAST = re.compile(rf"\b(?:{_IRREGULAR}|(?!(?:{_NOT_PAST})\b)\w{{2,}}ed)\b", re.IGNORECASE)
# "I start on Friday": a pronoun with a plain verb is present unless the past looks the same.
_PLAIN = (
    r"\b(?:i|we|they|you)\s+(?:\w+ly\s+|also\s+|still\s+|then\s+|always\s+)?(?:go|start|fly|leave|begin|open|finish|move|travel|drive|return|"
    r"come|meet|see|get|turn|sit|face|take|have|head|sail|depart|arrive|retire|graduate|marry|perform|present|play)\b|"
)
_PRESENT = re.compile(
    _PLAIN
    + r"'m\b|'re\b|(?<=it)'s\b|(?<=he)'s\b|(?<=that)'s\b|\b(?:is|are|am|isn't|aren't|do|does|don't|doesn't|have|has|"
    r"starts?|begins?|leaves?|opens?|goes|ends|finishes|runs|comes|flies|arrives|moves|meets|closes|returns|always|usually|often)\b|\w's(?=\s+(?:on|at|the|in|a)\b)",
    re.IGNORECASE,
)
# Start, end, rank and meaning; of two equally near cues the lower rank counts.
Cue = tuple[int, int, int, Tense]
_CUES: tuple[tuple[re.Pattern[str], Tense], ...] = (
    (_PAST_MODAL, "past"),
    (_FUTURE, "future"),
    (_WOULD, "future"),
    (_PASSIVE, "present"),
    (_PERFECT, "past"),
    (_PAST, "past"),
    (_PRESENT, "present"),
)


def read_cues(text: str) -> list[Cue]:
    """Return all cues of a text in the order of their places."""
    return sorted(
        (cue.start(), cue.end(), rank, tense)
        for rank, (pattern, tense) in enumerate(_CUES)
        for cue in pattern.finditer(text)
    )
