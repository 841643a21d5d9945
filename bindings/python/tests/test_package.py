"""The installed package: its version, its licence files, and the contents of a source distribution."""

import importlib.metadata
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import placemat
import pytest

PACKAGE = Path(__file__).parents[1]
LICENCES = ["LICENSE-APACHE", "LICENSE-MIT"]


def test_the_version_is_one():
    declared = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]["version"]
    assert placemat.__version__ == importlib.metadata.version("placemat") == declared


@pytest.mark.parametrize("name", LICENCES)
def test_the_wheel_has_licence_files(name):
    whole = (PACKAGE.parents[1] / name).read_text()
    assert (PACKAGE / name).read_text() == whole, "the package's copy is that of the repository"
    distribution = importlib.metadata.distribution("placemat")
    assert name in distribution.metadata.get_all("License-File")
    (installed,) = [one for one in distribution.files if one.name == name]
    assert installed.read_text() == whole


def test_the_source_distribution_has_licence_files(tmp_path):
    made = subprocess.run(
        [sys.executable, "-m", "maturin", "sdist", "--manifest-path", PACKAGE / "Cargo.toml", "--out", tmp_path],
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as opened:
        root = archive.name.removesuffix(".tar.gz")
        for name in LICENCES:
            assert opened.extractfile(f"{root}/{name}").read() == (PACKAGE / name).read_bytes()
        notes = opened.extractfile(f"{root}/PKG-INFO").read().decode()
        assert [f"License-File: {name}" in notes for name in LICENCES] == [True, True]
        wrong = [name for name in opened.getnames() if name.endswith((".so", ".pyd", ".pyc"))]
        assert not wrong, "nothing that is built"
