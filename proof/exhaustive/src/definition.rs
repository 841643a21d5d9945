//! The reference: how text of each form is read and written, straight from the standards.
//!
//! Nothing here is the library's. A form is read one sequence at a time by the rows of its table as the
//! standard prints them, and written from its bits. A conversion reads, then writes. `tests/definition.rs`
//! compares it with std and with the library's walk over its tables.

/// A byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

/// A form of text, as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Unicode, Table 3-7.
    Utf8,
    /// The WTF-8 specification, section 5: surrogates too.
    GeneralizedUtf8,
    /// The WTF-8 specification, section 6: surrogates too, but not in pairs.
    Wtf8,
    /// Unicode Technical Report 26: supplementary code points as pairs of three bytes each.
    Cesu8,
    /// CESU-8 that also accepts lone surrogates.
    Cesu8Lenient,
    /// The Java Virtual Machine Specification, 4.4.7: CESU-8 with lone surrogates, in which U+0000 is C0 80.
    Mutf8,
    /// The input of `DataInput.readUTF`: every form of up to three bytes.
    Mutf8Lenient,
    /// MySQL's `utf8`: at most three bytes.
    Utf8mb3,
    /// RFC 2279: up to six bytes, surrogates too.
    Rfc2279,
    /// Corrected UTF-8, its text of 14 November 2022: UTF-8's patterns with offsets added, so that none is
    /// overlong.
    CorrectedUtf8,
    /// The text of a Corrected UTF-8 document, after its magic number: it has no U+0000.
    CorrectedUtf8Text,
    /// PEP 383: a byte that does not belong to UTF-8 is a trail surrogate.
    Utf8b,
    /// ISO/IEC 8859-1.
    Latin1,
    /// The WHATWG Encoding Standard, index windows-1252.
    Windows1252,
    /// Unicode, Table 3-5.
    Utf16(Order),
    /// The WTF-8 specification, section 4: surrogates too.
    Wtf16(Order),
    /// Unicode, D90.
    Utf32(Order),
}

/// A well-formed sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The code point that it encodes.
    pub code_point: u32,
    /// The number of its bytes.
    pub len: usize,
}

/// An ill-formed subsequence. Its length is that of a maximal subpart (Unicode, 3.9, D93b).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// The number of its bytes.
    pub len: usize,
}

/// The result of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is converted.
    Done,
    /// The subsequence at this offset is ill-formed.
    IllFormed(usize),
    /// The target cannot hold the code point at this offset.
    Unencodable(usize),
}

/// Returns the value of the bits of a sequence with UTF-8's patterns.
const fn bits(bytes: &[u8], len: usize) -> Sequence {
    let code_point = match (len, bytes) {
        (1, [a, ..]) => *a as u32,
        (2, [a, b, ..]) => (*a as u32 & 0x1F) << 6 | *b as u32 & 0x3F,
        (3, [a, b, c, ..]) => (*a as u32 & 0x0F) << 12 | (*b as u32 & 0x3F) << 6 | *c as u32 & 0x3F,
        (4, [a, b, c, d, ..]) => {
            (*a as u32 & 0x07) << 18 | (*b as u32 & 0x3F) << 12 | (*c as u32 & 0x3F) << 6 | *d as u32 & 0x3F
        }
        // Only in RFC 2279.
        (5, [a, rest @ ..]) => (*a as u32 & 0x03) << 24 | trails(rest, 4),
        (_, [a, rest @ ..]) => (*a as u32 & 0x01) << 30 | trails(rest, 5),
        _ => unreachable!(),
    };
    Sequence { code_point, len }
}

/// Returns the bits of `count` trail bytes.
const fn trails(bytes: &[u8], count: usize) -> u32 {
    match bytes {
        [first, rest @ ..] if count > 0 => {
            (*first as u32 & 0x3F) << (6 * (count - 1)) | trails(rest, count - 1)
        }
        _ => 0,
    }
}

/// Unicode, Table 3-7, row by row.
fn utf_8(bytes: &[u8]) -> Result<Sequence, IllFormed> {
    match bytes {
        [0x00..=0x7F, ..] => Ok(bits(bytes, 1)),
        [0xC2..=0xDF, 0x80..=0xBF, ..] => Ok(bits(bytes, 2)),
        [0xE0, 0xA0..=0xBF, 0x80..=0xBF, ..]
        | [0xE1..=0xEC, 0x80..=0xBF, 0x80..=0xBF, ..]
        | [0xED, 0x80..=0x9F, 0x80..=0xBF, ..]
        | [0xEE..=0xEF, 0x80..=0xBF, 0x80..=0xBF, ..] => Ok(bits(bytes, 3)),
        [0xF0, 0x90..=0xBF, 0x80..=0xBF, 0x80..=0xBF, ..]
        | [0xF1..=0xF3, 0x80..=0xBF, 0x80..=0xBF, 0x80..=0xBF, ..]
        | [0xF4, 0x80..=0x8F, 0x80..=0xBF, 0x80..=0xBF, ..] => Ok(bits(bytes, 4)),
        // A sequence that begins like a row and does not continue like it.
        [0xF0, 0x90..=0xBF, 0x80..=0xBF, ..]
        | [0xF1..=0xF3, 0x80..=0xBF, 0x80..=0xBF, ..]
        | [0xF4, 0x80..=0x8F, 0x80..=0xBF, ..] => Err(IllFormed { len: 3 }),
        [0xE0, 0xA0..=0xBF, ..]
        | [0xE1..=0xEC | 0xEE..=0xEF, 0x80..=0xBF, ..]
        | [0xED, 0x80..=0x9F, ..]
        | [0xF0, 0x90..=0xBF, ..]
        | [0xF1..=0xF3, 0x80..=0xBF, ..]
        | [0xF4, 0x80..=0x8F, ..] => Err(IllFormed { len: 2 }),
        _ => Err(IllFormed { len: 1 }),
    }
}

/// Reads UTF-8 and surrogates (the WTF-8 specification, Table 3).
fn generalized(bytes: &[u8]) -> Result<Sequence, IllFormed> {
    match bytes {
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => Ok(bits(bytes, 3)),
        [0xED, 0xA0..=0xBF, ..] => Err(IllFormed { len: 2 }),
        _ => utf_8(bytes),
    }
}

/// Reads a lead byte of any kind and its trail bytes, and returns the bits that they carry.
fn of_six(bytes: &[u8]) -> Result<Sequence, IllFormed> {
    let len = match bytes {
        [0x00..=0x7F, ..] => 1,
        [0xC0..=0xDF, ..] => 2,
        [0xE0..=0xEF, ..] => 3,
        [0xF0..=0xF7, ..] => 4,
        [0xF8..=0xFB, ..] => 5,
        [0xFC..=0xFD, ..] => 6,
        _ => return Err(NONE),
    };
    match bytes.get(1..len) {
        Some(trail) if trail.iter().all(|byte| matches!(byte, 0x80..=0xBF)) => Ok(bits(bytes, len)),
        _ => Err(NONE),
    }
}

/// RFC 2279, section 2, without the sequences that section 6 forbids: those with more bytes than necessary.
fn rfc_2279(bytes: &[u8]) -> Result<Sequence, IllFormed> {
    match bytes {
        [0xC0..=0xC1, ..]
        | [0xE0, 0x00..=0x9F, ..]
        | [0xF0, 0x00..=0x8F, ..]
        | [0xF8, 0x00..=0x87, ..]
        | [0xFC, 0x00..=0x83, ..] => Err(NONE),
        _ => of_six(bytes),
    }
}

/// Corrected UTF-8: returns the value that is added to the bits of a sequence of `len` bytes.
const fn corrected_offset(len: usize, bits: u32) -> u32 {
    match (len, bits) {
        (1, _) => 0,
        (2, _) => 0xA0,
        (3, 0..=0xCF5F) => 0x8A0,
        (3, _) => 0x10A0,
        (4, _) => 0x1_10A0,
        (5, _) => 0x21_10A0,
        _ => 0x421_10A0,
    }
}

/// Corrected UTF-8: reads any lead byte with its trail bytes.
fn corrected_utf_8(bytes: &[u8]) -> Result<Sequence, IllFormed> {
    let Sequence { code_point: raw, len } = of_six(bytes)?;
    Ok(Sequence { code_point: raw + corrected_offset(len, raw), len })
}

/// Writes a code point that Corrected UTF-8 can hold.
fn write_corrected(code_point: u32, out: &mut Vec<u8>) {
    let len = match code_point {
        0..=0x7F => 1,
        0xA0..=0x89F => 2,
        0x8A0..=0x1_109F => 3,
        0x1_10A0..=0x21_109F => 4,
        0x21_10A0..=0x421_109F => 5,
        _ => 6,
    };
    let raw = match code_point {
        0x8A0..=0xD7FF => code_point - 0x8A0,
        0xE000..=0x1_109F => code_point - 0x10A0,
        _ => code_point - corrected_offset(len, 0),
    };
    // The lead byte's marker has as many ones as there are bytes.
    let mark = if len == 1 { 0 } else { !(0xFF_u32 >> len) & 0xFF };
    out.push((mark | raw >> (6 * (len - 1))) as u8);
    out.extend((0..len - 1).rev().map(|place| 0x80 | (raw >> (6 * place) & 0x3F) as u8));
}

/// 80 to 9F in index windows-1252; the five bytes that Windows does not assign are C1 controls.
const WINDOWS_1252: [u32; 32] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
    0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
];

/// Reads a surrogate in three bytes, lead or trail.
fn surrogate(bytes: &[u8]) -> Option<Sequence> {
    match bytes {
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => Some(bits(bytes, 3)),
        _ => None,
    }
}

/// Reads two surrogates in three bytes each that form a pair.
fn pair(bytes: &[u8]) -> Option<Sequence> {
    match bytes {
        [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..] => {
            let (lead, trail) = (bits(bytes, 3), bits(&bytes[3..], 3));
            Some(Sequence { code_point: join(lead.code_point, trail.code_point), len: 6 })
        }
        _ => None,
    }
}

/// Unicode, Table 3-5: joins a lead and a trail surrogate.
const fn join(lead: u32, trail: u32) -> u32 {
    0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)
}

const NONE: IllFormed = IllFormed { len: 1 };

/// Returns the value of two or four bytes in a byte order.
fn unit<const N: usize>(order: Order, bytes: &[u8]) -> Option<u32> {
    let unit = bytes.first_chunk::<N>()?;
    let value = unit.iter().fold(0, |value, &byte| value << 8 | u32::from(byte));
    Some(match order {
        Order::Big => value,
        Order::Little => value.swap_bytes() >> (32 - 8 * N),
    })
}

fn utf_16(order: Order, lone: bool, bytes: &[u8]) -> Result<Sequence, IllFormed> {
    let Some(first) = unit::<2>(order, bytes) else { return Err(NONE) };
    match (first, unit::<2>(order, &bytes[2..])) {
        (0xD800..=0xDBFF, Some(trail @ 0xDC00..=0xDFFF)) => {
            Ok(Sequence { code_point: join(first, trail), len: 4 })
        }
        // Before one stray byte at the end, a lead surrogate and that byte are one ill-formed subsequence.
        (0xD800..=0xDBFF, None) if !lone => Err(IllFormed { len: bytes.len() }),
        (0xD800..=0xDFFF, _) if !lone => Err(IllFormed { len: 2 }),
        _ => Ok(Sequence { code_point: first, len: 2 }),
    }
}

fn utf_32(order: Order, bytes: &[u8]) -> Result<Sequence, IllFormed> {
    match unit::<4>(order, bytes) {
        Some(code_point @ (0..=0xD7FF | 0xE000..=0x10_FFFF)) => Ok(Sequence { code_point, len: 4 }),
        Some(_) => Err(IllFormed { len: 4 }),
        None => Err(IllFormed { len: bytes.len() }),
    }
}

impl Form {
    /// Returns the identifier that the library has for the form. The text of a document has none; its name is
    /// that of its form with `text`.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Utf8 => "utf-8",
            Form::GeneralizedUtf8 => "generalized-utf-8",
            Form::Wtf8 => "wtf-8",
            Form::Cesu8 => "cesu-8",
            Form::Cesu8Lenient => "cesu-8-lenient",
            Form::Mutf8 => "mutf-8",
            Form::Mutf8Lenient => "mutf-8-lenient",
            Form::Utf8mb3 => "utf8mb3",
            Form::Rfc2279 => "utf-8-rfc2279",
            Form::CorrectedUtf8 => "corrected-utf-8",
            Form::CorrectedUtf8Text => "corrected-utf-8-text",
            Form::Utf8b => "utf-8b",
            Form::Latin1 => "iso-8859-1",
            Form::Windows1252 => "windows-1252",
            Form::Utf16(Order::Little) => "utf-16le",
            Form::Utf16(Order::Big) => "utf-16be",
            Form::Wtf16(Order::Little) => "wtf-16le",
            Form::Wtf16(Order::Big) => "wtf-16be",
            Form::Utf32(Order::Little) => "utf-32le",
            Form::Utf32(Order::Big) => "utf-32be",
        }
    }

    /// Returns the number of bytes of a unit.
    pub const fn width(self) -> usize {
        match self {
            Form::Utf16(_) | Form::Wtf16(_) => 2,
            Form::Utf32(_) => 4,
            _ => 1,
        }
    }

    /// Returns `true` if the most significant byte of a unit comes first.
    pub const fn is_big(self) -> bool {
        matches!(self, Form::Utf16(Order::Big) | Form::Wtf16(Order::Big) | Form::Utf32(Order::Big))
    }

    /// Returns `true` if each byte is a code point.
    pub const fn is_single_byte(self) -> bool {
        matches!(self, Form::Latin1 | Form::Windows1252)
    }

    /// Reads the sequence, or the ill-formed subsequence, at the start of some bytes, which are not empty.
    /// The length of an ill-formed subsequence is exact for UTF-8, WTF-8, UTF-16 and UTF-32; for the other
    /// forms, only its existence is exact.
    #[inline]
    pub fn next(self, bytes: &[u8]) -> Result<Sequence, IllFormed> {
        let four = matches!(bytes, [0xF0..=0xFF, ..]);
        match self {
            Form::Utf8 => utf_8(bytes),
            Form::GeneralizedUtf8 => generalized(bytes),
            Form::Wtf8 if pair(bytes).is_some() => Err(IllFormed { len: 6 }),
            Form::Wtf8 => generalized(bytes),
            Form::Rfc2279 => rfc_2279(bytes),
            Form::CorrectedUtf8Text if bytes[0] == 0 => Err(NONE),
            Form::CorrectedUtf8 | Form::CorrectedUtf8Text => corrected_utf_8(bytes),
            Form::Utf8b => utf_8(bytes).or(Ok(Sequence { code_point: 0xDC00 + u32::from(bytes[0]), len: 1 })),
            Form::Latin1 => Ok(bits(bytes, 1)),
            Form::Windows1252 => Ok(match bytes[0] {
                byte @ 0x80..=0x9F => Sequence { code_point: WINDOWS_1252[usize::from(byte - 0x80)], len: 1 },
                _ => bits(bytes, 1),
            }),
            _ if four && self.width() == 1 => Err(NONE),
            Form::Utf8mb3 => utf_8(bytes),
            Form::Cesu8 => utf_8(bytes).or(pair(bytes).ok_or(NONE)),
            Form::Cesu8Lenient => utf_8(bytes).or(pair(bytes).or(surrogate(bytes)).ok_or(NONE)),
            Form::Mutf8 => match bytes {
                [0x00, ..] => Err(NONE),
                [0xC0, 0x80, ..] => Ok(Sequence { code_point: 0, len: 2 }),
                _ => utf_8(bytes).or(pair(bytes).or(surrogate(bytes)).ok_or(NONE)),
            },
            Form::Mutf8Lenient => match bytes {
                [0xC0..=0xDF, 0x80..=0xBF, ..] => Ok(bits(bytes, 2)),
                _ if pair(bytes).is_some() => pair(bytes).ok_or(NONE),
                [0xE0..=0xEF, 0x80..=0xBF, 0x80..=0xBF, ..] => Ok(bits(bytes, 3)),
                _ => utf_8(bytes),
            },
            Form::Utf16(order) => utf_16(order, false, bytes),
            Form::Wtf16(order) => utf_16(order, true, bytes),
            Form::Utf32(order) => utf_32(order, bytes),
        }
    }

    /// Returns the offset of the first ill-formed subsequence.
    #[inline]
    pub fn first_error(self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            match self.next(&bytes[at..]) {
                Ok(sequence) => at += sequence.len,
                Err(_) => return Some(at),
            }
        }
        None
    }

    /// Returns `true` if the form can hold this code point.
    pub fn holds(self, code_point: u32) -> bool {
        let is_surrogate = matches!(code_point, 0xD800..=0xDFFF);
        match self {
            Form::Utf8 | Form::Utf16(_) | Form::Utf32(_) | Form::Cesu8 => {
                !is_surrogate && code_point <= 0x10_FFFF
            }
            Form::Utf8mb3 => !is_surrogate && code_point <= 0xFFFF,
            Form::Rfc2279 => code_point <= 0x7FFF_FFFF,
            Form::CorrectedUtf8 => {
                !is_surrogate && !matches!(code_point, 0x80..=0x9F) && code_point <= 0x8421_109F
            }
            Form::CorrectedUtf8Text => code_point != 0 && Form::CorrectedUtf8.holds(code_point),
            Form::Utf8b => matches!(code_point, 0xDC80..=0xDCFF) || Form::Utf8.holds(code_point),
            Form::Latin1 => code_point <= 0xFF,
            Form::Windows1252 => match code_point {
                0x00..=0x7F | 0xA0..=0xFF => true,
                _ => WINDOWS_1252.contains(&code_point),
            },
            _ => code_point <= 0x10_FFFF,
        }
    }

    /// Writes a code point that the form can hold.
    pub fn write(self, code_point: u32, out: &mut Vec<u8>) {
        match (self, code_point) {
            (Form::Latin1, _) => out.push(code_point as u8),
            (Form::Windows1252, _) => {
                let place = WINDOWS_1252.iter().position(|&it| it == code_point);
                out.push(place.map_or(code_point as u8, |place| 0x80 + place as u8));
            }
            (Form::CorrectedUtf8 | Form::CorrectedUtf8Text, _) => write_corrected(code_point, out),
            (Form::Utf8b, 0xDC80..=0xDCFF) => out.push((code_point - 0xDC00) as u8),
            (Form::Utf16(order) | Form::Wtf16(order), 0x1_0000..) => {
                let value = code_point - 0x1_0000;
                let units = [0xD800 + (value >> 10), 0xDC00 + (value & 0x3FF)];
                units.into_iter().for_each(|unit| write_unit::<2>(order, unit, out));
            }
            (Form::Utf16(order) | Form::Wtf16(order), _) => write_unit::<2>(order, code_point, out),
            (Form::Utf32(order), _) => write_unit::<4>(order, code_point, out),
            (Form::Mutf8 | Form::Mutf8Lenient, 0) => out.extend([0xC0, 0x80]),
            (Form::Cesu8 | Form::Cesu8Lenient | Form::Mutf8 | Form::Mutf8Lenient, 0x1_0000..) => {
                let value = code_point - 0x1_0000;
                write_bits(0xD800 + (value >> 10), out);
                write_bits(0xDC00 + (value & 0x3FF), out);
            }
            _ => write_bits(code_point, out),
        }
    }
}

fn write_unit<const N: usize>(order: Order, unit: u32, out: &mut Vec<u8>) {
    match order {
        Order::Big => out.extend(&unit.to_be_bytes()[4 - N..]),
        Order::Little => out.extend(&unit.to_le_bytes()[..N]),
    }
}

/// Unicode, Table 3-6, and the longer sequences of RFC 2279.
fn write_bits(code_point: u32, out: &mut Vec<u8>) {
    let trail = |shift: u32| 0x80 | (code_point >> shift & 0x3F) as u8;
    let lead = |mark: u8, shift: u32| mark | (code_point >> shift) as u8;
    match code_point {
        0..=0x7F => out.push(code_point as u8),
        0x80..=0x7FF => out.extend([lead(0xC0, 6), trail(0)]),
        0x800..=0xFFFF => out.extend([lead(0xE0, 12), trail(6), trail(0)]),
        0x1_0000..=0x1F_FFFF => out.extend([lead(0xF0, 18), trail(12), trail(6), trail(0)]),
        0x20_0000..=0x3FF_FFFF => out.extend([lead(0xF8, 24), trail(18), trail(12), trail(6), trail(0)]),
        _ => out.extend([lead(0xFC, 30), trail(24), trail(18), trail(12), trail(6), trail(0)]),
    }
}

/// Converts a whole text: strictly up to the first failure, or, if `lossy`, with U+FFFD for each ill-formed
/// subsequence and for each code point that the target lacks.
///
/// In WTF-8, a lead surrogate and a following trail surrogate are joined to one code point (the
/// specification, 6.5).
pub fn convert(from: Form, to: Form, lossy: bool, text: &[u8], out: &mut Vec<u8>) -> Outcome {
    let mut at = 0;
    let mut lead = None;
    while at < text.len() {
        let (code_point, len) = match from.next(&text[at..]) {
            Ok(Sequence { code_point, len }) => (code_point, len),
            Err(IllFormed { len }) if lossy => (0xFFFD, len),
            Err(_) => return Outcome::IllFormed(at),
        };
        let code_point = match code_point {
            _ if to.holds(code_point) => code_point,
            _ if lossy => 0xFFFD,
            _ => return Outcome::Unencodable(at),
        };
        match (lead, code_point) {
            (Some(lead), 0xDC00..=0xDFFF) if to == Form::Wtf8 => {
                out.truncate(out.len() - 3);
                to.write(join(lead, code_point), out);
            }
            _ => to.write(code_point, out),
        }
        lead = (code_point & !0x3FF == 0xD800).then_some(code_point);
        at += len;
    }
    Outcome::Done
}
