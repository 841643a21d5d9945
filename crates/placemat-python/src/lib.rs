//! The library, as a module of Python: plain functions on bytes, of which the package makes codecs and result objects.

mod decode;
mod encode;
mod input;
mod inspect;

use pyo3::prelude::*;

/// The functions that the package `placemat` is made of.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(decode::decode_prefix, module)?)?;
    module.add_function(wrap_pyfunction!(decode::decode_by, module)?)?;
    module.add_function(wrap_pyfunction!(encode::encode_prefix, module)?)?;
    module.add_function(wrap_pyfunction!(encode::encode_by, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::check, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::convert, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::detect, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::repair, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::explain, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::encodings, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::lookup, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::policies, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::fixes, module)?)
}
