"""Columns of Arrow: from producers, to consumers, and malformed ones."""

import copy
import pickle
import struct
import sys

import columns
import duckdb
import pandas
import placemat
import polars
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from placemat import arrow

DAMAGED = [
    b"plain",
    None,
    "né€ 💩".encode(),
    b"",
    b"\xed\xa0\xbd\xed\xb2\xa9 a pair in six bytes",
    b"a\xc0\x80b",
    b"caf\xe9",
    "dÃ©jÃ\xa0 vu, cafÃ© crÃ¨me".encode(),
    b"ordinary text that is longer than twelve bytes",
    b"x\xed\xa0\xbdy",
]
REPAIRED = {4: "💩 a pair in six bytes", 5: "a\0b", 7: "déjà vu, café crème"}
type_of = type
ALL_TYPES = {**columns.TYPES, **columns.DICTIONARIES}


@pytest.fixture(params=ALL_TYPES, ids=str)
def type(request):
    return ALL_TYPES[request.param]


def test_every_type_is_checked(type):
    column = columns.of(DAMAGED, type)
    found = arrow.check(column)
    assert (found.rows, found.nulls, found.ill_formed, bool(found)) == (10, 1, 4, False)
    assert [(one.row, one.offset, one.kind, one.count) for one in found.errors()] == [
        (4, 0, "surrogate", 6),
        (5, 1, "overlong", 2),
        (6, 3, "truncated", 1),
        (9, 1, "surrogate", 3),
    ]
    assert [one.row for one in found.errors(2)] == [4, 5]
    ill_formed = {4, 5, 6, 9}
    assert pa.array(found.is_valid).to_pylist() == [None if k == 1 else k not in ill_formed for k in range(10)]
    assert pa.array(found.error_offset).to_pylist() == [None] * 4 + [0, 1, 3] + [None] * 2 + [1]
    assert pa.array(found.error_length).to_pylist()[4:7] == [1, 1, 1]
    assert pa.array(found.error_kind).to_pylist()[4:7] == ["surrogate", "overlong", "truncated"]
    assert pa.array(found.error_count).to_pylist() == [0, None, 0, 0, 6, 2, 1, 0, 0, 3]
    assert pa.array(found.status).to_pylist()[:5] == ["well-formed", None, "well-formed", "well-formed", "ill-formed"]
    assert pa.array(found.encoding).to_pylist()[3:7] == ["utf-8", "cesu-8", "mutf-8", "windows-1252"]
    for array in [found.is_valid, found.status, found.error_offset, found.encoding]:
        pa.array(array).validate(full=True)
    assert arrow.check(column, "cesu-8").ill_formed == 4


def test_every_type_is_repaired(type):
    column = columns.of(DAMAGED, type)
    made = arrow.repair(column)
    assert (made.changed, made.failed) == (3, 2)
    result = pa.array(made.column)
    assert result.type == type and len(result) == 10
    expected = [REPAIRED[k].encode() if k in REPAIRED else value for k, value in enumerate(DAMAGED)]
    assert columns.values(made.column) == expected
    assert pa.array(made.status).to_pylist() == (
        ["unchanged", None, "unchanged", "unchanged", "changed", "changed", "failed", "changed", "unchanged", "failed"]
    )
    assert [one.row for one in made.failures()] == [6, 9] and "truncated" not in made.failures()[0].reason
    nulled = arrow.repair(column, on_failure="null")
    assert columns.values(nulled.column) == [None if k in (6, 9) else value for k, value in enumerate(expected)]
    replaced = arrow.repair(column, on_failure="replace", type="string")
    pa.array(replaced.column).validate(full=True)
    text = [value and value.decode(errors="replace") for value in expected]
    assert [value and value.decode() for value in columns.values(replaced.column)] == text
    assert (replaced.changed, replaced.replaced, replaced.failed) == (5, 2, 0)
    statuses = pa.array(made.status).to_pylist()
    assert pa.array(replaced.status).to_pylist() == ["replaced" if one == "failed" else one for one in statuses]
    assert replaced.failures() == made.failures()
    for others in [made, nulled]:
        assert (others.replaced, others.failed) == (0, 2) and pa.array(others.status).to_pylist() == statuses
    assert (made.changed, nulled.changed) == (3, 5)
    with pytest.raises(UnicodeDecodeError) as caught:
        arrow.repair(column, on_failure="error")
    assert (caught.value.row, caught.value.start, caught.value.object) == (6, 3, b"caf\xe9")
    assert caught.value.__notes__[0].startswith("row 6: 1 ill-formed part is left")


def test_every_type_is_converted(type):
    text = ["plain", None, "né€", "💩 beyond the BMP, and longer than twelve", "", "a\0b"]
    column = columns.of([None if value is None else value.encode() for value in text], type)
    made = arrow.convert(column, "utf-8", "mutf-8")
    assert made.changed == 2 and "string" not in str(pa.array(made.column).type)
    assert columns.values(made.column) == [
        None if value is None else placemat.encode(value, "mutf-8") for value in text
    ]
    back = arrow.convert(made.column, "mutf-8", type="string")
    assert columns.values(back.column) == columns.values(column)
    assert "string" in str(pa.array(back.column).type)
    with pytest.raises(UnicodeEncodeError) as caught:
        arrow.convert(column, "utf-8", "iso-8859-1")
    assert caught.value.row == 2 and caught.value.object == "né€"
    kept = arrow.convert(column, "utf-8", "iso-8859-1", on_failure="null")
    assert columns.values(kept.column) == [b"plain", None, None, None, b"", b"a\0b"]
    escaped = arrow.convert(column, "utf-8", "iso-8859-1", unencodable="escape-xml")
    assert columns.values(escaped.column)[2] == b"n\xe9&#x20AC;"


def test_nothing_is_copied_where_nothing_changes(type):
    for values in [[b"a", None, "é".encode() * 20], [], [b"x", b""]]:
        column = columns.of(values, type)
        for part in [column, column[1:], column[:1]]:
            for made in [
                arrow.repair(part),
                arrow.convert(part, "cesu-8", "utf-8"),
                arrow.convert(part, "utf-8", "utf-8", errors="replace", type="string"),
            ]:
                result = pa.array(made.column)
                assert made.changed == 0 and len(result) == len(part) and result.offset == part.offset or not len(part)
                if len(part):
                    assert columns.addresses(result) == columns.addresses(part)
                assert columns.values(result) == columns.values(part)


def test_buffers_live_as_long_as_they_are_used():
    column = columns.of([b"a long value, behind which nothing holds the array", b"b"], pa.string())
    made = arrow.repair(column).column
    del column
    first, second = pa.array(made), pa.array(made)
    del made
    assert first.to_pylist() == second.to_pylist()
    before = pa.total_allocated_bytes()
    for _ in range(200):
        arrow.repair(columns.of([b"x" * 10_000, b"\xed\xa0\xbd\xed\xb2\xa9"], pa.string())).column
    assert pa.total_allocated_bytes() <= before + 1_000_000


def test_chunks_stay_chunks():
    chunks = [columns.of(part, pa.string()) for part in ([b"a", b"\xc0\x80"], [], [None, b"\xff"])]
    column = pa.chunked_array(chunks)
    found = arrow.check(column)
    assert (found.rows, found.nulls, [one.row for one in found.errors()]) == (4, 1, [1, 3])
    assert pa.chunked_array(found.is_valid).to_pylist() == [True, False, None, False]
    made = arrow.repair(column)
    result = pa.chunked_array(made.column)
    assert [len(chunk) for chunk in result.chunks] == [2, 0, 2] and len(made.column) == 4
    assert columns.values(made.column) == [b"a", b"\0", None, b"\xff"] and made.failures()[0].row == 3
    with pytest.raises(UnicodeDecodeError) as caught:
        arrow.convert(column, "utf-8", "utf-8")
    assert caught.value.row == 1
    none = pa.chunked_array([], pa.string())
    assert pa.chunked_array(arrow.repair(none).column).num_chunks == 0 and arrow.check(none)
    # An iterator can be read only once.
    stream = pa.RecordBatchReader.from_batches(pa.schema([("a", pa.string())]), [])
    with pytest.raises(TypeError, match="format '\\+s'"):
        arrow.check(stream)


def test_what_no_row_uses_in_a_dictionary_does_no_harm():
    dictionary = columns.of([b"good", b"\xff", b"caf\xe9"], pa.string())
    column = pa.DictionaryArray.from_arrays(pa.array([0, 2, 0, None], pa.int8()), dictionary, safe=False)
    found = arrow.check(column)
    assert [one.row for one in found.errors()] == [1] and arrow.profile(column).ill_formed == 1
    assert arrow.profile(column).bytes == 12
    made = arrow.convert(column, "utf-8", "utf-8", on_failure="null")
    assert (made.changed, made.failed) == (1, 1)
    result = pa.array(made.column)
    result.validate(full=True)
    assert result.to_pylist() == ["good", None, "good", None] and result.dictionary.null_count == 0
    replaced = arrow.repair(column.take(pa.array([0, 1, 1, 2, 3])), on_failure="replace")
    assert (replaced.changed, replaced.replaced, replaced.failed, len(replaced.failures())) == (2, 2, 0, 2)
    assert pa.array(replaced.status).to_pylist() == ["unchanged", "replaced", "replaced", "unchanged", None]
    with pytest.raises(UnicodeDecodeError) as caught:
        arrow.convert(column, "utf-8", "utf-8")
    assert caught.value.row == 1
    unused = pa.DictionaryArray.from_arrays(pa.array([0, 0], pa.int8()), dictionary, safe=False)
    made = pa.array(arrow.convert(unused, "utf-8", "utf-8").column)
    made.validate(full=True)
    assert made.to_pylist() == ["good", "good"]
    for one in [unused, column.slice(2)]:
        pa.array(arrow.repair(one, on_failure="replace", type="string").column).validate(full=True)
    parts = pa.chunked_array([column.slice(0, 1), column.slice(1)])
    made = arrow.repair(parts, on_failure="replace", type="string")
    pa.chunked_array(made.column).validate(full=True)
    assert made.replaced == 1 and [one.row for one in made.failures()] == [1]


def test_fields_keep_their_names_and_metadata():
    class Named:
        def __init__(self, field, array):
            self.field, self.array = field, array

        def __arrow_c_array__(self, requested_schema=None):
            return self.field.__arrow_c_schema__(), self.array.__arrow_c_array__()[1]

    field = pa.field("text", pa.string(), metadata={"key": "value", "empty": ""})
    made = arrow.repair(Named(field, columns.of([b"a"], pa.string())))
    assert pa.field(made.column).equals(field, check_metadata=True)
    assert pa.field(arrow.repair(Named(field, columns.of([b"a"], pa.string())), type="binary").column).metadata is None


def test_other_libraries_produce_and_consume():
    text = ["plain", None, "né€", "💩 and some more, so that it is no short one"]
    for column in [
        polars.Series(text),
        polars.Series(text, dtype=polars.Categorical),
        pandas.Series(text, dtype="str"),
        pandas.Series(text, dtype=pandas.ArrowDtype(pa.large_string())),
        duckdb.sql("select unnest(?) as text", params=[text]).to_arrow_table()["text"],
    ]:
        assert arrow.check(column).rows == 4 and arrow.check(column).nulls == 1
        made = arrow.convert(column, "utf-8", "cesu-8")
        assert columns.values(made.column)[2:] == [placemat.encode(value, "cesu-8") for value in text[2:]]
        back = arrow.convert(made.column, "cesu-8", type="string").column
        assert polars.Series(back).to_list() == text
        assert pa.chunked_array(back).to_pylist() == text
        words = pa.table({"text": pa.chunked_array(back)})
        assert duckdb.from_arrow(words).fetchall() == [(one,) for one in text]
        series = pandas.Series(pandas.arrays.ArrowExtensionArray(pa.chunked_array(back)))
        assert series.isna().tolist() == [False, True, False, False] and series[3] == text[3]
    damaged = polars.Series([b"a\xc0\x80b", None])
    assert polars.Series(arrow.repair(damaged, on_failure="null", type="string").column).to_list() == ["a\0b", None]


def test_profiles_add_up():
    column = columns.of(DAMAGED, pa.binary())
    whole = arrow.profile(column)
    assert (whole.rows, whole.nulls, whole.empty, whole.ill_formed, whole.first) == (10, 1, 1, 4, (4, 0, "surrogate"))
    assert whole.kinds == {"surrogate": 3, "overlong": 1, "truncated": 1, "stray-trail": 7}
    assert whole.encodings == {"cesu-8": 1, "mutf-8": 1, "windows-1252": 1, "wtf-8": 1}
    assert arrow.profile(column[:5]) + arrow.profile(column[5:]) == whole
    assert arrow.profile(pa.chunked_array([column[:3], column[3:]])) == whole
    dictionary = arrow.profile(columns.of(DAMAGED * 3, columns.DICTIONARIES["dictionary of binary"]))
    assert dictionary == whole + whole + whole


def test_names_are_looked_up_first():
    column = pa.array(["a"])
    for wrong in [
        lambda: arrow.check(column, "utf-9"),
        lambda: arrow.convert(column, "utf-8", "utf-9"),
        lambda: arrow.convert(column, "utf-8", "utf-8", errors="no such policy"),
        lambda: arrow.convert(column, "utf-8", "utf-8", on_failure="replace"),
        lambda: arrow.convert(column, "utf-8", "utf-8", type="text"),
        lambda: arrow.repair(column, "typos"),
        lambda: arrow.repair(column, on_failure="ignore"),
        lambda: arrow.profile(column, "utf-9"),
    ]:
        with pytest.raises(LookupError):
            wrong()
    with pytest.raises(ValueError, match="a string column is UTF-8, and not utf-16le"):
        arrow.convert(column, "utf-8", "utf-16le", type="string")
    with pytest.raises(ValueError, match="does not keep"):
        arrow.repair(pa.array([b"a"]), type="string")
    for wrong in [[b"a"], "text", pa.array([1, 2]), pa.array([["a"]]), polars.Series([1.5])]:
        with pytest.raises(TypeError):
            arrow.check(wrong)


PARTS = st.sampled_from(
    [b"a", b"plain text", "é".encode(), "€".encode(), "💩".encode(), b"\xed\xa0\xbd", b"\xed\xb2\xa9", b"\xc3", b"\xa9"]
    + [b"\xe2\x82", b"\xac", b"\xc0\x80", b"\0", b"\xff", "cafÃ© crÃ¨me".encode(), b"longer, which no view holds"]
)
VALUES = st.lists(st.none() | st.lists(PARTS, max_size=4).map(b"".join), max_size=24)


@settings(max_examples=150, deadline=None)
@given(values=VALUES, name=st.sampled_from(list(ALL_TYPES)), start=st.integers(0, 9), end=st.integers(0, 24))
def test_columns_are_their_values_one_by_one(values, name, start, end):
    column = columns.of(values, ALL_TYPES[name])[start:end]
    part = values[start:end]
    for encoding in ["utf-8", "cesu-8", "mutf-8", "wtf-8"]:
        one_by_one = [None if value is None else placemat.check(value, encoding) for value in part]
        counts = [None if one is None else one.error_count for one in one_by_one]
        found = arrow.check(column, encoding)
        assert pa.array(found.is_valid).to_pylist() == [None if count is None else count == 0 for count in counts]
        assert pa.array(found.error_count).to_pylist() == counts
        ill_formed = [one for one in one_by_one if one is not None and not one]
        assert [one.offset for one in found.errors()] == [one.errors[0].offset for one in ill_formed]
        profile = arrow.profile(column, encoding)
        assert profile.ill_formed == found.ill_formed and profile.bytes == sum(len(value or b"") for value in part)
        lossy = arrow.convert(column, encoding, errors="replace", unencodable="replace", type="string").column
        pa.array(lossy).validate(full=True)
        assert columns.values(lossy) == [
            None
            if value is None
            else placemat.convert(value, encoding, "utf-8", errors="replace", unencodable="replace")
            for value in part
        ]
    made = arrow.repair(column)
    repaired = [None if value is None else placemat.repair(value) for value in part]
    assert columns.values(made.column) == [one and one.data for one in repaired]
    assert made.changed == sum(one is not None and one.changed for one in repaired)
    assert made.failed == sum(one is not None and one.left is not None for one in repaired)
    replaced = arrow.repair(column, on_failure="replace")
    statuses = pa.array(replaced.status).to_pylist()
    assert (replaced.replaced, replaced.failed) == (statuses.count("replaced"), 0) == (made.failed, 0)
    assert replaced.changed == statuses.count("replaced") + statuses.count("changed")
    nulled = arrow.repair(column, on_failure="null", type="string").column
    pa.array(nulled).validate(full=True)
    assert columns.values(nulled) == [None if one is None or one.left else one.data for one in repaired]


def offsets(*places):
    return struct.pack(f"{len(places)}i", *places)


def long_offsets(*places):
    return struct.pack(f"{len(places)}q", *places)


LONG = struct.pack("i4sii", 20, b"0123", 0, 0)
WORDS = dict(format="u", parts=[None, offsets(0, 1, 2), b"ab"], length=2)
MALFORMED = {
    "offsets descend": (("u", [None, offsets(0, 5, 3), b"abcde"], 2), {}, "row 1 ends before it begins"),
    "offsets descend to the end": (("u", [None, offsets(0, 1 << 30, 3), b"abc"], 2), {}, "row 1 ends before"),
    "a negative offset": (("z", [None, offsets(-1, 2), b"ab"], 1), {}, "row 0 is negative"),
    "a negative last offset": (("u", [None, offsets(0, 1, -2), b"ab"], 2), {}, "row 1 is negative"),
    "a negative large offset": (("U", [None, long_offsets(0, -(1 << 62)), b"ab"], 1), {}, "row 0 is negative"),
    "large offsets descend": (("Z", [None, long_offsets(0, 2, 1), b"ab"], 2), {}, "row 1 ends before"),
    "no offsets": (("u", [None, None, b"ab"], 1), {}, "buffer 1 is missing"),
    "no values": (("u", [None, offsets(0, 2), None], 1), {}, "buffer 2 is missing"),
    "too few buffers": (("u", [None, offsets(0, 2)], 1), {}, "2 buffers, where there are 3"),
    "too many buffers": (("u", [None, offsets(0, 2), b"ab", b"ab"], 1), {}, "4 buffers"),
    "a negative count of buffers": (("u", [None, offsets(0, 2), b"ab"], 1), {"n_buffers": -3}, "-3 buffers"),
    "a null pointer for buffers": (("u", [None, offsets(0, 2), b"ab"], 1), {"buffers": None}, "no buffers"),
    "children": (("u", [None, offsets(0, 2), b"ab"], 1), {"n_children": 1}, "1 children"),
    "a negative length": (("u", [None, offsets(0, 2), b"ab"], -1), {}, "negative length"),
    "a negative start": (("u", [None, offsets(0, 2), b"ab"], 1), {"offset": -1}, "negative length or offset"),
    "longer than memory": (("u", [None, offsets(0, 2), b"ab"], 1 << 62), {}, "longer than memory"),
    "length and offset overflow": (("u", [None, offsets(0, 2), b"ab"], 1), {"offset": (1 << 63) - 1}, "longer than"),
    "nulls without a bitmap": (("u", [None, offsets(0, 2), b"ab"], 1), {"null_count": 1}, "no bitmap"),
    "more nulls than rows": (("u", [b"\0", offsets(0, 2), b"ab"], 1), {"null_count": 2}, "2 nulls of 1"),
    "a count of nulls below -1": (("u", [b"\0", offsets(0, 2), b"ab"], 1), {"null_count": -2}, "-2 nulls"),
    "a view of no buffer": (
        ("vu", [None, struct.pack("i4sii", 20, b"0123", 1, 0), b"x" * 20, long_offsets(20)], 1),
        {},
        "in no buffer",
    ),
    "a view beyond its buffer": (
        ("vu", [None, struct.pack("i4sii", 20, b"0123", 0, 1), b"x" * 20, long_offsets(20)], 1),
        {},
        "ends after its buffer",
    ),
    "a view of negative length": (
        ("vz", [None, struct.pack("i4sii", -20, b"0123", 0, 0), b"x" * 20, long_offsets(20)], 1),
        {},
        "row 0 is negative",
    ),
    "a view at a negative offset": (
        ("vz", [None, struct.pack("i4sii", 20, b"0123", 0, -1), b"x" * 20, long_offsets(20)], 1),
        {},
        "ends after",
    ),
    "a view with another beginning than its value": (
        ("vu", [None, struct.pack("i4sii", 20, b"xxxy", 0, 0), b"x" * 20, long_offsets(20)], 1),
        {},
        "the prefix in the view of row 0 differs from its value",
    ),
    "a view with bytes after its value": (
        ("vz", [None, struct.pack("i12s", 1, b"a") + struct.pack("i12s", 3, b"abc\0\0\0x"), long_offsets()], 2),
        {},
        "view of row 1 has bytes after its value that are not 00",
    ),
    "an empty view with bytes after it": (
        ("vu", [None, struct.pack("i12s", 0, b"\0" * 11 + b"x"), long_offsets()], 1),
        {},
        "view of row 0 has bytes after its value",
    ),
    "a buffer of views of negative length": (
        ("vu", [None, LONG, b"x" * 20, long_offsets(-20)], 1),
        {},
        "length of buffer 0 is negative",
    ),
    "views without lengths": (("vu", [None, LONG], 1), {}, "2 buffers"),
    "a missing buffer of views": (("vu", [None, LONG, None, long_offsets(20)], 1), {}, "buffer 2 is missing"),
    "no views": (("vu", [None, None, long_offsets()], 1), {}, "buffer 1 is missing"),
    "a number behind the dictionary": (
        ("c", [None, bytes([0, 2])], 2, columns.Raw(**WORDS)),
        {},
        "row 1 is not in the dictionary",
    ),
    "a negative number": (
        ("i", [None, struct.pack("2i", 0, -1)], 2, columns.Raw(**WORDS)),
        {},
        "row 1 is not in the dictionary",
    ),
    "a great number": (("L", [None, b"\xff" * 8], 1, columns.Raw(**WORDS)), {}, "row 0 is not in the dictionary"),
    "no numbers": (("c", [None, None], 2, columns.Raw(**WORDS)), {}, "buffer 1 is missing"),
    "a dictionary that is malformed": (
        ("c", [None, b"\0"], 1, columns.Raw("u", [None, offsets(3, 1), b"abc"], 1)),
        {},
        "row 0 ends before",
    ),
    "a dictionary where there is none": (("u", [None, offsets(0, 1), b"a"], 1), {"dictionary": 1}, "a dictionary"),
    "no dictionary": (("c", [None, b"\0"], 1, columns.Raw(**WORDS)), {"dictionary": None}, "no dictionary"),
    "released already": (("u", [None, offsets(0, 1), b"a"], 1), {"release": None}, "released already"),
}


@pytest.mark.parametrize("case", MALFORMED)
@pytest.mark.parametrize(
    "work", [arrow.check, arrow.repair, arrow.profile, lambda column: arrow.convert(column, "utf-8")]
)
def test_malformed_columns_are_errors(case, work):
    arguments, fields, message = MALFORMED[case]
    column = columns.Raw(*arguments, **fields)
    with pytest.raises(arrow.MalformedColumn, match=message):
        work(column)
    assert column.released == (0 if "release" in fields else 1), "it is released, once"


def test_columns_put_together_by_hand_are_read():
    column = columns.Raw(**WORDS)
    made = arrow.repair(column).column
    assert columns.values(made) == [b"a", b"b"] and column.released == 0
    del made
    assert column.released == 1
    with pytest.raises(arrow.MalformedColumn, match="released already"):
        arrow.check(column)
    # Without rows there may be no buffers; the contents of a null are not checked.
    assert arrow.check(columns.Raw("u", [None, None, None], 0)).rows == 0
    beyond = struct.pack("i4sii", 20, b"0123", 9, 0)
    assert arrow.check(columns.Raw("vu", [b"\0", beyond, long_offsets()], 1, null_count=1)).nulls == 1
    padded = struct.pack("i12s", 1, b"abc")
    assert arrow.check(columns.Raw("vu", [b"\0", padded, long_offsets()], 1, null_count=1)).nulls == 1
    assert arrow.check(columns.Raw("c", [b"\1", bytes([1, 200])], 2, columns.Raw(**WORDS), null_count=1)).nulls == 1
    # Offsets and lengths that are not aligned are copied, and do not change.
    apart = columns.Raw("u", [None, b"\0" + offsets(0, 1, 3), b"abc"], 2)
    apart._places[1] += 1
    assert columns.values(arrow.repair(apart, on_failure="null").column) == [b"a", b"bc"]
    views = columns.Raw("vu", [None, LONG, b"0123456789 123456789", b"\0" + long_offsets(20)], 1)
    views._places[3] += 1
    assert arrow.profile(views).longest == 20


def test_streams_that_fail_tell_why():
    class Broken:
        def __arrow_c_stream__(self, requested_schema=None):
            struct_type = pa.struct([("a", pa.string())])
            reader = pa.RecordBatchReader.from_batches(pa.schema(struct_type), self.batches())
            return reader.__arrow_c_stream__()

        def batches(self):
            yield pa.record_batch({"a": ["x"]})
            raise ValueError("no more of it")

    with pytest.raises(ValueError, match="no more of it"):
        arrow.check(Broken())

    class Nothing:
        def __arrow_c_array__(self, requested_schema=None):
            return object(), object()

    with pytest.raises(arrow.MalformedColumn, match="no capsule of the name 'arrow_schema'"):
        arrow.check(Nothing())


def test_figures_are_pickled_and_columns_are_not():
    column = pa.array([b"a", b"\xff", None], pa.binary())
    profile, check = arrow.profile(column), arrow.check(column)
    assert pickle.loads(pickle.dumps(profile)) == profile == copy.deepcopy(profile)
    assert pickle.loads(pickle.dumps(check.errors())) == check.errors()
    changed = arrow.convert(column, "iso-8859-1")
    for whole in (check, changed):
        with pytest.raises(TypeError, match=f"cannot pickle a {whole.__class__.__name__} of placemat.arrow: it holds"):
            pickle.dumps(whole)
        assert copy.copy(whole) is copy.deepcopy(whole) is whole
    assert all(copy.copy(one) is copy.deepcopy(one) is one for one in [changed.column, changed.status])
    for array in (changed.column, arrow.check(pa.chunked_array([column])).is_valid):
        with pytest.raises(TypeError, match="as pyarrow.array"):
            pickle.dumps(array)
    assert pickle.loads(pickle.dumps(pa.array(changed.column))).to_pylist() == [b"a", "ÿ".encode(), None]


def test_errors_are_pickled():
    for work in [lambda: arrow.check(columns.Raw("u", [None], 0)), lambda: arrow.convert(pa.array([b"\xff"]), "utf-8")]:
        with pytest.raises(ValueError) as caught:
            work()
        again = pickle.loads(pickle.dumps(caught.value))
        assert type_of(again) is type_of(caught.value) and str(again) == str(caught.value)


def test_no_other_library_is_needed():
    import subprocess

    code = "import sys, placemat.arrow; sys.exit(any(name in sys.modules for name in ('pyarrow', 'polars', 'pandas')))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
