from typing import Any, ClassVar, Literal, Self, final

from typing_extensions import Buffer

__all__ = [
    "Array",
    "Changed",
    "Checked",
    "ChunkedArray",
    "Edits",
    "MalformedColumn",
    "Sequence",
    "VERSION",
    "arrow_check",
    "arrow_convert",
    "arrow_profile",
    "arrow_repair",
    "check",
    "convert",
    "decode_by",
    "decode_prefix",
    "detect",
    "encode_by",
    "encode_prefix",
    "encodings",
    "explain",
    "facts",
    "fixes",
    "identifier",
    "lookup",
    "names",
    "policies",
    "repair",
]

VERSION: str

_Place = tuple[int, int, str]

def decode_prefix(
    name: str, data: Buffer, is_final: bool, at: int, is_apart: bool
) -> tuple[str, int, str, _Place | None]: ...
def decode_by(name: str, data: Buffer, policy: str) -> str: ...
def encode_prefix(name: str, text: str) -> tuple[bytes, str, _Place | None]: ...
def encode_by(name: str, text: str, policy: str) -> bytes: ...
def check(data: Buffer, name: str, max_errors: int) -> tuple[str, int, list[tuple[int, int, str, str, int, int, int]]]: ...
def convert(data: Buffer, source: str, target: str, errors: str, unencodable: str) -> bytes: ...
def detect(
    data: Buffer, is_whole: bool
) -> tuple[
    str | None, str, list[str], list[str], list[str], list[tuple[str, int, int]], int | None, int, bool
]: ...
def repair(
    data: Buffer, names: str
) -> tuple[bytes, Edits, tuple[int, int, int, str, str | None, str | None] | None]: ...
def explain(data: Buffer, name: str) -> list[Sequence]: ...
def encodings() -> list[str]: ...
def names() -> list[str]: ...
def lookup(name: str) -> tuple[str, str | None] | None: ...
def identifier(name: str) -> str: ...
def facts(name: str) -> tuple[bool, bool, int]: ...
def policies() -> tuple[list[str], list[str]]: ...
def fixes() -> list[str]: ...

@final
class Edits:
    def __len__(self) -> int: ...
    def to_list(self) -> list[tuple[int, int, bytes, list[str]]]: ...

@final
class Sequence:
    __match_args__: ClassVar[
        tuple[Literal["offset"], Literal["data"], Literal["code_point"], Literal["kind"], Literal["reason"]]
    ]
    offset: int
    data: bytes
    code_point: int | None
    kind: str | None
    reason: str | None
    def __new__(cls, offset: int, data: bytes, code_point: int | None = None, kind: str | None = None) -> Sequence: ...

class MalformedColumn(ValueError): ...

@final
class Array:
    def __len__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any, /) -> Self: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@final
class ChunkedArray:
    def __len__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any, /) -> Self: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Checked:
    rows: int
    nulls: int
    ill_formed: int
    def errors(self, most: int) -> list[tuple[int, int, int, str, str, int]]: ...
    def array(self, name: str) -> Array | ChunkedArray: ...

@final
class Changed:
    column: Array | ChunkedArray
    changed: int
    replaced: int
    failed: int
    status: Array | ChunkedArray
    def failures(self, most: int) -> list[tuple[int, str]]: ...

def arrow_check(object: Any, name: str) -> Checked: ...
def arrow_profile(
    object: Any, name: str
) -> tuple[
    int, int, int, int, int, int, list[tuple[str, int]], list[tuple[str | None, int]], tuple[int, int, str] | None
]: ...
def arrow_convert(
    object: Any, source: str, target: str, errors: str, unencodable: str, failing: str, type: str | None
) -> Changed: ...
def arrow_repair(object: Any, fixes: str, failing: str, type: str | None) -> Changed: ...
