"""Long text is written into the storage of a `str`: the result is that of short pieces, at every edge of a
block."""

import codecs
import sys

import placemat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

# Encodings that are written in place, or would be without their signature; and one of UTF-16.
ENCODINGS = [
    "utf-8",
    "utf-8-sig",
    "wtf-8",
    "generalized-utf-8",
    "cesu-8",
    "cesu-8-lenient",
    "mutf-8",
    "mutf-8-lenient",
    "utf8mb3",
    "utf-8-rfc2279",
    "iso-8859-1",
    "windows-1252",
    "utf-16le",
]
# The sizes of blocks of input and of output, in bytes and in characters of one, two and four bytes.
EDGES = [1 << 11, 1 << 13, 1 << 14, 1 << 15, 1 << 16, 3 << 15]
FILLERS = ["x", "\0", "é", "ж", "€", "💩", "\ud83d", "xé", "xж", "xж€💩"]
PARTS = ["a", "\0", "\x7f", "\x80", "ÿ", "\u0100", "€", "\ud7ff", "\uffff", "\U00010000", "💩", "\ud83d", "\udca9"]
# Well-formed in some encodings, ill-formed in others.
BYTES = [
    b"\0",
    b"\x80",
    b"\xff",
    b"\xc0\x80",
    b"\xc1\x81",
    b"\xe2\x82",
    b"\xe0\x80\x81",
    b"\xed\xa0\xbd",
    b"\xed\xb2\xa9",
    b"\xed\xa0\xbd\xed\xb2\xa9",
    b"\xf0\x9f\x92\xa9",
    b"\xf0\x9f",
    b"\xf4\x90\x80\x80",
    b"\xf8\x88\x80\x80\x80",
]


def piecewise(data, encoding):
    """Decode in pieces that are too short to be written in place. Return the text, or the position and reason
    of the error."""
    decoder, parts, size = codecs.lookup("placemat-" + encoding).incrementaldecoder(), [], 48
    for at in range(0, len(data), size):
        held = len(decoder.getstate()[0])
        try:
            parts.append(decoder.decode(data[at : at + size], at + size >= len(data)))
        except UnicodeDecodeError as error:
            return at - held + error.start, at - held + error.end, error.reason
    return "".join(parts)


def at_once(data, encoding):
    try:
        return data.decode("placemat-" + encoding)
    except UnicodeDecodeError as error:
        return error.start, error.end, error.reason


@pytest.fixture(scope="module", autouse=True)
def registered():
    placemat.register()


def check(data, encoding):
    expected, found = piecewise(data, encoding), at_once(data, encoding)
    assert found == expected
    if isinstance(found, str):
        # The `str` has the kind that CPython would choose, which CPython relies on; the comparison is with a
        # copy that has no UTF-8 of its own.
        assert sys.getsizeof(found) == sys.getsizeof("".join([expected[:1], expected[1:]]))
        assert hash(found) == hash(expected) and found.isascii() == expected.isascii()
        assert placemat.decode(data, encoding) == found == placemat.decode(bytearray(data), encoding)


@st.composite
def straddling(draw, parts, encode):
    """Return parts at an edge, counted in bytes or in characters, with the necessary text before it."""
    filler, edge = draw(st.sampled_from(FILLERS)), draw(st.sampled_from(EDGES))
    back, after = draw(st.integers(0, 12)), draw(st.sampled_from([0, 1, 70, 1 << 14]))
    filling, middle = encode(filler), b"".join(draw(st.lists(parts, max_size=4)))
    unit = draw(st.sampled_from([len(filling), len(filler)]))
    before = (edge - back) // unit
    rest = b"x" * ((edge - back) % unit)
    return filling * before + rest + middle + filling * (after // len(filling))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_edges_of_blocks_make_no_difference(encoding, data):
    def encode(text):
        # Text that an encoding lacks is written in another one, and is mostly ill-formed here.
        return placemat.encode(text, encoding if encoding in HOLD_ALL else "generalized-utf-8")

    parts = st.sampled_from(PARTS).map(encode)
    check(data.draw(straddling(parts, encode)), encoding)
    check(data.draw(straddling(parts | st.sampled_from(BYTES), encode)), encoding)


# These encodings have every code point of a `str`.
HOLD_ALL = frozenset(["wtf-8", "generalized-utf-8", "mutf-8", "utf-8-rfc2279"])


@pytest.mark.parametrize("encoding", ["utf-8", "cesu-8", "mutf-8"])
@pytest.mark.parametrize("greatest", ["\x7f", "\x80", "\xff", "\u0100", "\uffff", "\U00010000", "\U0010ffff"])
def test_the_greatest_character_may_be_anywhere(greatest, encoding):
    for length in [2047, 2048, (1 << 14) - 1, 1 << 14, (1 << 15) + 1]:
        for place in {0, 1, length // 2, length - 2, length - 1}:
            text = "x" * place + greatest + "x" * (length - place - 1)
            check(placemat.encode(text, encoding), encoding)


def test_java_writes_ascii_that_is_none():
    # Overlong sequences that are ASCII nevertheless: the widest sequence does not determine the kind.
    for data in [b"x" * 999 + b"\xc0\x80" * 999, b"\xe0\x80\x81" * 999, b"\xc1\x81" * 20_000, b"\xe0\x83\xa9" * 20_000]:
        check(data, "mutf-8-lenient")
        check(data, "mutf-8")


@pytest.mark.parametrize("kind", [bytearray, memoryview, lambda data: memoryview(data * 2)[: len(data)]])
def test_buffers_are_read_where_they_are(kind):
    for text in ["x" * 70_000, "é" * 70_000, "ж💩" * 30_000]:
        data = text.encode()
        assert placemat.decode(kind(data)) == text == codecs.decode(kind(data), "placemat-utf-8")
        # The buffers are released, even if they are ill-formed.
        damaged = bytearray(data + b"\xff")
        assert placemat.decode(damaged, errors="replace") == text + "\ufffd"
        damaged.clear()
    assert placemat.decode(memoryview(b"x-" * 70_000)[::2]) == "x" * 70_000
    assert placemat.decode(memoryview(b"")) == ""


def test_characters_are_stored_one_after_another():
    # These are strings that CPython changes, searches and hashes afterwards.
    for filler in ["x", "é", "ж", "💩"]:
        text = (filler * 50_000).encode().decode("placemat-utf-8")
        assert text + "€" == filler * 50_000 + "€" and text.find("y") == -1 and text.count(filler) == 50_000
        assert {text: 1}[filler * 50_000] == 1 and text[49_999] == filler and text.encode() == filler.encode() * 50_000
