//! Inputs that look binary. They are not text, and have thousands of errors, so the report counts the errors
//! and does not list them.

use placemat::{Codec, Encoding, Endian};

use super::records::Records;
use crate::detect;
use crate::input::Input;
use crate::mark;
use crate::plausible::{is_no_text, is_noise};
use crate::show::Count;
use crate::walk::BINARY;

/// The errors of a binary input are listed only if there are at most this many.
const FEW: u64 = 10;
/// So many bytes show whether an input without bytes 00 is noise.
const TELLING: usize = 96;

/// What is known of an input so far.
#[derive(Debug, Default)]
pub(super) struct Binary {
    /// How much of the input has been examined.
    looked: usize,
    /// The bytes that have been examined, if they may be noise.
    front: Vec<u8>,
    is_binary: bool,
    /// The name of a file format with text in it, and what reads that.
    container: Option<(&'static str, &'static str)>,
    /// `true` while the list of errors is held back until it is known whether they are few.
    pub(super) is_held: bool,
    is_pdf: bool,
    /// The name of the encoding, if the input is text in units of 16 or 32 bits.
    wide: Option<&'static str>,
}

impl Binary {
    /// Examines the next piece of the input. A byte 00 near the start makes it binary, and so does noise.
    pub(super) fn examine_piece(&mut self, piece: &[u8]) {
        if self.looked == 0 {
            self.container = match piece {
                // A program for several processors of macOS begins with a small number of these instead of a
                // version.
                [0xCA, 0xFE, 0xBA, 0xBE, _, _, 0, 45..=0xFF, ..] => {
                    Some(("a Java class file", "placemat strings lists its text"))
                }
                [b'd', b'e', b'x', b'\n', ..] => {
                    Some(("a dex file of Android", "placemat strings lists its text"))
                }
                [b'P', b'A', b'R', b'1', ..] => Some(("a Parquet file", "placemat columns checks its text")),
                _ => None,
            };
            // Such a document may have few bytes that are not ASCII.
            self.is_pdf = piece.starts_with(b"%PDF-");
            (self.is_binary, self.is_held) = (self.is_pdf, self.is_pdf);
            // A document's magic number has a byte 00, and the document is text.
            if mark::is_of_document(piece) {
                self.looked = BINARY;
            }
        }
        let front = &piece[..piece.len().min(BINARY - self.looked)];
        self.looked += front.len();
        if memchr::memchr(0, front).is_some() || self.is_noise(front) {
            self.looked = BINARY;
            (self.is_binary, self.is_held) = (true, true);
        }
    }

    /// Returns `true` if the start of the input, which ends with this piece, is noise in every encoding.
    fn is_noise(&mut self, piece: &[u8]) -> bool {
        // This is most of all files.
        if self.front.is_empty() && piece.is_ascii() {
            return false;
        }
        // A pipe may send single bytes: the start is examined again each time that it has doubled.
        let before = self.front.len();
        self.front.extend_from_slice(piece);
        let front = &self.front[..];
        let is_due = front.len() >= TELLING && front.len().ilog2() > before.max(1).ilog2();
        let is_wide = |encoding| !is_no_text(front, encoding, Endian::Big);
        is_due && is_noise(front) && ![Encoding::Utf16Le, Encoding::Utf16Be].into_iter().any(is_wide)
    }

    /// Returns `true` if the input is binary and has so many errors that they are not listed.
    pub(super) fn is_left_out(&self, errors: u64) -> bool {
        self.is_binary && errors > if self.is_pdf { 0 } else { FEW }
    }

    /// Determines whether the input looks like UTF-16 or UTF-32, which often look binary.
    pub(super) fn look_for_wide_units(&mut self, input: &mut Input, kept: &[u8]) {
        let front =
            if input.is_rereadable() { input.peek(0, BINARY).unwrap_or_default() } else { kept.to_vec() };
        if Records::of(&front, front.len() < BINARY).is_some() {
            self.container = Some(("strings of Java's writeUTF", "placemat strings lists them"));
        }
        let of_kept = || detect::of_kept(kept, kept.len() < detect::KEPT).detection.encoding;
        self.wide = match () {
            () if !input.is_rereadable() && kept.is_empty() => None,
            () if !input.is_rereadable() => of_kept().and_then(|found| match found.info().width {
                4 => Some("UTF-32"),
                2 => Some("UTF-16"),
                _ => None,
            }),
            () if detect::is_utf_32(input).is_ok_and(|is_utf_32| is_utf_32) => Some("UTF-32"),
            () if detect::is_utf_16(input).is_ok_and(|is_utf_16| is_utf_16) => Some("UTF-16"),
            () => None,
        };
    }

    /// Returns `true` if the input is text in units of 16 or 32 bits, with errors or not.
    pub(super) fn is_wide(&self) -> bool {
        self.container.is_none() && self.wide.is_some()
    }

    /// Returns the text about an input whose errors are not listed. `is_damaged` says that it has errors in its units, too.
    pub(super) fn describe(&self, errors: &Count, is_damaged: bool) -> String {
        if let Some((container, reader)) = self.container {
            format!("looks like {container}: {errors}, not listed ({reader})")
        } else if let Some(wide) = self.wide.filter(|_| is_damaged) {
            format!("looks like damaged {wide}: as UTF-8, {errors}, not listed (--text lists them)")
        } else if let Some(wide) = self.wide {
            format!(
                "looks like {wide}: {errors}, not listed (placemat convert -f auto reads it, --text lists them)"
            )
        } else if self.is_pdf {
            format!("looks like a PDF document: {errors}, not listed (--text lists them)")
        } else {
            format!("looks binary: {errors}, not listed (--text lists them)")
        }
    }
}
