//! Arrays that are made by this package.

use std::sync::Arc;

use placemat::columns::{Data, Rewritten};

use super::c::{Array, Buffer, Field};
use super::layout::Chunk;

/// Bits, from the least significant of a byte on.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    len: usize,
    zeros: usize,
}

impl Bits {
    fn with_room(len: usize) -> Self {
        Bits { bytes: Vec::with_capacity(len.div_ceil(8)), ..Bits::default() }
    }

    fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let (true, Some(last)) = (bit, self.bytes.last_mut()) {
            *last |= 1 << (self.len % 8);
        }
        self.zeros += usize::from(!bit);
        self.len += 1;
    }

    /// Returns the bits as a validity bitmap, which is needed only if there are nulls.
    fn validity(self) -> (Option<Buffer>, Option<usize>) {
        let bits = (self.zeros > 0).then(|| Buffer::of(self.bytes));
        (bits, Some(self.zeros))
    }
}

fn array(len: usize, (validity, nulls): (Option<Buffer>, Option<usize>), buffers: Vec<Buffer>) -> Arc<Array> {
    Arc::new(Array { len, offset: 0, nulls, validity, buffers, has_views: false, dictionary: None })
}

/// Returns a boolean for each row of a chunk: `true` unless the row is one of these. Nulls are null.
pub(super) fn none_of(chunk: &Chunk, rows: impl Iterator<Item = usize>) -> Arc<Array> {
    let len = chunk.len();
    let mut bits = vec![0xFF_u8; len.div_ceil(8)];
    for row in rows {
        bits[row / 8] &= !(1 << (row % 8));
    }
    array(len, validity(chunk), vec![Buffer::of(bits)])
}

/// Returns which rows of a chunk are null, from bit 0 on, and how many.
fn validity(chunk: &Chunk) -> (Option<Buffer>, Option<usize>) {
    let array = &chunk.array;
    match (&array.validity, &array.dictionary) {
        (None, None) => (None, Some(0)),
        (Some(bits), None) if array.offset == 0 => (Some(bits.clone()), array.nulls),
        _ => {
            let mut bits = Bits::with_room(array.len);
            (0..array.len).for_each(|row| bits.push(chunk.entry(row).is_some()));
            bits.validity()
        }
    }
}

/// Returns the format of the result of `none_of`.
pub(super) fn booleans() -> Field {
    Field::new("b")
}

/// Returns an array of numbers or nulls.
pub(super) fn numbers(values: impl ExactSizeIterator<Item = Option<i64>>) -> Arc<Array> {
    let len = values.len();
    let (mut bits, mut numbers) = (Bits::with_room(len), Vec::with_capacity(len));
    for value in values {
        bits.push(value.is_some());
        numbers.push(value.unwrap_or(0));
    }
    array(len, bits.validity(), vec![Buffer::of(numbers)])
}

/// Returns the format of the result of `numbers`.
pub(super) fn integers() -> Field {
    Field::new("l")
}

/// Returns an array of names or nulls.
pub(super) fn names<'n>(
    values: impl ExactSizeIterator<Item = Option<&'n str>>,
) -> Result<Arc<Array>, String> {
    let len = values.len();
    let mut bits = Bits::with_room(len);
    let mut offsets = Vec::with_capacity(len + 1);
    let mut text = vec![];
    offsets.push(0_i32);
    for value in values {
        bits.push(value.is_some());
        text.extend_from_slice(value.unwrap_or("").as_bytes());
        let end = i32::try_from(text.len());
        offsets.push(end.map_err(|_| "too many rows in one array for a column of names".to_owned())?);
    }
    Ok(array(len, bits.validity(), vec![Buffer::of(offsets), Buffer::of(text)]))
}

/// Returns the format of the result of `names`.
pub(super) fn strings() -> Field {
    Field::new("u")
}

/// Returns the array of the rewritten values.
pub(super) fn rewritten<E>(source: &Arc<Array>, made: Rewritten<E>) -> Arc<Array> {
    let (buffers, has_views) = match made.data {
        Data::Unchanged => return Arc::clone(source),
        Data::Offsets32 { values, offsets } => (vec![Buffer::of(offsets), Buffer::of(values)], false),
        Data::Offsets64 { values, offsets } => (vec![Buffer::of(offsets), Buffer::of(values)], false),
        Data::Views { views, added } => {
            let others = source.buffers.iter().skip(1).cloned();
            let buffers = [Buffer::of(views)].into_iter().chain(others);
            (buffers.chain(added.into_iter().map(Buffer::of)).collect(), true)
        }
    };
    let (validity, nulls) = match (made.validity, &source.validity) {
        (Some(bits), _) => (Some(Buffer::of(bits)), None),
        (None, Some(bits)) => (Some(shifted(bits, source.offset, source.len)), source.nulls),
        (None, None) => (None, Some(0)),
    };
    Arc::new(Array { len: source.len, offset: 0, nulls, validity, buffers, has_views, dictionary: None })
}

/// Returns a dictionary with new values. The rows of the entries in `nulled`, whose values could not be
/// converted, are null.
pub(super) fn of_dictionary(chunk: &Chunk, values: Arc<Array>, nulled: &[usize]) -> Arc<Array> {
    let source = &chunk.array;
    let values = Array { validity: None, nulls: Some(0), ..(*values).clone() };
    let old = chunk.entries();
    let values = match &old.validity {
        Some(bits) if values.offset == old.offset => {
            Array { validity: Some(bits.clone()), nulls: old.nulls, ..values }
        }
        Some(bits) => {
            Array { validity: Some(shifted(bits, old.offset, old.len)), nulls: old.nulls, ..values }
        }
        None => values,
    };
    let dictionary = Some(Arc::new(values));
    if nulled.is_empty() {
        return Arc::new(Array { dictionary, ..(**source).clone() });
    }
    // Only the bits of the rows are rewritten; those before the first row are irrelevant.
    let mut bits = vec![0xFF_u8; (source.offset + source.len).div_ceil(8)];
    for row in 0..source.len {
        let is_valid = chunk.entry(row).is_some_and(|entry| nulled.binary_search(&entry).is_err());
        if !is_valid {
            let at = source.offset + row;
            bits[at / 8] &= !(1 << (at % 8));
        }
    }
    Arc::new(Array { validity: Some(Buffer::of(bits)), nulls: None, dictionary, ..(**source).clone() })
}

/// Returns a part of a bitmap, from bit 0 on.
fn shifted(bits: &Buffer, start: usize, len: usize) -> Buffer {
    if start == 0 {
        return bits.clone();
    }
    let shift = start % 8;
    let source = &bits.bytes()[start / 8..];
    let byte = |k: usize| u16::from(source.get(k).copied().unwrap_or(0));
    let bytes: Vec<_> = (0..len.div_ceil(8)).map(|k| ((byte(k + 1) << 8 | byte(k)) >> shift) as u8).collect();
    Buffer::of(bytes)
}
