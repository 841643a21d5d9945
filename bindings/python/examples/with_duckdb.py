"""Functions for DuckDB, on its vectors: `python with_duckdb.py`."""

import duckdb
import pyarrow
from placemat import arrow


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Register functions on blobs: `is_valid_text(blob, encoding)`, and `decode_text(blob, encoding)`, which
    is null if that fails."""

    def is_valid_text(values, encodings):
        return pyarrow.chunked_array(arrow.is_valid(values, name(encodings)))

    def decode_text(values, encodings):
        return pyarrow.chunked_array(arrow.convert(values, name(encodings), on_failure="null", type="string").column)

    def name(encodings):
        # The argument is a constant, which arrives as a column.
        return encodings[0].as_py()

    for work, returns in [(is_valid_text, "BOOLEAN"), (decode_text, "VARCHAR")]:
        # Results may be null.
        options = {"type": "arrow", "null_handling": "special"}
        connection.create_function(work.__name__, work, ["BLOB", "VARCHAR"], returns, **options)


def main():
    connection = duckdb.connect()
    register(connection)
    rows = "values ('caf\\xC3\\xA9'::BLOB), ('\\xED\\xA0\\xBD\\xED\\xB2\\xA9'::BLOB), ('\\xFF'::BLOB)"
    columns = "is_valid_text(name, 'utf-8') valid, decode_text(name, 'cesu-8') decoded"
    print(connection.sql(f"select {columns} from ({rows}) t(name)"))


if __name__ == "__main__":
    main()
