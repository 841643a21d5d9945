"""The intended differences from Python's own codecs: the list in CONFORMANCE.md."""

import codecs
import io

import placemat
import pytest

placemat.register()


def test_byte_order_without_a_mark():
    assert b"\0a".decode("placemat-utf-16") == "a" and b"\0\0\0a".decode("placemat-utf-32") == "a"
    assert "a".encode("placemat-utf-16") == b"\xfe\xff\0a"
    assert codecs.getincrementaldecoder("placemat-utf-16")().decode(b"\0a") == "a"
    with pytest.raises(UnicodeError, match="BOM"):
        codecs.getincrementaldecoder("utf-16")().decode(b"\0a")


def test_places_behind_a_mark():
    places = []
    for name in ("placemat-utf-8-sig", "utf-8-sig"):
        with pytest.raises(UnicodeDecodeError) as caught:
            b"\xef\xbb\xbfa\xff".decode(name)
        places.append(caught.value.start)
    assert places == [4, 1]


def test_five_bytes_of_windows_1252():
    for byte in b"\x81\x8d\x8f\x90\x9d":
        assert bytes([byte]).decode("placemat-windows-1252") == chr(byte)
        assert chr(byte).encode("placemat-windows-1252") == bytes([byte])
        with pytest.raises(UnicodeDecodeError):
            bytes([byte]).decode("cp1252")


def test_characters_without_a_place_are_errors_one_by_one():
    codecs.register_error("once", lambda error: ("?", error.end))
    assert "€€".encode("placemat-iso-8859-1", "once") == b"??" and "€€".encode("iso-8859-1", "once") == b"?"
    assert "ĀĀ".encode("placemat-windows-1252", "once") == b"??" and "ĀĀ".encode("cp1252", "once") == b"?"
    assert "\ud83d\ud83d".encode("placemat-utf-8", "once") == b"??" and "\ud83d\ud83d".encode("utf-8", "once") == b"?"


def test_a_mark_waits():
    ours, pythons = (codecs.getincrementalencoder(name)() for name in ("placemat-utf-8-sig", "utf-8-sig"))
    assert [ours.encode(""), ours.encode("a")] == [b"", b"\xef\xbb\xbfa"]
    assert [pythons.encode(""), pythons.encode("a")] == [b"\xef\xbb\xbf", b"a"]
    assert ours.encode("", True) == b"" and "".encode("placemat-utf-8-sig") == b"\xef\xbb\xbf"
    for name in ("utf-16", "utf-32"):
        ours, pythons = (codecs.getincrementalencoder(one)() for one in (f"placemat-{name}", name))
        assert ours.encode("") == b"" and pythons.encode("") == "".encode(name)


def test_a_mark_that_is_cut_off_is_an_error():
    """Python's decoder waits for the rest of the BOM, and reports nothing if the input ends without it."""
    for cut in (b"\xef", b"\xef\xbb"):
        assert codecs.getincrementaldecoder("utf-8-sig")().decode(cut, True) == ""
        assert codecs.getincrementaldecoder("utf-8-sig")("replace").decode(cut, True) == ""
        assert cut.decode("utf-8-sig", "replace") == "\ufffd"
        for pieces in ([cut], [cut[:1], cut[1:]]):
            ours = codecs.getincrementaldecoder("placemat-utf-8-sig")()
            assert [ours.decode(piece) for piece in pieces] == [""] * len(pieces)
            with pytest.raises(UnicodeDecodeError) as caught:
                ours.decode(b"", True)
            assert (caught.value.start, caught.value.end) == (0, len(cut))
        assert codecs.getincrementaldecoder("placemat-utf-8-sig")("replace").decode(cut, True) == "\ufffd"


def test_what_is_cut_at_the_end_of_a_stream_is_an_error():
    """Python's stream readers keep it for more bytes that never arrive."""
    for read in ("read", "readline", "readlines"):
        assert "".join(getattr(codecs.getreader("utf-8")(io.BytesIO(b"a\xe2\x82")), read)()) == "a"
        with pytest.raises(UnicodeDecodeError) as caught:
            getattr(codecs.getreader("placemat-utf-8")(io.BytesIO(b"a\xe2\x82")), read)()
        assert (caught.value.start, caught.value.end) in ((0, 2), (1, 3))
        reader = codecs.getreader("placemat-utf-8")(io.BytesIO(b"a\xe2\x82"), "replace")
        assert "".join(getattr(reader, read)()) == "a\ufffd"


def test_reasons_are_the_librarys():
    with pytest.raises(UnicodeDecodeError) as caught:
        b"\xc0\x80".decode("placemat-utf-8")
    assert caught.value.reason == placemat.check(b"\xc0\x80").errors[0].reason
    with pytest.raises(UnicodeDecodeError, match="invalid start byte"):
        b"\xc0\x80".decode("utf-8")


def test_names_of_handlers_are_pythons():
    """This also applies if the library has a different policy of that name."""
    assert "\ud83d".encode("cesu-8", "replace") == b"?"
    assert placemat.convert("\ud83d".encode("wtf-8"), "wtf-8", "cesu-8", unencodable="replace") == "\ufffd".encode()
    assert b"\x80\xd8".decode("placemat-utf-16le", "surrogateescape") == "\udc80\udcd8"
    with pytest.raises(LookupError):
        placemat.convert(b"\x80\xd8", "utf-16le", "wtf-8", errors="surrogateescape")
