//! A text whose middle changes from case to case, and the expected result.

use placemat::{Conversion, Encoding};
use placemat_random::Random;

use crate::definition::{self, Form, Outcome};
use crate::report::{Bytes, Tally};
use crate::subject::{self, Converter, Validator};
use crate::text::{Background, Ranges, background};

/// The length before the window and after it: more than the strides of any kernel and their look-back.
const MARGIN: usize = 320;
/// The alignment of texts, so that each position in them is the same lane in every vector.
const ALIGNMENT: usize = 64;

/// A well-formed head and tail, and between them a middle, which may be as long as the longest of the
/// [`LENGTHS`]. The whole text is aligned.
#[derive(Clone, Debug)]
pub struct Frame {
    buffer: Vec<u8>,
    start: usize,
    head: usize,
    /// The current length of the middle.
    middle: usize,
    tail: Vec<u8>,
}

impl Frame {
    /// Creates a frame around a window of `len` bytes and the neighbouring bytes that, together with it,
    /// decide whether they are well-formed. `offset` is the position of the window in a block of 64; `tail`
    /// is the maximum number of bytes after the window.
    pub fn around(
        text: &Background,
        offset: usize,
        len: usize,
        tail: Option<usize>,
    ) -> (Self, Vec<u8>, usize) {
        Frame::at(text, MARGIN + offset, len, tail)
    }

    /// Creates a frame at a position of the text.
    pub fn at(text: &Background, place: usize, len: usize, tail: Option<usize>) -> (Self, Vec<u8>, usize) {
        let end = tail.map_or(text.bytes.len(), |tail| (place + len + tail).min(text.bytes.len()));
        let (from, to) = text.around(place, len);
        let to = to.min(end);
        // A text that is cut may end inside a sequence, so the middle extends to its end.
        let to = if tail.is_some() { end } else { to };
        let frame = Frame::new(&text.bytes[..from], &text.bytes[to..end]);
        (frame, text.bytes[from..to].to_vec(), place - from)
    }

    /// Creates a frame between two texts.
    pub fn new(head: &[u8], tail: &[u8]) -> Self {
        let mut buffer = vec![0; head.len() + tail.len() + LENGTHS[1] + MARGIN];
        let start = buffer.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        buffer[start..start + head.len()].copy_from_slice(head);
        Frame { buffer, start, head: head.len(), middle: usize::MAX, tail: tail.to_vec() }
    }

    /// Returns the text with another alignment.
    pub fn shifted(mut self, by: usize) -> Self {
        let head = self.start..self.start + self.head;
        self.start += by % ALIGNMENT;
        self.buffer.copy_within(head, self.start);
        self
    }

    /// Inserts the middle, and returns the text.
    #[inline]
    fn with(&mut self, middle: &[u8]) -> &[u8] {
        let from = self.start + self.head;
        let to = from + middle.len();
        let end = to + self.tail.len();
        self.buffer[from..to].copy_from_slice(middle);
        if self.middle != middle.len() {
            self.buffer[to..end].copy_from_slice(&self.tail);
            self.middle = middle.len();
        }
        &self.buffer[self.start..end]
    }
}

/// The lengths of texts around windows anywhere in a block: one for which some kernels have an entry of their
/// own, and one for which no kernel has.
pub const LENGTHS: [usize; 2] = [2 * MARGIN + ALIGNMENT, 4 * MARGIN + ALIGNMENT];

/// Returns a background that is long enough for windows anywhere in a block, of a form and another that must
/// be able to hold it. It will be cut to one of the [`LENGTHS`].
pub fn long(random: &mut Random, form: Form, also: Form, ranges: Ranges) -> Background {
    background(random, form, also, ranges, LENGTHS[1])
}

/// The ways in which a conversion is called; a validator has only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// Each of them.
    All,
    /// One of them, by a number that the caller increments.
    Turn(usize),
}

/// A test subject in a frame.
pub trait Framed {
    /// Tests one case: the text with this middle, in these ways.
    fn check_in(&mut self, ways: Ways, middle: &[u8], tally: &mut Tally);

    /// Tests one case in all ways.
    #[inline]
    fn check(&mut self, middle: &[u8], tally: &mut Tally) {
        self.check_in(Ways::All, middle, tally);
    }
}

/// A validator in a frame.
#[derive(Clone, Debug)]
pub struct FramedValidator {
    validator: Validator,
    frame: Frame,
}

impl FramedValidator {
    /// Creates a validator in a frame of its form.
    pub fn new(validator: Validator, frame: Frame) -> Self {
        FramedValidator { validator, frame }
    }

    /// Tests one case, with the offset of its first ill-formed subsequence by the reference.
    #[inline]
    pub fn expect(&mut self, first_error: Option<usize>, middle: &[u8], tally: &mut Tally) {
        let head = self.frame.head;
        let text = self.frame.with(middle);
        let found = (self.validator.first_error)(text);
        let expected = first_error.map(|at| head + at);
        tally.case(found == expected, || {
            format!("{} in {}: {found:?}, not {expected:?}", Bytes(middle), Bytes(text))
        });
    }
}

impl Framed for FramedValidator {
    #[inline]
    fn check_in(&mut self, _: Ways, middle: &[u8], tally: &mut Tally) {
        self.expect(self.validator.form.first_error(middle), middle, tally);
    }
}

/// In one call, and as a stream of one piece.
const WAYS: [subject::Way; 2] = [subject::convert_into, subject::push];

/// A conversion in a frame.
#[derive(Clone, Debug)]
pub struct FramedConverter {
    converter: Converter,
    conversion: Conversion<Encoding, Encoding>,
    frame: Frame,
    /// The expected output of the head, the tail and the middle.
    head: Vec<u8>,
    tail: Vec<u8>,
    middle: Vec<u8>,
    out: Vec<u8>,
}

impl FramedConverter {
    /// Creates a conversion in a frame that both its forms can hold.
    ///
    /// # Panics
    ///
    /// If they cannot.
    pub fn new(converter: Converter, frame: Frame) -> Self {
        FramedConverter::of(converter.conversion(), converter, frame)
    }

    /// Creates a frame for a conversion that claims to be this one.
    ///
    /// # Panics
    ///
    /// If the forms cannot hold the frame.
    pub fn of(conversion: Conversion<Encoding, Encoding>, converter: Converter, frame: Frame) -> Self {
        let Converter { from, to, lossy } = converter;
        let (mut head, mut tail) = (vec![], vec![]);
        let text = &frame.buffer[frame.start..frame.start + frame.head];
        assert_eq!(definition::convert(from, to, false, text, &mut head), Outcome::Done, "{from:?} {to:?}");
        let whole = definition::convert(from, to, lossy, &frame.tail, &mut tail);
        assert_eq!(whole, Outcome::Done, "{from:?} {to:?}");
        let out = vec![0; 4 * frame.buffer.len() + 64];
        FramedConverter { converter, conversion, frame, head, tail, middle: vec![], out }
    }
}

impl Framed for FramedConverter {
    #[inline]
    fn check_in(&mut self, ways: Ways, middle: &[u8], tally: &mut Tally) {
        let Converter { from, to, lossy } = self.converter;
        self.middle.clear();
        let expected = match definition::convert(from, to, lossy, middle, &mut self.middle) {
            Outcome::Done => Outcome::Done,
            Outcome::IllFormed(at) => Outcome::IllFormed(self.frame.head + at),
            Outcome::Unencodable(at) => Outcome::Unencodable(self.frame.head + at),
        };
        let text = self.frame.with(middle);
        let ways = match ways {
            Ways::All => &WAYS[..],
            Ways::Turn(turn) => &WAYS[turn % WAYS.len()..][..1],
        };
        for convert in ways {
            let found = convert(&self.conversion, text, &mut self.out);
            let is_same = found.is_some_and(|(written, outcome)| {
                let tail = if expected == Outcome::Done { &self.tail[..] } else { &[] };
                let rest = self.out[..written].strip_prefix(&self.head[..]);
                let rest = rest.and_then(|rest| rest.strip_prefix(&self.middle[..]));
                outcome == expected && rest == Some(tail)
            });
            tally.case(is_same, || {
                let out = Bytes(&self.out[..found.map_or(0, |(written, _)| written)]);
                let (middle, text) = (Bytes(middle), Bytes(text));
                format!("{middle} in {text}: {found:?}, not {expected:?}: {out}")
            });
        }
    }
}
