"""Repairs a column of pandas: `python with_pandas.py`."""

import pandas
import pyarrow
from placemat import arrow


def repaired(series: pandas.Series, fixes: str = "default") -> pandas.Series:
    """Return a series of strings from one of bytes or of strings; values that cannot be repaired are
    missing."""
    source = pyarrow.array(series, from_pandas=True) if series.dtype == object else series
    made = arrow.repair(source, fixes, on_failure="null", type="string")
    column = pyarrow.chunked_array(made.column)
    return pandas.Series(pandas.arrays.ArrowExtensionArray(column), index=series.index, name=series.name)


def main():
    frame = pandas.DataFrame({"name": ["Müller".encode(), b"caf\xed\xa0\xbd\xed\xb2\xa9", b"caf\xe9", None]})
    print(frame.assign(name=repaired(frame["name"])))


if __name__ == "__main__":
    main()
