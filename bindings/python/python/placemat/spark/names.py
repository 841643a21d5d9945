"""Columns, and fields of structures, found by their names, in the way of Spark."""

# Neither package need be installed, and pyarrow has no types.
# mypy: disable-error-code="import-not-found,import-untyped"

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as _pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import DataType, StructType

# The names of several columns.
Names = list[str] | tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """A column, or a field of a structure: the indices and the names that lead to it, and its type."""

    path: tuple[int, ...]
    names: tuple[str, ...]
    kind: DataType

    @property
    def name(self) -> str:
        return ".".join(self.names)

    @property
    def spelling(self) -> str:
        """The name, in backticks if it needs them."""
        return ".".join("`" + name.replace("`", "``") + "`" if re.search("[.`]", name) else name for name in self.names)

    @property
    def prefix(self) -> str:
        """The prefix of the names of columns that are added."""
        return "_".join(self.names)

    def empty(self) -> _pyarrow.Array:
        """Return a column like this one, without rows."""
        import pyarrow
        from pyspark.sql.types import StringType

        return pyarrow.array([], pyarrow.string() if isinstance(self.kind, StringType) else pyarrow.binary())


def find(df: DataFrame, names: str | Names) -> list[Place]:
    """Return the columns with these names, or else fields: in any case unless ``spark.sql.caseSensitive`` is
    true, with or without backticks."""
    names = list(names) if isinstance(names, (list, tuple)) else [names]
    places, folded = list(_places(df.schema)), folding(df)
    found = [_find(places, name, folded) for name in names]
    for number, place in enumerate(found):
        if place in found[:number]:
            raise ValueError(f"column {place.name!r} is given twice")
    return found


def _find(places: list[Place], name: str, folded: Callable[[str], str]) -> Place:
    from pyspark.sql.types import BinaryType, StringType, StructType

    if not isinstance(name, str):
        raise TypeError(f"a column is given by its name, a string, and not by {type(name).__name__}: {name!r}")
    plain, parts = folded(name), _parts(folded(name))
    by_parts = [one for one in places if tuple(map(folded, one.names)) == parts]
    by_name = [one for one in places if folded(one.name) == plain]
    found = _columns(by_parts) or _columns(by_name) or by_parts or by_name
    if not found:
        unquoted = ".".join(parts) if parts else plain
        for one in places:
            if unquoted.startswith(folded(one.name) + ".") and not isinstance(one.kind, StructType):
                raise TypeError(f"no column {name!r}: {one.name} is {one.kind.simpleString()}, and only structures have fields")
        raise ValueError(f"no column of the name {name!r}; there are {', '.join(one.name for one in places)}")
    if len(found) > 1:
        raise ValueError(f"{len(found)} columns of the name {name!r}: {', '.join(one.spelling for one in found)}")
    if not isinstance(found[0].kind, (StringType, BinaryType)):
        raise TypeError(f"column {name!r} is no string and no binary, but {found[0].kind.simpleString()}")
    return found[0]


def _columns(places: list[Place]) -> list[Place]:
    return [one for one in places if len(one.path) == 1]


def folding(df: DataFrame) -> Callable[[str], str]:
    """Return a function under which names are equal if they are the same for Spark."""
    is_sensitive = str(df.sparkSession.conf.get("spark.sql.caseSensitive")).lower() == "true"
    return str if is_sensitive else str.lower


def _places(structure: StructType, path: tuple[int, ...] = (), names: tuple[str, ...] = ()) -> Iterator[Place]:
    from pyspark.sql.types import StructType

    for at, field in enumerate(structure.fields):
        place = Place((*path, at), (*names, field.name), field.dataType)
        yield place
        if isinstance(field.dataType, StructType):
            yield from _places(field.dataType, place.path, place.names)


def _parts(name: str) -> tuple[str, ...] | None:
    """Return the parts of a name between dots, except dots in backticks."""
    part = "`((?:[^`]|``)+)`|([^`.]+)"
    if not re.fullmatch(rf"(?:{part})(?:\.(?:{part}))*", name):
        return None
    return tuple(quoted.replace("``", "`") or plain for quoted, plain in re.findall(part, name))
