//! Text whose length is computed without writing it.

use super::{Stage, Transcoder};
use crate::cast::bytes_of;
use crate::codec::Codec;
use crate::engine::selection::{length_of, replaced_length_of};
use crate::kernel::Length;
use crate::policy::{OnError, OnUnencodable};
use crate::simd::Isa;

impl<S: Codec, T: Codec> Transcoder<S, T> {
    /// Counts the output of the start of `input`, as far as a kernel computes it. Returns the number of units
    /// read.
    pub(in crate::engine) fn measure(&mut self, input: &[S::Unit]) -> usize {
        let waits = self.reading.waits() || self.writing.held_len > 0;
        let stepwise = self.refusing.is_some() || self.options.on_unencodable == OnUnencodable::PrivateUse;
        if self.stage != Stage::Body || self.writing.mark_due || waits || stepwise {
            return 0;
        }
        let run = |length: Option<Length>| length.map_or((0, 0), |run| run(Isa::current(), bytes_of(input)));
        let replaces = self.options.on_error == OnError::Replace
            && !self.options.heal_pairs
            && !self.options.pass_reserved;
        let (mut bytes, mut units) =
            if replaces { run(replaced_length_of(self.reading.source, self.target)) } else { (0, 0) };
        if bytes == 0 {
            // Only up to a surrogate: the policy decides about those.
            (bytes, units) = run(length_of(self.reading.source, self.target));
        }
        let read = bytes / size_of::<S::Unit>();
        self.reading.offset += read as u64;
        self.writing.total_written += units * self.to.width as u64;
        read
    }
}
