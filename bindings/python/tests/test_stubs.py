"""The stubs for type checkers match the package exactly."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import placemat
import pytest
from placemat import _native

STUBS = ast.parse((Path(placemat.__file__).parent / "_native.pyi").read_text())


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_stubs_name_what_there_is():
    named = {one.name: one for one in STUBS.body if isinstance(one, ast.FunctionDef | ast.ClassDef)}
    assert public(named) | {"VERSION"} == public(dir(_native))
    for name, stub in named.items():
        there = getattr(_native, name)
        if isinstance(stub, ast.FunctionDef):
            assert [one.arg for one in stub.args.args] == list(inspect.signature(there).parameters), name
        elif not issubclass(there, Exception):
            members = {getattr(one, "name", None) or one.target.id for one in stub.body}
            assert public(members) == public(dir(there)), name
            assert members <= set(dir(there)), name


@pytest.mark.parametrize("module", ["placemat", "placemat.arrow", "placemat.spark"])
def test_all_names_what_there_is(module):
    there = __import__(module, fromlist=["__all__"])
    assert sorted(there.__all__) == there.__all__ and all(hasattr(there, name) for name in there.__all__)
    for name in there.__all__:
        assert getattr(there, name).__doc__, f"{module}.{name} says what it is"


@pytest.mark.parametrize("module", ["placemat", "placemat._native"])
def test_stubs_are_what_stubtest_finds(module, tmp_path):
    """It also checks the package itself, and does not start if mypy finds an error in it."""
    pytest.importorskip("mypy")
    run = subprocess.run([sys.executable, "-m", "mypy.stubtest", module], capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr


def test_type_checkers_refuse_what_is_no_buffer(tmp_path):
    pytest.importorskip("mypy")
    calls = ["check({})", 'convert({}, "utf-8", "utf-8")', "decode({})", "detect({})", "repair({})", "explain({})"]
    buffers = ['b""', "bytearray()", 'memoryview(b"")', 'array("b")', "mmap(-1, 1)"]
    wrong = ['"text"', "1", "None", "[1]"]
    lines = ["from array import array", "from mmap import mmap", "import placemat"]
    lines += [f"placemat.{call.format(data)}" for call in calls for data in buffers]
    first_wrong = len(lines) + 1
    lines += [f"placemat.{call.format(data)}" for call in calls for data in wrong]
    path = tmp_path / "calls.py"
    path.write_text("\n".join(lines) + "\n")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", path.name],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    found = {int(line.split(":")[1]) for line in run.stdout.splitlines() if ": error:" in line}
    assert found == set(range(first_wrong, len(lines) + 1)), run.stdout + run.stderr
