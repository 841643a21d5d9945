"""Columns of strings and of bytes, through Arrow's PyCapsule interface.

A column is any object that has ``__arrow_c_array__`` or ``__arrow_c_stream__``: an array or a chunked array of pyarrow, a series of
polars or pandas. What comes back is such an object again: ``pyarrow.array(made.column)``, ``polars.Series(made.column)``. Columns of
strings and of bytes are taken, with offsets of 32 or 64 bits or with views, and dictionaries of them; a column that calls itself
text is not trusted to be UTF-8. A column in which nothing changes is handed out again, with the same buffers.

Every function raises ``LookupError`` of an unknown encoding, policy, fix or type, ``TypeError`` of what is no such column,
``MalformedColumn`` where its buffers are not what they should be, and ``ValueError`` of arguments that do not go together.

>>> from placemat import arrow
>>> made = arrow.repair(column)                                       # doctest: +SKIP
>>> made.column, made.changed, made.failed                            # doctest: +SKIP
(<placemat.arrow.Array of 4 rows, format 'u'>, 1, 0)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from . import _native
from ._native import Array, ChunkedArray, MalformedColumn

__all__ = [
    "Array",
    "Changed",
    "Check",
    "ChunkedArray",
    "Failure",
    "HasArray",
    "HasStream",
    "IllFormed",
    "MalformedColumn",
    "Profile",
    "check",
    "convert",
    "is_valid",
    "profile",
    "repair",
]


# Where those find it who read a pickled one.
MalformedColumn.__module__ = __name__


class HasArray(Protocol):
    """An array of some library."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class HasStream(Protocol):
    """A chunked array, or a series, of some library."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


@dataclass(frozen=True, slots=True)
class IllFormed:
    """A row that is ill-formed: its first error, in bytes from the start of its value, and how many it has."""

    row: int
    offset: int
    length: int
    kind: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class Failure:
    """A row that could not be converted or repaired, whatever became of it, and why."""

    row: int
    reason: str


class _OfColumn:
    """What holds a column. It does not change, so that it is its own copy."""

    __slots__ = ()

    def __reduce__(self):
        name = type(self).__name__
        raise TypeError(f"cannot pickle a {name} of placemat.arrow: it holds the column; take figures and arrays from it")

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class Check(_OfColumn):
    """What ``check`` has found. The arrays have something for each row, and null for a null; they are made when they are asked for."""

    __slots__ = ("_found",)

    def __init__(self, found: _native.Checked):
        self._found = found

    @property
    def rows(self) -> int:
        """The number of values, nulls among them."""
        return self._found.rows

    @property
    def nulls(self) -> int:
        """How many are null."""
        return self._found.nulls

    @property
    def ill_formed(self) -> int:
        """How many are ill-formed."""
        return self._found.ill_formed

    @property
    def well_formed(self) -> bool:
        """Is none of them ill-formed?"""
        return self._found.ill_formed == 0

    def __bool__(self) -> bool:
        return self.well_formed

    def errors(self, most: int = 100) -> list[IllFormed]:
        """The first rows that are ill-formed."""
        return [IllFormed(*one) for one in self._found.errors(most)]

    @property
    def is_valid(self) -> Array | ChunkedArray:
        """Is the value well-formed?"""
        return self._found.array("is_valid")

    @property
    def status(self) -> Array | ChunkedArray:
        """``well-formed`` or ``ill-formed``."""
        return self._found.array("status")

    @property
    def error_offset(self) -> Array | ChunkedArray:
        """The offset of the first error, in bytes; null where there is none."""
        return self._found.array("error_offset")

    @property
    def error_length(self) -> Array | ChunkedArray:
        """The length of the first error, in bytes; null where there is none."""
        return self._found.array("error_length")

    @property
    def error_kind(self) -> Array | ChunkedArray:
        """The kind of the first error; null where there is none."""
        return self._found.array("error_kind")

    @property
    def error_count(self) -> Array | ChunkedArray:
        """The number of errors."""
        return self._found.array("error_count")

    @property
    def encoding(self) -> Array | ChunkedArray:
        """The encoding of the value by itself, as far as its bytes can tell; null where they cannot."""
        return self._found.array("encoding")

    def __repr__(self) -> str:
        return f"<Check: {self.ill_formed} of {self.rows} rows are ill-formed>"


class Changed(_OfColumn):
    """What ``convert`` or ``repair`` has made."""

    __slots__ = ("_made",)

    def __init__(self, made: _native.Changed):
        self._made = made

    @property
    def column(self) -> Array | ChunkedArray:
        """The column: an array where one was given, else a chunked array with the same chunks."""
        return self._made.column

    @property
    def changed(self) -> int:
        """How many rows have another value now, or none: those that are replaced or null among them."""
        return self._made.changed

    @property
    def replaced(self) -> int:
        """How many rows could not be repaired, and have U+FFFD for what was left."""
        return self._made.replaced

    @property
    def failed(self) -> int:
        """How many rows could not be converted or repaired, and are as they were, or null."""
        return self._made.failed

    def failures(self, most: int = 100) -> list[Failure]:
        """The first rows that are ``replaced`` or ``failed``, and why."""
        return [Failure(*one) for one in self._made.failures(most)]

    @property
    def status(self) -> Array | ChunkedArray:
        """What became of each row; null for what was null.

        A row is ``unchanged``, ``changed``, ``replaced`` where it could not be repaired and has U+FFFD for what was left, or
        ``failed`` where it could not be converted or repaired and is as it was, or null.
        """
        return self._made.status

    def __repr__(self) -> str:
        return f"<Changed: {self.changed} rows changed, {self.replaced} of them replaced, {self.failed} failed>"


@dataclass(frozen=True, slots=True)
class Profile:
    """A column in figures; those of several are added with ``+``.

    ``kinds`` counts errors by kind, ``encodings`` ill-formed rows by the encoding that they are in, as far as their bytes can
    tell. ``first`` is the first row that is ill-formed, and the offset and kind of its first error.
    """

    rows: int = 0
    nulls: int = 0
    empty: int = 0
    bytes: int = 0
    longest: int = 0
    ill_formed: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    encodings: dict[str | None, int] = field(default_factory=dict)
    first: tuple[int, int, str] | None = None

    def __add__(self, following: Profile) -> Profile:
        first = self.first
        if first is None and following.first is not None:
            row, offset, kind = following.first
            first = (self.rows + row, offset, kind)
        return Profile(
            self.rows + following.rows,
            self.nulls + following.nulls,
            self.empty + following.empty,
            self.bytes + following.bytes,
            max(self.longest, following.longest),
            self.ill_formed + following.ill_formed,
            _sum(self.kinds, following.kinds),
            _sum(self.encodings, following.encodings),
            first,
        )


def _sum(some: dict, others: dict) -> dict:
    keys = {**some, **others}
    return {key: some.get(key, 0) + others.get(key, 0) for key in keys}


def check(column: HasArray | HasStream, encoding: str = "utf-8") -> Check:
    """Find the values that are ill-formed in an encoding."""
    return Check(_native.arrow_check(column, encoding))


def is_valid(column: HasArray | HasStream, encoding: str = "utf-8") -> Array | ChunkedArray:
    """Tell of each value whether it is well-formed: an array of booleans, null for a null."""
    return check(column, encoding).is_valid


def convert(
    column: HasArray | HasStream,
    source: str,
    target: str = "utf-8",
    *,
    errors: str = "strict",
    unencodable: str = "strict",
    on_failure: str = "error",
    type: str | None = None,
) -> Changed:
    """Convert each value by itself.

    ``errors`` is the policy for what is ill-formed, ``unencodable`` that for what the target lacks. A value that fails under them
    raises ``UnicodeDecodeError`` or ``UnicodeEncodeError``, with its ``row`` as an attribute; with ``on_failure="null"`` it
    becomes null, and with ``"keep"`` it stays. For doubly encoded values ``errors`` is ``"strict"``. ``type`` is ``"string"`` or
    ``"binary"``; without it, bytes stay bytes, and strings stay strings where the target is UTF-8.
    """
    return Changed(_native.arrow_convert(column, source, target, errors, unencodable, on_failure, type))


def repair(
    column: HasArray | HasStream, fixes: str = "default", *, on_failure: str = "keep", type: str | None = None
) -> Changed:
    """Repair each value that was damaged in known ways; ``fixes`` are names, separated by commas.

    A value in which something is left stays as it is, or with ``on_failure`` becomes null (``"null"``), is written with U+FFFD
    for what is left (``"replace"``), or raises ``UnicodeDecodeError`` (``"error"``). ``type`` is that of ``convert``.
    """
    return Changed(_native.arrow_repair(column, fixes, on_failure, type))


def profile(column: HasArray | HasStream, encoding: str = "utf-8") -> Profile:
    """Count values, errors by kind, and ill-formed values by the encoding that they are in."""
    rows, nulls, empty, size, longest, ill_formed, kinds, encodings, first = _native.arrow_profile(column, encoding)
    return Profile(rows, nulls, empty, size, longest, ill_formed, dict(kinds), dict(encodings), first)
