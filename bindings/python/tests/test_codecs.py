"""The codecs, compared with the vectors of the library and with Python's codecs."""

import codecs
import io
import json
import os
import time
from pathlib import Path

import placemat
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

placemat.register()

VECTORS = Path(__file__).parents[3] / "proof" / "conformance" / "vectors"
PYTHONS = {
    "utf-8": "utf-8",
    "utf-8-sig": "utf-8-sig",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "utf-32le": "utf-32-le",
    "utf-32be": "utf-32-be",
    "iso-8859-1": "latin-1",
}
# The names of policies among Python's handlers.
HANDLERS = {"strict": "strict", "replace": "replace", "skip": "skip", "replace-byte": "replace-byte"}
HANDLERS |= {name: name for name in ("surrogateescape", "latin1", "cp1252", "replace-run", "replace-sequence")}
HANDLERS |= {name: name for name in ("replace-generalized", "replace-qmark", "escape-rust", "escape-xml")}


def vectors(operation):
    for file in sorted(VECTORS.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            vector = json.loads(line)
            if vector["op"] == operation and vector["policy"] in HANDLERS:
                yield vector


def code_points(text):
    return [int(one.removeprefix("U+"), 16) for one in text.split()]


def joined(text):
    """Return the text as a decoder of 16-bit units returns it: adjacent surrogates are one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def test_vectors_decode():
    seen = 0
    for vector in vectors("decode"):
        data, errors = bytes.fromhex(vector["input_hex"]), HANDLERS[vector["policy"]]
        name = "placemat-" + vector["encoding"]
        if vector["expected"] is None:
            with pytest.raises(UnicodeDecodeError) as caught:
                data.decode(name, errors)
            found = caught.value
            if found.reason.endswith("beyond Unicode"):
                continue
            assert (found.start, found.end - found.start) == (vector["error"]["offset"], vector["error"]["len"]), vector
        else:
            expected = code_points(vector["expected"])
            if any(one > 0x10FFFF for one in expected):
                # A `str` cannot hold these.
                if errors == "strict":
                    with pytest.raises(UnicodeDecodeError):
                        data.decode(name, errors)
                    continue
                expected = [min(one, 0x110000) for one in expected if errors != "skip" or one <= 0x10FFFF]
                expected = [0xFFFD if one == 0x110000 else one for one in expected]
            assert [ord(one) for one in data.decode(name, errors)] == expected, vector
        seen += 1
    assert seen > 3000


def test_vectors_decode_in_pieces():
    seen = 0
    for vector in vectors("decode"):
        if vector["policy"] not in ("strict", "replace", "skip") or vector["expected"] is None:
            continue
        expected = code_points(vector["expected"])
        if any(one > 0x10FFFF for one in expected):
            continue
        data, name = bytes.fromhex(vector["input_hex"]), "placemat-" + vector["encoding"]
        decoder = codecs.getincrementaldecoder(name)(HANDLERS[vector["policy"]])
        text = ""
        for byte in data:
            text += decoder.decode(bytes([byte]))
            state = decoder.getstate()
            decoder.reset()
            decoder.setstate(state)
        text += decoder.decode(b"", True)
        assert [ord(one) for one in text] == expected, vector
        seen += 1
    assert seen > 2000


def test_vectors_encode():
    seen = 0
    for vector in vectors("encode"):
        points = code_points(vector["input_cp"])
        if any(one > 0x10FFFF for one in points):
            continue
        text, errors = "".join(map(chr, points)), HANDLERS[vector["policy"]]
        name = "placemat-" + vector["encoding"]
        if vector["policy"] == "replace":
            # Python's handler writes `?`; the library's policy writes U+FFFD, if the target has it.
            if vector["expected"] is not None:
                assert placemat._native.encode_by(vector["encoding"], text, "replace").hex().upper() == vector["expected"]
            continue
        if vector["expected"] is None:
            with pytest.raises(UnicodeEncodeError) as caught:
                text.encode(name, errors)
            assert caught.value.start == vector["error"]["offset"], vector
        else:
            assert text.encode(name, errors).hex().upper() == vector["expected"], vector
        seen += 1
    assert seen > 500


def test_vectors_convert():
    for vector in vectors("convert"):
        data, policy = bytes.fromhex(vector["input_hex"]), vector["policy"]
        arguments = (data, vector["encoding"], vector["to"])
        try:
            found = placemat.convert(*arguments, errors=policy, unencodable=policy).hex().upper()
        except LookupError:
            found = placemat.convert(*arguments, errors=policy).hex().upper()
        except (UnicodeError, ValueError):
            found = None
        assert found == vector["expected"], vector


@pytest.mark.parametrize("name", PYTHONS)
@pytest.mark.parametrize("errors", ["strict", "replace", "ignore", "surrogateescape", "backslashreplace"])
def test_decoding_is_pythons(name, errors):
    @given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=3), max_size=6).map(b"".join))
    @example(b"\xef\xbb\xbf")
    @settings(max_examples=80, deadline=None)
    def check(data):
        if name == "utf-8-sig" and data.startswith(b"\xef\xbb") and not data.startswith(b"\xef\xbb\xbf"):
            return  # Python counts places from behind a mark that it was waiting for.
        assert outcome(bytes.decode, data, "placemat-" + name, errors) == outcome(
            bytes.decode, data, PYTHONS[name], errors
        )

    check()


PIECES = [
    b"plain",
    "é€💩".encode(),
    b"\xed\xa0\xbd",
    b"\xed\xb2\xa9",
    b"\xc0\x80",
    b"\xf4\x90\x80\x80",
    b"\xe2\x82",
    b"\xff",
    "é€💩".encode("utf-16-le"),
    "é€💩".encode("utf-16-be"),
    b"\x3d\xd8",
    b"\xd8\x3d",
    "é€💩".encode("utf-32-le"),
]


def outcome(call, *arguments):
    try:
        return call(*arguments)
    except UnicodeDecodeError as error:
        return "decode", error.start, min(error.end, len(error.object))
    except UnicodeEncodeError as error:
        return "encode", error.start


@pytest.mark.parametrize("name", PYTHONS)
@pytest.mark.parametrize(
    "errors", ["strict", "replace", "ignore", "surrogateescape", "surrogatepass", "xmlcharrefreplace", "namereplace"]
)
def test_encoding_is_pythons(name, errors):
    characters = st.sampled_from("aé€💩\ud83d\udca9\udc80\udcff\0\ufeff")

    @given(st.text(characters, max_size=8))
    @settings(max_examples=60, deadline=None)
    def check(text):
        ours = outcome(str.encode, text, "placemat-" + name, errors)
        theirs = outcome(str.encode, text, PYTHONS[name], errors)
        assert ours == theirs

    check()


@given(st.text(st.characters() | st.sampled_from("\ud83d\udca9\udc80"), max_size=30))
@settings(max_examples=150, deadline=None)
def test_what_holds_a_text_gives_it_back(text):
    for name in placemat.encodings():
        try:
            data = text.encode("placemat-" + name)
        except (UnicodeEncodeError, UnicodeDecodeError, LookupError):
            continue
        try:
            back = data.decode("placemat-" + name)
        except UnicodeDecodeError:
            continue
        whole = joined(text)
        expected = {text, whole, text.removeprefix("\ufeff"), whole.removeprefix("\ufeff")}
        is_rule = name in ("utf-8-or-iso-8859-1", "utf-8-or-windows-1252", "tcl-8.6-utf-8") or name.startswith("double")
        assert is_rule or back in expected or name.startswith(("utf-8b", "optu", "mutf-8-nul")), (name, text, data)


@given(st.lists(st.sampled_from(PIECES), max_size=8).map(b"".join), st.integers(1, 7))
@settings(max_examples=80, deadline=None)
def test_pieces_make_no_difference(data, size):
    for name in ("wtf-8", "cesu-8", "mutf-8", "utf-8b", "utf-16", "utf-1", "cesu-8-lenient", "corrected-utf-8-document"):
        for errors in ("replace", "backslashreplace", "replace-run"):
            whole = data.decode("placemat-" + name, errors)
            pieces = [data[at : at + size] for at in range(0, len(data), size)]
            decoder = codecs.getincrementaldecoder("placemat-" + name)(errors)
            text = "".join(map(decoder.decode, pieces)) + decoder.decode(b"", True)
            assert text == whole, (name, data)
    for errors in ("replace-sequence", "replace-generalized"):
        decoder = codecs.getincrementaldecoder("placemat-utf-8")(errors)
        text = "".join(decoder.decode(data[at : at + size]) for at in range(0, len(data), size)) + decoder.decode(b"", True)
        assert text == data.decode("placemat-utf-8", errors)


def test_lines_are_read_under_policies(tmp_path):
    path = tmp_path / "text"
    path.write_bytes(b"caf\xe9\xe9\n\xff\xfe\xfda\n" * 4000)
    for name in ("cesu-8", "utf-8-or-windows-1252"):
        with open(path, encoding=name, errors="replace-run") as file:
            lines = list(file)
        assert len(lines) == 8000 and "".join(lines) == path.read_bytes().decode(name, "replace-run")


@given(st.text(st.sampled_from("aé€💩\ud83d\udca9\n"), max_size=12), st.integers(1, 5))
@settings(max_examples=80, deadline=None)
def test_pieces_make_no_difference_to_encoders(text, size):
    for name in ("wtf-8", "mutf-8", "utf-16", "utf-8-sig", "generalized-utf-8", "cesu-8-lenient"):
        whole = text.encode("placemat-" + name, "replace")
        encoder = codecs.getincrementalencoder("placemat-" + name)("replace")
        data = b""
        for at in range(0, len(text), size):
            piece = text[at : at + size]
            if name == "wtf-8" and at and "\ud83d\udca9" == text[at - 1 : at + 1]:
                # The pair is one character there, and its lead surrogate has been written.
                with pytest.raises(UnicodeEncodeError, match="its lead surrogate has been written"):
                    encoder.encode(piece)
                break
            data += encoder.encode(piece)
            state = encoder.getstate()
            encoder.reset()
            encoder.setstate(state)
        else:
            data += encoder.encode("", True)
            assert data == whole or not text, (name, text)


def test_files_are_read_and_written(tmp_path):
    path = tmp_path / "text"
    lines = ["plain\n", "naïve €\n", "💩\n", "\0\n"] * 3000
    for name in ("cesu-8", "mutf-8", "wtf-8", "utf-1", "fss-utf-1992-07", "corrected-utf-8", "corrected-utf-8-document"):
        with open(path, "w", encoding=name, newline="\n") as file:
            file.writelines(line for line in lines if name != "corrected-utf-8-document" or "\0" not in line)
        with open(path, encoding=name) as file:
            assert list(file) == [line for line in lines if name != "corrected-utf-8-document" or "\0" not in line]
        with codecs.open(path, encoding=name) as file:
            assert file.readline() == lines[0]
    assert path.read_bytes().startswith(b"\xef\xb7\x9d\xed\xb2\xae\0\n")


def test_pandas_reads_and_writes_files(tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "table.csv"
    table = pandas.DataFrame({"name": ["💩 a", "café"], "n": [1, 2]})
    for name in ("cesu-8", "mutf-8", "utf-1"):
        table.to_csv(path, index=False, encoding=name)
        assert path.read_bytes() == placemat.encode("name,n\n💩 a,1\ncafé,2\n", name)
        assert pandas.read_csv(path, encoding=name).equals(table)
    path.write_bytes(b"name,n\ncaf\xe9,1\n")
    assert pandas.read_csv(path, encoding="cesu-8", encoding_errors="latin1").name[0] == "café"


def test_utf_8b_is_what_the_system_has():
    name = b"caf\xe9 \xed\xa0\xbd \xff"
    assert name.decode("utf-8b") == os.fsdecode(name)
    assert os.fsdecode(name).encode("utf-8b") == name


def test_names_of_python_stay_pythons():
    assert codecs.lookup("utf-8").name == "utf-8"
    assert codecs.lookup("cesu8").name == "cesu-8" and codecs.lookup("CESU_8").name == "cesu-8"
    with pytest.raises(LookupError):
        codecs.lookup("utf-9")


def test_handlers_of_others_are_asked():
    codecs.register_error("shout", lambda error: ("!", error.end))
    assert b"a\xffb\xff".decode("cesu-8", "shout") == "a!b!"
    assert "a\ud83db".encode("cesu-8", "shout") == b"a!b"
    codecs.register_error("astray", lambda error: ("", 99))
    with pytest.raises(IndexError):
        b"\xff".decode("cesu-8", "astray")
    with pytest.raises(LookupError):
        b"\xff".decode("cesu-8", "no such handler")


def test_many_errors_take_no_time_that_grows_with_their_square():
    data = b"\xff" * 200_000
    assert data.decode("cesu-8", "backslashreplace") == "\\xff" * 200_000
    assert ("\ud83d" * 200_000).encode("cesu-8", "escape-xml") == b"&#xD83D;" * 200_000


def test_streams():
    stream = codecs.getwriter("utf-8-sig")  # Python's
    assert stream is not None
    written = io.BytesIO()
    writer = codecs.getwriter("placemat-corrected-utf-8-document")(written)
    writer.write("a")
    writer.write("b")
    assert written.getvalue() == b"\xef\xb7\x9d\xed\xb2\xae\0\nab"
    reader = codecs.getreader("cesu-8")(io.BytesIO(b"\xed\xa0\xbd\xed\xb2\xa9\n" * 3))
    assert reader.readlines() == ["💩\n"] * 3


@pytest.mark.parametrize("name", placemat.encodings())
def test_every_handler_comes_to_an_end(name):
    """This includes errors after which everything is an error: in a frame, in half a unit."""
    placemat.register()
    handlers = ["replace", "ignore", "backslashreplace", "surrogateescape", "surrogatepass", *placemat._native.policies()[0]]
    for data in (b"\xff", b"\x80\x80", b"\0\x01\xff", b"\xff\0", b"\xff\0\xff\0\xff", b"abc", b"\xf0\x9f", b"\xd8"):
        for errors in handlers:
            try:
                data.decode("placemat-" + name, errors)
            except UnicodeDecodeError as error:
                assert error.start <= len(data)
            except LookupError as error:
                assert "is not defined for" in str(error)


@pytest.mark.parametrize("name", ["mutf-8-writeutf", "mutf-8-long", "mutf-8-nul", "mutf-8-dex"])
def test_policies_are_for_what_is_in_a_frame(name):
    whole = "abc".encode(name)
    broken = whole.replace(b"b", b"\xff")
    assert broken.decode(name, "replace") == "a\ufffdc" and broken.decode(name, "ignore") == "ac"
    with pytest.raises(UnicodeDecodeError, match="frame"):
        whole[:-1].decode(name, "replace")
    if name == "mutf-8-writeutf":
        for errors in ("strict", "replace", "ignore", "backslashreplace"):
            with pytest.raises(UnicodeEncodeError):
                ("a" * 70_000).encode(name, errors)
    # Under any of its names.
    assert placemat.decode(broken, name.upper().replace("-", "_"), "replace") == "a\ufffdc"


@pytest.mark.parametrize("name", placemat.encodings())
def test_a_unit_is_as_wide_as_a_character_of_ascii(name):
    is_layer, is_framed, width = placemat._native.facts(name)
    assert not is_framed or is_layer
    try:
        written = len("ab".encode("placemat-" + name)) - len("a".encode("placemat-" + name))
    except UnicodeEncodeError:
        return  # There is no encoder.
    assert width == written


BEYOND = {
    "ucs-4be": b"\0\x11\0\0",
    "utf-1": b"\xfc\x21\x39\x6e\x6d",
    "fss-utf-1992-07": b"\xe0\xa3\xbf\x80",
    "utf-8-rfc2279": b"\xf4\x90\x80\x80",
    "corrected-utf-8": b"\xf3\xbe\xbd\xa0",
    "corrected-utf-8-document": b"\xf3\xbe\xbd\xa0",
}


@pytest.mark.parametrize("name", BEYOND)
def test_what_is_beyond_unicode_is_one_replacement(name):
    """It is well-formed, but a `str` cannot hold it. For a handler it is an error as long as its sequence."""
    beyond = BEYOND[name]
    start = "a".encode(name)
    data = start + 2 * beyond + "b".encode(name).removeprefix("".encode(name))
    for errors in ("replace", "replace-byte", "replace-run"):
        assert data.decode(name, errors) == "a\ufffd\ufffdb", errors
        decoder = codecs.getincrementaldecoder(name)(errors)
        assert "".join(decoder.decode(bytes([byte])) for byte in data) + decoder.decode(b"", True) == "a\ufffd\ufffdb"
    assert data.decode(name, "ignore") == data.decode(name, "skip") == "ab"
    assert data.decode(name, "backslashreplace") == "a" + "".join(f"\\x{byte:02x}" for byte in 2 * beyond) + "b"
    for errors in ("strict", "surrogatepass"):
        with pytest.raises(UnicodeDecodeError, match="U\\+110000 is beyond Unicode") as caught:
            data.decode(name, errors)
        assert (caught.value.start, caught.value.end) == (len(start), len(start + beyond))


def test_halves_of_pairs_stay_beside_what_is_replaced():
    for name in ("utf-8-rfc2279", "utf-1", "fss-utf-1992-07"):
        data = "\ud83d".encode(name) + BEYOND[name]
        assert data.decode(name, "replace-run") == "\ud83d\ufffd"


def test_units_of_pythons_codecs_are_replaced():
    assert b"a\xff\xffb".decode("utf-8", "replace-byte") == "a\ufffd\ufffdb"
    assert b"a\0\0\xd8b\0".decode("utf-16", "replace-byte") == "a\ufffdb"
    assert b"\0\0\0a\0\0\xd8\0\0\0\0b".decode("utf-32-be", "replace-byte") == "a\ufffdb"
    assert b"a\xff\xffb".decode("ascii", "replace-byte") == "a\ufffd\ufffdb"
    assert b"a\xff\xffb".decode("shift_jis", "replace-byte").endswith("b")


@pytest.mark.parametrize("name", ["corrected-utf-8-document", "placemat-utf-8-sig", "placemat-utf-16", "placemat-utf-32"])
def test_files_are_appended_to(name, tmp_path):
    path = tmp_path / "text"
    for mode in "wa":
        with open(path, mode, encoding=name) as file:
            file.write("aé\n")
    assert path.read_bytes() == "aé\naé\n".encode(name)
    assert path.read_text(encoding=name) == "aé\naé\n"


def test_many_errors_take_linear_time():
    start = time.perf_counter()
    assert ("a\U0001f4a9" * 50_000).encode("utf8mb3", "replace") == b"a?" * 50_000
    assert time.perf_counter() - start < 3


@pytest.mark.parametrize("name", [name for name in placemat.encodings() if not placemat._native.facts(name)[0]])
def test_what_is_between_errors_may_have_any_length(name):
    """More and more of it is read at a time, and a piece may end inside a character."""
    wrong = {"utf-16le": b"\0\xdc", "utf-16be": b"\xdc\0", "utf-16": b"\xdc\0"}.get(name, b"\xff" * 4)
    part = placemat.convert("💩€é".encode(), "utf-8", name if name != "tcl-8.6-utf-8" else "utf-8", unencodable="replace")
    for length in (1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1100, 4100):
        data = wrong + part * length + wrong + wrong + (part * length)[1:]
        assert placemat.decode(data, name, "replace") == placemat._native.decode_by(name, data, "replace"), length


@pytest.mark.parametrize(
    "name, wrong",
    [
        ("corrected-utf-8-document", b"\xff"),
        ("corrected-utf-8", b"\xf3\xbe\xbd\xa0"),
        ("utf-8-rfc2279", b"\xf4\x90\x80\x80"),
        ("ucs-4be", b"\0\x11\0\0"),
        ("cesu-8", b"\xff"),
    ],
)
def test_many_errors_are_decoded_in_linear_time(name, wrong):
    start = "".encode(name)
    part = ("a" * 100).encode(name).removeprefix(start) + wrong

    def seconds(count):
        data = start + part * count
        begun = time.perf_counter()
        assert data.decode(name, "replace") == ("a" * 100 + "\ufffd") * count
        return time.perf_counter() - begun

    few, many = 2_000, 32_000
    # If the time were quadratic, sixteen times as many errors would take 256 times as long.
    assert any(seconds(many) / seconds(few) < 80 for _ in range(3))


def test_a_document_has_no_nul():
    name = "corrected-utf-8-document"
    whole = "a\0b\0c".encode(name, "ignore")
    encoder = codecs.getincrementalencoder(name)("ignore")
    assert whole == b"".join(map(encoder.encode, "a\0b\0c")) == "abc".encode(name)
    for text in ("\0", "a\0b\0c"):
        assert text.encode(name, "replace").decode(name) == text.replace("\0", "?")


def head_of(name):
    """Return the bytes before the contents of a short frame."""
    return len("abc".encode(name).split(b"abc")[0])


@pytest.mark.parametrize("name", ["mutf-8-writeutf", "mutf-8-long", "mutf-8-nul", "mutf-8-dex"])
def test_handlers_are_asked_about_what_is_in_a_frame(name):
    """They see the frame, and the position of the error in it."""
    seen = []

    def handler(error):
        seen.append((error.encoding, error.object, error.start, error.end))
        return "<>", error.end

    codecs.register_error("seen in a frame", handler)
    broken = "abcd".encode(name).replace(b"b", b"\xff").replace(b"d", b"\xfe")
    at = head_of(name)
    assert broken.decode(name, "seen in a frame") == "a<>c<>"
    assert seen == [(name, broken, at + 1, at + 2), (name, broken, at + 3, at + 4)]
    assert broken.decode(name, "backslashreplace") == "a\\xffc\\xfe"
    assert broken.decode(name, "surrogateescape") == "a\udcffc\udcfe"
    assert broken.decode(name, "latin1") == "aÿcþ" and broken.decode(name.upper(), "cp1252") == "aÿcþ"
    for errors in ("replace", "replace-byte", "replace-run", "ignore", "skip"):
        assert broken.decode(name, errors) == ("a\ufffdc\ufffd" if errors.startswith("r") else "ac"), errors
    with pytest.raises(LookupError, match="no such handler"):
        broken.decode(name, "no such handler")
    # If the frame does not fit, no handler is called.
    for data in (broken[:-1], broken + b"!"):
        del seen[:]
        with pytest.raises(UnicodeDecodeError, match="frame"):
            data.decode(name, "seen in a frame")
        assert seen == []
    # A handler may replace the bytes, and continue anywhere.
    def mended(error):
        error.object = error.object.replace(b"\xff", b"x").replace(b"\xfe", b"y")
        return "", error.start

    codecs.register_error("mended in a frame", mended)
    assert broken.decode(name, "mended in a frame") == "axcy"


@pytest.mark.parametrize("name", ["mutf-8-writeutf", "mutf-8-long", "mutf-8-nul", "mutf-8-dex"])
def test_an_empty_input_is_no_frame(name):
    for decode in (lambda: placemat.decode(b"", name), lambda: placemat.decode(b"", name, "replace"), lambda: placemat.convert(b"", name, "utf-8")):
        with pytest.raises(UnicodeDecodeError, match="position 0-0: an empty input is no frame"):
            decode()


@pytest.mark.parametrize("errors", ["strict", "replace", "ignore", "surrogateescape", "escape-xml"])
def test_a_decoder_says_so(errors):
    """And it loses no text, under any handler."""
    for name, others in {
        "utf-8-or-windows-1252": "; encode to utf-8 or windows-1252",
        "utf-8-or-iso-8859-1": "; encode to utf-8 or iso-8859-1",
        "tcl-8.6-utf-8": "",
    }.items():
        with pytest.raises(UnicodeEncodeError) as caught:
            "a".encode(name, errors)
        assert caught.value.reason == f"{name} can only be decoded{others}"
