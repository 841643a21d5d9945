"""The examples, run as their readers run them."""

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
# Parts of the output of each.
WRITTEN = {
    "polars": ["Müller", "caf💩", "null", "ill_formed=2"],
    "pandas": ["0  Müller", "1    caf💩", "2    <NA>", "3    <NA>"],
    "duckdb": ["│ true    │ café    │", "│ false   │ 💩      │", "│ false   │ NULL    │"],
    "ray": [
        "{'id': 0, 'name': 'Müller', 'name_status': 'unchanged'}",
        "{'id': 1, 'name': '💩', 'name_status': 'changed'}",
        "{'id': 2, 'name': 'caf\ufffd', 'name_status': 'replaced'}",
        "{'id': 3, 'name': None, 'name_status': None}",
    ],
    "daft": [
        "┆ true     ┆ true    ┆ Müller   │",
        "┆ false    ┆ true    ┆ 💩       │",
        "┆ false    ┆ false   ┆ caf\ufffd     │",
    ],
}


@pytest.mark.parametrize("engine", WRITTEN)
def test_examples_write_what_they_should(engine):
    if importlib.util.find_spec(engine) is None:
        pytest.skip(f"no {engine}")
    command = [sys.executable, str(EXAMPLES / f"with_{engine}.py")]
    # The files of engines go to a temporary directory. Its name is short, because names of sockets contain
    # it.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environment = os.environ | {"HOME": home, "RAY_TMPDIR": home}
        ran = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, env=environment)
    assert ran.returncode == 0, ran.stderr
    for line in WRITTEN[engine]:
        assert line in ran.stdout, ran.stdout


def test_every_example_has_a_test():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {f"with_{engine}" for engine in WRITTEN}
