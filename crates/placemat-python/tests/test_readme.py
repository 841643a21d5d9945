"""What the README shows runs, and gives what stands beside it."""

import ast
import re
from pathlib import Path

import placemat
import polars
import pytest

README = Path(__file__).parents[3] / "README.md"


def example(heading):
    """The lines of the first example in Python under a heading."""
    text = README.read_text(encoding="utf-8")
    part = text.split(f"\n{heading}\n", 1)[1]
    return re.search(r"```python\n(.*?)```", part, re.DOTALL)[1]


def value(code, variables):
    """The value of the expression that a line is."""
    return eval(compile(ast.Expression(ast.parse(code).body[0].value), "README.md", "eval"), variables)


@pytest.mark.skipif(not README.exists(), reason="the README lies beside the package's source alone")
def test_python(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("names.txt").write_bytes("né".encode() + b"\xed\xa0\xbd")
    variables = {}
    exec(example("## Python"), variables)
    assert variables["found"].errors[0].offset == 3 and variables["made"].data.decode() == "café crème"
    assert b"\xed\xa0\xbd\xed\xb2\xa9".decode("cesu-8") == "💩" and "a\0b".encode("mutf-8") == b"a\xc0\x80b"


@pytest.mark.skipif(not README.exists(), reason="the README lies beside the package's source alone")
def test_columns():
    variables, told = {}, {}
    for line in example("### Columns").splitlines():
        code, _, comment = line.partition("  # ")
        exec(code, variables)
        if comment and " = " not in code:
            told[comment.strip()] = value(code, variables)
    text = repr(told)
    assert told["{'cesu-8': 1, 'windows-1252': 1}"] == {"cesu-8": 1, "windows-1252": 1}, text
    assert variables["found"].errors()[0].row == 1
    assert told["true, false, false, null"].to_list() == [True, False, False, None]
    assert told["null, 6, 1, null"].to_list() == [None, 6, 1, None], text
    assert told['"Müller", "café 💩", "a\ufffd", null'].to_list() == ["Müller", "café 💩", "a\ufffd", None]
    assert told['"unchanged", "changed", "replaced", null'].to_list() == ["unchanged", "changed", "replaced", None]
    assert told["2"] == 2 and isinstance(variables["names"], polars.Series) and placemat.check(b"")
