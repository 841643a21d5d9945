"""Repairs a column of a Ray data set, block by block: `python with_ray.py`."""

import pyarrow
import ray
from placemat import arrow


def repair_column(data: ray.data.Dataset, column: str, fixes: str = "default") -> ray.data.Dataset:
    """Return the data set with the column as strings, and an additional column `<column>_status`."""

    def repair(block: pyarrow.Table) -> pyarrow.Table:
        made = arrow.repair(block[column], fixes, on_failure="replace", type="string")
        at = block.schema.get_field_index(column)
        block = block.set_column(at, column, pyarrow.chunked_array(made.column))
        return block.append_column(f"{column}_status", pyarrow.chunked_array(made.status))

    return data.map_batches(repair, batch_format="pyarrow", zero_copy_batch=True)


def main():
    names = pyarrow.array(["Müller".encode(), b"\xed\xa0\xbd\xed\xb2\xa9", b"caf\xe9", None])
    data = ray.data.from_arrow(pyarrow.table({"id": range(4), "name": names}))
    for row in repair_column(data, "name").take_all():
        print(row)


if __name__ == "__main__":
    main()
