//! How long an output is, without making it.

use crate::codec::Codec;
use crate::engine::observer::Unobserved;
use crate::engine::sink::Sink;
use crate::engine::{Conversion, Transcoder};
use crate::error::Failure;
use crate::unit::Unit;

/// Units that are converted at a time: a few where a kernel has measured what came before, more where there is none.
const FEW: usize = 64;
const MANY: usize = 1024;

impl<S: Codec, T: Codec> Conversion<S, T> {
    /// How many units come of `input`, exactly, without keeping them.
    ///
    /// Between UTF-8, CESU-8, Modified UTF-8, UTF-16 and their like with surrogates, from UTF-8 and UTF-16 to UTF-32, from that
    /// and from ISO-8859-1 to UTF-8, UTF-16 and UTF-32 the text is validated and counted, surrogates one by one; otherwise this
    /// takes as long as the conversion. What is known to be well-formed is faster to [`count`](crate::count).
    ///
    /// ```
    /// use placemat::{form::{Utf8, Utf16}, Conversion, Options};
    /// let conversion = Conversion::new(Utf8, Utf16, Options::default()).unwrap();
    /// assert_eq!(conversion.length("a💩".as_bytes()), Ok(3));
    /// ```
    ///
    /// # Errors
    ///
    /// What would stop the conversion.
    pub fn length(&self, input: &[S::Unit]) -> Result<u64, Failure> {
        let resolved = self.source.resolve(input)?;
        let base = resolved.text.start as u64;
        let target = self.target.unframed();
        let conversion = Conversion { source: resolved.codec, target, options: self.options };
        let mut transcoder = conversion.resolved_transcoder().at(base);
        let text = &input[resolved.text];
        let is_framed = self.target.facts().whole_input;
        // Long texts are measured from the start, as soon as a mark is out of the way.
        let room = if is_framed || text.len() <= FEW { MANY } else { 0 };
        let mut counter = Counter { scratch: [T::Unit::default(); MANY], room, is_framed, utf_16_units: 0 };
        transcoder.carry::<false, _>(text, &mut counter, &mut Unobserved)?;
        Ok(transcoder.written() + self.target.frame_length(transcoder.written(), counter.utf_16_units))
    }
}

/// Forgets what is written. The transcoder knows how much it was.
struct Counter<U> {
    scratch: [U; MANY],
    /// How much of the scratch is used.
    room: usize,
    /// A frame is around the text, and needs the number of UTF-16 units in it.
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

/// How many units of UTF-16 some bytes of Modified UTF-8 are, which decides on the frame: each has one byte that is no
/// trail byte.
fn utf_16_units<U: Unit>(bytes: &[U]) -> u64 {
    bytes.iter().filter(|byte| byte.to_u32() & 0xC0 != 0x80).count() as u64
}
