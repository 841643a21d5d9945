"""Throughput of `repair_column` compared with Spark's own `make_valid_utf8`, per core, on data that is
generated in place.

    pip install './bindings/python[spark]'
    python bindings/python/bench/spark.py [MB] [bytes of a row] [runs]

The measurement uses one core (`local[1]`). Each job reads the same cached rows, and Spark counts the bytes of
the result; the job is also measured without a function. The unit is MB/s of column bytes, the best of three
rounds after one to warm up; in each round every job runs once. The numbers in parentheses exclude the time of
the job without a function.

In one job Python does nothing with its batches. It shows the cost of the transfer in both directions: no
function on Arrow is faster.
"""

import os
import sys
import time

from placemat import spark as text
from pyspark import StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

os.environ["PYSPARK_PYTHON"] = sys.executable
BATCH = os.environ.get("BATCH", "10000")
CLEAN = "The quick brown fox jumps over naïve dogs — all for 100 € at a café. "
DAMAGED = "concat(cast(value as binary), unhex('EDA0BDEDB2A920C080'))"
# Text with an accented letter and a byte that no fix removes.
BEYOND_REPAIR = "concat(cast(value as binary), unhex('20C3A9FF'))"


def session():
    builder = SparkSession.builder.master("local[1]").appName("bench")
    options = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "6g",
        "spark.driver.host": "localhost",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": BATCH,
    }
    for name, value in options.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    return made


def seconds(df):
    """Return how long Spark takes to compute all values of a column, and count their bytes."""
    start = time.perf_counter()
    df.agg(F.sum(F.octet_length("value"))).collect()
    return time.perf_counter() - start


def main():
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    length = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    spark = session()
    repeated = CLEAN * (length // len(CLEAN.encode()) + 1)
    rows = megabytes * 1_000_000 // length
    value = F.substring(F.concat(F.col("id").cast("string"), F.lit(repeated)), 1, int(length * 0.9))
    clean = spark.range(0, rows, 1, 4).select(value.alias("value"))
    tenth = F.when(F.rand(7) < 0.1, F.expr(f"cast({DAMAGED} as string)")).otherwise(F.col("value"))
    every = F.expr(f"cast({DAMAGED} as string)")
    beyond_repair = F.expr(f"cast({BEYOND_REPAIR} as string)")
    data = {
        "clean": clean,
        "a tenth damaged": clean.select(tenth.alias("value")),
        "all damaged": clean.select(every.alias("value")),
        "beyond repair": clean.select(beyond_repair.alias("value")),
    }
    versions = f"Spark {spark.version}, Python {sys.version.split()[0]}"
    print(f"{rows} rows of {length} bytes, {versions}, batches of {BATCH} rows")
    for name, df in data.items():
        df = df.persist(StorageLevel.MEMORY_ONLY)
        size = df.agg(F.sum(F.octet_length("value"))).collect()[0][0] / 1e6
        jobs = {
            "no function": df,
            "make_valid_utf8": df.select(F.make_valid_utf8("value").alias("value")),
            "mapInArrow, nothing done": df.mapInArrow(_same, df.schema),
            "repair_column": text.repair_column(df, "value"),
            "repair_column, replace": text.repair_column(df, "value", on_failure="replace"),
            "convert_column, replace": text.convert_column(df, "value", "utf-8", errors="replace"),
        }
        # The first round warms up. In the others the jobs alternate, so that changes over time affect all of
        # them.
        rounds = [[seconds(made) for made in jobs.values()] for _ in range(1 + runs)][1:]
        best = [min(took) for took in zip(*rounds)]
        for job, took in zip(jobs, best):
            own = f"({size / (took - best[0]):.0f})" if took > best[0] else ""
            print(f"{name:16} {size:6.0f} MB  {job:26} {size / took:6.0f} MB/s {own}", flush=True)
        df.unpersist(blocking=True)
    spark.stop()


def _same(batches):
    yield from batches


if __name__ == "__main__":
    main()
