"""Runs the vectors through Python's codecs, at once and byte by byte: python3 python.py [DIRECTORY]
Each difference must be in departures-python.tsv, with what came, and each case in that list must differ."""
import codecs, json, pathlib, platform, sys

# The codec of an encoding, and the error handler that gives it the meaning of `strict` in the vectors.
CODECS = {name: (name, "strict") for name in """utf-8 utf-8-sig utf-16 utf-16le utf-16be utf-32 utf-32le
                                                utf-32be us-ascii iso-8859-1 windows-1252""".split()}
CODECS.update({"generalized-utf-8": ("utf-8", "surrogatepass"), "utf-8b": ("utf-8", "surrogateescape"),
               "wtf-16le": ("utf-16le", "surrogatepass"), "wtf-16be": ("utf-16be", "surrogatepass")})
HANDLERS = {"encode": {"replace-qmark": "replace"}, "validate": {}, "decode": {"skip": "ignore"}}
HANDLERS["decode"].update({name: name for name in ("replace", "surrogateescape", "surrogatepass")})

def attempt(call, has_places=True):
    try:
        return str(call())
    except UnicodeError as error:
        return f"error {error.start}+{error.end - error.start}" if has_places else "error"

def run(case):
    """Returns what came and what is expected, or None for a case that these codecs do not cover."""
    codec, strict = CODECS.get(case["encoding"], (None, "strict"))
    handlers = dict(HANDLERS.get(case["op"], {}) if strict == "strict" else {}, strict=strict)
    handler, error = handlers.get(case["policy"]), case["error"]
    points = [int(point[2:], 16) for point in case.get("input_cp", "").split()]
    if not codec or not handler or case["op"] not in HANDLERS or max(points, default=0) > sys.maxunicode:
        return None
    if case["op"] == "encode":
        text, piece = "".join(map(chr, points)), codecs.getincrementalencoder(codec)(handler).encode
        once = attempt(lambda: text.encode(codec, handler).hex().upper())
        parts = attempt(lambda: (b"".join(map(piece, text)) + piece("", True)).hex().upper(), False)
    else:
        data, piece = bytes.fromhex(case["input_hex"]), codecs.getincrementaldecoder(codec)(handler).decode
        show = lambda *parts: case["op"] == "validate" or " ".join(f"U+{ord(c):04X}" for c in "".join(parts))
        once = attempt(lambda: show(data.decode(codec, handler)))
        parts = attempt(lambda: show(*(piece(bytes([byte])) for byte in data), piece(b"", True)), False)
    # In pieces, the place of an error counts from the start of its piece, and is not compared.
    came = once if once == parts or once[:5] == parts == "error" else f"{once} / {parts or 'nothing'}"
    return came, f"error {error['offset']}+{error['len']}" if error else str(case["expected"])

here, lines = pathlib.Path(__file__).resolve().parent, lambda path: path.read_text("utf-8").splitlines()
listed = {tuple(line.split("\t")) for line in lines(here / "departures-python.tsv") if line[0] != "#"}
files = sorted(pathlib.Path(*sys.argv[1:] or [here.parent]).glob("*.jsonl"))
results = ((case["id"], run(case)) for file in files for case in map(json.loads, lines(file)))
ran = [(id, *result) for id, result in results if result]
departed = {(id, came) for id, came, expected in ran if came != expected}
for id, came in sorted(listed ^ departed):
    print(("unexpected:" if (id, came) in departed else "did not happen:"), id, came, sep="\t")
print(f"Python {platform.python_version()}: {len(ran)} cases: {len(ran) - len(departed)} passed, "
      f"{len(departed & listed)} departed as expected, {len(departed ^ listed)} wrong")
sys.exit(not ran or listed != departed)
