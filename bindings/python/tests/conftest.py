"""Sessions of Spark, in one process and on a cluster of processes."""

import os
import sys

import pytest


CLUSTER = "local-cluster[2,1,1024]"


def pytest_collection_modifyitems(items):
    """On a cluster, leaves out what is tested in one process too, unless all cases are tried."""
    if "PLACEMAT_ALL_CASES" in os.environ:
        return
    left_out = pytest.mark.skip(reason="on a cluster only with PLACEMAT_ALL_CASES")
    for item in items:
        is_on_cluster = hasattr(item, "callspec") and item.callspec.params.get("spark") == CLUSTER
        if is_on_cluster and "cluster" not in item.fixturenames:
            item.add_marker(left_out)


@pytest.fixture(scope="session", params=["local[2]", CLUSTER])
def spark(request):
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(request.param).appName("placemat")
    options = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.executor.memory": "768m",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "localhost",
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(sys.path),
    }
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture
def local(spark):
    """A session in this process, for tests that do not depend on where tasks run."""
    if spark.sparkContext.master != "local[2]":
        pytest.skip("in one process alone")
    return spark


@pytest.fixture
def cluster(spark):
    """A session with executors in processes of their own."""
    if spark.sparkContext.master == "local[2]":
        pytest.skip("on a cluster alone")
    return spark
