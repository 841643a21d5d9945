//! Text that comes one byte at a time, as from a slow connection: its lines, and its first error.
//!
//! ```sh
//! printf 'caf\303\251\n\360\237\222\251 \377\n' | cargo run --example trickle -- -
//! ```
//!
//! Without an argument, it reads a text of its own.

use std::env;
use std::io::{self, BufRead, Read};
use std::process::ExitCode;

use placemat::stream::Reader;
use placemat::stream::{LossyUtf8, Validator};
use placemat::{Encoding, Error, OnError, Options};

const SAMPLE: &[u8] = b"caf\xC3\xA9\n\xF0\x9F\x92\xA9 \xFF\n\xE2\x82";

fn main() -> ExitCode {
    let told = match env::args_os().nth(1) {
        Some(_) => {
            let mut input = vec![];
            io::stdin().read_to_end(&mut input).and_then(|_| tell(&input))
        }
        None => tell(SAMPLE),
    };
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trickle: {error}");
            ExitCode::FAILURE
        }
    }
}

fn tell(input: &[u8]) -> io::Result<()> {
    for line in lines(Trickle::new(input))? {
        println!("{line}");
    }
    println!("{} code points", pieces(Trickle::new(input))?.chars().count());
    match first_error(Trickle::new(input))? {
        Some((error, read)) => println!("{error}; {read} bytes were read"),
        None => println!("well-formed"),
    }
    Ok(())
}

/// Returns one byte at a time, and is interrupted before each.
#[derive(Debug)]
pub(crate) struct Trickle<'a> {
    rest: &'a [u8],
    is_interrupted: bool,
}

impl<'a> Trickle<'a> {
    pub(crate) fn new(rest: &'a [u8]) -> Self {
        Trickle { rest, is_interrupted: false }
    }
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = buffer.len().min(1);
        self.rest.read(&mut buffer[..len])
    }
}

/// Returns the lines, with U+FFFD for ill-formed subsequences. A sequence may be cut anywhere.
pub(crate) fn lines(reader: impl Read) -> io::Result<Vec<String>> {
    let options = Options { on_error: OnError::Replace, ..Options::default() };
    let reader = Reader::new(reader, Encoding::Utf8, Encoding::Utf8, options).map_err(io::Error::other)?;
    reader.lines().collect()
}

/// Returns the text from pieces, of which well-formed text is not copied.
pub(crate) fn pieces(mut reader: impl Read) -> io::Result<String> {
    let (mut decoder, mut text) = (LossyUtf8::new(), String::new());
    while let Some(byte) = next(&mut reader)? {
        decoder.push(&[byte], |piece| text.push_str(piece));
    }
    decoder.finish(|piece| text.push_str(piece));
    Ok(text)
}

/// Returns the first error, and the number of bytes that had been read when it was certain: a WebSocket
/// closes there.
pub(crate) fn first_error(mut reader: impl Read) -> io::Result<Option<(Error, u64)>> {
    let mut validator = Validator::new(Encoding::Utf8).map_err(io::Error::other)?;
    let mut read = 0;
    while let Some(byte) = next(&mut reader)? {
        read += 1;
        if let Err(error) = validator.push(&[byte]) {
            return Ok(Some((error, read)));
        }
    }
    Ok(validator.finish().err().map(|error| (error, read)))
}

/// Returns the next byte, however often the reader is interrupted.
fn next(reader: &mut impl Read) -> io::Result<Option<u8>> {
    let mut byte = [0];
    loop {
        match reader.read(&mut byte) {
            Ok(0) => return Ok(None),
            Ok(_) => return Ok(Some(byte[0])),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
