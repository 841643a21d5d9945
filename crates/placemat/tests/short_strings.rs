//! All strings of up to three bytes in every encoding of bytes, compared with the rows read
//! lexicographically.
//!
//! The oracle does not compute ranks. A prefix is viable in a row if it lies between the row's first and last
//! sequence, cut to its length, and each unit is in its alphabet. A code point is found by counting along the
//! row.

use std::thread;

use crate::support::streaming;
use placemat::table::{Decoded, IllFormed, NotDecoded, Row};
use placemat::{Codec, Encoding, Error, validate};

const CLASSES: usize = 0x100_0000;
const NONE: u32 = u32::MAX;

/// The expected results for every string of at most three bytes, by the rows.
struct Oracle {
    /// The code point of each whole sequence. The index is the string as a number with a leading 1.
    whole: Vec<u32>,
    rows: Vec<Units>,
    /// The code points of bytes that are escaped if they match no row.
    escapes: Vec<Option<u32>>,
    /// The byte from which on sequences are reserved.
    reserved: Option<u32>,
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(1, |number, &byte| number << 8 | u32::from(byte))
}

/// A row's sequences, unit by unit.
struct Units {
    row: Row,
    /// For each position, whether a byte is in the alphabet there.
    alphabets: Vec<[bool; 256]>,
    first: Vec<u8>,
    last: Vec<u8>,
}

impl Units {
    fn of(row: &Row) -> Self {
        let alphabets = row.alphabets().iter().map(|alphabet| {
            let mut has = [false; 256];
            for (first, last) in alphabet.intervals() {
                has[first as usize..=last as usize].fill(true);
            }
            has
        });
        let bytes = |units: &[u32]| units.iter().map(|&unit| unit as u8).collect();
        let (first, last) = row.sequences();
        Units { row: *row, alphabets: alphabets.collect(), first: bytes(first), last: bytes(last) }
    }

    fn len(&self) -> usize {
        self.first.len()
    }

    fn is_viable(&self, bytes: &[u8]) -> bool {
        let len = bytes.len();
        len <= self.len()
            && bytes.iter().zip(&self.alphabets).all(|(&byte, alphabet)| alphabet[usize::from(byte)])
            && self.first[..len] <= *bytes
            && *bytes <= self.last[..len]
    }
}

/// The sequences of a row in lexicographic order.
fn sequences(row: &Units) -> impl Iterator<Item = Vec<u8>> {
    let members = |alphabet: &[bool; 256]| (0..=0xFF).filter(|&byte| alphabet[usize::from(byte)]).collect();
    let alphabets: Vec<Vec<u8>> = row.alphabets.iter().map(members).collect();
    let total: usize = alphabets.iter().map(Vec::len).product();
    (0..total)
        .map(move |mut n| {
            let mut bytes: Vec<u8> = alphabets
                .iter()
                .rev()
                .map(|alphabet| {
                    let byte = alphabet[n % alphabet.len()];
                    n /= alphabet.len();
                    byte
                })
                .collect();
            bytes.reverse();
            bytes
        })
        .filter(|bytes| row.is_viable(bytes))
}

impl Oracle {
    fn new(encoding: Encoding) -> Self {
        let info = encoding.info();
        let rows: Vec<Units> = info.table.rows().iter().map(Units::of).collect();
        let mut whole = vec![NONE; 2 * CLASSES];
        for row in rows.iter().filter(|row| row.len() <= 3) {
            assert!(row.row.is_read(), "only rows of pairs are excluded, and they are longer");
            for (code_point, bytes) in (row.row.code_points().0..).zip(sequences(row)) {
                let old = std::mem::replace(&mut whole[number(&bytes) as usize], code_point);
                assert!(old == NONE, "{bytes:02X?} lies in two rows of {encoding}");
            }
        }
        let escape =
            |byte| info.carry.filter(|carry| byte >= carry.first).map(|carry| carry.code_point(byte));
        Oracle { whole, rows, escapes: (0..=0xFF).map(escape).collect(), reserved: info.reserved }
    }

    /// Returns the first item of a string. More input may follow.
    fn decode(&self, bytes: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        let whole = (1..=bytes.len()).rev().find_map(|len| {
            let code_point = self.whole[number(&bytes[..len]) as usize];
            (code_point != NONE).then_some((len, code_point))
        });
        let open = self
            .rows
            .iter()
            .any(|row| row.len() > bytes.len().max(whole.map_or(0, |(len, ..)| len)) && row.is_viable(bytes));
        if open && !end {
            return Err(NotDecoded::Incomplete);
        }
        if let Some((len, code_point)) = whole {
            return Ok(Decoded { code_point, len });
        }
        if let Some(code_point) = self.escapes[usize::from(bytes[0])] {
            return Ok(Decoded { code_point, len: 1 });
        }
        // A maximal subpart never extends over a second lead, and three bytes do not reach one.
        let len =
            (1..=bytes.len()).rev().find(|&len| self.rows.iter().any(|row| row.is_viable(&bytes[..len])));
        let mut len = len.unwrap_or(1);
        if self.reserved.is_some_and(|from| u32::from(bytes[0]) >= from) {
            len = 1 + bytes[1..].iter().take_while(|&&byte| byte & 0xC0 == 0x80).count();
            return Err(NotDecoded::IllFormed(IllFormed {
                len,
                kind: placemat::ErrorKind::Reserved,
                more: !end && len == bytes.len(),
            }));
        }
        // The kind is the library's; only its extent is compared.
        let kind = placemat::ErrorKind::InvalidUnit;
        Err(NotDecoded::IllFormed(IllFormed { len, kind, more: open }))
    }
}

fn without_kind(result: Result<Decoded, NotDecoded>) -> Result<Decoded, NotDecoded> {
    result.map_err(|error| match error {
        NotDecoded::IllFormed(error) if error.kind != placemat::ErrorKind::Reserved => {
            NotDecoded::IllFormed(IllFormed { kind: placemat::ErrorKind::InvalidUnit, ..error })
        }
        other => other,
    })
}

/// Returns `true` if a byte is near the end of a class of bytes, in every encoding.
fn is_at_end_of_class(byte: u8) -> bool {
    matches!(byte & 0x1F, 0 | 1 | 2 | 0x0F | 0x10 | 0x1E | 0x1F)
}

fn check(encoding: Encoding) {
    let oracle = Oracle::new(encoding);
    let info = encoding.info();
    // Escaped bytes and reserved runs are not rows.
    let is_table = info.carry.is_none() && info.reserved.is_none();
    let are_all_tried = placemat_random::stride(2) == 1;
    for n in 0..CLASSES as u32 {
        let [_, a, b, c] = n.to_be_bytes();
        if !are_all_tried && !is_at_end_of_class(c) {
            continue;
        }
        let string = [a, b, c];
        // Shorter strings are tried once, as the beginnings of those that end in zeros.
        let shortest = if n & 0xFFFF == 0 {
            1
        } else if n & 0xFF == 0 {
            2
        } else {
            3
        };
        for len in shortest..=3 {
            for end in [false, true] {
                let bytes = &string[..len];
                let expected = oracle.decode(bytes, end);
                let result = encoding.decode_next(bytes, end);
                assert_eq!(without_kind(result), expected, "{encoding} {bytes:02X?} {end}");
                if is_table {
                    assert_eq!(
                        result,
                        info.table.decode(bytes, end),
                        "{encoding} {bytes:02X?} {end}: walk and index"
                    );
                }
            }
        }
    }
}

/// The result of the whole engine on a string is that of its items. The string is run through the validator
/// with ASCII on both sides, so that its strips take part. Only the third bytes at the ends of every class
/// are tried.
fn check_validator(encoding: Encoding) {
    let mut text = vec![b'a'; 64];
    for n in 0..CLASSES as u32 {
        let [_, a, b, c] = n.to_be_bytes();
        if !is_at_end_of_class(c) {
            continue;
        }
        text[40..43].copy_from_slice(&[a, b, c]);
        // One ASCII letter after them decides everything that three bytes leave open.
        let mut at = 0;
        let expected = loop {
            match encoding.decode_next(&text[40 + at..44], false) {
                Ok(decoded) => at += decoded.len,
                Err(NotDecoded::IllFormed(error)) => break Some((40 + at, error.len)),
                Err(NotDecoded::Incomplete) => break None,
            }
        };
        let found = validate(encoding, &text)
            .err()
            .map(|error: Error| (error.offset() as usize, error.len() as usize));
        // Only the engine decides what is still open after the letter (UTF-1, whose trail bytes include
        // letters).
        if expected.is_some() || at == 4 {
            assert_eq!(found, expected, "{encoding} {:02X?}", &text[40..44]);
        }
    }
}

fn each_byte_encoding(check: fn(Encoding)) {
    let all: Vec<Encoding> =
        streaming().filter(|e| e.info().table.unit_bits() == 8 && !e.name().starts_with("double")).collect();
    assert!(all.len() >= 18);
    thread::scope(|scope| {
        for half in all.chunks(all.len().div_ceil(2)) {
            scope.spawn(move || half.iter().copied().for_each(check));
        }
    });
}

#[test]
fn every_string_reads_as_its_rows_say() {
    each_byte_encoding(check);
}

#[test]
fn every_string_validates_as_it_reads() {
    each_byte_encoding(check_validator);
}
