"""Columns of Spark, in one process and on a cluster of processes."""

import itertools
import os
import re

import columns
import pyarrow as pa
import pyarrow.parquet
import pytest
import test_readme
from rows import BYTES, frame, told  # First: it leaves these tests out where there is no Spark.
from test_arrow import DAMAGED, REPAIRED

from placemat import spark as text
from pyspark.errors import PySparkException
from pyspark.sql import functions as F

SIX = ["cesu-8", "mutf-8 nul", "stray bytes", "encoded twice", "lone surrogate", "cut off"]


@pytest.mark.parametrize("kind", ["string", "binary"])
def test_columns_are_checked(spark, kind):
    add = ["status", "error_offset", "error_kind", "encoding"]
    df = text.check_column(frame(spark, DAMAGED, kind), "value", add=add)
    assert df.columns == ["id", "value", "value_status", "value_error_offset", "value_error_kind", "value_encoding"]
    rows = told(df, BYTES, "value_status", "value_error_offset", "value_error_kind", "value_encoding")
    assert [row[0] for row in rows] == DAMAGED
    assert rows[0][1:] == ("well-formed", None, None, "utf-8")
    assert rows[1] == (None, None, None, None, None)
    assert rows[4][1:] == ("ill-formed", 0, "surrogate", "cesu-8")
    assert rows[5][1:] == ("ill-formed", 1, "overlong", "mutf-8")
    assert rows[6][1:] == ("ill-formed", 3, "truncated", "windows-1252")
    cesu = told(text.check_column(frame(spark, DAMAGED, kind), "value", "cesu-8", add="status"), "value_status")
    assert cesu[2] == ("ill-formed",) and cesu[4] == ("well-formed",)


@pytest.mark.parametrize("kind", ["string", "binary"])
def test_columns_are_repaired(spark, kind):
    df = frame(spark, DAMAGED, kind)
    made = text.repair_column(df, "value", add=["status", "error_kind"])
    assert dict(made.dtypes)["value"] == kind
    rows = told(made, BYTES, "value_status", "value_error_kind")
    repaired = [REPAIRED[k].encode() if k in REPAIRED else value for k, value in enumerate(DAMAGED)]
    assert [row[0] for row in rows] == repaired
    assert rows[4][1:] == ("changed", "surrogate") and rows[6][1:] == ("failed", "truncated")
    nulled = told(text.repair_column(df, "value", on_failure="null"), BYTES)
    assert [row[0] for row in nulled] == [None if k in (6, 9) else value for k, value in enumerate(repaired)]
    replaced = text.repair_column(df, "value", on_failure="replace", type="string", add="status")
    assert dict(replaced.dtypes)["value"] == "string" and text.profile_column(replaced, "value").ill_formed == 0
    assert told(replaced, "value", "value_status")[6] == ("caf\ufffd", "replaced")
    with pytest.raises(PySparkException, match="'utf-8' codec can't decode"):
        text.repair_column(df, "value", on_failure="error").collect()


@pytest.mark.parametrize("kind", ["string", "binary"])
def test_columns_are_converted(local, kind):
    df = frame(local, DAMAGED, kind)
    made = text.convert_column(df, "value", "cesu-8", on_failure="null", type="string", add="status")
    assert dict(made.dtypes)["value"] == "string"
    rows = told(made, "value", "value_status")
    assert (
        rows[4] == ("💩 a pair in six bytes", "changed")
        and rows[2] == (None, "failed")
        and rows[0] == ("plain", "unchanged")
    )
    assert dict(text.convert_column(df, "value", "utf-8", "utf-16le", on_failure="null").dtypes)["value"] == "binary"
    latin = told(text.convert_column(df, "value", "iso-8859-1", "utf-8"), BYTES)
    assert latin[6] == ("café".encode(),)
    lossy = told(text.convert_column(df, "value", "utf-8", errors="replace"), BYTES)
    assert lossy == [(None if value is None else value.decode(errors="replace").encode(),) for value in DAMAGED]


GROUPS = itertools.count()


def jobs(spark, work):
    """Return the number of jobs during some work."""
    group = f"work {next(GROUPS)}"
    spark.sparkContext.setJobGroup(group, "")
    try:
        work()
    finally:
        found = len(spark.sparkContext.statusTracker().getJobIdsForGroup(group))
        spark.sparkContext.setLocalProperty("spark.jobGroup.id", None)
    return found


def test_nothing_comes_to_the_driver_but_counts(local, monkeypatch):
    df = frame(local, DAMAGED * 1000, partitions=3)
    for work in [
        lambda: text.check_column(df, "value", add=["status", "error_offset", "error_kind", "encoding"]),
        lambda: text.convert_column(df, "value", "cesu-8", on_failure="null", add="status"),
        lambda: text.repair_column(df, "value", on_failure="replace", add="status"),
    ]:
        assert jobs(local, work) == 0
    rows = []
    collect = type(df).collect

    def counted(self):
        rows.extend(collect(self))
        return rows

    def refused(self, *arguments):
        raise AssertionError("rows are brought one by one, or in another way")

    monkeypatch.setattr(type(df), "collect", counted)
    for name in ["toLocalIterator", "first", "head", "tail", "take", "toArrow", "toPandas"]:
        monkeypatch.setattr(type(df), name, refused)
    profiles = []
    # All partitions in parallel, not in a job each.
    assert 0 < jobs(local, lambda: profiles.append(text.profile_column(df, "value"))) < 3
    assert profiles[0].rows == 1000 * len(DAMAGED)
    # A line for each partition, regardless of its contents.
    assert len(rows) == 3 and all(len(row) == 1 and len(row.profile) < 1000 for row in rows)


def test_what_is_wrong_is_told_before_there_is_a_job(local):
    df = frame(local, [b"a"])

    def all_that_is_wrong():
        tell_what_is_wrong(df)

    assert jobs(local, all_that_is_wrong) == 0


def tell_what_is_wrong(df):
    for wrong in [
        lambda: text.check_column(df, "value", "utf-9"),
        lambda: text.profile_column(df, "value", "utf-9"),
        lambda: text.convert_column(df, "value", "utf-8", "utf-9"),
        lambda: text.convert_column(df, "value", "utf-8", errors="no such policy"),
        lambda: text.convert_column(df, "value", "utf-8", "utf-16le", errors="latin1", unencodable="x"),
        lambda: text.repair_column(df, "value", "typos"),
        lambda: text.repair_column(df, "value", on_failure="ignore"),
        lambda: text.check_column(df, "value", add=["colour"]),
    ]:
        with pytest.raises(LookupError):
            wrong()
    with pytest.raises(LookupError, match="unknown encoding: utf-9; the nearest are? utf-8"):
        text.check_column(df, "value", "utf-9")
    with pytest.raises(LookupError, match="unknown policy: typos; there are strict, replace, "):
        text.convert_column(df, "value", "utf-8", errors="typos")
    for wrong in [
        lambda: text.check_column(df, "valeu"),
        lambda: text.check_column(text.check_column(df, "value"), "value"),
        lambda: text.convert_column(df, "value", "utf-8", "utf-16le", type="string"),
    ]:
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError, match="no string and no binary, but int"):
        text.repair_column(df, "id")


def test_names_are_those_of_spark(local):
    df = frame(local, DAMAGED)
    made = text.check_column(df, "VALUE", add="status")
    assert made.columns == ["id", "value", "value_status"]
    assert told(text.repair_column(df, "`Value`", "cesu-8"), BYTES)[4] == (REPAIRED[4].encode(),)
    assert text.profile_column(df, "Value").ill_formed == 4
    with pytest.raises(ValueError, match="there is a column of this name already: value_status"):
        text.check_column(made.withColumnRenamed("value_status", "VALUE_Status"), "value")
    twice = df.select("id", "value", F.upper("value").alias("Value"))
    for name in ["value", "Value", "`VALUE`"]:
        with pytest.raises(ValueError, match=f"2 columns of the name '{name}': value, Value"):
            text.check_column(twice, name)
    local.conf.set("spark.sql.caseSensitive", "true")
    try:
        assert text.check_column(twice, "Value", add="status").columns[-1] == "Value_status"
        with pytest.raises(ValueError, match="no column of the name 'VALUE'; there are id, value, Value"):
            text.check_column(twice, "VALUE")
    finally:
        local.conf.unset("spark.sql.caseSensitive")


def test_columns_are_given_by_name(local):
    df = frame(local, [b"a"])
    for wrong in [F.col("value"), df["value"], df.value, b"value", 1, None]:
        for work in [text.check_column, text.repair_column, text.profile_column]:
            with pytest.raises(TypeError, match="a column is given by its name, a string, and not by"):
                work(df, wrong)
        with pytest.raises(TypeError, match=f"by its name, a string, and not by {type(wrong).__name__}"):
            text.convert_column(df, wrong, "cesu-8")


def people(spark, kind="string"):
    """Return these values in structures, of which the first is null, and one field within the third."""
    return frame(spark, DAMAGED, kind).selectExpr(
        "id",
        f"""if(id = 0, null, named_struct(
            'name', value, 'born', id, 'certain', coalesce(value, cast('' as {kind})),
            'parts', if(id = 2, null, named_struct('the.last', value, 'tags', array('a', null)))
        )) as person""",
        "array(named_struct('name', value)) as others",
    )


FIELDS = ["cast(person.name as binary)", "cast(person.parts.`the.last` as binary)", "cast(person.certain as binary)"]
BESIDE = ["person is null", "person.parts is null", "person.born", "person.parts.tags", "others is null"]


@pytest.mark.parametrize("kind", ["string", "binary"])
def test_fields_of_structures(local, kind):
    df = people(local, kind)
    before = told(df, *FIELDS)
    repaired = [REPAIRED[k].encode() if k in REPAIRED else value for k, value in enumerate(DAMAGED)]
    lasts = [None if k in (0, 2) else value for k, value in enumerate(repaired)]
    for name, prefix, at, expected in [
        ("person.name", "person_name", 0, [None, *repaired[1:]]),
        ("Person.parts.THE.last", "person_parts_the.last", 1, lasts),
        ("person.`parts`.`the.last`", "person_parts_the.last", 1, lasts),
    ]:
        made = text.repair_column(df, name, add=["status", "error_offset"])
        assert made.columns == [*df.columns, f"{prefix}_status", f"{prefix}_error_offset"]
        assert told(made, *BESIDE) == told(df, *BESIDE)
        rows = told(made, *FIELDS, f"`{prefix}_status`", f"`{prefix}_error_offset`")
        assert [row[at] for row in rows] == expected
        assert [row[other] for row in rows for other in range(3) if other != at] == [
            row[other] for row in before for other in range(3) if other != at
        ]
        assert rows[0][3:] == (None, None) and rows[4][3:] == ("changed", 0) and rows[6][3:] == ("failed", 3)
        profile = text.profile_column(df, name)
        assert (profile.rows, profile.nulls, profile.ill_formed) == (10, expected.count(None), 4)
    checked = text.check_column(df, "person.name", add="status")
    assert told(checked, "person_name_status")[3:5] == [("well-formed",), ("ill-formed",)]
    assert checked.select("person", "others").schema == df.select("person", "others").schema
    # The result has another type, and nulls that did not exist before.
    made = text.convert_column(df, "person.certain", "utf-8", on_failure="null", type="string")
    assert made.schema["person"].dataType["certain"].simpleString() == "certain:string"
    rows = told(made, "person.certain", *FIELDS[:2])
    assert [row[0] for row in rows[:5]] == [None, "", DAMAGED[2].decode(), "", None]
    assert [row[1:] for row in rows] == [row[:2] for row in before]


def test_names_of_fields(local):
    df = people(local)
    for name, error, message in [
        ("person.nam", ValueError, "no column of the name 'person.nam'; there are id, person, person.name, "),
        ("person.name.first", TypeError, "no column 'person.name.first': person.name is string, and only structures have fields"),
        ("others.name", TypeError, "no column 'others.name': others is array<struct<name:string>>, and only structures have fields"),
        ("`Others`.name", TypeError, "no column '`Others`.name': others is array<"),
        ("person.parts", TypeError, "no string and no binary, but struct<"),
        ("person.", ValueError, "no column of the name 'person.'"),
    ]:
        with pytest.raises(error, match=re.escape(message)):
            text.repair_column(df, name)
    with pytest.raises(ValueError, match="there is a column of this name already: person_name_status"):
        text.check_column(df.withColumn("person_name_status", F.lit(1)), "person.name")
    twice = df.selectExpr("named_struct('name', 'a', 'Name', 'b') as person")
    with pytest.raises(ValueError, match="2 columns of the name 'person.name': person.name, person.Name"):
        text.check_column(twice, "person.name")
    # A column takes precedence over a field.
    dotted = df.withColumn("person.name", F.lit("of a column"))
    assert text.check_column(dotted, "person.name", add="status").columns[-1] == "person.name_status"
    assert text.profile_column(dotted, "`person.name`").ill_formed == 0
    assert text.profile_column(dotted, "person.`name`").ill_formed == 4


def test_several_columns_in_one_pass(spark):
    df = frame(spark, DAMAGED).selectExpr("id", "value", f"{BYTES} as `bytes`", "named_struct('name', value) as person")
    names = ["value", "Bytes", "person.name"]
    made = text.repair_column(df, names, add=["status", "error_offset"])
    assert made.columns[4:] == [
        f"{name}_{added}" for name in ["value", "bytes", "person_name"] for added in ["status", "error_offset"]
    ]
    assert dict(made.dtypes)["bytes"] == "binary"
    values = [BYTES, "bytes", "cast(person.name as binary)"]
    rows = told(made, *values, *made.columns[4:])
    repaired = [REPAIRED[k].encode() if k in REPAIRED else value for k, value in enumerate(DAMAGED)]
    assert [row[:3] for row in rows] == [(value,) * 3 for value in repaired]
    assert rows[4][3:] == ("changed", 0) * 3 and rows[6][3:] == ("failed", 3) * 3 and rows[1][3:] == (None,) * 6
    assert told(text.check_column(df, tuple(names), add="error_kind"), "bytes_error_kind")[5] == ("overlong",)
    texts = text.convert_column(df, names, "cesu-8", on_failure="null", type="string")
    assert dict(texts.dtypes)["bytes"] == "string" and told(texts, "value", "bytes")[4] == (REPAIRED[4],) * 2
    profiles = text.profile_column(df, names)
    assert list(profiles) == names
    assert set(map(repr, profiles.values())) == {repr(text.profile_column(df, "value"))}
    with pytest.raises(PySparkException, match="column person.name"):
        text.repair_column(df.withColumn("value", F.lit("a")), ["value", "person.name"], on_failure="error").collect()


def test_lists_of_columns(local):
    df = frame(local, DAMAGED)
    both = df.withColumn("other", F.col("value"))
    plan = text.check_column(both, ["value", "other"])._jdf.queryExecution().optimizedPlan().toString()
    assert plan.count("MapInArrow") == 1
    assert jobs(local, lambda: text.profile_column(both, ["value", "other"])) < 3
    assert text.check_column(df, []).columns == df.columns and text.profile_column(df, []) == {}
    assert list(text.profile_column(df, ["value"])) == ["value"]
    for call in [
        lambda: text.check_column(df, [], "utf-9"),
        lambda: text.profile_column(df, [], "utf-9"),
        lambda: text.repair_column(df, [], "typo"),
        lambda: text.convert_column(df, [], "utf-9"),
    ]:
        with pytest.raises(LookupError):
            call()
    with pytest.raises(ValueError, match="column 'value' is given twice"):
        text.profile_column(df, ["value", "VALUE"])
    with pytest.raises(TypeError, match="by its name, a string, and not by Column"):
        text.repair_column(df, ["value", df.id])
    with pytest.raises(TypeError, match="column 'id' is no string"):
        text.repair_column(df, ["value", "id"])
    meeting = df.selectExpr("value as a_b", "named_struct('b', value) as a")
    with pytest.raises(ValueError, match="there is a column of this name already: a_b_status"):
        text.check_column(meeting, ["a_b", "a.b"])


def test_partitions_without_rows_and_skew(spark):
    none = frame(spark, [], partitions=3)
    assert told(text.repair_column(none, "value", add="status"), "value") == []
    assert text.profile_column(none, "value").rows == 0
    # Most partitions have no row, one has nearly all rows, and one value is large.
    values = [b"\xc0\x80"] * 3000 + [b"x" * 3_000_000 + b"\xed\xa0\xbd\xed\xb2\xa9"]
    skewed = frame(spark, values, partitions=1).union(frame(spark, [], partitions=5)).union(frame(spark, [None]))
    made = text.repair_column(skewed, "value", add="status")
    assert made.groupBy("value_status").count().orderBy("value_status").collect() == [(None, 1), ("changed", 3001)]
    profile = text.profile_column(skewed, "value")
    assert (profile.rows, profile.nulls, profile.ill_formed, profile.longest) == (3002, 1, 3001, 3_000_006)
    assert profile.kinds["overlong"] == 3000 and profile.encodings == {"mutf-8": 3000, "cesu-8": 1}
    named = frame(spark, [b"\xff"]).withColumnRenamed("value", "odd `name`.x")
    assert text.profile_column(named, "odd `name`.x").ill_formed == 1
    assert text.check_column(named, "odd `name`.x", add="status").columns[-1] == "odd `name`.x_status"


def test_large_types_of_arrow(local):
    local.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        rows = told(
            text.repair_column(frame(local, DAMAGED), "value", type="binary", add=["status", "encoding"]), "value"
        )
        assert rows[4] == (REPAIRED[4].encode(),)
    finally:
        local.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def test_what_the_readme_shows(local):
    variables = {"spark": local, "df": frame(local, DAMAGED).withColumnRenamed("value", "name")}
    exec(test_readme.example("### Spark"), variables)
    assert variables["df"].columns == ["id", "name", "name_status", "name_encoding"]
    assert text.profile_column(variables["df"], "name").ill_formed == 0
    assert local.sql("select placemat_make_valid_utf8(X'EDA0BDEDB2A9', 'cesu-8')").collect() == [("💩",)]


def test_what_the_readme_of_the_package_shows(local):
    df = local.sql("select X'636166C3A9' as name union all select X'FFFE' union all select X'EDA0BDEDB2A9'")
    frame, names = test_readme.values(test_readme.package_examples()[2], {"df": df, "spark": local}).values()
    rows = {(row.name_status, None if row.name is None else bytes(row.name).decode()) for row in frame.collect()}
    assert rows == {("changed", "💩"), ("failed", None), ("unchanged", "café")}
    assert len(names) == 4 and "placemat_make_valid_utf8" in names


def damaged_rows(spark, rows):
    """Return generated rows: a seventh are well-formed, and the others are damaged in six ways, in
    rotation."""
    clean = F.concat(F.lit("né€ "), F.hex(F.xxhash64("id")), F.lit(" 💩 ordinary text"))
    as_bytes = clean.cast("binary")
    head = F.concat(F.lit("row "), F.hex(F.xxhash64("id"))).cast("binary")

    def raw(hexadecimal):
        return F.unhex(F.lit(hexadecimal))

    once = "encode(concat('caf', char(233), ' cr', char(232), 'me ', id), 'UTF-8')"
    twice = F.expr(f"encode(decode({once}, 'ISO-8859-1'), 'UTF-8')")
    damage = [
        F.concat(head, raw("EDA0BDEDB2A9")),
        F.concat(head, raw("C080"), head),
        F.concat(head, raw("20636166E920636166E92E")),
        twice,
        F.concat(head, raw("EDA0BD"), head),
        F.concat(head, raw("E282")),
    ]
    kind = F.col("id") % 7
    value = F.when(kind == 0, as_bytes)
    for number, made in enumerate(damage, 1):
        value = value.when(kind == number, made)
    names = F.array(*map(F.lit, ["clean", *SIX]))
    damaged = names[kind.cast("int")].alias("damage")
    return spark.range(0, rows, 1, 8).select("id", value.cast("string").alias("value"), damaged)


def test_many_rows_are_repaired_by_executors(cluster, capsys):
    rows = 1_400_000 if "PLACEMAT_ALL_CASES" in os.environ else 140_000
    df = damaged_rows(cluster, rows)
    before = text.profile_column(df, "value")
    made = text.repair_column(df, "value", "default,legacy-bytes", on_failure="replace", add=["status"])
    after = text.profile_column(made, "value")
    statuses = {(row[0], row[1]): row[2] for row in made.groupBy("damage", "value_status").count().collect()}
    with capsys.disabled():
        counts = (f"{kind}, {status}: {count}" for (kind, status), count in sorted(statuses.items()))
        print("", f"before: {before}", f"after: {after}", *counts, sep="\n")
    assert before.rows == after.rows == rows and before.nulls == after.nulls == 0
    assert before.ill_formed == 5 * rows // 7 and after.ill_formed == 0 and after.kinds == {}
    assert {"cesu-8", "mutf-8", "wtf-8"} <= set(before.encodings)
    assert statuses["clean", "unchanged"] == rows // 7
    assert all(
        statuses[kind, "changed"] == rows // 7 for kind in ["cesu-8", "mutf-8 nul", "stray bytes", "encoded twice"]
    )
    some = {row.damage: row.value for row in made.where("id < 7").collect()}
    assert (
        some["cesu-8"].endswith("💩") and "\0row " in some["mutf-8 nul"] and some["stray bytes"].endswith(" café café.")
    )
    assert (
        some["encoded twice"] == "café crème 4"
        and "\ufffd" in some["lone surrogate"]
        and some["cut off"].endswith("\ufffd")
    )


def written_by_pyarrow(spark, path):
    column = columns.of(DAMAGED, pa.string())
    pyarrow.parquet.write_table(pa.table({"id": pa.array(range(len(DAMAGED)), pa.int32()), "value": column}), path)


def written_by_spark(spark, path):
    frame(spark, DAMAGED).coalesce(1).write.parquet(str(path))


@pytest.mark.parametrize("write", [written_by_pyarrow, written_by_spark])
def test_parquet_with_ill_formed_strings_is_repaired_for_others(spark, write, tmp_path):
    damaged, repaired = tmp_path / "damaged.parquet", tmp_path / "repaired.parquet"
    write(spark, damaged)
    assert all(refuses(read, damaged) for read in READERS if read is not with_pyarrow), "others do not read it"
    df = spark.read.parquet(str(damaged))
    assert dict(df.dtypes)["value"] == "string"
    profile = text.profile_column(df, "value")
    assert (profile.rows, profile.ill_formed) == (10, 4)
    assert profile.encodings == {"cesu-8": 1, "mutf-8": 1, "windows-1252": 1, "wtf-8": 1}
    made = text.repair_column(df, "value", "default,legacy-bytes", on_failure="replace")
    made.coalesce(1).write.parquet(str(repaired))
    text_of = [None if value is None else value.decode(errors="replace") for value in DAMAGED]
    expected = [REPAIRED.get(k, value) for k, value in enumerate(text_of)]
    for read in READERS:
        assert [row[1] for row in sorted(read(repaired))] == expected, read.__name__


def files(path):
    return [str(one) for one in ([path] if path.is_file() else sorted(path.glob("*.parquet")))]


def refuses(read, path):
    try:
        return [value for _, value in read(path) if isinstance(value, str)] and False
    except Exception as error:
        return "utf" in str(error).lower() or "unicode" in str(error).lower()


def with_pyarrow(path):
    return list(zip(*pyarrow.parquet.read_table(files(path)[0]).to_pydict().values()))


def with_polars(path):
    import polars

    return polars.read_parquet(files(path)).rows()


def with_duckdb(path):
    import duckdb

    return duckdb.read_parquet(files(path)).fetchall()


def with_pandas(path):
    import pandas

    table = pandas.read_parquet(files(path)[0])
    return [(id, None if pandas.isna(value) else value) for id, value in table.itertuples(index=False)]


def with_datafusion(path):
    import datafusion

    return list(zip(*datafusion.SessionContext().read_parquet(files(path)[0]).to_pydict().values()))


READERS = [with_pyarrow, with_polars, with_duckdb, with_pandas]
try:
    import datafusion  # noqa: F401

    READERS.append(with_datafusion)
except ImportError:
    pass


def test_a_failed_job_names_the_row_of_the_partition(local):
    """This does not depend on the batches: row 0 of a batch may be any row of its partition."""
    df = local.range(12, numPartitions=1).selectExpr("if(id = 7, X'636166E9', X'61') as value")
    local.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "3")
    try:
        for failing in (
            text.convert_column(df, "value", "utf-8"),
            text.repair_column(df, "value", on_failure="error"),
        ):
            with pytest.raises(PySparkException, match=r"row 7 of partition 0 \(rows count from 0\)"):
                failing.collect()
        # This also applies in the second partition.
        both = local.range(24, numPartitions=2).selectExpr("if(id = 19, X'636166E9', X'61') as value")
        with pytest.raises(PySparkException, match=r"row 7 of partition 1 \(rows count from 0\)"):
            text.convert_column(both, "value", "utf-8").collect()
    finally:
        local.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
