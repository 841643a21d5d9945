//! Conversion in one call, from a slice into a slice.
//!
//! The kernel gets the whole input at once, before there is any state. Most calls end there. Only if it stops
//! does a transcoder continue after it.

use super::conversion::{Conversion, Unsupported};
use super::event::{Progress, Status};
use super::selection::kernel_for;
use super::transcoder::Transcoder;
use crate::cast::{bytes_of, bytes_of_mut};
use crate::codec::Codec;
use crate::options::Options;
use crate::policy::OnUnencodable;
use crate::simd::Isa;
use crate::unit::Endian;

impl<S: Codec, T: Codec> Conversion<S, T> {
    /// Converts a whole input into a slice, without allocation. The result is that of `convert`, and a call
    /// is as fast for a few units as for many. For wrappers that must see their whole input, an error of the
    /// input as a whole is reported before anything is written; [`Transcoder::push`] only knows what it has
    /// seen.
    ///
    /// With [`Status::OutputFull`], the units that were read are those whose output is written. Calls that
    /// continue at `&input[read..]`, each with room for at least the units that the last one needed, together
    /// write what one call writes. A lead surrogate that waits for a trail surrogate, and an ill-formed
    /// subsequence whose replacement does not fit, are read again. After an error, continue after its offset
    /// and its length, not after the units that were read.
    ///
    /// A call knows nothing of previous calls. So use a [`Transcoder`] if something happens only at the start
    /// of the text: if the source may begin with a byte order mark or another signature, or if the target
    /// writes one. Wrappers that must see their whole input cannot be continued at `&input[read..]`.
    ///
    /// The contents of `output` after [`Progress::written`] are unspecified.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Utf16}, Conversion, Options, Status};
    /// let conversion = Conversion::new(Utf8, Utf16, Options::default()).unwrap();
    /// let mut units = [0; 3];
    /// let (progress, status) = conversion.convert_into("a💩".as_bytes(), &mut units).unwrap();
    /// assert_eq!((progress.read, progress.written, status), (5, 3, Status::Done));
    /// assert_eq!(units, [0x61, 0xD83D, 0xDCA9]);
    ///
    /// let (progress, status) = conversion.convert_into("a💩".as_bytes(), &mut units[..2]).unwrap();
    /// assert_eq!((progress.read, progress.written, status), (1, 1, Status::OutputFull { needed: 2 }));
    ///
    /// // In a loop, with a small buffer.
    /// let (mut rest, mut text) = ("a💩b".as_bytes(), Vec::<u16>::new());
    /// loop {
    ///     let (progress, status) = conversion.convert_into(rest, &mut units)?;
    ///     text.extend(&units[..progress.written]);
    ///     rest = &rest[progress.read..];
    ///     match status {
    ///         Status::OutputFull { needed } => assert!(needed <= units.len()),
    ///         _ => break,
    ///     }
    /// }
    /// assert_eq!(text, [0x61, 0xD83D, 0xDCA9, 0x62]);
    /// # Ok::<(), placemat::Unsupported>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported::WholeInput`] for targets in a frame. An error in the input is a [`Status`].
    #[inline]
    pub fn convert_into(
        &self,
        input: &[S::Unit],
        output: &mut [T::Unit],
    ) -> Result<(Progress, Status), Unsupported> {
        let info = self.target.info();
        if info.whole_input {
            return Err(Unsupported::WholeInput(info.name));
        }
        let resolved = match self.source.resolve(input) {
            Ok(resolved) => resolved,
            Err(error) => return Ok((Progress::default(), Status::IllFormed(error))),
        };
        let conversion = Conversion { source: resolved.codec, target: self.target, options: self.options };
        let base = resolved.text.start;
        let (mut progress, status) =
            conversion.text_into::<false>(&input[resolved.text], output, base as u64);
        progress.read = if status == Status::Done { resolved.end } else { base + progress.read };
        Ok((progress, status))
    }

    /// Converts the text of any wrapper, which begins `base` units after the start of the input. If
    /// `TRUSTS`, the text must be well-formed.
    #[inline]
    pub(super) fn text_into<const TRUSTS: bool>(
        &self,
        input: &[S::Unit],
        output: &mut [T::Unit],
        base: u64,
    ) -> (Progress, Status) {
        let mut progress = Progress::default();
        let mark = self.target.mark();
        if let (Some(preamble), Some(room), false) = (
            self.source.begin(input, true, self.options.default_endian),
            output.get_mut(..mark.len()),
            is_stepwise(&self.source, self.options),
        ) {
            // The copy would be a call even for no units.
            if !mark.is_empty() {
                room.copy_from_slice(mark);
            }
            let source = preamble.order.map_or(self.source, |order| self.source.with_order(order));
            let target = self.target.with_order(Endian::Big);
            if let Some(kernel) = kernel_for::<S, T, TRUSTS>(source, target, self.options) {
                let (rest, room) =
                    (bytes_of(&input[preamble.skip..]), bytes_of_mut(&mut output[mark.len()..]));
                // The address of an empty slice may be anything, and a masked load from there is slow.
                if rest.is_empty() {
                    return (Progress { read: preamble.skip, written: mark.len() }, Status::Done);
                }
                let (read, written) = kernel.run(Isa::current(), rest, room);
                progress.read = preamble.skip + read / size_of::<S::Unit>();
                progress.written = mark.len() + written / size_of::<T::Unit>();
                if read == rest.len() {
                    return (progress, Status::Done);
                }
                return self.go_on(source, progress, input, output, base);
            }
        }
        self.by_transcoder(input, output, base)
    }

    /// Converts without a kernel.
    #[inline(never)]
    fn by_transcoder(&self, input: &[S::Unit], output: &mut [T::Unit], base: u64) -> (Progress, Status) {
        self.resolved_transcoder().at(base).push_last(input, output)
    }

    /// Continues after the kernel.
    #[inline(never)]
    fn go_on(
        &self,
        source: S,
        done: Progress,
        input: &[S::Unit],
        output: &mut [T::Unit],
        base: u64,
    ) -> (Progress, Status) {
        let mut transcoder = Transcoder::after(source, self.target, self.options, base, done);
        let (progress, status) = transcoder.push_last(&input[done.read..], &mut output[done.written..]);
        (Progress { read: done.read + progress.read, written: done.written + progress.written }, status)
    }
}

/// Returns `true` if every code point must be examined, so that no kernel can be used.
#[inline]
fn is_stepwise<S: Codec>(source: &S, options: Options) -> bool {
    options.on_unencodable == OnUnencodable::PrivateUse
        || options.refuse_surrogates && source.info().refusing.is_some()
}
