"""Columns of Spark: checked, converted, repaired and counted where they are, by the executors.

>>> from placemat import spark as text                                # doctest: +SKIP
>>> text.profile_column(df, "name")                                   # doctest: +SKIP
>>> df = text.repair_column(df, "name", on_failure="replace", add=["status"])   # doctest: +SKIP

Columns are of type string or binary; what a string column holds is taken as the bytes that it is. Whatever is wrong with the
arguments is told at once, before there is a job: ``LookupError`` of an unknown encoding, policy or fix, ``ValueError`` of what
does not go together, ``TypeError`` of a column of another type. The executors need this package, and ``pyarrow``.
"""

from __future__ import annotations

import functools
import itertools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from . import _native, arrow

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["check_column", "convert_column", "profile_column", "register", "repair_column"]

# What may be told beside a column.
_CHECKED = {"status": "string", "error_offset": "bigint", "error_kind": "string", "encoding": "string"}


def check_column(
    df: DataFrame,
    column: str,
    encoding: str = "utf-8",
    *,
    add: Iterable[str] = ("status", "error_offset", "error_kind"),
) -> DataFrame:
    """Tell of each row whether its value is well-formed.

    Columns are added: ``<column>_status`` is ``well-formed`` or ``ill-formed``, ``<column>_error_offset`` and
    ``<column>_error_kind`` are those of the first error, ``<column>_encoding`` is what the bytes of the value by itself are taken
    for. All of them are null for a null.
    """
    arrow.check(_empty(df, column), encoding)
    return _mapped(df, column, _check, add, encoding=encoding)


def convert_column(
    df: DataFrame,
    column: str,
    source: str,
    target: str = "utf-8",
    *,
    errors: str = "strict",
    unencodable: str = "strict",
    on_failure: str = "error",
    type: str | None = None,
    add: Iterable[str] = (),
) -> DataFrame:
    """Convert each value by itself; the arguments are those of ``placemat.arrow.convert``.

    Of the columns that are added, ``<column>_status`` is ``unchanged``, ``changed`` or ``failed``; the others are about the value
    as it was, in the source encoding.
    """
    options = {"errors": errors, "unencodable": unencodable, "on_failure": on_failure, "type": type}
    change = functools.partial(arrow.convert, source=source, target=target, **options)
    return _changed(df, column, change, source, add)


def repair_column(
    df: DataFrame,
    column: str,
    fixes: str = "default",
    *,
    on_failure: str = "keep",
    type: str | None = None,
    add: Iterable[str] = (),
) -> DataFrame:
    """Repair each value that was damaged in known ways; the arguments are those of ``placemat.arrow.repair``.

    Of the columns that are added, ``<column>_status`` is ``unchanged``, ``changed`` or ``failed``; the others are about the value
    as it was.
    """
    change = functools.partial(arrow.repair, fixes=fixes, on_failure=on_failure, type=type)
    return _changed(df, column, change, "utf-8", add)


def profile_column(df: DataFrame, column: str, encoding: str = "utf-8") -> arrow.Profile:
    """Count values, errors by kind, and ill-formed values by the encoding that they are in.

    It runs a job; a line for each partition is what comes to the driver. Rows have no order, so that there is no first one.
    """
    arrow.check(_empty(df, column), encoding)
    one = _numbered(df).select(str(df.columns.index(column)))
    lines = one.mapInArrow(functools.partial(_profile, encoding=encoding), "profile string").collect()
    profiles = (_of_line(line.profile) for line in lines)
    return sum(profiles, arrow.Profile())


def _changed(df, column, change, encoding, add) -> DataFrame:
    # What is asked of a column without rows is looked up, and tells the type of the result.
    import pyarrow

    made = pyarrow.array(change(_empty(df, column)).column)
    kind = "string" if made.type == pyarrow.string() else "binary"
    return _mapped(df, column, _change, add, kind, encoding=encoding, change=change)


def _mapped(df: DataFrame, column: str, work, add, kind: str | None = None, **arguments) -> DataFrame:
    """The frame with a column of another type, perhaps, and others beside it."""
    from pyspark.sql.types import BinaryType, StringType, StructField, StructType, _parse_datatype_string

    add = [add] if isinstance(add, str) else list(add)
    for name in add:
        if name not in _CHECKED:
            raise LookupError(f"nothing to add of this name: {name}; there are {', '.join(_CHECKED)}")
        if f"{column}_{name}".lower() in (other.lower() for other in df.columns):
            raise ValueError(f"there is a column of this name already: {column}_{name}")
    fields = []
    for field in df.schema.fields:
        if field.name == column and kind is not None:
            is_same = isinstance(field.dataType, StringType if kind == "string" else BinaryType)
            made = field.dataType if is_same else StringType() if kind == "string" else BinaryType()
            field = StructField(column, made, True, field.metadata)
        fields.append(field)
    types = {"string": StringType()}
    for name in add:
        kind_of = _CHECKED[name]
        fields.append(StructField(f"{column}_{name}", types.get(kind_of) or _parse_datatype_string(kind_of)))
    names = [field.name for field in fields]
    work = functools.partial(work, column=df.columns.index(column), add=add, names=names, **arguments)
    return _numbered(df).mapInArrow(work, StructType(fields))


def _numbered(df: DataFrame) -> DataFrame:
    """The same columns under names that are numbers: there are some by which Spark does not find a column."""
    return df.toDF(*(str(number) for number in range(len(df.columns))))


def _empty(df: DataFrame, column: str) -> pyarrow.Array:
    """A column like this one, without rows."""
    import pyarrow
    from pyspark.sql.types import BinaryType, StringType

    found = [field for field in df.schema.fields if field.name == column]
    if len(found) != 1:
        raise ValueError(f"{len(found) or 'no'} columns of the name {column!r}; there are {', '.join(df.columns)}")
    kind = found[0].dataType
    if not isinstance(kind, (StringType, BinaryType)):
        raise TypeError(f"column {column!r} is no string and no binary, but {kind.simpleString()}")
    return pyarrow.array([], pyarrow.string() if isinstance(kind, StringType) else pyarrow.binary())


# What follows runs in the executors, once for each partition: batches in, batches out.


def _check(
    batches: Iterator[pyarrow.RecordBatch], column: int, add: list[str], names: list[str], encoding: str
) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        source = batch.column(column)
        found = arrow.check(source, encoding)
        yield _with(batch, column, source, [getattr(found, name) for name in add], names)


def _change(
    batches: Iterator[pyarrow.RecordBatch], column: int, add: list[str], names: list[str], encoding: str, change
) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        source = batch.column(column)
        made = change(source)
        found = arrow.check(source, encoding) if any(name != "status" for name in add) else None
        added = [made.status if name == "status" else getattr(found, name) for name in add]
        yield _with(batch, column, made.column, added, names)


def _with(batch, column: int, made, added: list, names: list[str]) -> pyarrow.RecordBatch:
    import pyarrow

    columns = [*batch.columns, *map(pyarrow.array, added)]
    columns[column] = pyarrow.array(made)
    return pyarrow.RecordBatch.from_arrays(columns, names)


def _profile(batches: Iterator[pyarrow.RecordBatch], encoding: str) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow

    whole = sum((arrow.profile(batch.column(0), encoding) for batch in batches), arrow.Profile())
    yield pyarrow.RecordBatch.from_pydict({"profile": [_line(whole)]})


def _line(profile: arrow.Profile) -> str:
    """A profile as JSON, whose keys are strings."""
    figures = asdict(profile) | {"first": None}
    figures["encodings"] = list(figures["encodings"].items())
    return json.dumps(figures)


def _of_line(line: str) -> arrow.Profile:
    figures = json.loads(line)
    return arrow.Profile(**figures | {"encodings": {name: count for name, count in figures["encodings"]}})


def register(spark: SparkSession, prefix: str = "placemat_") -> list[str]:
    """Register functions for SQL, and tell their names.

    They are Spark's own four, extended by an encoding, and a policy for what is ill-formed:

    - ``placemat_is_valid_utf8(value, encoding)``
    - ``placemat_make_valid_utf8(value, encoding, policy)``, as UTF-8; what can't be converted under the policy is null
    - ``placemat_validate_utf8(value, encoding)``, as UTF-8, and an error where the value is ill-formed
    - ``placemat_try_validate_utf8(value, encoding)``, null where it is ill-formed

    The encoding is ``'utf-8'`` if there is none, the policy ``'replace'``: as Spark's functions have it. Values are strings or binary.
    Names of encodings are those that ``placemat.lookup`` takes, names of policies may be in any case; another one, or a policy that is not
    defined for the encoding, ends the query when it is planned, and in its tasks where Spark does not look before: behind ``IF``, ``CASE``
    and ``COALESCE``, and where a name is a column's. As all functions of Python they are asked of every row, also behind a condition. Spark looks for its own functions first, so that they cannot have its names.
    """
    try:
        from pyspark.sql.functions import arrow_udf
    except ImportError:
        raise ImportError("placemat.spark.register needs pyspark 4.1 or later, for functions on Arrow") from None

    names_of = {"encoding": _encoding_looked_up(), "policy": _policy_looked_up()}
    names = []
    for name, work, returns, parameters in [
        ("is_valid_utf8", _is_valid, "BOOLEAN", {"encoding": "utf-8"}),
        ("make_valid_utf8", _make_valid, "STRING", {"encoding": "utf-8", "policy": "replace"}),
        ("validate_utf8", _validate, "STRING", {"encoding": "utf-8"}),
        ("try_validate_utf8", _try_validate, "STRING", {"encoding": "utf-8"}),
    ]:
        spark.udf.register(f"{prefix}{name}_arrow", arrow_udf(work, returns.lower()))
        declared = "".join(f", {one} STRING DEFAULT '{default}'" for one, default in parameters.items())
        arguments = "".join(f", {names_of[one]}" for one in parameters)
        spark.sql(
            f"CREATE OR REPLACE TEMPORARY FUNCTION {prefix}{name}(value BINARY{declared}) RETURNS {returns} "
            f"RETURN {prefix}{name}_arrow(value{arguments})"
        )
        names.append(prefix + name)
    return names


# A name, if there is such a one. If it is a constant, the optimizer looks, and fails before there is a task.


def _encoding_looked_up() -> str:
    identifiers = _native.encodings()
    is_one = f"encoding IN ({_quoted(identifiers)}) OR {_is_name_of(identifiers)}"
    return f"CASE WHEN {is_one} THEN encoding ELSE {_unknown('encoding', identifiers)} END"


def _is_name_of(identifiers: Iterable[str]) -> str:
    """Each of their names in any case, with any separator or none where it has one: so the look-up takes it."""
    known = set(identifiers)
    names = [name.lower() for name in _native.names() if _native.lookup(name)[0] in known]
    pattern = "|".join(sorted({re.sub("[^a-z0-9]", _spelled, name) for name in names}))
    return f"lower(trim(encoding)) RLIKE '^({pattern})$'"


def _spelled(sign: re.Match) -> str:
    return "[-_ ]?" if sign[0] in "-_ " else f"[{sign[0]}]"


def _policy_looked_up() -> str:
    policies = _native.policies()[0]
    everywhere = [policy for policy in policies if not _lacking(policy)]
    cases = [f"WHEN lower(policy) IN ({_quoted([*everywhere, 'ignore'])}) THEN lower(policy)"]
    for policy in policies:
        if lacking := _lacking(policy):
            undefined = _error("concat('policy ', policy, ' is not defined for ', encoding)")
            cases.append(
                f"WHEN lower(policy) = '{policy}' THEN CASE WHEN {_is_name_of(lacking)} THEN {undefined} ELSE '{policy}' END"
            )
    return f"CASE {' '.join(cases)} ELSE {_unknown('policy', policies)} END"


def _lacking(policy: str) -> list[str]:
    """The encodings for which a policy is not defined."""
    import pyarrow

    lacking = []
    for encoding in _native.encodings():
        try:
            arrow.convert(pyarrow.array([], pyarrow.binary()), encoding, errors=policy)
        except LookupError:
            lacking.append(encoding)
    return lacking


def _unknown(parameter: str, known: list[str]) -> str:
    return _error(f"concat('unknown {parameter}: ', {parameter}, '; there are {', '.join(known)}')")


def _error(message: str) -> str:
    """No text is binary in hexadecimal; unlike an error that is raised, this one comes when a constant is made of it."""
    return f"string(to_binary({message}, 'hex'))"


def _quoted(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _is_valid(value, encoding):
    return _each(arrow.is_valid, "bool", value, encoding)


def _make_valid(value, encoding, policy):
    return _each(functools.partial(_convert, on_failure="null"), "string", value, encoding, policy)


def _validate(value, encoding):
    return _each(_convert, "string", value, encoding)


def _try_validate(value, encoding):
    return _each(functools.partial(_convert, on_failure="null"), "string", value, encoding)


def _convert(value, encoding, errors="strict", on_failure="error"):
    return arrow.convert(value, encoding, errors=errors, type="string", on_failure=on_failure).column


def _each(work, returns: str, value: pyarrow.Array, *names: pyarrow.Array) -> pyarrow.Array:
    """Do the work for all rows that have the same names at once; in most cases these are all rows."""
    import pyarrow
    from pyarrow import compute

    groups = list(itertools.product(*(compute.unique(column).to_pylist() for column in names)))
    made = []
    for group in groups:
        # Without a name there is no result.
        if None in group:
            continue
        own = value
        if len(groups) > 1:
            is_own = functools.reduce(compute.and_, map(compute.equal, names, group))
            own = compute.if_else(compute.fill_null(is_own, False), value, None)
        made.append(pyarrow.array(work(own, *group)))
    if not made:
        return pyarrow.nulls(len(value), pyarrow.type_for_alias(returns))
    return made[0] if len(made) == 1 else compute.coalesce(*made)
