"""Whatever a model writes is read item by item, or refused with a type; nothing else is ever raised."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fta_mem.engines.llm.failures import MalformedOutputError
from fta_mem.engines.llm.json_parsing import is_cut, lists_of, read_items, read_object

TWO = [{"turn_span": [0, 2]}, {"turn_span": [3, 4]}]
PLAIN = [{"turnspan": [0, 2]}, {"turnspan": [3, 4]}]


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps({"segments": TWO}),
        json.dumps(TWO),
        "Sure, here you go:\n```json\n" + json.dumps({"segments": TWO}) + "\n```\nAnything else?",
        "<think>The mood turns { at 3 }</think>" + json.dumps({"segments": TWO}),
        "so I would cut at 3</think>\n" + json.dumps({"segments": TWO}),
        "{'segments': [{'turn_span': (0, 2)}, {'turn_span': [3, 4]}]}".replace("(0, 2)", "[0, 2]"),
        json.dumps({"Segments": TWO}),
        json.dumps({"my_parts": TWO}),
        json.dumps({"segments": [*TWO, "and so on", 7, None]}),
        '{"segments": [{"turn_span": [0, 2]}, {"turn_span": [3, 4]},]}',
        '{"segments": [{"turn_span": [0, 2]}, {"turn_span": [3, 4]}, {"turn_sp',
        'First {"turn_span": [0, 2]} and then {"turn_span": [3, 4]}.',
    ],
)
def test_two_items_are_found_in_any_dress(reply):
    assert read_items(reply, "segments") == PLAIN


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "   \n",
        "Of course! I have divided the dialogue for you.",
        "<think>long thoughts and no end",
        '<think>{"segments": []}</think>',
        '{"$defs": {"Segment": {"type": "object"}}, "properties": {"segments": {"type": "array"}}}',
        "null",
        "42",
        '{"segments": [{"turn_span": [0',
        "[[[[[[[[[[",
        "{" * 5000,
    ],
)
def test_no_items_is_a_typed_failure(reply):
    with pytest.raises(MalformedOutputError):
        read_items(reply, "segments")


@pytest.mark.parametrize(
    "reply", ['{"segments": []}', "[]", '```\n{"segments": []}\n```', 'None here: {"segments": []}']
)
def test_an_empty_list_is_an_answer(reply):
    assert read_items(reply, "segments") == []


def test_inner_objects_are_laid_flat_behind_the_outer_ones():
    item = read_object('{"content": {"text": "inner", "Event-Time": "May"}, "text": "outer"}')
    assert (item["text"], item["eventtime"]) == ("outer", "May")


def test_one_list_of_several():
    assert lists_of('{"user": [{"text": "a"}, 3], "support": []}', "user") == [{"text": "a"}]
    assert lists_of('{"user": [{"text": "a"}]}', "support") == []


@pytest.mark.parametrize(
    ("reply", "cut"),
    [
        ('{"a": [1, 2', True),
        ('{"a": "} ]', True),
        ('{"a": "\\"}"}', False),
        ("no json", False),
        ('{"a": 1} tail {', False),
    ],
)
def test_cut_replies_are_known(reply, cut):
    assert is_cut(reply) is cut


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=20,
)
ragged = st.one_of(
    st.text(max_size=200),
    json_like.map(json.dumps),
    json_like.map(repr),
    st.tuples(json_like.map(json.dumps), st.integers(0, 60)).map(lambda pair: pair[0][: pair[1]]),
    st.text(alphabet="{}[]\"',:\\<think>/`0aé \n", max_size=80),
)


@settings(max_examples=300)
@given(ragged)
def test_any_reply_is_read_or_refused(reply):
    try:
        items = read_items(reply, "segments")
    except MalformedOutputError:
        return
    assert all(isinstance(item, dict) for item in items)
