//! A form under a permutation of bytes.

use core::fmt;
use core::marker::PhantomData;

use super::STRIP;
use crate::codec::{Codec, CodecInfo, Internal, NotEncoded, One, info_of};
use crate::form::{Form, PairingRule};
use crate::kernel::Kind;
use crate::table::{Decoded, MAX_SEQUENCE, NotDecoded, PermutedRows, Table, inverse};

/// A permutation of bytes, as a type.
pub trait Permutation: Copy + Default + fmt::Debug + Send + Sync + 'static {
    /// The identifier of the scheme.
    const NAME: &'static str;
    /// The byte that replaces each byte of the form. It must contain each byte once, and keep the order of
    /// trailing bytes: anything else does not compile.
    const BYTES: [u8; 256];
}

/// The bytes of a form under a permutation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Permuted<F, P>(PhantomData<(F, P)>);

/// The maximum number of rows of a table in pieces.
const ROWS: usize = 128;
/// The maximum number of excluded rows in pieces.
const EXCLUDED: usize = 32;

impl<F: Form<Unit = u8>, P: Permutation> Permuted<F, P> {
    /// The byte of the form for each byte.
    const BACK: [u8; 256] = inverse(&P::BYTES);
    const ROWS: &'static PermutedRows<ROWS> = &PermutedRows::new(F::TABLE.rows(), &P::BYTES);
    const EXCLUDED: &'static PermutedRows<EXCLUDED> = &PermutedRows::new(F::TABLE.excluded(), &P::BYTES);
    /// What is read and written, as a table of its own: views and properties are derived from it, as from
    /// every other table.
    const TABLE: &'static Table = {
        assert!(F::CARRY.is_none() && F::RESERVED.is_none() && F::REFUSING.is_none(), "a table is all of it");
        &Table::new(8, Self::ROWS.rows(), Self::EXCLUDED.rows())
    };

    /// Writes the bytes of the form for as many bytes as fit, and returns their number.
    #[inline]
    fn fill(bytes: &[u8], units: &mut [u8]) -> usize {
        let mut n = 0;
        for (unit, &byte) in units.iter_mut().zip(bytes) {
            *unit = Self::BACK[usize::from(byte)];
            n += 1;
        }
        n
    }

    /// Replaces bytes of the form with those of the permutation.
    #[inline]
    fn permute(bytes: &mut [u8]) {
        for byte in bytes {
            *byte = P::BYTES[usize::from(*byte)];
        }
    }
}

impl<F: Form<Unit = u8>, P: Permutation> Internal for Permuted<F, P> {
    type Units = u8;
    const KINDS: &'static [Kind] = &[Kind::Other];
    type Kinds = One;
    const PAIRING: Option<PairingRule> = Some(F::PAIRING);

    #[inline]
    fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
        let mut strip = [0; STRIP];
        let (mut read, mut written) = (0, 0);
        loop {
            let count = Self::fill(&units[read..], &mut strip);
            let (bytes, code_points) = F::default().decode_run(&strip[..count], &mut out[written..]);
            if bytes == 0 {
                return (read, written);
            }
            read += bytes;
            written += code_points;
        }
    }

    #[inline]
    fn encode_run(self, code_points: &[u32], out: &mut [u8]) -> (usize, usize) {
        let (read, written) = F::default().encode_run(code_points, out);
        Self::permute(&mut out[..written]);
        (read, written)
    }

    #[inline]
    fn well_formed_run(self, units: &[u8]) -> usize {
        let mut strip = [0; STRIP];
        let mut read = 0;
        loop {
            let count = Self::fill(&units[read..], &mut strip);
            match F::default().well_formed_run(&strip[..count]) {
                0 => return read,
                bytes => read += bytes,
            }
        }
    }
}

impl<F: Form<Unit = u8>, P: Permutation> Codec for Permuted<F, P> {
    type Unit = u8;

    #[inline]
    fn info(self) -> &'static CodecInfo {
        const { &info_of::<F>(P::NAME, 1, Kind::Other).with_table(Self::TABLE) }
    }

    #[inline]
    fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        let mut bytes = [0; MAX_SEQUENCE];
        let count = Self::fill(units, &mut bytes);
        // No sequence is longer than this.
        F::default().decode_next(&bytes[..count], end || count == MAX_SEQUENCE)
    }

    #[inline]
    fn encode_next(self, code_point: u32, out: &mut [u8]) -> Result<usize, NotEncoded> {
        let len = F::default().encode_next(code_point, out)?;
        Self::permute(&mut out[..len]);
        Ok(len)
    }
}

#[cfg(test)]
mod tests;
