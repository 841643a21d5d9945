//! Inputs that are hard for a validator, a detector or a repairer: errors at every distance, look-alikes of
//! other encodings, long runs, and nested double encodings.

use placemat_random::Random;

/// An input of any size.
pub struct Pattern {
    pub name: String,
    pub text: Box<dyn Fn(usize) -> Vec<u8>>,
}

/// The distances between errors: around the sizes of vectors and blocks, and those of pages.
const PERIODS: [usize; 12] = [1, 2, 3, 5, 15, 16, 31, 33, 63, 64, 257, 4096];

/// Sequences that are repeated.
const REPEATED: [(&str, &[u8]); 21] = [
    ("trails 80", b"\x80"),
    ("trails BF", b"\xBF"),
    ("leads of two", b"\xC3"),
    ("leads of three", b"\xE2"),
    ("leads of four", b"\xF0"),
    ("cut sequences of three", b"\xE2\x82"),
    ("cut sequences of four", b"\xF0\x9F\x92"),
    ("a sequence and a trail", b"\xE2\x82\xAC\xAC"),
    ("surrogates", b"\xED\xA0\xBD"),
    ("surrogates of pairs", b"\xED\xA0\xBD\xED\xB2\xA9"),
    ("trail surrogates first", b"\xED\xB2\xA9\xED\xA0\xBD"),
    ("overlong slashes", b"\xC0\xAF"),
    ("NUL as C0 80", b"a\xC0\x80"),
    ("beyond the code space", b"\xF4\x90\x80\x80"),
    ("byte order marks", b"\xEF\xBB\xBF"),
    ("line feeds", b"\n"),
    ("zeros", b"\0"),
    ("windows-1252", b"caf\xE9 na\xEFve \x93quoted\x94 "),
    ("UTF-16BE", b"\0h\0i\x20\xAC\0\n"),
    ("UTF-16LE with lone surrogates", b"h\0i\0\x3D\xD8\n\0"),
    ("UTF-32LE", b"h\0\0\0\xAC\x20\0\0"),
];

/// Returns all patterns.
pub fn all() -> Vec<Pattern> {
    let mut all: Vec<Pattern> = vec![];
    let mut add = |name: String, text: Box<dyn Fn(usize) -> Vec<u8>>| all.push(Pattern { name, text });
    for period in PERIODS {
        add(
            format!("an error in every {period} bytes"),
            Box::new(move |size| {
                (0..size).map(|at| if at % period == period - 1 { 0xFF } else { b'a' }).collect()
            }),
        );
    }
    for (name, unit) in REPEATED {
        add(name.to_owned(), Box::new(|size| repeated(unit, size)));
    }
    for depth in 1..=4 {
        let unit = nested("é€ ", depth);
        add(format!("encoded {} times", depth + 1), Box::new(move |size| repeated(unit.as_bytes(), size)));
    }
    let lines = [nested("é\n", 0), nested("é\n", 1), nested("é\n", 2)].concat();
    add(
        "lines encoded once, twice and three times".to_owned(),
        Box::new(move |size| repeated(lines.as_bytes(), size)),
    );
    let doubled = nested("é€ ", 1);
    add(
        "encoded twice, with an error at the end".to_owned(),
        Box::new(move |size| [&repeated(doubled.as_bytes(), size - 1)[..], b"\xFF"].concat()),
    );
    let unit = [nested("é ", 1).as_bytes(), b"\xED\xA0\xBD\xC0\x80\xE9 "].concat();
    add("damage of every kind".to_owned(), Box::new(move |size| repeated(&unit, size)));
    add(
        "one error, at the end".to_owned(),
        Box::new(|size| [&repeated("é€💩 a\n".as_bytes(), size - 1)[..], b"\xFF"].concat()),
    );
    add(
        "ASCII, and at the end what is encoded twice".to_owned(),
        Box::new(|size| [&repeated(b"plain text\n", size - 4)[..], "Ã©".as_bytes()].concat()),
    );
    add("random bytes".to_owned(), Box::new(|size| random(size, 0)));
    add("random bytes from 80 on".to_owned(), Box::new(|size| random(size, 0x80)));
    all
}

/// Repeats a unit, and then the result four times, as long as it fits. A cut unit, or a length that is not a
/// multiple of four, would make another kind of input of some sizes.
fn repeated(unit: &[u8], size: usize) -> Vec<u8> {
    unit.repeat(size / unit.len() / 4 * 4)
}

/// Returns a text whose bytes were read as ISO-8859-1 and encoded again, so many times.
fn nested(text: &str, times: usize) -> String {
    (0..times).fold(text.to_owned(), |text, _| text.bytes().map(char::from).collect())
}

fn random(size: usize, least: u8) -> Vec<u8> {
    let mut random = Random::new(1);
    (0..size).map(|_| random.bits().to_le_bytes()[4] | least).collect()
}
