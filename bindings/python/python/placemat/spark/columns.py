"""Functions on columns, and the work of the executors."""

# Neither package need be installed, and pyarrow has no types.
# mypy: disable-error-code="import-not-found,import-untyped"

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, overload

from .. import arrow
from .names import Names, Place, find, folding

if TYPE_CHECKING:
    import pyarrow as _pyarrow
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import DataType, StructType

# The columns that can be added for a column.
_ADDED = ["status", "error_offset", "error_kind", "encoding"]


def check_column(
    df: DataFrame,
    column: str | Names,
    encoding: str = "utf-8",
    *,
    add: Iterable[str] = ("status", "error_offset", "error_kind"),
) -> DataFrame:
    """Check whether the value of each row is well-formed.

    ``column`` is a name, or a list of names. For each of them columns are added: ``<column>_status`` is
    ``well-formed`` or ``ill-formed``, ``<column>_error_offset`` and ``<column>_error_kind`` describe the
    first error, ``<column>_encoding`` is the encoding of the value by itself, as far as its bytes determine
    it. All of them are null for a null.

    Raises ``LookupError``, ``ValueError`` and ``TypeError`` for wrong arguments, as ``placemat.spark``
    describes.
    """
    places = find(df, column)
    arrow.check(_none(), encoding)
    return _mapped(df, df.schema, places, functools.partial(_check, encoding=encoding), add)


def convert_column(
    df: DataFrame,
    column: str | Names,
    source: str,
    target: str = "utf-8",
    *,
    errors: str = "strict",
    unencodable: str = "strict",
    on_failure: str = "error",
    type: str | None = None,
    add: Iterable[str] = (),
) -> DataFrame:
    """Convert each value by itself.

    ``column`` is a name, or a list of names; the other arguments are those of ``placemat.arrow.convert``.
    Of the columns that are added, ``<column>_status`` is ``unchanged``, ``changed``, or ``failed`` if the
    value is unchanged because it could not be converted, or null. The others describe the original value, in
    the source encoding.

    Raises ``LookupError``, ``ValueError`` and ``TypeError`` for wrong arguments, as ``placemat.spark``
    describes. With ``on_failure="error"`` a value that fails ends the job with ``PySparkException``, whose
    message contains ``UnicodeDecodeError`` or ``UnicodeEncodeError``.
    """
    change = functools.partial(
        arrow.convert,
        source=source,
        target=target,
        errors=errors,
        unencodable=unencodable,
        on_failure=on_failure,
        type=type,
    )
    return _changed(df, column, change, source, add)


def repair_column(
    df: DataFrame,
    column: str | Names,
    fixes: str = "default",
    *,
    on_failure: str = "keep",
    type: str | None = None,
    add: Iterable[str] = (),
) -> DataFrame:
    """Repair each value that was damaged in known ways.

    ``column`` is a name, or a list of names; the other arguments are those of ``placemat.arrow.repair``.
    Of the columns that are added, ``<column>_status`` is ``unchanged``, ``changed``, ``replaced`` if the
    value could not be repaired and contains U+FFFD instead, or ``failed`` if it could not be repaired and is
    unchanged, or null. The others describe the original value.

    Raises ``LookupError``, ``ValueError`` and ``TypeError`` for wrong arguments, as ``placemat.spark``
    describes. With ``on_failure="error"`` a value that fails ends the job with ``PySparkException``, whose
    message contains ``UnicodeDecodeError``.
    """
    change = functools.partial(arrow.repair, fixes=fixes, on_failure=on_failure, type=type)
    return _changed(df, column, change, "utf-8", add)


@overload
def profile_column(df: DataFrame, column: str, encoding: str = "utf-8") -> arrow.Profile: ...
@overload
def profile_column(df: DataFrame, column: Names, encoding: str = "utf-8") -> dict[str, arrow.Profile]: ...


def profile_column(df, column, encoding="utf-8"):
    """Count values, errors by kind, and ill-formed values by their encoding; for a list of names, for each of
    them.

    This runs a job. Only a line for each partition is sent to the driver. Rows have no order, so the profile
    has no first row.

    Raises ``LookupError``, ``ValueError`` and ``TypeError`` for wrong arguments, as ``placemat.spark``
    describes.
    """
    places = find(df, column)
    arrow.check(_none(), encoding)
    profiles = [arrow.Profile()] * len(places)
    if places:
        asked = _numbered(df).select([_selected(place).alias(str(number)) for number, place in enumerate(places)])
        work = functools.partial(_profile, columns=len(places), encoding=encoding)
        for line in asked.mapInArrow(work, "profile string").collect():
            profiles = [so_far + one for so_far, one in zip(profiles, _of_line(line.profile))]
    return profiles[0] if isinstance(column, str) else dict(zip(column, profiles))


def _changed(df: DataFrame, column: str | Names, change, encoding: str, add) -> DataFrame:
    import pyarrow
    from pyspark.sql.types import BinaryType, StringType

    places, schema = find(df, column), df.schema
    change(_none())
    for place in places:
        # The work on a column without rows looks up the other arguments, and determines the type of the
        # result.
        before, after = place.empty().type, pyarrow.array(change(place.empty()).column).type
        kind = place.kind if after == before else StringType() if after == pyarrow.string() else BinaryType()
        schema = _with_type(schema, place.path, kind)
    return _mapped(df, schema, places, functools.partial(_change, encoding=encoding, change=change), add)


def _none() -> _pyarrow.Array:
    """Return values with which the other arguments are looked up, because there may be no column."""
    import pyarrow

    return pyarrow.array([], pyarrow.string())


def _mapped(df: DataFrame, schema: StructType, places: list[Place], work, add) -> DataFrame:
    """Return the frame with this schema, and columns that are added to it."""
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    add = [add] if isinstance(add, str) else list(add)
    for name in add:
        if name not in _ADDED:
            raise LookupError(f"nothing to add of this name: {name}; there are {', '.join(_ADDED)}")
    fields, folded = list(schema.fields), folding(df)
    taken = {folded(field.name) for field in fields}
    for place in places:
        for name in add:
            field = StructField(f"{place.prefix}_{name}", LongType() if name == "error_offset" else StringType())
            if folded(field.name) in taken:
                raise ValueError(f"there is a column of this name already: {field.name}")
            taken.add(folded(field.name))
            fields.append(field)
    if not places:
        return df
    each = functools.partial(_each, work=work, places=places, add=add, names=[field.name for field in fields])
    return _numbered(df).mapInArrow(each, StructType(fields))


def _with_type(structure: DataType, path: Iterable[int], kind: DataType) -> StructType:
    """Return the structure with another, nullable type at a path."""
    from pyspark.sql.types import StructField, StructType

    assert isinstance(structure, StructType)
    at, *inner = path
    fields = list(structure.fields)
    old = fields[at]
    kind = _with_type(old.dataType, inner, kind) if inner else kind
    fields[at] = StructField(old.name, kind, old.nullable or not inner, old.metadata)
    return StructType(fields)


def _numbered(df: DataFrame) -> DataFrame:
    """Return the frame with numbers as names of its columns: Spark cannot find a column by some names."""
    return df.toDF(*(str(number) for number in range(len(df.columns))))


def _selected(place: Place) -> Column:
    """Return a column, or a single field, of a frame whose columns have numbers."""
    from pyspark.sql import functions

    return functools.reduce(lambda structure, name: structure.getField(name), place.names[1:], functions.col(str(place.path[0])))


# The following functions run in the executors, once for each partition: batches in, batches out.


def _each(
    batches: Iterator[_pyarrow.RecordBatch], work, places: list[Place], add: list[str], names: list[str]
) -> Iterator[_pyarrow.RecordBatch]:
    """Apply the work, which makes a column from each of these columns, and the columns that are added."""
    import pyarrow

    before = 0
    for batch in batches:
        columns = list(batch.columns)
        added: list[_pyarrow.Array] = []
        for place in places:
            at, *inner = place.path
            source = _field(columns[at], inner)
            try:
                made, beside = work(source, add)
            except UnicodeError as error:
                _located(error, before)
                error.add_note(f"column {place.name}")
                raise
            if made is not source:
                columns[at] = _with_field(columns[at], inner, pyarrow.array(made))
            added += map(pyarrow.array, beside)
        yield pyarrow.RecordBatch.from_arrays(columns + added, names)
        before += batch.num_rows


def _located(error: UnicodeError, before: int) -> None:
    """Add a note to an error that says in which partition its row is.

    ``before`` is the number of rows before this batch in the partition.
    """
    from pyspark import TaskContext

    row = getattr(error, "row", None)
    if row is None:
        return
    task = TaskContext.get()
    partition = f"partition {task.partitionId()}" if task else "the partition"
    notes = [note.removeprefix(f"row {row}") for note in getattr(error, "__notes__", [])]
    where = f"row {before + row} of {partition} (rows count from 0)"
    error.__notes__ = [where + note for note in notes[:1] or [""]] + notes[1:]


def _check(source: _pyarrow.Array, add: list[str], encoding: str) -> tuple:
    found = arrow.check(source, encoding)
    return source, [getattr(found, name) for name in add]


def _change(source: _pyarrow.Array, add: list[str], encoding: str, change) -> tuple:
    made = change(source)
    found = arrow.check(source, encoding) if any(name != "status" for name in add) else None
    return made.column, [made.status if name == "status" else getattr(found, name) for name in add]


def _field(array: _pyarrow.Array, path: list[int]) -> _pyarrow.Array:
    """Return the field at a path in structures, and null where one of them is null."""
    from pyarrow import compute

    return compute.struct_field(array, path) if path else array


def _with_field(array: _pyarrow.Array, path: list[int], made: _pyarrow.Array) -> _pyarrow.Array:
    """Return the structures with another field at a path; they remain null where they were null."""
    import pyarrow

    if not path:
        return made
    at, *inner = path
    values = [array.field(number) for number in range(array.type.num_fields)]
    values[at] = _with_field(values[at], inner, made)
    fields = list(array.type)
    fields[at] = pyarrow.field(fields[at].name, values[at].type)
    return pyarrow.StructArray.from_arrays(values, fields=fields, mask=array.is_null())


def _profile(batches: Iterator[_pyarrow.RecordBatch], columns: int, encoding: str) -> Iterator[_pyarrow.RecordBatch]:
    import pyarrow

    profiles = [arrow.Profile()] * columns
    for batch in batches:
        profiles = [so_far + arrow.profile(column, encoding) for so_far, column in zip(profiles, batch.columns)]
    yield pyarrow.RecordBatch.from_pydict({"profile": [_line(profiles)]})


def _line(profiles: list[arrow.Profile]) -> str:
    """Return profiles as JSON, whose keys are strings."""
    figures = [asdict(profile) | {"first": None} for profile in profiles]
    return json.dumps([one | {"encodings": list(one["encodings"].items())} for one in figures])


def _of_line(line: str) -> list[arrow.Profile]:
    return [arrow.Profile(**one | {"encodings": dict(one["encodings"])}) for one in json.loads(line)]
