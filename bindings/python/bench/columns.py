"""Measures how fast bytes, and columns of short values, are checked, converted, repaired and counted.

    pip install './bindings/python[bench]'
    python bindings/python/bench/columns.py [MiB of a column] [bytes of a value]

The unit is GB/s of input, the best of several runs. Existing validators of UTF-8 are measured for comparison:
`bytes.decode`, which also makes a `str`, and pyarrow's full validation of a column.
"""

import sys

import placemat
import pyarrow
from decode import measured, row
from placemat import arrow

TEXTS = {
    "ASCII": b"The quick brown fox jumps over the lazy dog. ",
    "mixed": "Ünïcode: né€, ещё, 日本語, and 💩 emoji 🚀 in between. ".encode(),
}


def values(text: bytes, width: int, count: int, damaged: int = 0) -> list[bytes]:
    """Return parts of a text, each of whole characters. One in `damaged` ends in a surrogate pair, as in
    CESU-8."""
    parts, rest = [], text * 200
    while len(rest) >= width:
        end = width
        while rest[end : end + 1] and rest[end] & 0xC0 == 0x80:
            end -= 1
        parts.append(rest[:end])
        rest = rest[end:]
    made = (parts * (count // len(parts) + 1))[:count]
    if damaged:
        made[::damaged] = [value[: width // 4].decode("utf-8", "ignore").encode() + b"\xed\xa0\xbd\xed\xb2\xa9" for value in made[::damaged]]
    return made


def on_bytes():
    sizes = {f"{name}, {size >> 10} KiB": text * (size // len(text)) for size in (64 << 10, 1 << 20) for name, text in TEXTS.items()}
    row("bytes", sizes)
    for name, source, work in [
        ("check", "utf-8", placemat.check),
        ("convert to utf-16le", "utf-8", lambda data: placemat.convert(data, "utf-8", "utf-16le")),
        ("convert cesu-8 to utf-8", "cesu-8", lambda data: placemat.convert(data, "cesu-8", "utf-8")),
        ("CPython's bytes.decode", "utf-8", bytes.decode),
    ]:
        inputs = [placemat.convert(data, "utf-8", source) for data in sizes.values()]
        row(name, [f"{measured(lambda data=data: work(data), len(data)):.2f}" for data in inputs])
    print()


def on_columns(size: int, width: int):
    columns = {}
    for name, text in TEXTS.items():
        for damaged in (0, 20):
            column = pyarrow.array(values(text, width, size // width, damaged), pyarrow.binary())
            columns[f"{name}, 1 in {damaged}" if damaged else name] = column
    row("columns", columns)
    for name, work in {
        "check": arrow.check,
        "convert, U+FFFD": lambda column: arrow.convert(column, "utf-8", "utf-8", errors="replace"),
        "repair": arrow.repair,
        "profile": arrow.profile,
    }.items():
        row(name, [f"{measured(lambda column=column: work(column), column.nbytes):.2f}" for column in columns.values()])
    strings = [column.view(pyarrow.string()) for column in columns.values()]
    figures = []
    for column in strings:
        try:
            figures.append(f"{measured(lambda column=column: column.validate(full=True), column.nbytes):.2f}")
        except pyarrow.ArrowInvalid:
            figures.append("invalid")
    row("pyarrow's validate(full=True)", figures)


def main():
    # From here on the allocator keeps memory; otherwise each result would need new pages.
    bytes(24 << 20)
    size = int(sys.argv[1]) << 20 if len(sys.argv) > 1 else 64 << 20
    width = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    print(f"Python {sys.version.split()[0]}, pyarrow {pyarrow.__version__}; values of {width} bytes, {size >> 20} MiB of them, GB/s\n")
    on_bytes()
    on_columns(size, width)


if __name__ == "__main__":
    main()
