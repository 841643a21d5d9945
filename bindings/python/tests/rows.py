"""Rows of Spark, for tests that are skipped if Spark is not installed."""

import os
import shutil

import pytest

pytest.importorskip("pyspark")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("no Java for Spark", allow_module_level=True)

from pyspark.sql import functions as F  # noqa: E402


def frame(spark, values, kind="string", partitions=2):
    """Return rows with a number and these bytes, which a string column accepts unchecked."""
    rows = [(number, None if value is None else bytearray(value)) for number, value in enumerate(values)]
    made = spark.createDataFrame(rows, "id int, value binary").repartition(partitions, "id")
    return made.withColumn("value", F.col("value").cast(kind))


def told(df, *names):
    """Return the rows in order, with text as bytes."""
    rows = df.selectExpr("id", *names).orderBy("id").collect()
    return [tuple(bytes(one) if isinstance(one, bytearray) else one for one in row[1:]) for row in rows]


BYTES = "cast(value as binary)"
