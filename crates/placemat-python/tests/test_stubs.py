"""What type checkers are told of is there, and nothing else."""

import ast
import inspect
from pathlib import Path

import placemat
import pytest
from placemat import _native

STUBS = ast.parse((Path(placemat.__file__).parent / "_native.pyi").read_text())


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_stubs_name_what_there_is():
    named = {one.name: one for one in STUBS.body if isinstance(one, ast.FunctionDef | ast.ClassDef)}
    assert public(named) == public(dir(_native))
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
