//! The library as a Python module: plain functions on bytes, from which the package makes codecs and result
//! objects.

mod arrow;
mod decode;
mod direct;
mod encode;
mod explain;
mod input;
mod inspect;
mod storage;
mod text;
mod view;

use pyo3::prelude::*;

/// The functions on which the package `placemat` is based.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<explain::Sequence>()?;
    module.add_class::<inspect::Edits>()?;
    module.add_class::<arrow::OneArray>()?;
    module.add_class::<arrow::Arrays>()?;
    module.add_class::<arrow::Checked>()?;
    module.add_class::<arrow::Changed>()?;
    module.add("MalformedColumn", module.py().get_type::<arrow::MalformedColumn>())?;
    module.add_function(wrap_pyfunction!(arrow::arrow_check, module)?)?;
    module.add_function(wrap_pyfunction!(arrow::arrow_profile, module)?)?;
    module.add_function(wrap_pyfunction!(arrow::arrow_convert, module)?)?;
    module.add_function(wrap_pyfunction!(arrow::arrow_repair, module)?)?;
    module.add_function(wrap_pyfunction!(decode::decode_prefix, module)?)?;
    module.add_function(wrap_pyfunction!(decode::decode_by, module)?)?;
    module.add_function(wrap_pyfunction!(encode::encode_prefix, module)?)?;
    module.add_function(wrap_pyfunction!(encode::encode_by, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::check, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::convert, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::detect, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::repair, module)?)?;
    module.add_function(wrap_pyfunction!(explain::explain, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::encodings, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::names, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::lookup, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::identifier, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::facts, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::policies, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::fixes, module)?)
}
