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

# Anything with the buffer protocol: bytes, bytearray, memoryview, mmap, arrays. A str does not have it.
if TYPE_CHECKING:
    from typing_extensions import Buffer
elif sys.version_info >= (3, 12):
    from collections.abc import Buffer
else:
    # Older versions of Python have no name for it; the placeholder is visible only at run time.
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
    """An ill-formed subsequence: its offset, its length, and the reason.

    ``offset`` and ``length`` count bytes. ``line`` and the columns count from 1: ``column`` in code points
    and ``column_utf16`` in UTF-16 units, in which an ill-formed subsequence counts as one.
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
    """The result of ``check``: the number of errors, and the first ones."""

    encoding: str
    error_count: int
    errors: tuple[IllFormed, ...]

    @property
    def well_formed(self) -> bool:
        """``True`` if there is no error."""
        return self.error_count == 0

    def __bool__(self) -> bool:
        return self.well_formed


@dataclass(frozen=True, slots=True)
class Evidence:
    """A piece of evidence: its kind, its count, and its first offset."""

    kind: str
    count: int
    first: int


@dataclass(frozen=True, slots=True)
class Detection:
    """The result of ``detect``: an encoding, and the evidence.

    ``also`` are ties, which read the same text; ``alternatives`` read it nearly as well; ``well_formed`` are
    all encodings in which the bytes are well-formed. ``margin`` is how many bits less likely the next reading
    as another text is. ``read`` is the number of bytes on which the verdict rests, and ``complete`` says
    whether these are all bytes.
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
    """A range of the bytes, its replacement, and the fixes that cause it."""

    offset: int
    length: int
    data: bytes
    fixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """What no fix applies to: the number of ill-formed subsequences, the first one, and fixes that would
    leave nothing.

    ``signature`` is the name of the encoding whose signature the bytes begin with, if that is not UTF-8: such
    bytes are left alone.
    """

    count: int
    offset: int
    length: int
    kind: str
    would_help: str | None
    signature: str | None


class Repair:
    """The result of ``repair``: the same bytes if there is nothing to repair, or if something is left.

    ``edits`` is created on first access, because with dense damage that takes far longer than the repair.
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
        """The changes, in order."""
        if not isinstance(self._edits, tuple):
            made = (Edit(offset, length, new, tuple(names)) for offset, length, new, names in self._edits.to_list())
            object.__setattr__(self, "_edits", tuple(made))
        assert isinstance(self._edits, tuple)
        return self._edits

    @property
    def changed(self) -> bool:
        """``True`` if anything was repaired."""
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
    """Find the ill-formed subsequences in bytes. All errors are counted, and the first ``max_errors`` are
    listed.

    Raises ``ValueError`` if ``max_errors`` is negative.

    >>> check(b"a\\n\\xc0\\xaf").errors[0]
    IllFormed(offset=2, length=1, kind='overlong', reason='overlong form of a value that has a shorter one', line=2, column=1, column_utf16=1)
    """
    name, count, errors = _native.check(data, encoding, max_errors)
    return Check(name, count, tuple(IllFormed(*error) for error in errors))


def convert(
    data: Buffer, source: str, target: str, *, errors: str = "strict", unencodable: str = "strict"
) -> bytes:
    """Convert bytes from one encoding to another.

    ``errors`` is the policy for ill-formed input, ``unencodable`` the policy for code points that the target
    lacks. With ``strict``, ill-formed input raises ``UnicodeDecodeError``, and a code point that the target
    lacks raises ``UnicodeEncodeError``. In doubly encoded text, which is otherwise a single error as a whole,
    policies other than ``strict`` continue after each error.

    >>> convert(b"\\xed\\xa0\\xbd\\xed\\xb2\\xa9", "cesu-8", "utf-8").decode()
    '💩'
    """
    return _native.convert(data, source, target, errors, unencodable)


def decode(data: Buffer, encoding: str = "utf-8", errors: str = "strict") -> str:
    """Decode bytes. ``errors`` is a policy, or an error handler that is registered with ``codecs``.

    For a frame they apply to its contents: a frame that does not fit raises ``UnicodeDecodeError`` under all
    of them.

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
    """Detect the encoding of bytes.

    Like the command, it reads the first 1 MiB, and less if the rest can make no difference. With
    ``whole=True`` it reads all bytes. ``Detection.complete`` says whether all bytes were read.

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
    """Return the sequences of bytes, one by one.

    >>> [row.code_point for row in explain("é€".encode())]
    [233, 8364]
    """
    return _native.explain(data, encoding)


def encodings() -> list[str]:
    """Return the identifiers of all encodings."""
    return _native.encodings()


def fixes() -> list[str]:
    """Return the names of all fixes; ``default`` and ``all`` are accepted too."""
    return _native.fixes()


def lookup(name: str) -> str:
    """Return the identifier of the encoding that a name means.

    >>> lookup("AL32UTF8")
    'utf-8'
    """
    return _native.identifier(name)
