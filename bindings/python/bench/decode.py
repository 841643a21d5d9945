"""Measures how fast bytes become text, and text becomes bytes: placemat, mutf8, ftfy, and CPython's own
codecs, in one run.

    pip install './bindings/python[bench]'
    python bindings/python/bench/decode.py [KiB]

The unit is GB/s of encoded bytes, the best of several runs. A result that is not the expected one is marked
with "differs". A `str` keeps its UTF-8 once it has been requested, as placemat does; encoders then find it
there.
"""

import sys
import time

import placemat

SAMPLES = {
    "ASCII": "The quick brown fox jumps over the lazy dog. ",
    "Latin-1": "Das größte Übel für Café-Gäste: naïve Señores. ",
    "Cyrillic": "Съешь ещё этих мягких французских булок, да выпей чаю. ",
    "Chinese": "我能吞下玻璃而不伤身体。這是一個測試，請稍候。",
    "mixed": "Ünïcode: né€, ещё, 日本語, and 💩 emoji 🚀 in between. ",
}


def measured(work, size):
    """Return gigabytes per second of the fastest run."""
    best, spent = float("inf"), 0.0
    while spent < 0.4:
        start = time.perf_counter()
        work()
        took = time.perf_counter() - start
        best, spent = min(best, took), spent + took
    return size / best / 1e9


def row(name, figures):
    print(f"{name:34}", *(f"{figure:>12}" for figure in figures), flush=True)


def compare(title, engines, inputs, expected):
    row(title, SAMPLES)
    for name, work in engines.items():
        figures = []
        for sample, data in inputs.items():
            try:
                result = work(data)
            except Exception as error:
                figures.append(type(error).__name__.removeprefix("Unicode"))
                continue
            speed = f"{measured(lambda: work(data), max(len(data), len(result))):.2f}"
            figures.append(speed if result == expected[sample] else f"{speed} differs")
        row(name, figures)
    print()


def main():
    size = int(sys.argv[1]) << 10 if len(sys.argv) > 1 else 1 << 20
    texts = {name: sample * (size // len(sample.encode())) for name, sample in SAMPLES.items()}
    placemat.register()
    decoders = {"mutf-8": {}, "cesu-8": {}, "utf-8": {}}
    for name, engines in decoders.items():
        engines[f"placemat, {name}"] = lambda data, name=name: placemat.decode(data, name)
    try:
        import mutf8

        decoders["mutf-8"]["mutf8 (C extension)"] = mutf8.decode_modified_utf8
    except ImportError:
        print("mutf8 is not installed")
    try:
        import ftfy.bad_codecs  # noqa: F401

        decoders["cesu-8"]["ftfy, utf-8-variants"] = lambda data: data.decode("utf-8-variants")
    except ImportError:
        print("ftfy is not installed")
    decoders["utf-8"]["CPython, utf-8"] = lambda data: data.decode("utf-8")
    decoders["utf-8"]["CPython, utf-8 surrogatepass"] = lambda data: data.decode("utf-8", "surrogatepass")
    # From here on the allocator keeps memory; otherwise each text would need new pages, in every engine.
    bytes(24 << 20)
    print(f"Python {sys.version.split()[0]}, inputs of {size >> 10} KiB, GB/s\n")
    for name, engines in decoders.items():
        inputs = {sample: placemat.encode(text, name) for sample, text in texts.items()}
        compare(f"decode {name}", engines, inputs, texts)
    encoders = {
        "placemat, mutf-8": lambda text: placemat.encode(text, "mutf-8"),
        "placemat, utf-8": lambda text: placemat.encode(text, "utf-8"),
        "CPython, utf-8": lambda text: text.encode("utf-8"),
    }
    if "mutf8" in sys.modules:
        encoders["mutf8 (C extension)"] = sys.modules["mutf8"].encode_modified_utf8
    expected = {name: text.encode() for name, text in texts.items()}
    compare("encode (mutf-8 of mixed differs)", encoders, texts, expected)


if __name__ == "__main__":
    main()
