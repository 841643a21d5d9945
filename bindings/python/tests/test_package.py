"""The installed package: its version, its licence files, the lists of what is linked into it, and the
contents of a source distribution."""

import importlib.metadata
import json
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import placemat
import pytest

PACKAGE = Path(__file__).parents[1]
LICENCES = ["LICENSE-APACHE", "LICENSE-MIT"]
LINKED = ["THIRD-PARTY.txt", "placemat.cdx.json"]


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


@pytest.mark.parametrize("name, directory", list(zip(LINKED, ["licenses", "sboms"])))
def test_the_wheel_has_the_lists_of_what_is_linked(name, directory):
    distribution = importlib.metadata.distribution("placemat")
    (installed,) = [one for one in distribution.files if one.name == name]
    assert installed.parent.name == directory and installed.parent.parent.suffix == ".dist-info"
    assert installed.read_text() == (PACKAGE / name).read_text()


def test_the_lists_name_the_versions_in_the_lock_file():
    packages = tomllib.loads((PACKAGE / "Cargo.lock").read_text())["package"]
    locked = {(package["name"], package["version"]): package.get("checksum") for package in packages}
    sbom = json.loads((PACKAGE / "placemat.cdx.json").read_text())
    declared = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]["version"]
    assert sbom["metadata"]["component"]["purl"] == f"pkg:pypi/placemat@{declared}"
    licences = (PACKAGE / "THIRD-PARTY.txt").read_text()
    listed = []
    for component in sbom["components"]:
        one = component["name"], component["version"]
        expected = [{"alg": "SHA-256", "content": locked[one]}] if locked[one] else None
        assert component.get("hashes") == expected
        assert (f"{one[0]} {one[1]}: " in licences) == (one[0] != "placemat")
        listed.append(one[0])
    assert {"placemat", "pyo3", "pyo3-ffi"} <= set(listed)
    assert not {"pyo3-macros", "syn"} & set(listed), "they run in the compiler"


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
        for name in LICENCES + LINKED:
            assert opened.extractfile(f"{root}/{name}").read() == (PACKAGE / name).read_bytes()
        notes = opened.extractfile(f"{root}/PKG-INFO").read().decode()
        assert all(f"License-File: {name}" in notes for name in LICENCES + LINKED[:1])
        wrong = [name for name in opened.getnames() if name.endswith((".so", ".pyd", ".pyc"))]
        assert not wrong, "nothing that is built"
