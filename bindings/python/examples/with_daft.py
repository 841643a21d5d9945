"""Repairs a column of Daft, batch by batch: `python with_daft.py`."""

import daft
import pyarrow
from placemat import arrow


@daft.func.batch(return_dtype=daft.DataType.string())
def repaired(column: daft.Series) -> daft.Series:
    """Return strings from bytes; what cannot be repaired is written as U+FFFD."""
    made = arrow.repair(column.to_arrow(), on_failure="replace", type="string").column
    return daft.Series.from_arrow(pyarrow.array(made))


@daft.func.batch(return_dtype=daft.DataType.bool())
def is_valid(column: daft.Series, encoding: str) -> daft.Series:
    """Return whether each value is well-formed."""
    return daft.Series.from_arrow(pyarrow.array(arrow.is_valid(column.to_arrow(), encoding)))


def main():
    frame = daft.from_pydict({"name": ["Müller".encode(), b"\xed\xa0\xbd\xed\xb2\xa9", b"caf\xe9", None]})
    frame = frame.with_column("is_valid", is_valid(frame["name"], "utf-8"))
    frame = frame.with_column("is_cesu", is_valid(frame["name"], "cesu-8"))
    frame.with_column("repaired", repaired(frame["name"])).show()


if __name__ == "__main__":
    main()
