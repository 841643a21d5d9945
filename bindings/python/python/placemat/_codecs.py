"""The encodings as Python codecs, and the policies as error handlers."""

from __future__ import annotations

import codecs
from typing import Any, NamedTuple

from . import _native

_ON_ERROR, _ON_UNENCODABLE = map(frozenset, _native.policies())
# The number of characters that are encoded at a time: few after an error, because there may soon be another
# one, and then more and more.
_FEW, _MANY = 1 << 5, 1 << 16


class _Facts(NamedTuple):
    """The facts that the library knows about an encoding."""

    # Whether it decides on its whole input.
    is_layer: bool
    # Whether it is a frame. The rest of a frame after an error is not a frame: policies and handlers apply to
    # its contents.
    is_framed: bool
    # The number of bytes of a unit.
    width: int


def _facts(encoding: str) -> _Facts:
    return _Facts._make(_native.facts(encoding))


def decode(data, encoding: str, errors: str = "strict") -> tuple[str, int]:
    """Decode a whole input, and return the text and the number of bytes."""
    text, read, _ = _decode(data, encoding, errors, True)
    return text, read


def _decode(data, encoding: str, errors: str, final: bool) -> tuple[str, int, str]:
    """Decode as far as possible now, and also return the encoding of what follows."""
    text, read, following, error = _native.decode_prefix(encoding, data, final, 0, False)
    if error is None:
        return text, read, following
    data = bytes(data)
    facts = _facts(encoding)
    if facts.is_framed:
        policy = _POLICY_OF.get(errors, errors)
        if policy == "strict":
            raise UnicodeDecodeError(encoding, data, *error)
        if policy in _ON_ERROR and (policy not in _GENERIC or policy in _ON_ERROR_OF_FRAMES):
            return _native.decode_by(encoding, data, policy), len(data), following
        return _decode_frame(encoding, data, _handler(errors)), len(data), following
    # Text of a wrapper is decoded completely or not at all, except by a handler: it is called for each error,
    # and the text around it is kept.
    is_apart = facts.is_layer and errors != "strict"
    if is_apart:
        if errors in _ON_ERROR - _GENERIC - {"replace-run"}:
            # These policies are not defined for wrappers.
            return _native.decode_by(encoding, data, errors), len(data), following
        text, read, following, error = _native.decode_prefix(encoding, data, final, 0, True)
    elif errors != "strict" and errors in _ON_ERROR - _GENERIC:
        # These policies treat more than one error at a time.
        sure = (read, following) if text else (0, encoding)
        while not final and error is not None:
            at = min(error[1], len(data))
            text, read, following, error = _native.decode_prefix(following, data, final, at, False)
            # They do not combine errors across well-formed text.
            sure = (read, following) if text else sure
        if final:
            sure = len(data), following
        return _by_policy(encoding, data[: sure[0]], errors), *sure
    handler = _one_per_run() if is_apart and errors == "replace-run" else _handler(errors)
    parts = [text]
    while error is not None:
        exception = UnicodeDecodeError(_identifier(following), data, *error)
        replacement, at = handler(exception)
        # A handler may replace the bytes.
        data = exception.object
        at = _within(at, len(data))
        parts.append(replacement)
        text, read, following, error = _native.decode_prefix(following, data, final, at, is_apart)
        parts.append(text)
    return "".join(parts), read, following


def _decode_frame(encoding: str, data: bytes, handler) -> str:
    """Decode the contents of a frame with a handler, which sees the frame as a whole."""
    # If the frame does not fit, decoding cannot continue.
    _native.decode_by(encoding, data, "skip")
    at, tail = _content(_native.identifier(encoding), data)
    parts = []
    while True:
        body = data[: len(data) - tail]
        text, _, _, error = _native.decode_prefix(_IN_FRAMES, body, True, at, False)
        parts.append(text)
        if error is None:
            return "".join(parts)
        exception = UnicodeDecodeError(encoding, data, *error)
        replacement, at = handler(exception)
        data = exception.object
        at = min(_within(at, len(data)), len(data) - tail)
        parts.append(replacement)


# Frames are read as leniently as Java reads them.
_IN_FRAMES = "mutf-8-lenient"


def _content(frame: str, data: bytes) -> tuple[int, int]:
    """Return where the contents of a frame begin, and how many bytes follow them."""
    if frame == "mutf-8-writeutf":
        return 2, 0
    if frame == "mutf-8-long":
        return 8, 0
    if frame == "mutf-8-nul":
        return 0, 1
    # The frame begins with a number, whose last byte is the first one below 80.
    return next(at for at, byte in enumerate(data) if byte < 0x80) + 1, 1


def _by_policy(encoding: str, data: bytes, policy: str) -> str:
    if encoding.endswith("+"):
        # The text after its magic number.
        encoding = encoding.removesuffix("+")
        data = _native.encode_prefix(encoding, "")[0] + data
    return _native.decode_by(encoding, data, policy)


def _identifier(encoding: str) -> str:
    """Return the name that messages use for the encoding after a magic number."""
    return encoding.removesuffix("+")


def _handler(errors: str):
    """Return the handler that is registered under a name, or else the policy of that name."""
    try:
        return codecs.lookup_error(errors)
    except LookupError:
        if errors in _NATIVE_HANDLERS:
            return _NATIVE_HANDLERS[errors]
        raise


def _within(at: int, length: int) -> int:
    """Return the position at which a handler wants to continue."""
    place = at + length if at < 0 else at
    if not 0 <= place <= length:
        raise IndexError(f"position {at} from error handler out of bounds")
    return place


def encode(text: str, encoding: str, errors: str = "strict") -> tuple[bytes, int]:
    """Encode a whole text, and return the bytes and the number of characters."""
    data, _ = _encode(text, encoding, errors)
    return data, len(text)


def _encode(text: str, encoding: str, errors: str) -> tuple[bytes, str]:
    data, following, error = _native.encode_prefix(encoding, text)
    if error is None:
        return data, following
    is_framed = _facts(encoding).is_framed
    if is_framed and (errors == "strict" or errors not in _ON_UNENCODABLE):
        raise UnicodeEncodeError(encoding, text, *error)
    if is_framed or errors != "strict" and errors in _ON_UNENCODABLE - _GENERIC:
        return _native.encode_by(encoding, text, errors), following
    handler = _handler(errors)
    parts, base, window = [data], 0, _FEW
    while True:
        if error is not None:
            exception = UnicodeEncodeError(_identifier(following), text, base + error[0], base + error[1], error[2])
            replacement, at = handler(exception)
            base, window = _within(at, len(text)), _FEW
            if isinstance(replacement, str):
                replacement, _, lost = _native.encode_prefix(following, replacement)
                if lost is not None:
                    raise exception
            elif len(replacement) % _facts(following).width:
                raise exception
            parts.append(replacement)
        if base >= len(text):
            return b"".join(parts), following
        # Not all the rest at a time, because the time for many errors would be quadratic.
        end = base + window
        if "\ud800" <= text[end - 1 : end] <= "\udbff":
            end += 1
        data, _, error = _native.encode_prefix(following, text[base:end])
        parts.append(data)
        if error is None:
            base, window = end, min(2 * window, _MANY)


class _Codec(codecs.Codec):
    encoding: str

    def encode(self, text, errors="strict"):
        return encode(text, self.encoding, errors)

    def decode(self, data, errors="strict"):
        return decode(data, self.encoding, errors)


class _IncrementalEncoder(codecs.IncrementalEncoder):
    """Encodes every piece when it arrives. Nothing is held back, because a file does not signal its end.

    If two pieces differ from the encoding of the whole text, the second one is an error. This applies to a
    trail surrogate, if the piece before it ended in a lead surrogate and both are one character; and to more
    text for a frame, which holds the whole text.
    """

    encoding: str

    def __init__(self, errors="strict"):
        super().__init__(errors)
        self._is_framed = _facts(self.encoding).is_framed
        self.reset()

    def encode(self, text, final=False):
        if not text and not (final and self._is_new):
            # A BOM is written with the first character, and the end of the text does not write another frame.
            return b""
        if self._is_framed and not self._is_new:
            reason = "a frame holds the whole text, and one has been written: encode all of it in one piece"
            raise UnicodeEncodeError(self.encoding, text, 0, len(text), reason)
        if self._lead and "\udc00" <= text[:1] <= "\udfff" and _is_joined(self._lead, text[0], self._following):
            reason = "its lead surrogate has been written with the piece before: encode both in one piece"
            raise UnicodeEncodeError(self.encoding, text, 0, 1, reason)
        data, self._following = _encode(text, self._following, self.errors)
        self._lead = text[-1] if "\ud800" <= text[-1:] <= "\udbff" else ""
        self._is_new = False
        return data

    def reset(self):
        # The last character, if it is a lead surrogate.
        self._lead, self._following, self._is_new = "", self.encoding, True

    def getstate(self):
        # Zero is the state of an encoder that continues: files that are opened for appending get it.
        is_new = self._is_new and (self._is_framed or self.encoding != self._begun())
        return (ord(self._lead) if self._lead else 0) << 1 | is_new

    def setstate(self, state):
        self._lead, self._is_new = chr(state >> 1) if state >> 1 else "", bool(state & 1)
        self._following = self.encoding if state & 1 else self._begun()

    def _begun(self):
        return _native.encode_prefix(self.encoding, "")[1]


def _is_joined(lead: str, trail: str, encoding: str) -> bool:
    """Return ``True`` if a surrogate pair is encoded differently from its surrogates one by one."""
    pair, first, second = (_native.encode_prefix(encoding, text) for text in (lead + trail, lead, trail))
    return pair[2] is None and pair[0] != first[0] + second[0]


class _IncrementalDecoder(codecs.IncrementalDecoder):
    encoding: str

    def __init__(self, errors="strict"):
        super().__init__(errors)
        self._is_layer = _facts(self.encoding).is_layer
        self.reset()

    def decode(self, data, final=False):
        if self._is_layer:
            self._pieces.append(bytes(data))
            if not final:
                return ""
            data, self._pieces = b"".join(self._pieces), []
        data = self._held + bytes(data)
        if self._is_done and not data:
            # A file signals its end more than once.
            return ""
        text, read, self._following = _decode(data, self._following, self.errors, final)
        self._held, self._is_done = data[read:], self._is_layer and final
        return text

    def reset(self):
        self._held, self._following, self._pieces, self._is_done = b"", self.encoding, [], False

    def getstate(self):
        if self._pieces:
            self._held, self._pieces = b"".join([self._held, *self._pieces]), []
        return self._held, _NUMBERS[self._following] << 1 | self._is_done

    def setstate(self, state):
        (self._held, number), self._pieces = state, []
        # Zero is the state inside or at the end of a file for which no state was kept. If nothing follows,
        # nothing is missing.
        self._following = _NAMES[number >> 1] if number else self.encoding
        self._is_done = bool(number & 1) if number else self._is_layer and not self._held


_NAMES = ["", "corrected-utf-8-document+"] + _native.encodings()
_NUMBERS = {name: number for number, name in enumerate(_NAMES)}


class _StreamWriter(_Codec, codecs.StreamWriter):
    def __init__(self, stream, errors="strict"):
        super().__init__(stream, errors)
        self._encoder = _of(self.encoding, _IncrementalEncoder)(errors)

    def encode(self, text, errors="strict"):
        self._encoder.errors = errors
        # An empty first text is a frame too.
        return self._encoder.encode(text, final=True), len(text)

    def reset(self):
        super().reset()
        self._encoder.reset()


class _StreamReader(_Codec, codecs.StreamReader):
    def __init__(self, stream, errors="strict"):
        super().__init__(stream, errors)
        self._following = self.encoding
        self._is_layer = _facts(self.encoding).is_layer

    def read(self, size=-1, chars=-1, firstline=False):
        if self._is_layer:
            # The encoding decides on its whole input.
            size, chars = -1, size if chars < 0 else chars
        return super().read(size, chars, firstline)

    def decode(self, data, errors="strict"):
        # The rest of the last piece is passed again with the next one, or alone at the end of the stream.
        is_end = len(data) == len(self.bytebuffer)
        text, read, self._following = _decode(data, self._following, errors, is_end)
        return text, read

    def reset(self):
        super().reset()
        self._following = self.encoding


def _of(encoding: str, kind: type) -> Any:
    """Return the class of an encoding."""
    return type(kind.__name__.removeprefix("_"), (kind,), {"encoding": encoding})


def _codec_info(encoding: str, name: str) -> codecs.CodecInfo:
    codec = _of(encoding, _Codec)()
    return codecs.CodecInfo(
        name=name,
        encode=codec.encode,
        decode=codec.decode,
        incrementalencoder=_of(encoding, _IncrementalEncoder),
        incrementaldecoder=_of(encoding, _IncrementalDecoder),
        streamreader=_of(encoding, _StreamReader),
        streamwriter=_of(encoding, _StreamWriter),
    )


_PREFIX = "placemat-"


def _search(name: str) -> codecs.CodecInfo | None:
    name = name.lower().replace("_", "-")
    found = _native.lookup(name.removeprefix(_PREFIX))
    if found is None:
        if name.startswith(_PREFIX):
            # This reports the reason, and similar names.
            _native.identifier(name.removeprefix(_PREFIX))
        return None
    # If Python has a codec of that name, files would be written by it.
    return _codec_info(found[0], _PREFIX + found[0] if name.startswith(_PREFIX) else found[0])


def register() -> None:
    """Make every encoding a codec: ``bytes.decode("cesu-8")``, ``open(path, encoding="wtf-8")``.

    Names for which Python has a codec keep that codec, but ``placemat-utf-16`` is always the library's. The
    policies become error handlers as well.

    Text that is written in pieces is encoded piece by piece. If that cannot have the result of the whole
    text, ``UnicodeEncodeError`` is raised: in WTF-8, at a trail surrogate after a piece that ended in a lead
    surrogate; in a frame, at the second piece.
    """
    register_error_handlers()
    codecs.register(_search)


def _one(replacement: str):
    """Return a handler with the same replacement for every error."""

    def handle(exception):
        return replacement, exception.end

    return handle


def _one_per_run():
    """Return a handler that writes one U+FFFD for adjacent errors, as the policy does if the library decodes
    piece by piece."""
    end = -1

    def handle(exception):
        nonlocal end
        is_first, end = exception.start != end, exception.end
        return "\ufffd" if is_first else "", end

    return handle


def _per_unit(exception):
    """Replace one unit, and continue after it; a code point beyond Unicode is well-formed, and replaced as a
    whole."""
    if isinstance(exception, UnicodeDecodeError):
        # These are the words of `place` in decode.rs.
        if exception.reason.endswith("is beyond Unicode"):
            return "\ufffd", exception.end
        # The codec may be one of the library or another one.
        width = _facts(exception.encoding).width if _native.lookup(exception.encoding) else 1
        return "\ufffd", min(exception.start + width, len(exception.object))
    raise exception


def _single_bytes(encoding: str):
    def handle(exception):
        if isinstance(exception, UnicodeDecodeError):
            part = exception.object[exception.start : exception.end]
            return _native.decode_prefix(encoding, part, True, 0, False)[0], exception.end
        raise exception

    return handle


def _escape(form: str):
    def handle(exception):
        if isinstance(exception, UnicodeEncodeError):
            lost = exception.object[exception.start : exception.end]
            return "".join(form.format(ord(one)) for one in lost), exception.end
        raise exception

    return handle


def _qmark(exception):
    if isinstance(exception, UnicodeEncodeError):
        return "?" * (exception.end - exception.start), exception.end
    raise exception


# The policies that handlers can implement, which see one error at a time; the library implements the others.
_NATIVE_HANDLERS = {
    "skip": _one(""),
    "replace-byte": _per_unit,
    "latin1": _single_bytes("iso-8859-1"),
    "cp1252": _single_bytes("windows-1252"),
    "replace-qmark": _qmark,
    "escape-rust": _escape("\\u{{{:X}}}"),
    "escape-xml": _escape("&#x{:X};"),
}

# The policies that are equivalent to Python's handlers.
_POLICY_OF = {"ignore": "skip"}

# The policies that the library applies to the contents of a frame.
_ON_ERROR_OF_FRAMES = frozenset(["replace", "replace-byte", "replace-run", "skip"])

# The policies whose names Python has: its handlers apply, even if other ones were registered under these
# names.
_GENERIC = frozenset(["strict", "replace", "ignore", "surrogateescape", "surrogatepass", *_NATIVE_HANDLERS])


def register_error_handlers() -> None:
    """Make the policies that look at one error at a time error handlers of ``codecs``, for any codec."""
    for name, handler in _NATIVE_HANDLERS.items():
        codecs.register_error(name, handler)
