"""Checks, conversions, detection, repair."""

import array
import codecs
import copy
import itertools
import pickle
import random
import subprocess
import sys
import threading
import time
import typing

import placemat
import placemat.arrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def test_errors_have_their_places():
    found = placemat.check("é\n💩 ".encode() + b"\xc0\x80\xff")
    assert not found and found.error_count == 3
    first = found.errors[0]
    assert (first.offset, first.length, first.kind, first.line, first.column, first.column_utf16) == (8, 1, "overlong", 2, 3, 4)
    assert found.errors[2].column == 5
    assert placemat.check("é".encode()) and placemat.check(b"\xc0\x80", "mutf-8").well_formed
    assert len(placemat.check(b"\xff" * 500, max_errors=7).errors) == 7
    assert placemat.check(b"\xff\xfea\0\n\0\x3d\xd8", "utf-16").errors[0].line == 2
    # A BOM at the start is not a column.
    for name, text in {"utf-8": b"\xef\xbb\xbfa\xff", "utf-8-sig": b"\xef\xbb\xbfa\xff", "utf-16": b"\xff\xfea\0\0\xdc"}.items():
        assert placemat.check(text, name).errors[0].column == 2, name


def test_conversion_raises_what_python_has():
    assert placemat.convert("💩".encode(), "utf-8", "cesu-8") == b"\xed\xa0\xbd\xed\xb2\xa9"
    with pytest.raises(UnicodeDecodeError) as caught:
        placemat.convert(b"ab\xff", "utf-8", "utf-16le")
    assert (caught.value.encoding, caught.value.start, caught.value.end) == ("utf-8", 2, 3)
    with pytest.raises(UnicodeEncodeError) as caught:
        placemat.convert("né€".encode(), "utf-8", "iso-8859-1")
    assert (caught.value.encoding, caught.value.start, caught.value.object) == ("iso-8859-1", 2, "né€")
    assert placemat.convert("€".encode(), "utf-8", "iso-8859-1", unencodable="escape-xml") == b"&#x20AC;"
    for arguments in [(b"", "utf-9", "utf-8"), (b"", "utf-8", "utf-9")]:
        with pytest.raises(LookupError):
            placemat.convert(*arguments)
    with pytest.raises(LookupError):
        placemat.convert(b"", "utf-8", "utf-8", errors="no such policy")


@pytest.mark.parametrize("errors", ["strict", "replace"])
def test_large_inputs_are_converted_as_small_ones(errors):
    text = "Ünïcode, ещё, 日本語, and 💩 in between. "
    names = ["utf-8", "wtf-8", "cesu-8", "mutf-8", "utf-16le", "utf-16be", "utf-32le", "iso-8859-1"]
    for source, target in itertools.permutations(names, 2):
        part = placemat.encode(text if "iso-8859-1" not in (source, target) else "Café. ", source)
        count = (300 << 10) // len(part)
        made = placemat.convert(part * count, source, target, errors=errors)
        assert made == placemat.convert(part, source, target) * count, (source, target)


def test_errors_of_large_inputs_have_their_places():
    text = b"caf\xc3\xa9 " * 60_000
    with pytest.raises(UnicodeDecodeError) as caught:
        placemat.convert(text + b"\xff", "utf-8", "utf-16le")
    assert caught.value.start == len(text)
    with pytest.raises(UnicodeEncodeError) as caught:
        placemat.convert(text + b"\xed\xa0\xbd", "wtf-8", "utf-8")
    assert caught.value.start == 300_000 and caught.value.object[-1] == "\ud83d"
    converted = placemat.convert(text + b"\xed\xa0\xbd", "wtf-8", "utf-8", unencodable="replace")
    assert converted == text + "\ufffd".encode()


def test_detection_tells_ties_and_evidence():
    found = placemat.detect(b"a\xc0\x80 of Java \xed\xa0\xbd\xed\xb2\xa9")
    assert found.encoding == "mutf-8" and "utf-8" not in found.well_formed
    assert {one.kind for one in found.evidence} >= {"coded-nul"} or found.evidence
    assert placemat.detect(b"plain").basis == "ascii"


def test_detection_reads_the_front_unless_all_is_asked_for():
    """As the command does: only the first MiB, and only as long as the rest can make a difference."""
    text = "né€ ".encode() * 200_000
    found = placemat.detect(text)
    assert (found.encoding, found.read, found.complete) == ("utf-8", 1 << 20, False)
    whole = placemat.detect(text, whole=True)
    assert (whole.encoding, whole.read, whole.complete) == ("utf-8", len(text), True)
    # Bytes beyond that are not seen, and a sequence that is cut there is not an error.
    assert placemat.detect(text[: 1 << 20] + b"\xff").basis == "well-formed"
    assert placemat.detect(text[: 1 << 20] + b"\xff", whole=True).basis == "damaged"
    for buffer in (bytearray, memoryview, lambda data: array.array("b", data), lambda data: memoryview(data).cast("b")):
        assert placemat.detect(buffer(text)) == found and placemat.detect(buffer(text), whole=True) == whole
        assert placemat.detect(buffer(text[: 1 << 20])).complete
    for size in (0, 1, 511, 4096, 4097, (1 << 20) - 1, 1 << 20):
        cut = text[:size]
        assert placemat.detect(cut) == placemat.detect(cut, whole=True), size
        assert placemat.detect(cut).complete
    noise = random.Random(1).randbytes(1 << 20)
    found = placemat.detect(noise)
    assert found.encoding is None and found.read < 1 << 15 and not found.complete
    start = time.perf_counter()
    placemat.detect("né€ ".encode() * 20_000_000)
    assert time.perf_counter() - start < 5


def test_repair_tells_what_it_did():
    made = placemat.repair("Müller".encode("latin-1").decode("latin-1").encode() + b" \xed\xa0\xbd\xed\xb2\xa9")
    assert made.changed and made.data.decode() == "Müller 💩"
    assert made.edits[0].fixes == ("cesu-8",)
    left = placemat.repair(b"caf\xe9!")
    assert not left.changed and left.left.would_help.endswith("legacy-bytes") and left.data == b"caf\xe9!"
    assert placemat.repair(b"caf\xe9!", "default,legacy-bytes").data.decode() == "café!"
    with pytest.raises(LookupError):
        placemat.repair(b"", "typos")


def test_what_a_signature_identifies_is_left_alone_and_named():
    placemat.register()
    for encoding in ("corrected-utf-8-document", "utf-1", "utf-ebcdic"):
        for text in ("\ufeffПривет", "\ufeff日本語"):
            data = text.removeprefix("\ufeff" if encoding.startswith("corrected") else "").encode("placemat-" + encoding)
            made = placemat.repair(data, "all")
            assert not made.changed and made.data == data
            assert made.left.signature == encoding, made
    assert placemat.repair(b"caf\xe9!").left.signature is None


def test_a_repair_is_a_value():
    made = placemat.repair(b"\xed\xa0\xbd\xed\xb2\xa9 \xc0\x80")
    assert [(edit.offset, edit.length, edit.data) for edit in made.edits] == [
        (0, 6, "💩".encode()),
        (7, 2, b"\0"),
    ]
    again = pickle.loads(pickle.dumps(made))
    assert made == again == copy.deepcopy(made) and hash(made) == hash(again) and len({made, again}) == 1
    assert made != placemat.repair(b"\xc0\x80") and made != made.data
    assert eval(repr(made), vars(placemat)) == made
    with pytest.raises(AttributeError):
        made.data = b""
    with pytest.raises(AttributeError):
        del made.left


def test_dense_damage_is_repaired_as_fast_as_it_is_converted():
    data = b"abcdefghi\xed\xa0\xbd\xed\xb2\xa9" * 200_000
    start = time.perf_counter()
    made = placemat.repair(data)
    # Creating a tuple of its edits takes a second or two.
    assert time.perf_counter() - start < 0.5
    assert made.changed and len(made.data) == 13 * 200_000
    assert len(made.edits) == 200_000 and made.edits is made.edits


def test_sequences_are_told_one_by_one():
    rows = placemat.explain("aé".encode() + b"\xe2\x82")
    assert [(row.offset, row.data, row.code_point, row.kind) for row in rows] == [
        (0, b"a", 0x61, None),
        (1, b"\xc3\xa9", 0xE9, None),
        (3, b"\xe2\x82", None, "truncated"),
    ]
    again = pickle.loads(pickle.dumps(rows))
    assert again == rows and len({*again, *rows}) == 3 and rows[0] != rows[1]
    assert repr(rows[0]) == "Sequence(offset=0, data=b'a', code_point=97, kind=None, reason=None)"
    assert "kind='truncated', reason='" in repr(rows[2])
    with pytest.raises(AttributeError):
        rows[0].offset = 1
    match rows[1]:
        case placemat.Sequence(offset, data, code_point):
            assert (offset, data, code_point) == (1, b"\xc3\xa9", 0xE9)


@pytest.mark.parametrize("work", [placemat.detect, placemat.explain])
def test_other_threads_run_meanwhile(work):
    data = "né€ ".encode() * 100_000
    go, ran = threading.Semaphore(0), threading.Event()

    def other():
        go.acquire()
        ran.set()

    thread = threading.Thread(target=other)
    thread.start()
    interval = sys.getswitchinterval()
    # Threads need not yield: the other one runs only if the interpreter is released.
    sys.setswitchinterval(60)
    try:
        go.release()
        for _ in range(100):
            work(data)
            if ran.is_set():
                break
        assert ran.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_buffers_of_all_kinds_are_read(kind):
    data = kind(b"caf\xc3\xa9")
    assert placemat.check(data) and placemat.decode(data) == "café"
    assert placemat.convert(data, "utf-8", "iso-8859-1") == b"caf\xe9"
    with pytest.raises(TypeError):
        placemat.check("text")
    with pytest.raises(TypeError):
        placemat.check(memoryview(b"12345678").cast("I"))


def test_a_buffer_may_change_meanwhile():
    data = bytearray("né€ ".encode() * 200_000)
    stop = threading.Event()

    def write():
        while not stop.is_set():
            for at in range(0, len(data), 4099):
                data[at] ^= 0x80

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(20):
            placemat.check(data)
            placemat.convert(data, "utf-8", "utf-16le", errors="replace")
            placemat.decode(data, "cesu-8", "replace")
    finally:
        stop.set()
        thread.join()


def test_documented_examples():
    import doctest

    assert doctest.testmod(placemat).failed == 0


def test_buffers_of_any_small_items_are_bytes():
    for data in (array.array("b", b"caf\xe9"), memoryview(b"caf\xe9").cast("b"), bytearray(b"caf\xe9"), memoryview(b"_caf\xe9")[1:]):
        assert placemat.check(data).errors[0].offset == 3
    assert placemat.check(memoryview(b"c_a_")[::2]).errors == ()
    released = memoryview(b"a")
    released.release()
    with pytest.raises(ValueError, match="released"):
        placemat.check(released)
    with pytest.raises(TypeError, match="a bytes-like object of bytes is required, not 'str'"):
        placemat.check("a")


@pytest.mark.parametrize("name", ["ascii", "us-ascii", "US_ASCII", "ansi_x3.4-1968"])
def test_names_of_us_ascii_mean_it(name):
    """On the Web these names mean windows-1252; a caller who asks for ASCII wants ASCII."""
    placemat.register()
    assert placemat.lookup(name) == "us-ascii"
    assert not placemat.check(b"\xe9", name).well_formed and placemat.check(b"e", name).well_formed
    for call in (
        lambda: placemat.decode(b"\xe9", name),
        lambda: placemat.convert(b"\xe9", name, "utf-8"),
        lambda: b"\xe9".decode("placemat-" + name),
    ):
        with pytest.raises(UnicodeDecodeError) as caught:
            call()
        assert (caught.value.start, caught.value.end) == (0, 1)
    for call in (
        lambda: placemat.encode("é", name),
        lambda: placemat.convert(b"\xc3\xa9", "utf-8", name),
        lambda: "é".encode("placemat-" + name),
    ):
        with pytest.raises(UnicodeEncodeError):
            call()
    pyarrow = pytest.importorskip("pyarrow")
    column = pyarrow.array([b"cafe", b"caf\xe9"])
    assert pyarrow.array(placemat.arrow.check(column, name).is_valid).to_pylist() == [True, False]


@pytest.mark.parametrize("handler", ["strict", "replace", "ignore"])
def test_us_ascii_is_pythons_ascii(handler):
    placemat.register()

    def result(call):
        try:
            return call()
        except UnicodeError as error:
            return (type(error), error.start, error.start + 1)

    for data in [bytes([byte]) for byte in range(256)] + [b"", b"caf\xe9 \xff\x80", "é€💩".encode(), bytes(range(128)) * 3]:
        assert result(lambda: data.decode("placemat-us-ascii", handler)) == result(lambda: data.decode("ascii", handler))
    for text in ["", "cafe", "café", "€a💩", "\x7f\x80", "a\udc80"]:
        assert result(lambda: text.encode("placemat-us-ascii", handler)) == result(lambda: text.encode("ascii", handler))


def test_names_that_are_not_known_are_answered_with_near_ones():
    placemat.register()
    for call in (placemat.lookup, lambda name: codecs.lookup("placemat-" + name), lambda name: placemat.check(b"", name)):
        with pytest.raises(LookupError, match="unknown encoding: cesu-9; the nearest is cesu-8"):
            call("cesu-9")
    assert all(placemat.lookup(name) for name in placemat._native.names())
    assert placemat.lookup("latin1") == "iso-8859-1"


def test_as_many_errors_are_listed_as_the_caller_says():
    pyarrow = pytest.importorskip("pyarrow")
    column = pyarrow.array([b"\xff"] * 3)
    calls = {
        "check": lambda most: placemat.check(b"\xff" * 3, max_errors=most).errors,
        "errors": placemat.arrow.check(column).errors,
        "failures": placemat.arrow.repair(column).failures,
    }
    for name, call in calls.items():
        assert [len(call(most)) for most in (0, 2, 3, sys.maxsize, 1 << 80)] == [0, 2, 3, 3, 3], name
        for most in (-1, -(1 << 80)):
            with pytest.raises(ValueError, match=f"the number of errors to list must be 0 or more, not {most}"):
                call(most)
        with pytest.raises(TypeError):
            call("all")
    with pytest.raises(TypeError) as caught:
        placemat.check(b"\xff", max_errors="all")
    assert "max_errors" in caught.value.__notes__[0]


@pytest.mark.parametrize("name", ["double-utf-8-latin1", "double-utf-8-cp1252"])
@pytest.mark.parametrize("policy", ["replace", "replace-byte", "replace-run", "skip"])
def test_policies_convert_doubly_encoded_text_as_they_decode_it(name, policy):
    good = st.sampled_from(["été", "€", "plain", "日本語", "💩"]).map(lambda text: text.encode(name))
    bad = st.sampled_from([b"\xff", b"\xc3", "é".encode(), "Ā".encode(), "Ã".encode(), b"\xed\xa0\x80", "â‚".encode()])

    @given(st.lists(good | bad, max_size=8).map(b"".join), st.sampled_from(["utf-8", "utf-16le", "cesu-8"]))
    @settings(max_examples=150, deadline=None)
    def check(data, target):
        converted = placemat.convert(data, name, target, errors=policy)
        assert converted == placemat.decode(data, name, policy).encode("placemat-" + target)

    placemat.register()
    check()
    data = "été ".encode(name) + b"\xff"
    with pytest.raises(UnicodeDecodeError):
        placemat.convert(data, name, "utf-8")
    assert placemat.convert("€".encode(name) + b"\xff", name, "iso-8859-1", errors="skip", unencodable="escape-xml") == b"&#x20AC;"
    # Columns convert such text only as a whole.
    column = pytest.importorskip("pyarrow").array([data])
    with pytest.raises(LookupError, match=f"policy {policy} is not defined for columns in {name}; there is strict"):
        placemat.arrow.convert(column, name, errors=policy)
    assert placemat.arrow.convert(column, name, on_failure="keep").failed == 1


def test_types_are_there_when_the_program_runs():
    for name in placemat.__all__:
        if callable(getattr(placemat, name)):
            assert isinstance(typing.get_type_hints(getattr(placemat, name)), dict), name
    assert "data" in typing.get_type_hints(placemat.check)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no module resource")
def test_detection_copies_no_more_than_it_reads():
    """Pages of a mapping are loaded when they are accessed: if all of them had been copied, the process would
    have grown."""
    program = """
import mmap, placemat, resource
data = mmap.mmap(-1, 1 << 28)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = placemat.detect(data), placemat.detect(memoryview(data).cast("b"))
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
assert not any(one.complete for one in found), found
print(grown / before)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0 and float(run.stdout) < 2, run
