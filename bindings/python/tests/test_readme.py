"""The examples of the guide and of the README run, and have the results that are shown."""

import ast
import re
from pathlib import Path

import placemat
import polars
import pytest

GUIDE = Path(__file__).parents[3] / "docs" / "python.md"
PACKAGE_README = Path(__file__).parents[1] / "README.md"


def example(heading):
    """Return the lines of the first Python example under a heading."""
    text = GUIDE.read_text(encoding="utf-8")
    part = text.split(f"\n{heading}\n", 1)[1]
    return re.search(r"```python\n(.*?)```", part, re.DOTALL)[1]


def value(code, variables):
    """Return the value of the expression in a line."""
    return eval(compile(ast.Expression(ast.parse(code).body[0].value), "python.md", "eval"), variables)


@pytest.mark.skipif(not GUIDE.exists(), reason="the guide is only in the repository")
def test_python(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("names.txt").write_bytes("né".encode() + b"\xed\xa0\xbd")
    variables = {}
    exec(example("## Python"), variables)
    assert variables["found"].errors[0].offset == 3 and variables["made"].data.decode() == "café crème"
    assert b"\xed\xa0\xbd\xed\xb2\xa9".decode("cesu-8") == "💩" and "a\0b".encode("mutf-8") == b"a\xc0\x80b"


@pytest.mark.skipif(not GUIDE.exists(), reason="the guide is only in the repository")
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


def package_examples():
    """Return the Python examples of the package's README: the functions, columns of Arrow, columns of
    Spark."""
    return re.findall(r"```python\n(.*?)```", PACKAGE_README.read_text(encoding="utf-8"), re.DOTALL)


def values(code, variables):
    """Return the values of the expressions in an example, by line; the other lines are run."""
    made = {}
    for line in code.splitlines():
        parsed = ast.parse(line).body
        if parsed and isinstance(parsed[0], ast.Expr):
            made[line] = value(line, variables)
        else:
            exec(line, variables)
    return made


def test_every_example_of_the_package_has_a_test():
    assert len(package_examples()) == 3


def test_functions_of_the_package(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("names.txt").write_bytes("né".encode() + b"\xed\xa0\xbd")
    data = "né ".encode() + b"\xed\xa0\xbd\xed\xb2\xa9"
    made = values(package_examples()[0], {"data": data})
    shown = 0
    for line, found in made.items():
        _, _, comment = line.partition("  # ")
        literal = re.match(r"b?'[^']*'", comment.strip())
        if literal:
            assert found == ast.literal_eval(literal[0]), line
            shown += 1
    assert shown == 2
    _, decoded, encoded, file, errors, converted, encoding, repaired = made.values()
    with file:
        assert file.read() == "né\ud83d"
    assert [(error.offset, error.line, error.column, error.kind) for error in errors][0][:3] == (4, 1, 4)
    assert converted.decode() == "né 💩" == repaired.decode() and encoding == "cesu-8"
    assert b"caf\xe9".decode("placemat-windows-1252") == "café"
    # Only the first 1 MiB, unless all bytes are requested.
    late = b"a" * (1 << 20) + data
    assert placemat.detect(late).encoding == "utf-8" and placemat.detect(late, whole=True).encoding == "cesu-8"


def test_columns_of_the_package():
    column = polars.Series([b"caf\xc3\xa9", b"\xed\xa0\xbd\xed\xb2\xa9", b"a\xff", None])
    profile, errors, repaired, converted = values(package_examples()[1], {"column": polars.Series(column[:2])}).values()
    assert profile.ill_formed == 1 and profile.encodings == {"cesu-8": 1} and [error.row for error in errors] == [1]
    assert polars.Series(repaired).to_list() == ["café".encode(), "💩".encode()]
    assert polars.Series(converted).to_list() == ["café", "💩"]
    repaired = values(package_examples()[1].splitlines()[0] + "\narrow.repair(column, on_failure='replace').column", {"column": column})
    assert polars.Series(*repaired.values()).to_list()[2:] == ["a\ufffd".encode(), None]
