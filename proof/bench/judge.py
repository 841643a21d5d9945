"""Judges the answers of detectors of encodings on a collection of labelled files.

usage: judge.py COLLECTION ANSWERS [--wrong]

COLLECTION has a directory for each encoding. ANSWERS, which `cargo xtask detect-score` writes, has those of
placemat and chardetng. The others are asked here, if they are installed. An answer is right if the file has
the same text in that encoding as in the one of its label.
"""

import collections
import json
import shutil
import subprocess
import sys

# Encodings as the Encoding Standard has them, which browsers, and so most files, use.
CODECS = {
    "ascii": "latin",
    "us-ascii": "latin",
    "iso-8859-1": "latin",
    "latin-1": "latin",
    "windows-1252": "latin",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ms936": "gb18030",
    "shift_jis": "cp932",
    "windows-31j": "cp932",
    "euc-kr": "cp949",
    "iso-8859-9": "cp1254",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "windows-874": "cp874",
    "iso-8859-8-i": "iso8859-8",
    "big5": "big5hkscs",
    "x-mac-cyrillic": "mac_cyrillic",
    "mac-cyrillic": "mac_cyrillic",
    "macintosh": "mac_roman",
    "mac-roman": "mac_roman",
    "mac-latin2": "mac_latin2",
    "ibm866": "cp866",
    "iso-2022-jp": "iso2022_jp",
    "utf-8": "utf-8-sig",
}


def latin(data):
    """Decodes windows-1252, with the C1 controls that it leaves undefined."""
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in data)


def decoded(data, name):
    """Returns the text, or None if the answer is not an encoding."""
    if not name:
        return None
    name = name.lower().replace("_", "-").replace("shift-jis", "shift_jis")
    if name.startswith("iso8859-"):
        name = "iso-" + name[3:]
    codec = CODECS.get(name, name)
    if codec == "latin":
        return latin(data)
    try:
        return data.decode(codec, "replace").lstrip("\ufeff")
    except LookupError:
        return None


def asked(command, paths):
    """Returns the answers of a program that prints one for each file."""
    answers = {}
    for start in range(0, len(paths), 200):
        some = paths[start : start + 200]
        run = subprocess.run([*command, *some], capture_output=True, text=True, check=False)
        lines = run.stdout.splitlines()
        answers.update({path: line.rsplit(":", 1)[-1].strip() for path, line in zip(some, lines)})
    return answers


def others(paths):
    """Yields the other programs that are installed, with their answers."""
    try:
        import chardet

        yield f"chardet {chardet.__version__}", {
            path: chardet.detect(open(path, "rb").read())["encoding"] for path in paths
        }
    except ImportError:
        pass
    try:
        import charset_normalizer

        best = {path: charset_normalizer.from_bytes(open(path, "rb").read()).best() for path in paths}
        yield f"charset-normalizer {charset_normalizer.__version__}", {
            path: found.encoding if found else None for path, found in best.items()
        }
    except ImportError:
        pass
    for name, command in [("uchardet", ["uchardet"]), ("file", ["file", "-b", "--mime-encoding"])]:
        if shutil.which(name):
            yield name, asked(command, paths)


def main(directory, written, *options):
    with open(written) as file:
        given = json.load(file)
    paths, texts, skipped = [], {}, 0
    for path in given["files"]:
        label = path[len(directory) :].strip("/").split("/")[0]
        data = open(path, "rb").read()
        text = decoded(data, label)
        if text is None:
            skipped += 1
        else:
            paths.append(path)
            texts[path] = (data, text)
    answers = list(given["answers"].items()) + list(others(paths))


    def is_right(path, answer):
        data, text = texts[path]
        return decoded(data, answer) == text

    right = {name: {path for path in paths if is_right(path, of.get(path))} for name, of in answers}
    print(f"{len(paths)} files, {skipped} left out, whose label Python has no codec for")
    for name, _ in answers:
        print(f"{name:26}{len(right[name]):6}{100 * len(right[name]) / max(1, len(paths)):8.1f} %")
    counts = collections.Counter()
    for path in given["files"]:
        if confidence := given["confidences"].get(path):
            counts[confidence, path in right["placemat"]] += 1
            if confidence == "sure" and path not in right["placemat"]:
                print("SURE AND WRONG", path, given["answers"]["placemat"].get(path))
    for confidence in ("sure", "likely", "perhaps"):
        print(f"{confidence:8} right {counts[confidence, True]:5}, wrong {counts[confidence, False]:5}")
    if "--wrong" in options:
        for path in paths:
            if path not in right["placemat"]:
                found = {name: of.get(path) for name, of in answers}
                print("WRONG", path, given["confidences"].get(path), found)
    is_sure_wrong = counts["sure", False] > 0
    return 1 if is_sure_wrong or len(right["placemat"]) < len(right["chardetng"]) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
