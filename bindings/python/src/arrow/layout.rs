//! The supported layouts of columns, and their values.

use std::sync::Arc;

use placemat::columns::{Column, Malformed, Validity, View};

use super::c::{Array, Buffer, Field};

/// How the values of a column are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Offsets32,
    Offsets64,
    Views,
    /// Indices of values that are stored elsewhere.
    Dictionary(Index, Box<Layout>),
}

/// An integer that is the index of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Index {
    width: usize,
    is_signed: bool,
}

impl Index {
    fn of(format: &str) -> Option<Self> {
        let (width, is_signed) = match format {
            "c" => (1, true),
            "C" => (1, false),
            "s" => (2, true),
            "S" => (2, false),
            "i" => (4, true),
            "I" => (4, false),
            "l" => (8, true),
            "L" => (8, false),
            _ => return None,
        };
        Some(Index { width, is_signed })
    }

    /// Returns the number of bytes.
    pub(crate) const fn width(self) -> usize {
        self.width
    }

    /// Returns the index in these bytes; `None` if it is negative.
    fn number(self, bytes: &[u8]) -> Option<usize> {
        let mut number = [0; 8];
        if cfg!(target_endian = "big") {
            number[8 - self.width..].copy_from_slice(bytes);
        } else {
            number[..self.width].copy_from_slice(bytes);
        }
        let number = u64::from_ne_bytes(number);
        let is_negative = self.is_signed && number >> (8 * self.width - 1) & 1 == 1;
        if is_negative { None } else { usize::try_from(number).ok() }
    }
}

/// Returns the layout of a field.
pub(crate) fn layout_of(field: &Field) -> Result<Layout, String> {
    let layout = match (&field.dictionary, Index::of(&field.format)) {
        (Some(values), Some(index)) => match layout_of(values)? {
            Layout::Dictionary(..) => None,
            layout => Some(Layout::Dictionary(index, Box::new(layout))),
        },
        _ => match field.format.as_str() {
            "z" | "u" => Some(Layout::Offsets32),
            "Z" | "U" => Some(Layout::Offsets64),
            "vz" | "vu" => Some(Layout::Views),
            _ => None,
        },
    };
    layout.ok_or_else(|| {
        format!("a column of strings or of bytes is required, not one of Arrow's format '{}'", field.format)
    })
}

/// Returns `true` if the type of the field is text.
pub(crate) fn is_text(field: &Field) -> bool {
    match &field.dictionary {
        Some(values) => is_text(values),
        None => field.format.ends_with(['u', 'U']),
    }
}

/// Returns the field with a type of text or of bytes.
pub(crate) fn called(field: &Field, text: bool) -> Field {
    if let Some(values) = &field.dictionary {
        return Field { dictionary: Some(Box::new(called(values, text))), ..field.clone() };
    }
    let format = match (field.format.as_str(), text) {
        ("z" | "u", true) => "u",
        ("z" | "u", false) => "z",
        ("Z" | "U", true) => "U",
        ("Z" | "U", false) => "Z",
        (_, true) => "vu",
        (_, false) => "vz",
    };
    field.with_format(format)
}

/// An array whose values can be accessed.
#[derive(Clone)]
pub(crate) struct Chunk {
    pub(crate) array: Arc<Array>,
    layout: Layout,
}

impl Chunk {
    /// Creates a chunk from an array of this layout, if everything that its values need is there.
    pub(crate) fn new(array: Arc<Array>, layout: &Layout) -> Result<Self, String> {
        let chunk = Chunk { array, layout: layout.clone() };
        chunk.with_entries(|_| ()).map_err(|malformed| malformed.to_string())?;
        if let (Layout::Dictionary(index, _), Some(values)) = (layout, &chunk.array.dictionary) {
            let numbers = chunk.array.buffers[0].bytes();
            for row in (0..chunk.len()).filter(|&row| chunk.is_valid(row)) {
                let start = (chunk.array.offset + row) * index.width;
                let number = index.number(&numbers[start..start + index.width]);
                if number.is_none_or(|number| number >= values.len) {
                    return Err(format!("malformed column: the value of row {row} is not in the dictionary"));
                }
            }
        }
        Ok(chunk)
    }

    /// Returns a chunk of another array with the same layout.
    pub(crate) fn with_array(&self, array: Arc<Array>) -> Self {
        Chunk { array, layout: self.layout.clone() }
    }

    pub(crate) fn len(&self) -> usize {
        self.array.len
    }

    fn is_dictionary(&self) -> bool {
        self.array.dictionary.is_some()
    }

    /// Returns the array that holds the values: the dictionary's, or the array itself.
    pub(crate) fn entries(&self) -> &Arc<Array> {
        self.array.dictionary.as_ref().unwrap_or(&self.array)
    }

    /// Returns `true` if this row has a value, or at least the index of one.
    fn is_valid(&self, row: usize) -> bool {
        match &self.array.validity {
            Some(bits) => bit(bits.bytes(), self.array.offset + row),
            None => true,
        }
    }

    /// Returns the index of the entry of a row; `None` for a null.
    pub(crate) fn entry(&self, row: usize) -> Option<usize> {
        if !self.is_valid(row) {
            return None;
        }
        let Layout::Dictionary(index, _) = self.layout else { return Some(row) };
        let start = (self.array.offset + row) * index.width;
        let entry = index.number(&self.array.buffers[0].bytes()[start..start + index.width])?;
        let values = self.entries();
        let is_valid = |bits: &Buffer| bit(bits.bytes(), values.offset + entry);
        values.validity.as_ref().is_none_or(is_valid).then_some(entry)
    }

    /// Returns how many rows use each entry; `None` if every row has an entry of its own.
    pub(crate) fn uses(&self) -> Option<Vec<u64>> {
        self.is_dictionary().then(|| {
            let mut uses = vec![0; self.entries().len];
            for entry in (0..self.len()).filter_map(|row| self.entry(row)) {
                uses[entry] += 1;
            }
            uses
        })
    }

    /// Returns the number of null rows.
    pub(crate) fn nulls(&self) -> usize {
        match (&self.array.nulls, self.is_dictionary()) {
            (Some(nulls), false) => *nulls,
            _ => (0..self.len()).filter(|&row| self.entry(row).is_none()).count(),
        }
    }

    /// Calls `work` with the entries as a column of the library.
    pub(crate) fn with_entries<R>(&self, work: impl FnOnce(&Column<'_>) -> R) -> Result<R, Malformed> {
        let array = &**self.entries();
        let layout = match &self.layout {
            Layout::Dictionary(_, values) => values,
            layout => layout,
        };
        let end = array.offset + array.len;
        let validity = match &array.validity {
            Some(bits) => Some(Validity::new(bits.bytes(), array.offset, array.len)?),
            None => None,
        };
        let column = match layout {
            Layout::Offsets32 => {
                let offsets = array.buffers[0].values::<i32>().get(array.offset..).unwrap_or_default();
                Column::new(array.buffers[1].bytes(), offsets, validity)?
            }
            Layout::Offsets64 => {
                let offsets = array.buffers[0].values::<i64>().get(array.offset..).unwrap_or_default();
                Column::new(array.buffers[1].bytes(), offsets, validity)?
            }
            _ => {
                let views = &array.buffers[0].values::<View>()[array.offset..end];
                let buffers: Vec<_> = array.buffers[1..].iter().map(Buffer::bytes).collect();
                return Column::of_views(views, &buffers, validity).map(|column| work(&column));
            }
        };
        Ok(work(&column))
    }
}

fn bit(bits: &[u8], at: usize) -> bool {
    bits[at / 8] >> (at % 8) & 1 == 1
}
