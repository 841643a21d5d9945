//! What iconv(3) does besides converting: names, `//IGNORE`, `//TRANSLIT`, signatures, several threads.

use std::thread;

use placemat::{Codec, Encoding, convert};
use placemat_gconv::charset;

use crate::Test;
use crate::descriptor::{Called, Descriptor, Status};
use crate::texts::EDGES;

pub(crate) const TESTS: [Test; 7] = [
    ("names", names),
    ("surrogates between this module and the C library", surrogates),
    ("what is illegal is skipped", skipping),
    ("what is missing is written otherwise", transliteration),
    ("signatures", signatures),
    ("lead surrogates wait", waiting),
    ("several threads", threads),
];

fn called(status: Status, read: usize, output: &[u8]) -> Called {
    Called { status, read, output: output.to_vec() }
}

/// Returns a text in `INTERNAL`.
fn internal(text: &str) -> Vec<u8> {
    text.chars().flat_map(|character| u32::from(character).to_ne_bytes()).collect()
}

fn names() -> usize {
    for encoding in charset::all() {
        let name = charset::name(encoding);
        for name in [name.clone(), name.to_lowercase(), format!("{name}//TRANSLIT")] {
            assert_eq!(Descriptor::open(&name, "UTF-8").is_some(), encoding.info().encodes, "{name}");
            assert!(Descriptor::open("UTF-8", &name).is_some(), "{name}");
        }
    }
    for (alias, encoding) in charset::aliases() {
        let text = convert(Encoding::Utf8, encoding, "é€".as_bytes()).unwrap();
        let mut descriptor = Descriptor::open("UTF-8", alias).unwrap();
        assert_eq!(
            descriptor.convert(&text, 9),
            called(Status::Done(0), text.len(), "é€".as_bytes()),
            "{alias}"
        );
    }
    for name in ["MUTF-8-DEX", "UTF-8-OR-WINDOWS-1252", "CESU-9", "PLACEMAT"] {
        assert!(Descriptor::open("UTF-8", name).is_none(), "{name}");
    }
    charset::aliases().count()
}

/// The C library passes surrogates through `INTERNAL` from and to UCS-4, and refuses them in UTF-8 and
/// UTF-16.
fn surrogates() -> usize {
    let lone = b"a\xED\xA0\xBDb";
    for (to, wanted) in [
        ("UCS-4LE", called(Status::Done(0), 5, b"a\0\0\0\x3D\xD8\0\0b\0\0\0")),
        ("WTF-16BE", called(Status::Done(0), 5, b"\0a\xD8\x3D\0b")),
        ("UTF-8", called(Status::Illegal, 1, b"a")),
        ("UTF-16LE", called(Status::Illegal, 1, b"a\0")),
        ("CESU-8", called(Status::Illegal, 1, b"a")),
    ] {
        assert_eq!(Descriptor::open(to, "WTF-8").unwrap().convert(lone, 20), wanted, "{to}");
    }
    // Bytes of UTF-8b, there and back.
    let bytes: Vec<u8> = (0..=255).rev().collect();
    let mut there = Descriptor::open("WCHAR_T", "UTF-8B").unwrap();
    let between = there.convert(&bytes, 2000);
    assert_eq!((between.status, between.read), (Status::Done(0), 256));
    let back = Descriptor::open("UTF-8B", "WCHAR_T").unwrap().convert(&between.output, 300);
    assert_eq!(back, called(Status::Done(0), 4 * 256, &bytes));
    7
}

/// As the C library's own modules do it: what follows is converted, and the call returns EILSEQ.
fn skipping() -> usize {
    let text = b"a\xFFb\x80\x80c";
    for from in ["UTF-8", "CESU-8", "WTF-8", "MUTF-8"] {
        let mut descriptor = Descriptor::open("WCHAR_T//IGNORE", from).unwrap();
        assert_eq!(descriptor.convert(text, 100), called(Status::Illegal, 6, &internal("abc")), "{from}");
        assert_eq!(descriptor.convert(b"d", 100), called(Status::Done(0), 1, &internal("d")), "{from}");
        // A full output is reported, and nothing is lost.
        let first = descriptor.convert(text, 8);
        assert_eq!((first.status, first.output), (Status::Full, internal("ab")), "{from}");
        let rest = descriptor.convert(&text[first.read..], 8);
        assert_eq!((first.read + rest.read, rest.output), (6, internal("c")), "{from}");
        let mut descriptor = Descriptor::open("UTF-16LE//IGNORE", from).unwrap();
        assert_eq!(descriptor.convert(text, 100), called(Status::Illegal, 6, b"a\0b\0c\0"), "{from}");
        // In a text that is longer than the buffer between steps, wherever it is.
        for at in [0, 1, 9_000, 20_000] {
            let mut long = vec![b'x'; 20_000];
            long.insert(at, 0xFF);
            let result = descriptor.convert(&long, 50_000);
            assert_eq!((result.read, result.output), (20_001, b"x\0".repeat(20_000)), "{from}, {at}");
        }
    }
    let mut descriptor = Descriptor::open("UTF8MB3//IGNORE", "UTF-8").unwrap();
    assert_eq!(descriptor.convert("a💩b".as_bytes(), 9), called(Status::Illegal, 6, b"ab"));
    // A surrogate that the C library's module skips.
    let mut descriptor = Descriptor::open("UTF-16LE//IGNORE", "WTF-8").unwrap();
    assert_eq!(descriptor.convert(b"a\xED\xA0\xBDb", 9), called(Status::Illegal, 5, b"a\0b\0"));
    30
}

fn transliteration() -> usize {
    let text = internal("a𝐀💩œ");
    let mut own = Descriptor::open("UTF8MB3//TRANSLIT", "WCHAR_T").unwrap();
    assert_eq!(own.convert(&internal("a𝐀b"), 9), called(Status::Done(1), 12, b"aAb"));
    // With every room; the C library's own module writes the same.
    let mut ascii = Descriptor::open("ASCII//TRANSLIT", "WCHAR_T").unwrap();
    for room in 0..3 {
        own.reset();
        ascii.reset();
        let (own, ascii) = (own.convert(&text, room), ascii.convert(&text, room));
        assert_eq!(own, ascii, "room {room}");
    }
    let mut descriptor = Descriptor::open("ASCII//TRANSLIT", "CESU-8").unwrap();
    assert_eq!(descriptor.convert("œ€".as_bytes(), 9), called(Status::Done(2), 5, b"oeEUR"));
    for room in 0..5 {
        descriptor.reset();
        let (read, output): (_, &[u8]) = if room < 2 { (0, b"") } else { (2, b"oe") };
        assert_eq!(
            descriptor.convert("œ€".as_bytes(), room),
            called(Status::Full, read, output),
            "room {room}"
        );
    }
    9
}

fn signatures() -> usize {
    for (name, signature) in
        [("UTF-8-SIG", &b"\xEF\xBB\xBF"[..]), ("CORRECTED-UTF-8-DOCUMENT", b"\xEF\xB7\x9D\xED\xB2\xAE\0\n")]
    {
        let mut to = Descriptor::open(name, "UTF-8").unwrap();
        assert_eq!(to.flush(9), called(Status::Done(0), 0, b""), "as for UTF-16, nothing has no signature");
        for _ in 0..2 {
            assert_eq!(to.convert(b"", 9), called(Status::Done(0), 0, b""));
            assert_eq!(to.convert(b"a", 9), called(Status::Done(0), 1, &[signature, b"a"].concat()));
            assert_eq!(to.convert(b"b", 9), called(Status::Done(0), 1, b"b"));
            assert_eq!(to.flush(9), called(Status::Done(0), 0, b""), "the next text has one as well");
        }
        to.convert(b"a", 20);
        to.reset();
        assert_eq!(to.convert(b"b", 9).output, [signature, b"b"].concat());
        let mut from = Descriptor::open("UTF-8", name).unwrap();
        let twice = [signature, b"a"].concat();
        for _ in 0..2 {
            assert_eq!(from.convert(&twice, 9), called(Status::Done(0), twice.len(), b"a"));
            assert_eq!(from.flush(9).status, Status::Done(0));
        }
    }
    26
}

/// Towards WTF-8, a lead surrogate at the end of the input is written when the next character or the end is
/// known.
fn waiting() -> usize {
    let mut descriptor = Descriptor::open("WTF-8", "UCS-4LE").unwrap();
    let (lead, trail) = (b"\x3D\xD8\0\0", b"\xA9\xDC\0\0");
    assert_eq!(descriptor.convert(lead, 0), called(Status::Done(0), 4, b""));
    assert_eq!(descriptor.convert(trail, 3), called(Status::Full, 0, b""));
    assert_eq!(descriptor.convert(trail, 4), called(Status::Done(0), 4, "💩".as_bytes()));
    assert_eq!(descriptor.convert(lead, 0), called(Status::Done(0), 4, b""));
    assert_eq!(descriptor.flush(2), called(Status::Full, 0, b""));
    assert_eq!(descriptor.flush(3), called(Status::Done(0), 0, b"\xED\xA0\xBD"));
    assert_eq!(descriptor.flush(3), called(Status::Done(0), 0, b""));
    assert_eq!(descriptor.convert(lead, 0), called(Status::Done(0), 4, b""));
    descriptor.reset();
    assert_eq!(descriptor.convert(trail, 3), called(Status::Done(0), 4, b"\xED\xB2\xA9"));
    8
}

fn threads() -> usize {
    let text: String = EDGES.iter().filter_map(|&code_point| char::from_u32(code_point)).collect();
    let one = |encoding: Encoding| {
        let text: String = text.chars().filter(|&it| sequence(encoding, it).is_some()).collect();
        for _ in 0..200 {
            let mut there = Descriptor::open(&charset::name(encoding), "UTF-8").unwrap();
            let between = there.convert(text.as_bytes(), 1000);
            let mut back = Descriptor::open("UTF-8", &charset::name(encoding)).unwrap();
            assert_eq!(back.convert(&between.output, 1000).output, text.as_bytes(), "{encoding}");
        }
    };
    let encodings: Vec<Encoding> = charset::all().filter(|encoding| encoding.info().encodes).collect();
    thread::scope(|scope| {
        for &encoding in &encodings {
            scope.spawn(move || one(encoding));
        }
    });
    encodings.len() * 400
}

fn sequence(encoding: Encoding, character: char) -> Option<usize> {
    // What is written must also be read back as the same character: bytes that are escaped are not.
    let is_escape = encoding.info().carry.is_some_and(|carry| carry.unit(character.into()).is_some());
    encoding.encode_next(character.into(), &mut [0; 16]).ok().filter(|_| !is_escape && character != '\0')
}
