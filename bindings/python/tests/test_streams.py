"""One text, in every way in which Python reads it: at once, in pieces, through each kind of file."""

import codecs
import io

import placemat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

placemat.register()

FACTS = {name: placemat._native.facts(name) for name in placemat.encodings()}
LAYERS = [name for name, (is_layer, _, _) in FACTS.items() if is_layer]
FRAMES = [name for name, (_, is_framed, _) in FACTS.items() if is_framed]
DOUBLE = [name for name in LAYERS if name.startswith("double")]
HANDLERS = ["strict", "replace", "ignore", "backslashreplace", "surrogateescape", "surrogatepass"]
HANDLERS += [name for name in placemat._native.policies()[0] if name not in HANDLERS]
# TextIOWrapper reads this many bytes at a time; a stream reader reads at most 8000 for a line.
BUFFER = 8192


def pieces(data, size):
    return [data[at : at + size] for at in range(0, len(data), size)]


def with_states(data, name, errors):
    """Decode piece by piece, each with a decoder that only gets the state of the last one."""
    state, text = (b"", 0), []
    for piece in [*pieces(data, 4999), b""]:
        decoder = codecs.getincrementaldecoder(name)(errors)
        decoder.setstate(state)
        text.append(decoder.decode(piece, final=not piece))
        state = decoder.getstate()
    return "".join(text)


def reader(data, name, errors):
    return codecs.getreader(name)(io.BytesIO(data), errors)


def file(data, name, errors):
    return io.TextIOWrapper(io.BytesIO(data), name, errors, newline="")


def by_size(stream, size):
    return "".join(iter(lambda: stream.read(size), ""))


def lines(stream):
    return "".join(iter(stream.readline, ""))


WAYS = {
    "iterdecode": lambda *of: "".join(codecs.iterdecode(pieces(of[0], 4097), *of[1:])),
    "states": with_states,
    "reader": lambda *of: reader(*of).read(),
    "reader, by size": lambda *of: by_size(reader(*of), 1000),
    "reader, by lines": lambda *of: lines(reader(*of)),
    "reader, iterated": lambda *of: "".join(reader(*of)),
    "file": lambda *of: file(*of).read(),
    "file, by size": lambda *of: by_size(file(*of), 1000),
    "file, by lines": lambda *of: lines(file(*of)),
    "file, iterated": lambda *of: "".join(file(*of)),
}


def byte_by_byte(*of):
    return "".join(codecs.iterdecode(pieces(of[0], 1), *of[1:]))


def outcome(way, *of):
    """Return the text, or the kind of error."""
    try:
        return way(*of)
    except (UnicodeDecodeError, LookupError) as error:
        return type(error)


def encoded(text, name):
    """Return the text in the encoding, without the characters that it lacks; for wrappers without an encoder,
    bytes that they decode."""
    if name.startswith("utf-8-or-"):
        return text.encode()
    if name == "tcl-8.6-utf-8":
        return text.encode("cesu-8")
    return text.encode("placemat-" + name, "ignore")


def longer_than_two_buffers(name):
    line = "plain, naïve, русский, 日本語, €, 💩 and \0\n"
    return encoded(line * (3 * BUFFER // len(encoded(line, name))), name)


@pytest.mark.parametrize("name", placemat.encodings())
def test_every_codec_through_every_way(name):
    data = longer_than_two_buffers(name)
    assert len(data) > 2 * BUFFER
    samples = [data]
    if name.startswith("utf-8-or-"):
        samples.append(("café, naïve\n" * BUFFER).encode("latin-1"))
    for data in samples:
        whole = data.decode("placemat-" + name)
        assert "plain, na" in whole or "café" in whole
        for description, way in WAYS.items():
            assert way(data, "placemat-" + name, "strict") == whole, description
        short = data if FACTS[name][0] else data[:3000]
        assert byte_by_byte(short, "placemat-" + name, "ignore") == short.decode("placemat-" + name, "ignore")


@pytest.mark.parametrize("name", placemat.encodings())
def test_files_of_codecs_are_read_by_codecs_open(name, tmp_path):
    data = longer_than_two_buffers(name)
    path = tmp_path / "text"
    path.write_bytes(data)
    whole = data.decode("placemat-" + name)
    for read in (lambda file: file.read(), lines, "".join, lambda file: by_size(file, 100)):
        with codecs.open(path, encoding="placemat-" + name) as opened:
            assert read(opened) == whole
            # A second reading, and one past the end.
            opened.seek(0)
            assert opened.read() == whole and opened.read() == ""
        with open(path, encoding="placemat-" + name, newline="") as opened:
            assert read(opened) == whole
            end = opened.tell() if read is not lines and read != "".join else None
            opened.seek(0)
            assert opened.read() == whole and opened.read() == ""
            if end is not None:
                opened.seek(end)
                assert opened.read() == ""


# Damage in various encodings, sequences that are cut at the end, and lone surrogates, whole and cut, at the
# end of a buffer.
DAMAGE = [b"\xff", b"\xed\xa0\x80", b"\xed\xb2\xa9", b"\xed\xa0", b"\xc3", b"\xe2\x82", b"\x00\xd8", b"\xd8\x00", b"\x80"]


@pytest.mark.parametrize("errors", HANDLERS)
@pytest.mark.parametrize("name", placemat.encodings())
def test_every_handler_through_every_way(name, errors):
    data = longer_than_two_buffers(name)
    for at in (0, 1, 5, 30):
        for damage in DAMAGE:
            damaged = data[:at] + damage + data[at:40] + damage
            of = damaged, "placemat-" + name, errors
            assert outcome(byte_by_byte, *of) == outcome(bytes.decode, *of), damaged
    for damage in DAMAGE if name in ("utf-8", "utf-8-sig") else DAMAGE[:2] if name in LAYERS else DAMAGE[1:2]:
        damaged = data[: BUFFER - 1] + damage + data[BUFFER - 1 : BUFFER + 300] + damage
        of = damaged, "placemat-" + name, errors
        whole = outcome(bytes.decode, *of)
        for description, way in WAYS.items():
            assert outcome(way, *of) == whole, (description, damage)


PYTHONS = {
    "utf-8": "utf-8",
    "utf-8-sig": "utf-8-sig",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "utf-32le": "utf-32-le",
    "utf-32be": "utf-32-be",
    "iso-8859-1": "latin-1",
}
PARTS = st.sampled_from(
    ["aé€💩".encode(), b"\xed\xa0\x80", b"\xed\xa0", b"\xed", b"\xed\xbf\xbf", b"\xed\xb2\xa9", b"\xf4\x90", b"\xe2\x82"]
    + [b"\xc0\x80", b"\xff", b"\n", b"\x3d\xd8", b"\xd8\x3d", b"\xa9\xdc\0", b"\0\xd8\0\0", b"\0\0\xd8\0", b"a\0\0\0"]
)


@pytest.mark.parametrize("errors", [*HANDLERS[:6], "xmlcharrefreplace", "namereplace"])
@pytest.mark.parametrize("name", PYTHONS)
def test_decoding_in_pieces_is_pythons(name, errors):
    """Return the same text, with every cut. For `surrogatepass`, a surrogate is three bytes with every
    cut."""

    @given(st.lists(PARTS, max_size=6).map(b"".join), st.data())
    @settings(max_examples=150, deadline=None)
    def check(data, drawn):
        if name == "utf-8-sig" and data[:3].startswith(b"\xef") and not data.startswith(b"\xef\xbb\xbf"):
            return  # test_a_mark_that_is_cut_off_is_an_error
        cuts = sorted(drawn.draw(st.lists(st.integers(0, len(data)), max_size=6)))
        bounds = [0, *cuts, len(data)]
        cut = [data[start:end] for start, end in zip(bounds, bounds[1:])]

        def read(codec):
            decoder = codecs.getincrementaldecoder(codec)(errors)
            try:
                return [decoder.decode(piece) for piece in cut] + [decoder.decode(b"", True)]
            except (UnicodeDecodeError, TypeError) as error:
                return type(error)

        ours, pythons = read("placemat-" + name), read(PYTHONS[name])
        assert ours == pythons if isinstance(pythons, type) else "".join(ours) == "".join(pythons)

    check()


def test_half_of_a_pair_is_read_where_a_buffer_ends():
    for name in ("placemat-utf-8", "placemat-utf-8-sig", "utf-8"):
        for before in range(BUFFER - 3, BUFFER + 1):
            text = file(b"a" * before + b"\xed\xa0\x80\n", name, "surrogatepass")
            assert text.readline() == "a" * before + "\ud800\n", (name, before)


@pytest.mark.parametrize("name", DOUBLE)
@pytest.mark.parametrize("errors", [one for one in HANDLERS if one not in ("strict", "surrogatepass")])
def test_text_around_errors_in_doubly_encoded_text_stays(name, errors):
    """The wrapper decides on its whole input, but the handler can continue after an error."""
    good = st.sampled_from(["été", "€", "plain", "日本語", "💩"])
    bad = st.sampled_from([b"\xff", b"\xc3", "é".encode(), "Ā".encode(), "Ã".encode(), b"\xed\xa0\x80", "â‚".encode()])

    @given(st.lists(st.tuples(good, bad), min_size=1, max_size=5), good, st.integers(1, 9))
    @settings(max_examples=60, deadline=None)
    def check(parts, last, size):
        data = b"".join(f" {word} ".encode(name) + wrong for word, wrong in parts) + f" {last} ".encode(name)
        try:
            text = data.decode(name, errors)
        except LookupError as error:
            assert "is not defined for" in str(error) or "unknown error handler name" in str(error)
            return
        at = 0
        for word in [*(word for word, _ in parts), last]:
            at = text.index(f" {word} ", at) + len(word) + 1
        assert "".join(codecs.iterdecode(pieces(data, size), name, errors)) == text
        if errors == "ignore":
            assert text == "".join(f" {word} " for word, _ in parts) + f" {last} "
        if errors == "replace-run":
            assert text == "".join(f" {word} \ufffd" for word, _ in parts) + f" {last} "

    check()
    assert ("Ã©tÃ© ".encode() * 3 + b"\xff").decode(name, "replace") == "été été été \ufffd"


@pytest.mark.parametrize("name", DOUBLE)
def test_many_errors_in_doubly_encoded_text_take_linear_time(name):
    data = ("é".encode(name) + b"\xff") * 30_000
    assert data.decode(name, "replace") == "é\ufffd" * 30_000


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("errors", HANDLERS)
def test_what_follows_a_frame_is_an_error(name, errors):
    frame = "aé".encode(name)
    if errors in ("strict", "replace", "ignore", "skip"):
        assert frame.decode(name, errors) == "aé"
    for data in (frame + b"more", frame + frame):
        for way in (bytes.decode, *WAYS.values()):
            assert outcome(way, data, name, errors) in (UnicodeDecodeError, LookupError)
    with pytest.raises(UnicodeDecodeError, match="bytes follow the frame") as caught:
        (frame + b"more").decode(name)
    assert (caught.value.start, caught.value.end) == (len(frame), len(frame) + 4)


@pytest.mark.parametrize("name", FRAMES)
def test_the_end_is_no_frame(name):
    assert b"".join(codecs.iterencode(["aé"], name)) == "aé".encode(name)
    assert b"".join(codecs.iterencode([""], name)) == b"".join(codecs.iterencode([], name)) == "".encode(name)
    first = codecs.getincrementalencoder(name)()
    data = first.encode("aé")
    second = codecs.getincrementalencoder(name)()
    second.setstate(first.getstate())
    assert data + second.encode("", True) == "aé".encode(name)


WRITTEN = [name for name in FACTS if name not in ("tcl-8.6-utf-8", *(one for one in LAYERS if one.startswith("utf-8-or-")))]


def written_by_open(parts, name, errors, path):
    with open(path, "w", encoding=name, errors=errors, newline="") as opened:
        for part in parts:
            opened.write(part)
    return path.read_bytes()


def written_by_a_stream(parts, name, errors, path):
    with open(path, "wb") as opened:
        writer = codecs.getwriter(name)(opened, errors)
        for part in parts:
            writer.write(part)
    return path.read_bytes()


def written_piece_by_piece(parts, name, errors, path):
    """Write with an encoder that never gets the end of the text, and that continues from its states."""
    encoder, data = codecs.getincrementalencoder(name)(errors), b""
    for part in parts:
        data += encoder.encode(part)
        state = encoder.getstate()
        encoder = codecs.getincrementalencoder(name)(errors)
        encoder.setstate(state)
    return data


WRITERS = [written_by_open, written_by_a_stream, written_piece_by_piece]


@pytest.mark.parametrize("errors", ["strict", "surrogatepass", "replace", "backslashreplace", "ignore", "escape-xml"])
@pytest.mark.parametrize("name", WRITTEN)
def test_a_lead_surrogate_at_the_end_is_written(name, errors, tmp_path):
    """A file does not signal its end to its encoder: text that was held back would be lost without an
    error."""
    for write in WRITERS:
        for parts in (["name\ud83d"], ["name", "\ud83d"], ["name\ud83d", ""]):
            if FACTS[name][1] and len([one for one in parts if one]) > 1:
                continue  # test_a_frame_holds_the_whole_text
            of = parts, "placemat-" + name, errors, tmp_path / "text"
            try:
                whole = "name\ud83d".encode("placemat-" + name, errors)
            except UnicodeEncodeError:
                with pytest.raises(UnicodeEncodeError):
                    write(*of)
            else:
                assert write(*of) == whole, (write, parts)


@pytest.mark.parametrize("errors", ["strict", "surrogatepass", "replace", "ignore"])
@pytest.mark.parametrize("name", WRITTEN)
def test_halves_of_a_pair_in_two_pieces(name, errors, tmp_path):
    """The result is that of the whole text, or an error: only WTF-8 encodes the pair differently from its
    surrogates."""
    if FACTS[name][1]:
        return
    for write in WRITERS:
        of = ["name\ud83d", "\udca9"], "placemat-" + name, errors, tmp_path / "text"
        try:
            whole = "name\ud83d\udca9".encode("placemat-" + name, errors)
        except UnicodeEncodeError:
            whole = None
        if whole is None or name == "wtf-8":
            with pytest.raises(UnicodeEncodeError) as caught:
                write(*of)
            assert name != "wtf-8" or caught.value.reason.startswith("its lead surrogate has been written")
        else:
            assert write(*of) == whole, write
    # The first piece of WTF-8 is written, and well-formed.
    if name == "wtf-8":
        assert placemat.decode((tmp_path / "text").read_bytes(), name) == "name\ud83d"


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_holds_the_whole_text(name, tmp_path):
    for write in WRITERS:
        path = tmp_path / "text"
        assert write(["aé", "", ""], name, "strict", path) == "aé".encode(name)
        with pytest.raises(UnicodeEncodeError, match="a frame holds the whole text, and one has been written") as caught:
            write(["aé", "bc"], name, "strict", path)
        assert (caught.value.encoding, caught.value.object, caught.value.start, caught.value.end) == (name, "bc", 0, 2)
    # The output before the error is one frame.
    with pytest.raises(UnicodeEncodeError), open(path, "w", encoding=name) as opened:
        print("aé", end="", file=opened)
        print("bc", end="", file=opened)
    assert path.read_text(encoding=name) == "aé"
    with pytest.raises(UnicodeEncodeError), open(path, "a", encoding=name) as opened:
        opened.write("bc")
    assert path.read_text(encoding=name) == "aé"
    written = io.BytesIO()
    codecs.getwriter(name)(written).write("")
    assert written.getvalue() == "".encode(name)
