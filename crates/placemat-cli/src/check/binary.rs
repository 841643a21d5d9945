//! Inputs that look binary. They are not text, and have thousands of errors, so the report counts the errors
//! and does not list them.

use crate::detect;
use crate::input::Input;
use crate::mark;
use crate::show::Count;
use crate::walk::BINARY;

/// The errors of a binary input are listed only if there are at most this many.
const FEW: u64 = 10;

/// What is known of an input so far.
#[derive(Debug, Default)]
pub(super) struct Binary {
    /// How much of the input has been examined.
    looked: usize,
    is_binary: bool,
    /// The name of a file format with text in it, and what reads that.
    container: Option<(&'static str, &'static str)>,
    /// `true` while the list of errors is held back until it is known whether they are few.
    pub(super) is_held: bool,
    is_utf_16: bool,
}

impl Binary {
    /// Examines the next piece of the input. A byte 00 near the start makes it binary.
    pub(super) fn look(&mut self, piece: &[u8]) {
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
            // A document's magic number has a byte 00, and the document is text.
            if mark::is_of_document(piece) {
                self.looked = BINARY;
            }
        }
        let front = &piece[..piece.len().min(BINARY - self.looked)];
        self.looked += front.len();
        if memchr::memchr(0, front).is_some() {
            self.looked = BINARY;
            (self.is_binary, self.is_held) = (true, true);
        }
    }

    /// Returns `true` if the input is binary and has so many errors that they are not listed.
    pub(super) fn is_left_out(&self, errors: u64) -> bool {
        self.is_binary && errors > FEW
    }

    /// Determines whether the input looks like UTF-16, which often looks binary.
    pub(super) fn look_for_utf_16(&mut self, input: &mut Input) {
        self.is_utf_16 = input.is_rereadable() && detect::is_utf_16(input).is_ok_and(|is_utf_16| is_utf_16);
    }

    /// Returns the text about an input whose errors are not listed.
    pub(super) fn describe(&self, errors: &Count) -> String {
        if let Some((container, reader)) = self.container {
            format!("looks like {container}: {errors}, not listed ({reader})")
        } else if self.is_utf_16 {
            format!("looks like UTF-16: {errors}, not listed (-e auto reads UTF-16, --text lists them)")
        } else {
            format!("looks binary: {errors}, not listed (--text lists them)")
        }
    }
}
