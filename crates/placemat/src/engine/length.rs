//! The length of the output, without writing it.

use crate::codec::Codec;
use crate::engine::sink::Sink;
use crate::engine::{Conversion, Transcoder};
use crate::error::Failure;
use crate::unit::Unit;

/// The number of units that are converted at a time: few after a kernel has measured the text before them,
/// otherwise more.
const FEW: usize = 64;
const MANY: usize = 1024;

impl<S: Codec, T: Codec> Conversion<S, T> {
    /// Returns the exact number of output units for `input`, without keeping them.
    ///
    /// Kernels validate and count between UTF-8, CESU-8, Modified UTF-8, UTF-16 and their variants with
    /// surrogates; from UTF-8 and UTF-16 to UTF-32; and from UTF-32 and ISO-8859-1 to UTF-8, UTF-16 and
    /// UTF-32. Surrogates are counted one by one. Other pairs take as long as the conversion. For text that
    /// is known to be well-formed, the functions of forms such as
    /// [`Utf8::utf16_len`](crate::form::Utf8::utf16_len) are faster.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Utf16}, Conversion, Options};
    /// let conversion = Conversion::new(Utf8, Utf16, Options::default()).unwrap();
    /// assert_eq!(conversion.length("a💩".as_bytes()), Ok(3));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns what would stop the conversion.
    pub fn length(&self, input: &[S::Unit]) -> Result<u64, Failure> {
        let resolved = self.source.resolve(input)?;
        let base = resolved.text.start as u64;
        let target = self.target.unframed();
        let conversion = Conversion { source: resolved.codec, target, options: self.options };
        let mut transcoder = conversion.resolved_transcoder().at(base);
        let text = &input[resolved.text];
        let is_framed = self.target.info().whole_input;
        // Long texts are measured from the start, after a byte order mark or signature.
        let room = if is_framed || text.len() <= FEW { MANY } else { 0 };
        let mut counter = Counter { scratch: [T::Unit::default(); MANY], room, is_framed, utf_16_units: 0 };
        transcoder.convert_all::<false, _>(text, &mut counter, &mut ())?;
        Ok(transcoder.written() + self.target.frame_length(transcoder.written(), counter.utf_16_units))
    }
}

/// A sink that discards the output. The transcoder knows its length.
struct Counter<U> {
    scratch: [U; MANY],
    /// The number of scratch units in use.
    room: usize,
    /// `true` if the text is in a frame, which needs the number of UTF-16 units.
    is_framed: bool,
    utf_16_units: u64,
}

impl<S: Codec, T: Codec> Sink<S, T> for Counter<T::Unit> {
    fn room(&mut self) -> &mut [T::Unit] {
        &mut self.scratch[..self.room]
    }

    fn take(&mut self, units: usize) {
        if self.is_framed {
            self.utf_16_units += utf_16_units(&self.scratch[..units]);
        }
    }

    fn make_room(&mut self, _: usize, transcoder: &mut Transcoder<S, T>, left: &[S::Unit]) -> usize {
        if self.is_framed {
            return 0;
        }
        let measured = transcoder.measure(left);
        self.room = if measured > 0 { FEW } else { MANY };
        measured
    }
}

/// Returns the number of UTF-16 units in bytes of Modified UTF-8, which the frame needs. Each unit has one
/// byte that is not a trail byte.
fn utf_16_units<U: Unit>(bytes: &[U]) -> u64 {
    bytes.iter().filter(|byte| byte.to_u32() & 0xC0 != 0x80).count() as u64
}
