"""Columns found by their names, as Spark finds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame


@dataclass(frozen=True)
class Place:
    """Where a column is in a frame, its name there, and whether it is of type string."""

    at: int
    name: str
    is_text: bool

    def empty(self) -> pyarrow.Array:
        """A column like this one, without rows."""
        import pyarrow

        return pyarrow.array([], pyarrow.string() if self.is_text else pyarrow.binary())


def find(df: DataFrame, name: str) -> Place:
    """The column of a name, in any case unless ``spark.sql.caseSensitive`` is true, and in backticks or not."""
    from pyspark.sql.types import BinaryType, StringType

    if not isinstance(name, str):
        raise TypeError(f"a column is given by its name, a string, and not by {type(name).__name__}: {name!r}")
    folded = folding(df)
    fields = df.schema.fields
    found = [at for at, field in enumerate(fields) if folded(name) in map(folded, _spellings(field.name))]
    if not found:
        raise ValueError(f"no column of the name {name!r}; there are {', '.join(df.columns)}")
    if len(found) > 1:
        raise ValueError(f"{len(found)} columns of the name {name!r}: {', '.join(fields[at].name for at in found)}")
    field = fields[found[0]]
    if not isinstance(field.dataType, (StringType, BinaryType)):
        raise TypeError(f"column {name!r} is no string and no binary, but {field.dataType.simpleString()}")
    return Place(found[0], field.name, isinstance(field.dataType, StringType))


def folding(df: DataFrame):
    """Names are the same for Spark if this makes the same of them."""
    is_sensitive = df.sparkSession.conf.get("spark.sql.caseSensitive").lower() == "true"
    return str if is_sensitive else str.lower


def _spellings(name: str) -> list[str]:
    return [name, "`" + name.replace("`", "``") + "`"]
