"""Columns for tests: of every Arrow type for text, and malformed ones."""

import ctypes

import pyarrow as pa

TYPES = {
    "binary": pa.binary(),
    "large_binary": pa.large_binary(),
    "binary_view": pa.binary_view(),
    "string": pa.string(),
    "large_string": pa.large_string(),
    "string_view": pa.string_view(),
}
DICTIONARIES = {
    "dictionary of binary": pa.dictionary(pa.int8(), pa.binary()),
    "dictionary of large_string": pa.dictionary(pa.uint16(), pa.large_string()),
    "dictionary of string_view": pa.dictionary(pa.int64(), pa.string_view()),
}


def of(values, type):
    """Return an array of these bytes, even if they are invalid for the type."""
    if pa.types.is_dictionary(type):
        entries = list(dict.fromkeys(value for value in values if value is not None))
        indices = [None if value is None else entries.index(value) for value in values]
        return pa.DictionaryArray.from_arrays(
            pa.array(indices, type.index_type), of(entries, type.value_type), safe=False
        )
    is_view = type in (pa.binary_view(), pa.string_view())
    is_large = type in (pa.large_binary(), pa.large_string())
    plain = pa.array(values, pa.binary_view() if is_view else pa.large_binary() if is_large else pa.binary())
    return pa.Array.from_buffers(type, len(plain), plain.buffers(), plain.null_count)


def values(column):
    """Return the bytes of any column; nothing is read as text."""
    taken = pa.array(column) if hasattr(column, "__arrow_c_array__") else pa.chunked_array(column)
    chunks = taken.chunks if isinstance(taken, pa.ChunkedArray) else [taken]
    return [value for chunk in chunks for value in _bytes(chunk)]


def _bytes(array):
    if pa.types.is_dictionary(array.type):
        entries = _bytes(array.dictionary)
        return [None if index is None else entries[index] for index in array.indices.to_pylist()]
    buffers = [array.buffers()[0]] + [buffer or pa.py_buffer(b"") for buffer in array.buffers()[1:]]
    plain = {
        pa.string(): pa.binary(),
        pa.large_string(): pa.large_binary(),
        pa.string_view(): pa.binary_view(),
    }.get(array.type, array.type)
    return pa.Array.from_buffers(plain, len(array), buffers, offset=array.offset).to_pylist()


def addresses(array):
    """Return the addresses of the buffers that have bytes."""
    return [buffer.address for buffer in array.buffers() if buffer is not None and buffer.size > 0]


class _CSchema(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_char_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


class _CArray(ctypes.Structure):
    _fields_ = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.c_void_p),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Raw:
    """An array assembled by hand: a format, buffers (bytes, or ``None`` for a null pointer), and other
    fields."""

    def __init__(self, format, parts, length, values=None, **fields):
        self.released = 0
        self._kept = [None if one is None else ctypes.create_string_buffer(one, max(len(one), 1)) for one in parts]
        places = [None if one is None else ctypes.addressof(one) for one in self._kept]
        self._places = (ctypes.c_void_p * max(len(places), 1))(*places)
        self._release_schema = _RELEASE(lambda at: None)
        self._release_array = _RELEASE(self._count)
        self._values = values
        self._schema = _CSchema(format.encode(), release=ctypes.cast(self._release_schema, ctypes.c_void_p))
        self._array = _CArray(length, 0, 0, len(parts), 0, ctypes.addressof(self._places))
        self._array.release = ctypes.cast(self._release_array, ctypes.c_void_p)
        if values is not None:
            self._schema.dictionary = ctypes.addressof(values._schema)
            self._array.dictionary = ctypes.addressof(values._array)
        for name, value in fields.items():
            setattr(self._array, name, value)

    def _count(self, at):
        self.released += 1

    def __arrow_c_array__(self, requested_schema=None):
        return (
            _capsule(ctypes.addressof(self._schema), b"arrow_schema", None),
            _capsule(ctypes.addressof(self._array), b"arrow_array", None),
        )
