//! Conversion into memory that is not initialized.

use core::mem::MaybeUninit;

use super::conversion::{Conversion, Unsupported};
use super::event::{Progress, Status};
use crate::cast::zeroed;
use crate::codec::Codec;

impl<S: Codec, T: Codec> Conversion<S, T> {
    /// Converts as [`convert_into`](Conversion::convert_into) does, into memory that need not be initialized.
    /// Returns the units that were written, which are the first of `output`.
    ///
    /// As much of `output` as the conversion can use is set to zero first. That takes less time than the
    /// conversion, but it is not free, and the units after the written ones do not keep their values.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use placemat::{form::{Utf8, Utf16}, Conversion, Options, Status};
    /// let conversion = Conversion::new(Utf8, Utf16, Options::default())?;
    /// let mut room = [MaybeUninit::uninit(); 64];
    /// let (units, progress, status) = conversion.convert_into_uninit("a💩".as_bytes(), &mut room)?;
    /// assert_eq!((&*units, progress.read, status), (&[0x61, 0xD83D, 0xDCA9][..], 5, Status::Done));
    ///
    /// // Behind the content of a vector.
    /// let mut text = vec![0x3E];
    /// text.reserve(conversion.worst_case(3).unwrap());
    /// let written = conversion.convert_into_uninit(b"abc", text.spare_capacity_mut())?.0.len();
    /// // SAFETY: these units were written.
    /// unsafe { text.set_len(text.len() + written) };
    /// assert_eq!(text, [0x3E, 0x61, 0x62, 0x63]);
    /// # Ok::<(), placemat::Unsupported>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported::WholeInput`] for targets in a frame. An error in the input is a [`Status`].
    pub fn convert_into_uninit<'o>(
        &self,
        input: &[S::Unit],
        output: &'o mut [MaybeUninit<T::Unit>],
    ) -> Result<(&'o mut [T::Unit], Progress, Status), Unsupported> {
        let room = self.worst_case(input.len()).map_or(output.len(), |most| most.min(output.len()));
        let units = zeroed(&mut output[..room]);
        let (progress, status) = self.convert_into(input, units)?;
        Ok((&mut units[..progress.written], progress, status))
    }
}
