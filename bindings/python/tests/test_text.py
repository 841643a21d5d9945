"""Bytes become text in several ways: the text is the same in each of them."""

import placemat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

ENCODINGS = [
    "utf-8",
    "wtf-8",
    "generalized-utf-8",
    "cesu-8",
    "mutf-8",
    "utf8mb3",
    "utf-8-rfc2279",
    "utf-16le",
    "wtf-16be",
    "utf-32le",
    "tcl-8.6-utf-8",
]
# ASCII, up to U+00FF, up to U+FFFF, beyond, lone surrogates: alone, and after much ASCII, where blocks are
# large.
CHARACTERS = [
    "a",
    "\0",
    "\x7f",
    "\x80",
    "é",
    "ÿ",
    "\u0100",
    "€",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\U00010000",
    "💩",
    "\ud83d",
    "\udca9",
]
TEXTS = st.tuples(
    st.sampled_from(["", "x" * 255, "x" * 256, "é" * 300, "ж" * 300, "💩" * 100]),
    st.lists(st.sampled_from(CHARACTERS), max_size=6).map("".join),
    st.sampled_from(["", "y" * 70]),
).map("".join)


@settings(max_examples=600, deadline=None)
@given(text=TEXTS, encoding=st.sampled_from(ENCODINGS))
def test_text_comes_back(text, encoding):
    try:
        data = placemat.encode(text, encoding)
    except UnicodeEncodeError:
        return
    expected = text
    if encoding != "generalized-utf-8" and encoding not in ("utf-8-rfc2279", "tcl-8.6-utf-8"):
        # In other encodings, a lead and a trail surrogate are one character.
        expected = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    decoded = placemat.decode(data, encoding)
    assert placemat.encode(decoded, encoding) == data
    if encoding != "tcl-8.6-utf-8":
        assert decoded == expected


@settings(max_examples=300, deadline=None)
@given(
    data=st.lists(st.binary(max_size=3) | st.sampled_from(CHARACTERS[:13]).map(str.encode), max_size=12).map(b"".join)
)
@pytest.mark.parametrize("policy", ["replace", "skip", "surrogateescape", "latin1", "replace-run"])
def test_policies_are_those_of_python(data, policy):
    pythons = {"replace": "replace", "skip": "ignore", "surrogateescape": "surrogateescape"}.get(policy)
    text = placemat.decode(data, "utf-8", policy)
    if pythons:
        assert text == data.decode("utf-8", pythons)
    assert placemat.decode(b"x" * 300 + data, "utf-8", policy) == "x" * 300 + text


def test_a_nul_is_no_ascii_of_javas():
    assert placemat.decode(b"x" * 300 + b"\xc0\x80", "mutf-8") == "x" * 300 + "\0"
    for length in [1, 255, 256, 257, 1000]:
        with pytest.raises(UnicodeDecodeError) as caught:
            placemat.decode(b"x" * length + b"\0", "mutf-8")
        assert caught.value.start == length
    # The memory that is kept from one text to the next has no visible effect.
    assert [placemat.decode(text.encode(), "utf-8") for text in ("жж" * 5000, "ж", "", "€")] == [
        "жж" * 5000,
        "ж",
        "",
        "€",
    ]
