"""SQL functions for Spark."""

import re

import placemat
import pytest
from rows import frame, told  # First: it leaves these tests out where there is no Spark.
from test_arrow import DAMAGED

from placemat import spark as text
from placemat.spark import sql
from pyspark.errors import PySparkException
from pyspark.sql import functions as F


def test_functions_of_sql(spark):
    assert text.register(spark) == [
        "placemat_is_valid_utf8",
        "placemat_make_valid_utf8",
        "placemat_validate_utf8",
        "placemat_try_validate_utf8",
    ]
    tails = [
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xf4\x90\x80\x80",
        b"\xe1\x80\xe2\xf0\x91\x92\xf1\xbfA",
        b"\xf8\x88\x80\x80\x80",
    ]
    values = DAMAGED + tails + [b"\xed\xa0\x80\xed\xbf\xbf\xed\xafA", b"\xc0\xaf\xe0\x80\xbf\xf0\x81\x82A"]
    df = frame(spark, values)
    for name in ["is_valid_utf8", "make_valid_utf8", "try_validate_utf8"]:
        ours, theirs = told(df, f"placemat_{name}(value)"), told(df, f"{name}(value)")
        assert ours == theirs and len(ours) == len(values), name
    good = df.where("is_valid_utf8(value) or value is null")
    assert told(good, "placemat_validate_utf8(value)") == told(good, "validate_utf8(value)")
    for name in ["validate_utf8", "placemat_validate_utf8"]:
        with pytest.raises(PySparkException):
            told(df, f"{name}(value)")
    binary = frame(spark, values, "binary")
    rows = told(
        binary,
        "placemat_is_valid_utf8(value, 'cesu-8')",
        "placemat_make_valid_utf8(value, 'cesu-8')",
        "placemat_make_valid_utf8(value, 'UTF-8', 'skip')",
        "placemat_make_valid_utf8(value, 'utf-8', 'strict')",
        "placemat_try_validate_utf8(value, 'mutf-8')",
        "placemat_make_valid_utf8(value, policy => 'replace-run')",
    )
    assert rows[4] == (
        True,
        "💩 a pair in six bytes",
        " a pair in six bytes",
        None,
        "💩 a pair in six bytes",
        "\ufffd a pair in six bytes",
    )
    assert rows[5][4] == "a\0b" and rows[1] == (None,) * 6
    by_row = "if(id = 4, 'cesu-8', if(id = 6, 'iso-8859-1', if(id = 0, null, 'utf-8')))"
    rows = told(binary, f"placemat_make_valid_utf8(value, {by_row})", f"placemat_is_valid_utf8(value, {by_row})")
    assert rows[4] == ("💩 a pair in six bytes", True) and rows[6] == ("café", True)
    assert rows[0] == (None, None) and rows[5] == ("a\ufffd\ufffdb", False)


@pytest.mark.parametrize("ansi", ["true", "false"])
def test_unknown_names_in_sql_are_clear_errors(local, ansi):
    text.register(local, prefix="own_")
    frame(local, [b"a"]).selectExpr("*", "'utf-9' as name").createOrReplaceTempView("words")
    local.conf.set("spark.sql.ansi.enabled", ansi)
    try:
        for call, message in [
            ("own_is_valid_utf8(value, 'utf-9')", "unknown encoding: utf-9; there are utf-8, "),
            ("own_is_valid_utf8(value, 'u-t-f-8')", "unknown encoding: u-t-f-8"),
            ("own_is_valid_utf8(value, 'utf-8\u0085')", "unknown encoding: utf-8\u0085; there are "),
            ("own_is_valid_utf8(value, '\u00a0utf-8')", "unknown encoding: \u00a0utf-8; there are "),
            ("own_is_valid_utf8(value, 'utf-8\nutf-8')", "unknown encoding: utf-8\nutf-8; there are "),
            ("own_is_valid_utf8(value, 'Dalvi\u212a UTF-8')", "unknown encoding: Dalvi\u212a UTF-8"),
            ("own_make_valid_utf8(value, 'utf-8', 's\u212aip')", "unknown policy: s\u212aip; there are strict, "),
            ("own_make_valid_utf8(value, 'double-utf-8-latin1')", "policy replace is not defined for double-utf-8-latin1"),
            ("own_is_valid_utf8(value, name)", "unknown encoding: utf-9; there are utf-8, "),
            ("own_make_valid_utf8(value, 'utf-8', 'typos')", "unknown policy: typos; there are strict, replace, "),
            ("own_make_valid_utf8(value, 'MUTF_8', 'Replace-Sequence')", "policy Replace-Sequence is not defined for MUTF_8"),
            ("own_make_valid_utf8(value, 'utf-16', 'surrogateescape')", "policy surrogateescape is not defined for utf-16"),
        ]:
            with pytest.raises(PySparkException) as caught:
                local.sql(f"select {call} from words").collect()
            assert caught.value.getCondition() == "USER_RAISED_EXCEPTION"
            assert caught.value.getMessageParameters()["errorMessage"].startswith(message)
    finally:
        local.conf.unset("spark.sql.ansi.enabled")


def test_what_a_policy_lacks_is_looked_up_once(monkeypatch):
    asked = []
    lacking = sql._lacking
    monkeypatch.setattr(sql, "_lacking", lambda policy: asked.append(policy) or lacking(policy))
    patterns = re.findall("RLIKE '([^']*)'", sql._policy_looked_up())
    assert len(patterns) == len(set(patterns)) < len(asked)
    assert asked == placemat._native.policies()[0]


def test_names_in_sql_are_those_that_people_write(local):
    text.register(local)
    for name, expected in {
        "UTF-8": "caf\ufffd",
        "utf_8": "caf\ufffd",
        "CESU8": "caf\ufffd",
        "latin1": "café",
        " ISO_8859-1": "café",
        "\tutf-8\r\n": "caf\ufffd",
        "Windows 1252": "café",
    }.items():
        assert local.sql(f"select placemat_make_valid_utf8(X'636166E9', '{name}')").collect() == [(expected,)], name
    assert local.sql("select placemat_make_valid_utf8(X'61FF', 'utf8', 'Ignore')").collect() == [("a",)]
    assert local.sql("select placemat_make_valid_utf8(X'61FF', 'UTF8', 'LATIN1')").collect() == [("aÿ",)]
    names = sorted(set(placemat._native.names()))
    df = local.createDataFrame([(b"a", spelled) for name in names for spelled in (name, name.upper())], "value binary, name string")
    told = df.select(F.expr("placemat_is_valid_utf8(value, name)")).collect()
    assert len(told) == 2 * len(names) and all(row[0] is not None for row in told)


@pytest.mark.parametrize(
    ("value", "note"),
    [
        ("X'6162FF63'", r"value: b'ab\xffc' (4 bytes), error at byte offset 2"),
        ("X'FF'", r"value: b'\xff' (1 byte), error at byte offset 0"),
        ("cast(concat(repeat('a', 50), x'80') as binary)", f"value: b'{'a' * 40}'… (51 bytes), error at byte offset 50"),
    ],
)
def test_a_failed_function_of_sql_shows_the_value_and_no_row(local, value, note):
    text.register(local)
    local.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "4")
    try:
        df = local.range(6, numPartitions=1).selectExpr(f"if(id = 5, {value}, X'61') as value")
        with pytest.raises(PySparkException) as caught:
            df.selectExpr("placemat_validate_utf8(value)").collect()
    finally:
        local.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
    assert note in str(caught.value)
    assert not re.search(r"\brow \d", str(caught.value))


def test_the_value_of_an_error_is_shown_in_its_units():
    for error, note in [
        (UnicodeDecodeError("utf-8", b"a\xff", 1, 2, "bad"), r"value: b'a\xff' (2 bytes), error at byte offset 1"),
        (UnicodeEncodeError("utf-8", "a\ud800", 1, 2, "bad"), r"value: 'a\ud800' (2 characters), error at character offset 1"),
    ]:
        error.add_note("row 0")
        sql._name_value(error)
        assert error.__notes__ == [note]
