"""Functions on columns, and what the executors do for them."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from .. import arrow
from .names import Place, find, folding

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

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
    place = find(df, column)
    arrow.check(place.empty(), encoding)
    return _mapped(df, place, _check, add, encoding=encoding)


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

    Of the columns that are added, ``<column>_status`` is ``unchanged``, ``changed``, or ``failed`` where the value is as it was, or
    null; the others are about the value as it was, in the source encoding.
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

    Of the columns that are added, ``<column>_status`` is ``unchanged``, ``changed``, ``replaced`` where the value could not be repaired
    and has U+FFFD for what was left, or ``failed`` where it could not and is as it was, or null; the others are about the value as
    it was.
    """
    change = functools.partial(arrow.repair, fixes=fixes, on_failure=on_failure, type=type)
    return _changed(df, column, change, "utf-8", add)


def profile_column(df: DataFrame, column: str, encoding: str = "utf-8") -> arrow.Profile:
    """Count values, errors by kind, and ill-formed values by the encoding that they are in.

    It runs a job; a line for each partition is what comes to the driver. Rows have no order, so that there is no first one.
    """
    place = find(df, column)
    arrow.check(place.empty(), encoding)
    one = _numbered(df).select(str(place.at))
    lines = one.mapInArrow(functools.partial(_profile, encoding=encoding), "profile string").collect()
    profiles = (_of_line(line.profile) for line in lines)
    return sum(profiles, arrow.Profile())


def _changed(df, column, change, encoding, add) -> DataFrame:
    # What is asked of a column without rows is looked up, and tells the type of the result.
    import pyarrow

    place = find(df, column)
    made = pyarrow.array(change(place.empty()).column)
    kind = "string" if made.type == pyarrow.string() else "binary"
    return _mapped(df, place, _change, add, kind, encoding=encoding, change=change)


def _mapped(df: DataFrame, place: Place, work, add, kind: str | None = None, **arguments) -> DataFrame:
    """The frame with a column of another type, perhaps, and others beside it."""
    from pyspark.sql.types import BinaryType, StringType, StructField, StructType, _parse_datatype_string

    add = [add] if isinstance(add, str) else list(add)
    folded = folding(df)
    taken = set(map(folded, df.columns))
    for name in add:
        if name not in _CHECKED:
            raise LookupError(f"nothing to add of this name: {name}; there are {', '.join(_CHECKED)}")
        if folded(f"{place.name}_{name}") in taken:
            raise ValueError(f"there is a column of this name already: {place.name}_{name}")
    fields = list(df.schema.fields)
    if kind is not None:
        field = fields[place.at]
        is_same = isinstance(field.dataType, StringType if kind == "string" else BinaryType)
        made = field.dataType if is_same else StringType() if kind == "string" else BinaryType()
        fields[place.at] = StructField(field.name, made, True, field.metadata)
    types = {"string": StringType()}
    for name in add:
        kind_of = _CHECKED[name]
        fields.append(StructField(f"{place.name}_{name}", types.get(kind_of) or _parse_datatype_string(kind_of)))
    names = [field.name for field in fields]
    work = functools.partial(work, column=place.at, add=add, names=names, **arguments)
    return _numbered(df).mapInArrow(work, StructType(fields))


def _numbered(df: DataFrame) -> DataFrame:
    """The same columns under names that are numbers: there are some by which Spark does not find a column."""
    return df.toDF(*(str(number) for number in range(len(df.columns))))


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
