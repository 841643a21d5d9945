"""Measures how fast bytes, and columns of short values, are checked, converted, repaired and counted.

    pip install './bindings/python[bench]'
    python bindings/python/bench/columns.py [bytes of a value...]

The unit is GB/s of input, the best of several runs; of a column, only the bytes of the values count. Existing
validators of UTF-8 are measured for comparison: `bytes.decode`, which also makes a `str`, and pyarrow's full
validation of a column. The columns are of the same kind as those of `cargo xtask bench calls columns`, which
measures the library without Python.
"""

import random
import sys

import placemat
import pyarrow
from decode import measured, row
from placemat import arrow

TEXTS = {
    "ASCII": b"The quick brown fox jumps over the lazy dog. ",
    "mixed": "Ünïcode: né€, ещё, 日本語, and 💩 emoji 🚀 in between. ".encode(),
}
VALUES = 100_000
# One value in so many is damaged; 0 stands for none.
DAMAGED = (0, 1000, 20)
PAIR = b"\xed\xa0\xbd\xed\xb2\xa9"
ASCII = [chr(code) for code in range(0x20, 0x7F)]
LOWER = [chr(code) for code in range(0x61, 0x7B)]
KINDS = {
    "ASCII": [ASCII],
    # Each value has one script.
    "mixed": [
        ASCII,
        [*LOWER * 9 * 30, *[chr(code) for code in range(0xE0, 0xFE)] * 26],
        [chr(code) for code in range(0x430, 0x450)],
        [chr(code) for code in range(0x4E00, 0x4E00 + 20_000)],
        [chr(code) for code in range(0x1F600, 0x1F600 + 60)],
    ],
}


def values(scripts: list[list[str]], width: int, damaged: int = 0, pairs: bool = False) -> list[bytes]:
    """Return values of `width` bytes, of each script in turn. About one in `damaged` has a byte that is never
    valid, or, with `pairs`, ends in a surrogate pair, as in CESU-8, which can be repaired."""
    chance, made = random.Random(width), []
    for number in range(VALUES):
        text = "".join(chance.choices(scripts[number % len(scripts)], k=width)).encode()
        is_damaged = damaged and chance.randrange(damaged) == 0
        if is_damaged and pairs:
            made.append(filled(text, width - len(PAIR)) + PAIR)
            continue
        value = filled(text, width)
        if is_damaged:
            place = chance.randrange(width)
            value = value[:place] + b"\xff" + value[place + 1 :]
        made.append(value)
    return made


def filled(text: bytes, width: int) -> bytes:
    """Return the start of a text. What a last character would exceed is filled with ASCII."""
    return text[:width].decode("utf-8", "ignore").encode().ljust(width, b"x")


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


def column(*how) -> pyarrow.Array:
    return pyarrow.array(values(*how), pyarrow.binary())


def on_columns(width: int):
    made = [(f"{name}, 1:{rate}" if rate else name, scripts, rate) for name, scripts in KINDS.items() for rate in DAMAGED]
    columns = [column(scripts, width, rate) for _, scripts, rate in made]
    works = {
        "check": arrow.check,
        "convert, U+FFFD": lambda column: arrow.convert(column, "utf-8", "utf-8", errors="replace"),
        "repair": arrow.repair,
        "profile": arrow.profile,
    }

    def speeds(name, work, columns):
        figures = []
        for given in columns:
            try:
                figures.append(f"{measured(lambda given=given: work(given), VALUES * width):.2f}")
            except pyarrow.ArrowInvalid:
                figures.append("invalid")
        row(name, figures)

    row(f"values of {width} bytes", [name for name, *_ in made])
    for name, work in works.items():
        speeds(name, work, columns)
    if width > len(PAIR):
        speeds("repair of surrogate pairs", arrow.repair, [column(scripts, width, rate, True) for _, scripts, rate in made])
    strings = [given.view(pyarrow.string()) for given in columns]
    speeds("pyarrow's validate(full=True)", lambda given: given.validate(full=True), strings)
    print()


def main():
    # From here on the allocator keeps memory; otherwise each result would need new pages.
    bytes(24 << 20)
    widths = [int(width) for width in sys.argv[1:]] or [5, 20, 60]
    print(f"Python {sys.version.split()[0]}, pyarrow {pyarrow.__version__}; columns of {VALUES} values, GB/s\n")
    on_bytes()
    for width in widths:
        on_columns(width)


if __name__ == "__main__":
    main()
