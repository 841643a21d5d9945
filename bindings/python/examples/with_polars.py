"""Repairs a column of polars: `python with_polars.py`."""

import polars
from placemat import arrow


def repaired(series: polars.Series, fixes: str = "default") -> polars.Series:
    """Return a series of strings from one of strings or of bytes; what cannot be repaired is written as
    U+FFFD."""
    made = arrow.repair(series, fixes, on_failure="replace", type="string")
    return polars.Series(series.name, made.column)


def main():
    frame = polars.DataFrame({"name": ["Müller".encode(), b"caf\xed\xa0\xbd\xed\xb2\xa9", b"a\xc0\x80b", None]})
    print(arrow.profile(frame["name"]))
    print(frame.with_columns(repaired(frame["name"])))


if __name__ == "__main__":
    main()
