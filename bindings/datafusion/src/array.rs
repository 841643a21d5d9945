//! Conversions between Arrow arrays and columns of bytes.
//!
//! Arrays of strings are read as bytes, never as the text that their type declares. Arrays of strings that
//! are made here pass Arrow's own validation.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, GenericBinaryArray, GenericByteArray, GenericByteViewArray,
    GenericStringArray, GenericStringBuilder, OffsetSizeTrait, StringViewArray, StringViewBuilder,
};
use arrow::buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow::datatypes::{ByteArrayType, ByteViewType, DataType};
use datafusion_common::{Result, exec_datafusion_err, internal_datafusion_err, internal_err};
use placemat::columns::{Column, Data, Malformed, Rewritten, Validity, View};

/// Returns the type of text, or of bytes, in the layout of another.
pub(crate) fn of_type(values: &DataType, is_text: bool) -> DataType {
    match (values, is_text) {
        (DataType::Utf8 | DataType::Binary, true) => DataType::Utf8,
        (DataType::LargeUtf8 | DataType::LargeBinary, true) => DataType::LargeUtf8,
        (DataType::Utf8View | DataType::BinaryView, true) => DataType::Utf8View,
        (DataType::Utf8 | DataType::Binary, false) => DataType::Binary,
        (DataType::LargeUtf8 | DataType::LargeBinary, false) => DataType::LargeBinary,
        (DataType::Utf8View | DataType::BinaryView, false) => DataType::BinaryView,
        (DataType::Dictionary(keys, values), _) => {
            DataType::Dictionary(keys.clone(), Box::new(of_type(values, is_text)))
        }
        (other, _) => other.clone(),
    }
}

/// The parts of an array, by its layout.
enum Parts<'a> {
    Offsets32(&'a OffsetBuffer<i32>, &'a Buffer),
    Offsets64(&'a OffsetBuffer<i64>, &'a Buffer),
    Views(&'a ScalarBuffer<u128>, &'a [Buffer]),
}

impl<'a> Parts<'a> {
    fn of(array: &'a dyn Array) -> Result<Self> {
        fn run<T: ByteArrayType>(array: &GenericByteArray<T>) -> (&OffsetBuffer<T::Offset>, &Buffer) {
            (array.offsets(), array.values())
        }
        fn views<T: ByteViewType + ?Sized>(array: &GenericByteViewArray<T>) -> Parts<'_> {
            Parts::Views(array.views(), array.data_buffers())
        }
        let small = |(offsets, values)| Parts::Offsets32(offsets, values);
        let large = |(offsets, values)| Parts::Offsets64(offsets, values);
        Ok(match array.data_type() {
            DataType::Utf8 => small(run(array.as_string::<i32>())),
            DataType::LargeUtf8 => large(run(array.as_string::<i64>())),
            DataType::Binary => small(run(array.as_binary::<i32>())),
            DataType::LargeBinary => large(run(array.as_binary::<i64>())),
            DataType::Utf8View => views(array.as_string_view()),
            DataType::BinaryView => views(array.as_binary_view()),
            other => return internal_err!("values of type {other}"),
        })
    }
}

/// Calls `look` with an array as a column.
pub(crate) fn with_column<R>(array: &ArrayRef, look: impl FnOnce(&Column<'_>) -> Result<R>) -> Result<R> {
    let malformed = |malformed: Malformed| exec_datafusion_err!("{malformed}");
    let validity = array
        .nulls()
        .map(|nulls| Validity::new(nulls.validity(), nulls.offset(), nulls.len()))
        .transpose()
        .map_err(malformed)?;
    match Parts::of(array)? {
        Parts::Offsets32(offsets, values) => {
            look(&Column::new(values.as_slice(), &offsets[..], validity).map_err(malformed)?)
        }
        Parts::Offsets64(offsets, values) => {
            look(&Column::new(values.as_slice(), &offsets[..], validity).map_err(malformed)?)
        }
        Parts::Views(views, buffers) => {
            let views: Vec<_> = views.iter().map(|view| View(view.to_le_bytes())).collect();
            let buffers: Vec<_> = buffers.iter().map(Buffer::as_slice).collect();
            look(&Column::of_views(&views, &buffers, validity).map_err(malformed)?)
        }
    }
}

/// Returns the array of the new values of another.
pub(crate) fn rewritten<E>(source: &ArrayRef, made: Rewritten<E>, is_text: bool) -> Result<ArrayRef> {
    let Rewritten { data, validity, .. } = made;
    let target = of_type(source.data_type(), is_text);
    if data == Data::Unchanged && validity.is_none() && *source.data_type() == target {
        return Ok(Arc::clone(source));
    }
    let nulls = match validity {
        Some(bits) => Some(NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, source.len()))),
        None => source.nulls().cloned(),
    };
    match (Parts::of(source)?, data) {
        (Parts::Offsets32(offsets, values), Data::Unchanged) => {
            of_run(offsets.clone(), values.clone(), nulls, is_text)
        }
        (Parts::Offsets64(offsets, values), Data::Unchanged) => {
            of_run(offsets.clone(), values.clone(), nulls, is_text)
        }
        (Parts::Views(views, buffers), Data::Unchanged) => {
            of_views(views.clone(), buffers.to_vec(), nulls, is_text)
        }
        (_, Data::Offsets32 { values, offsets }) => {
            of_run(OffsetBuffer::new(offsets.into()), values.into(), nulls, is_text)
        }
        (_, Data::Offsets64 { values, offsets }) => {
            of_run(OffsetBuffer::new(offsets.into()), values.into(), nulls, is_text)
        }
        (Parts::Views(_, buffers), Data::Views { views, added }) => {
            let views: Vec<_> = views.into_iter().map(|view| u128::from_le_bytes(view.0)).collect();
            let added = added.into_iter().map(Buffer::from_vec);
            of_views(views.into(), buffers.iter().cloned().chain(added).collect(), nulls, is_text)
        }
        _ => internal_err!("a result of another layout"),
    }
}

fn of_run<O: OffsetSizeTrait>(
    offsets: OffsetBuffer<O>,
    values: Buffer,
    nulls: Option<NullBuffer>,
    is_text: bool,
) -> Result<ArrayRef> {
    if !is_text {
        return Ok(Arc::new(GenericBinaryArray::try_new(offsets, values, nulls)?));
    }
    // The buffer may contain anything around the values, and that would be validated.
    let (start, end) = (offsets[0].as_usize(), offsets[offsets.len() - 1].as_usize());
    let of_slice = match start {
        0 => offsets.clone(),
        _ => OffsetBuffer::new(offsets.iter().map(|&offset| offset - offsets[0]).collect()),
    };
    let slice = values.slice_with_length(start, end - start);
    if let Ok(array) = GenericStringArray::try_new(of_slice, slice, nulls.clone()) {
        return Ok(Arc::new(array));
    }
    // This includes the bytes of nulls.
    let mut builder = GenericStringBuilder::<O>::with_capacity(offsets.len(), end - start);
    for value in &GenericBinaryArray::try_new(offsets, values, nulls)? {
        builder.append_option(value.map(text).transpose()?);
    }
    Ok(Arc::new(builder.finish()))
}

fn of_views(
    views: ScalarBuffer<u128>,
    buffers: Vec<Buffer>,
    nulls: Option<NullBuffer>,
    is_text: bool,
) -> Result<ArrayRef> {
    if !is_text {
        return Ok(Arc::new(BinaryViewArray::try_new(views, buffers, nulls)?));
    }
    if let Ok(array) = StringViewArray::try_new(views.clone(), buffers.clone(), nulls.clone()) {
        return Ok(Arc::new(array));
    }
    let mut builder = StringViewBuilder::with_capacity(views.len());
    for value in &BinaryViewArray::try_new(views, buffers, nulls)? {
        builder.append_option(value.map(text).transpose()?);
    }
    Ok(Arc::new(builder.finish()))
}

fn text(value: &[u8]) -> Result<&str> {
    std::str::from_utf8(value)
        .map_err(|error| internal_datafusion_err!("what was converted is no text: {error}"))
}
