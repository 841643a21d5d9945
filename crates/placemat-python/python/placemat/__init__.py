"""The whole UTF-8 family: codecs, checks, conversions, detection and repair.

>>> import placemat
>>> placemat.check(b"caf\\xe9").errors[0].offset
3
>>> placemat.repair("dÃ©jÃ\\xa0 vu".encode()).data.decode()
'déjà vu'

After ``register()`` every encoding is a codec of Python:

>>> placemat.register()
>>> b"\\xed\\xa0\\xbd\\xed\\xb2\\xa9".decode("cesu-8")
'💩'
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from . import _native
from ._codecs import register, register_error_handlers
from ._native import Sequence

# Whatever has the buffer protocol: bytes, bytearray, memoryview, mmap, arrays. A str does not.
if TYPE_CHECKING:
    from typing_extensions import Buffer
elif sys.version_info >= (3, 12):
    from collections.abc import Buffer
else:
    # Before that Python has no name for it; this is what there is to see of it at run time.
    from typing import Any as Buffer

__version__ = _native.VERSION

__all__ = [
    "Check",
    "Detection",
    "Edit",
    "Evidence",
    "IllFormed",
    "Left",
    "Repair",
    "Sequence",
    "check",
    "convert",
    "decode",
    "detect",
    "encode",
    "encodings",
    "explain",
    "fixes",
    "lookup",
    "register",
    "register_error_handlers",
    "repair",
]


@dataclass(frozen=True, slots=True)
class IllFormed:
    """An ill-formed part: where it is, how far it reaches, and why.

    ``offset`` and ``length`` count bytes; ``line`` and the columns count from 1, ``column`` in code points and
    ``column_utf16`` in UTF-16 units, an ill-formed part as one.
    """

    offset: int
    length: int
    kind: str
    reason: str
    line: int
    column: int
    column_utf16: int


@dataclass(frozen=True, slots=True)
class Check:
    """What ``check`` has found: how many errors there are, and the first ones."""

    encoding: str
    error_count: int
    errors: tuple[IllFormed, ...]

    @property
    def well_formed(self) -> bool:
        """Is there no error?"""
        return self.error_count == 0

    def __bool__(self) -> bool:
        return self.well_formed


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that was seen: its kind, how often, and where first."""

    kind: str
    count: int
    first: int


@dataclass(frozen=True, slots=True)
class Detection:
    """What ``detect`` takes bytes for, and on what evidence.

    ``also`` are ties, which read the same text; ``alternatives`` read it nearly as well; ``well_formed`` are all in
    which it is well-formed. ``margin`` is by how many bits the next reading of another text is the less likely.
    ``read`` is the number of bytes that the verdict rests on, and ``complete`` says whether these are all bytes.
    """

    encoding: str | None
    basis: str
    also: tuple[str, ...]
    alternatives: tuple[str, ...]
    well_formed: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    margin: int | None
    read: int
    complete: bool


@dataclass(frozen=True, slots=True)
class Edit:
    """A part of the bytes, what takes its place, and the fixes that it comes from."""

    offset: int
    length: int
    data: bytes
    fixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """What no fix applies to: how many ill-formed subsequences, the first, and fixes with which nothing would be left.

    ``signature`` is the name of the encoding that the bytes begin with the signature of, if that is not UTF-8: then they are
    left alone.
    """

    count: int
    offset: int
    length: int
    kind: str
    would_help: str | None
    signature: str | None


class Repair:
    """What ``repair`` has made of bytes: the same bytes if there is nothing to repair, or something is left.

    ``edits`` is built on first access, because with dense damage that takes far longer than the repair.
    """

    __slots__ = ("data", "left", "_edits")
    __match_args__ = ("data", "edits", "left")

    data: bytes
    left: Left | None
    _edits: tuple[Edit, ...] | _native.Edits

    def __init__(self, data: bytes, edits: tuple[Edit, ...] | _native.Edits, left: Left | None) -> None:
        object.__setattr__(self, "data", data)
        object.__setattr__(self, "left", left)
        object.__setattr__(self, "_edits", edits)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What was changed, in order."""
        if not isinstance(self._edits, tuple):
            made = (Edit(offset, length, new, tuple(names)) for offset, length, new, names in self._edits.to_list())
            object.__setattr__(self, "_edits", tuple(made))
        assert isinstance(self._edits, tuple)
        return self._edits

    @property
    def changed(self) -> bool:
        """Is anything repaired?"""
        return len(self._edits) > 0

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot assign to {name!r} of a Repair")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete {name!r} of a Repair")

    def _fields(self) -> tuple[bytes, tuple[Edit, ...], Left | None]:
        return self.data, self.edits, self.left

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if isinstance(other, Repair) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        return f"Repair(data={self.data!r}, edits={self.edits!r}, left={self.left!r})"

    def __reduce__(self) -> tuple[type[Repair], tuple[bytes, tuple[Edit, ...], Left | None]]:
        return Repair, self._fields()


def check(data: Buffer, encoding: str = "utf-8", *, max_errors: int = 100) -> Check:
    """Find what is ill-formed in bytes. All errors are counted, and the first ``max_errors`` listed.

    ``ValueError`` if ``max_errors`` is negative.

    >>> check(b"a\\n\\xc0\\xaf").errors[0]
    IllFormed(offset=2, length=1, kind='overlong', reason='overlong form of a value that has a shorter one', line=2, column=1, column_utf16=1)
    """
    name, count, errors = _native.check(data, encoding, max_errors)
    return Check(name, count, tuple(IllFormed(*error) for error in errors))


def convert(
    data: Buffer, source: str, target: str, *, errors: str = "strict", unencodable: str = "strict"
) -> bytes:
    """Convert bytes from an encoding to another.

    ``errors`` is the policy for what is ill-formed, ``unencodable`` that for what the target lacks. Strictly, what is
    ill-formed raises ``UnicodeDecodeError``, and what the target lacks ``UnicodeEncodeError``. Policies other than ``strict``
    go on behind an error in doubly encoded text too, which is one error as a whole otherwise.

    >>> convert(b"\\xed\\xa0\\xbd\\xed\\xb2\\xa9", "cesu-8", "utf-8").decode()
    '💩'
    """
    return _native.convert(data, source, target, errors, unencodable)


def decode(data: Buffer, encoding: str = "utf-8", errors: str = "strict") -> str:
    """Decode bytes. ``errors`` is a policy, or an error handler that is registered with ``codecs``.

    In a frame they are for its content: a frame that does not fit is ``UnicodeDecodeError`` under all of them.

    >>> decode(b"a\\xc0\\x80b", "mutf-8")
    'a\\x00b'
    """
    from ._codecs import decode as decode_with

    return decode_with(data, encoding, errors)[0]


def encode(text: str, encoding: str = "utf-8", errors: str = "strict") -> bytes:
    """Encode text. ``errors`` is a policy, or an error handler that is registered with ``codecs``.

    >>> encode("a\\x00b", "mutf-8")
    b'a\\xc0\\x80b'
    """
    from ._codecs import encode as encode_with

    return encode_with(text, encoding, errors)[0]


def detect(data: Buffer, *, whole: bool = False) -> Detection:
    """Detect which encoding bytes are in.

    Like the command, it reads the first 1 MiB, and less where the rest can make no difference. With ``whole`` it reads all
    bytes. ``Detection.complete`` says whether it has.

    >>> detect(b"a\\xc0\\x80 of Java").encoding
    'mutf-8'
    """
    encoding, basis, also, alternatives, well_formed, evidence, margin, read, complete = _native.detect(data, whole)
    return Detection(
        encoding,
        basis,
        tuple(also),
        tuple(alternatives),
        tuple(well_formed),
        tuple(Evidence(*one) for one in evidence),
        margin,
        read,
        complete,
    )


def repair(data: Buffer, fixes: str = "default") -> Repair:
    """Repair UTF-8 that was damaged in known ways; ``fixes`` are names, separated by commas.

    >>> repair(b"caf\\xc3\\xa9 \\xed\\xa0\\xbd\\xed\\xb2\\xa9").data.decode()
    'café 💩'
    """
    data, edits, left = _native.repair(data, fixes)
    return Repair(data, edits, None if left is None else Left(*left))


def explain(data: Buffer, encoding: str = "utf-8") -> list[Sequence]:
    """The sequences of bytes, one by one.

    >>> [row.code_point for row in explain("é€".encode())]
    [233, 8364]
    """
    return _native.explain(data, encoding)


def encodings() -> list[str]:
    """The identifiers of all encodings."""
    return _native.encodings()


def fixes() -> list[str]:
    """The names of all fixes; beside them there are ``default`` and ``all``."""
    return _native.fixes()


def lookup(name: str) -> str:
    """The identifier of the encoding that a name means.

    >>> lookup("AL32UTF8")
    'utf-8'
    """
    return _native.identifier(name)
