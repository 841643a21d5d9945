"""Columns of strings and of bytes, through Arrow's PyCapsule interface.

A column is any object that has ``__arrow_c_array__`` or ``__arrow_c_stream__``: an array or a chunked array
of pyarrow, a series of polars or pandas. Results are such objects too: ``pyarrow.array(made.column)``,
``polars.Series(made.column)``. Columns of strings and of bytes are accepted, with offsets of 32 or 64 bits or
with views, and dictionaries of them. A string column is not trusted to be UTF-8. If nothing in a column
changes, it is returned with the same buffers.

Every function raises ``LookupError`` for an unknown encoding, policy, fix or type, ``TypeError`` for an
object that is not such a column, ``MalformedColumn`` for a column whose buffers are invalid, and
``ValueError`` for arguments that cannot be combined.

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


# The module in which readers of a pickled exception find it.
MalformedColumn.__module__ = __name__


class HasArray(Protocol):
    """An array of any library."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class HasStream(Protocol):
    """A chunked array, or a series, of any library."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


@dataclass(frozen=True, slots=True)
class IllFormed:
    """An ill-formed row: its first error, in bytes from the start of its value, and the number of its
    errors."""

    row: int
    offset: int
    length: int
    kind: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class Failure:
    """A row that could not be converted or repaired, including rows that were replaced, and the reason."""

    row: int
    reason: str


class _OfColumn:
    """An object with a column. It is immutable, so it is its own copy."""

    __slots__ = ()

    def __reduce__(self):
        name = type(self).__name__
        raise TypeError(f"cannot pickle a {name} of placemat.arrow: it holds the column; take figures and arrays from it")

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class Check(_OfColumn):
    """The result of ``check``. The arrays have an item for each row, and null for a null; they are made on
    demand."""

    __slots__ = ("_found",)

    def __init__(self, found: _native.Checked):
        self._found = found

    @property
    def rows(self) -> int:
        """The number of values, including nulls."""
        return self._found.rows

    @property
    def nulls(self) -> int:
        """The number of nulls."""
        return self._found.nulls

    @property
    def ill_formed(self) -> int:
        """The number of ill-formed values."""
        return self._found.ill_formed

    @property
    def well_formed(self) -> bool:
        """``True`` if no value is ill-formed."""
        return self._found.ill_formed == 0

    def __bool__(self) -> bool:
        return self.well_formed

    def errors(self, most: int = 100) -> list[IllFormed]:
        """Return the first ill-formed rows."""
        return [IllFormed(*one) for one in self._found.errors(most)]

    @property
    def is_valid(self) -> Array | ChunkedArray:
        """Return whether each value is well-formed."""
        return self._found.array("is_valid")

    @property
    def status(self) -> Array | ChunkedArray:
        """Return ``well-formed`` or ``ill-formed`` for each value."""
        return self._found.array("status")

    @property
    def error_offset(self) -> Array | ChunkedArray:
        """Return the offset of the first error of each value, in bytes; null if there is none."""
        return self._found.array("error_offset")

    @property
    def error_length(self) -> Array | ChunkedArray:
        """Return the length of the first error of each value, in bytes; null if there is none."""
        return self._found.array("error_length")

    @property
    def error_kind(self) -> Array | ChunkedArray:
        """Return the kind of the first error of each value; null if there is none."""
        return self._found.array("error_kind")

    @property
    def error_count(self) -> Array | ChunkedArray:
        """Return the number of errors of each value."""
        return self._found.array("error_count")

    @property
    def encoding(self) -> Array | ChunkedArray:
        """Return the encoding of each value by itself, as far as its bytes determine it; null if they do
        not."""
        return self._found.array("encoding")

    def __repr__(self) -> str:
        return f"<Check: {self.ill_formed} of {self.rows} rows are ill-formed>"


class Changed(_OfColumn):
    """The result of ``convert`` or ``repair``."""

    __slots__ = ("_made",)

    def __init__(self, made: _native.Changed):
        self._made = made

    @property
    def column(self) -> Array | ChunkedArray:
        """The column: an array if one was given, otherwise a chunked array with the same chunks."""
        return self._made.column

    @property
    def changed(self) -> int:
        """The number of rows that now have another value, or none; this includes rows that are replaced or
        null."""
        return self._made.changed

    @property
    def replaced(self) -> int:
        """The number of rows that could not be repaired, and contain U+FFFD instead."""
        return self._made.replaced

    @property
    def failed(self) -> int:
        """The number of rows that could not be converted or repaired, and are unchanged, or null."""
        return self._made.failed

    def failures(self, most: int = 100) -> list[Failure]:
        """Return the first rows that are ``replaced`` or ``failed``, and the reasons."""
        return [Failure(*one) for one in self._made.failures(most)]

    @property
    def status(self) -> Array | ChunkedArray:
        """Return what happened to each row; null for a row that was null.

        A row is ``unchanged``, ``changed``, ``replaced`` if it could not be repaired and contains U+FFFD
        instead, or ``failed`` if it could not be converted or repaired and is unchanged, or null.
        """
        return self._made.status

    def __repr__(self) -> str:
        return f"<Changed: {self.changed} rows changed, {self.replaced} of them replaced, {self.failed} failed>"


@dataclass(frozen=True, slots=True)
class Profile:
    """The counts of a column. Profiles of several columns are added with ``+``.

    ``kinds`` counts errors by kind, ``encodings`` counts ill-formed rows by their encoding, as far as their
    bytes determine it. ``first`` is the first ill-formed row, with the offset and kind of its first error.
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
    """Return an array of booleans that say whether each value is well-formed; null for a null."""
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

    ``errors`` is the policy for ill-formed values, ``unencodable`` the policy for code points that the target
    lacks. A value that fails under them raises ``UnicodeDecodeError`` or ``UnicodeEncodeError``, with its
    ``row`` as an attribute. With ``on_failure="null"`` it becomes null instead, and with ``"keep"`` it is
    left unchanged. For doubly encoded values ``errors`` must be ``"strict"``. ``type`` is ``"string"`` or
    ``"binary"``; without it, bytes remain bytes, and strings remain strings if the target is UTF-8.
    """
    return Changed(_native.arrow_convert(column, source, target, errors, unencodable, on_failure, type))


def repair(
    column: HasArray | HasStream, fixes: str = "default", *, on_failure: str = "keep", type: str | None = None
) -> Changed:
    """Repair each value that was damaged in known ways; ``fixes`` are names, separated by commas.

    If a value cannot be repaired completely, it is left unchanged. With ``on_failure`` it becomes null
    (``"null"``), gets U+FFFD for what is left (``"replace"``), or raises ``UnicodeDecodeError``
    (``"error"``). ``type`` is that of ``convert``.
    """
    return Changed(_native.arrow_repair(column, fixes, on_failure, type))


def profile(column: HasArray | HasStream, encoding: str = "utf-8") -> Profile:
    """Count values, errors by kind, and ill-formed values by their encoding."""
    rows, nulls, empty, size, longest, ill_formed, kinds, encodings, first = _native.arrow_profile(column, encoding)
    return Profile(rows, nulls, empty, size, longest, ill_formed, dict(kinds), dict(encodings), first)
