//! The whole UTF-8 family, as scalar functions of [DataFusion](https://datafusion.apache.org).
//!
//! | function | result |
//! |---|---|
//! | [`is_valid_utf8`]`(x [, encoding])` | whether `x` is well-formed |
//! | [`make_valid_utf8`]`(x [, encoding [, policy]])` | text; the policy applies to ill-formed input, by default `replace` |
//! | [`decode_text`]`(bytes, encoding [, policy])` | text; the policy applies to ill-formed input, by default an error |
//! | [`encode_text`]`(text, encoding [, policy])` | bytes in that encoding |
//! | [`text_encoding`]`(bytes)` | the encoding of the bytes, as far as they determine it, or null |
//! | [`utf8_error_offset`]`(x [, encoding])` | the offset of the first ill-formed subsequence in bytes, or null |
//!
//! Values are strings or bytes, with offsets of 32 or 64 bits, in views, or in dictionaries; results have the
//! same layout. A string column is not trusted to be UTF-8: its bytes are validated. Well-formed values are
//! not copied. Nulls remain null.
//!
//! An *encoding* is an identifier or a label of the library, in any spelling that the library accepts; the
//! default is `utf-8`. A *policy*, in any case, is
//!
//! - `error`, or `strict`: a value that cannot be converted is an error, which names its row in the batch;
//! - `null`: such a value becomes null;
//! - a policy of the library for ill-formed subsequences, such as `replace` (U+FFFD for each) or
//!   `replace-byte`, which also substitutes code points that the target cannot hold;
//! - a policy only for such code points, such as `replace-qmark` or `escape-xml`: an ill-formed subsequence
//!   is an error.
//!
//! Both are literals, or constant for all rows. If a literal is not an encoding or not a policy, or the two
//! cannot be combined, planning the query fails.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let mut context = SessionContext::new();
//! placemat_datafusion::register_all(&mut context)?;
//! let sql = "SELECT make_valid_utf8(X'636166E9') AS lossy, make_valid_utf8(X'636166E9', 'windows-1252') AS text";
//! let batches = context.sql(sql).await?.collect().await?;
//! let shown = datafusion::arrow::util::pretty::pretty_format_batches(&batches)?.to_string();
//! assert!(shown.contains("| caf\u{FFFD}  | café |"), "{shown}");
//!
//! let unknown = context.sql("SELECT decode_text(X'00', 'cesu-9')").await.unwrap_err();
//! assert!(unknown.to_string().contains("unknown encoding 'cesu-9'; the nearest is cesu-8"));
//! # Ok(())
//! # }
//! ```

mod arguments;
mod array;
mod documentation;
mod function;
mod work;

use std::sync::{Arc, LazyLock};

use datafusion_common::Result;
use datafusion_expr::ScalarUDF;
use datafusion_expr::registry::FunctionRegistry;

use function::{Kind, TextFunction};

/// Registers all functions. They replace other functions of the same names.
///
/// ```
/// use datafusion::{execution::FunctionRegistry, prelude::SessionContext};
/// let mut context = SessionContext::new();
/// placemat_datafusion::register_all(&mut context)?;
/// assert!(context.udfs().contains("utf8_error_offset"));
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
///
/// # Errors
///
/// Returns the errors of the registry.
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    all().into_iter().try_for_each(|function| registry.register_udf(function).map(drop))
}

/// Returns all functions.
///
/// ```
/// let names: Vec<_> = placemat_datafusion::all().iter().map(|function| function.name().to_owned()).collect();
/// assert_eq!(names.len(), 6);
/// assert!(names.contains(&"decode_text".to_owned()));
/// ```
pub fn all() -> Vec<Arc<ScalarUDF>> {
    vec![
        is_valid_utf8(),
        make_valid_utf8(),
        decode_text(),
        encode_text(),
        text_encoding(),
        utf8_error_offset(),
    ]
}

macro_rules! functions {
    ($($(#[$docs:meta])* $name:ident $kind:ident)*) => {
        $(
            $(#[$docs])*
            pub fn $name() -> Arc<ScalarUDF> {
                static FUNCTION: LazyLock<Arc<ScalarUDF>> =
                    LazyLock::new(|| Arc::new(ScalarUDF::new_from_impl(TextFunction::new(Kind::$kind))));
                Arc::clone(&FUNCTION)
            }
        )*
    };
}

functions! {
    /// `is_valid_utf8(x [, encoding])`: whether a value is well-formed in the encoding, by default UTF-8.
    ///
    /// ```
    /// use datafusion::{arrow::array::AsArray, logical_expr::lit, prelude::{DataFrame, SessionContext}};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> datafusion::error::Result<()> {
    /// let is_valid = placemat_datafusion::is_valid_utf8();
    /// let half = lit(b"x\xED\xA0\xBD".as_slice());
    /// let columns = vec![is_valid.call(vec![half.clone()]), is_valid.call(vec![half, lit("wtf-8")])];
    /// let row = SessionContext::new().read_empty()?.select(columns)?.collect().await?.remove(0);
    /// assert_eq!([0, 1].map(|column| row.column(column).as_boolean().value(0)), [false, true]);
    /// # Ok(())
    /// # }
    /// ```
    is_valid_utf8 IsValid

    /// `make_valid_utf8(x [, encoding [, policy]])`: text, in well-formed UTF-8, from strings or bytes in the
    /// encoding. Ill-formed subsequences become U+FFFD, or what the policy specifies.
    ///
    /// ```
    /// use datafusion::{arrow::array::AsArray, prelude::SessionContext};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> datafusion::error::Result<()> {
    /// let mut context = SessionContext::new();
    /// placemat_datafusion::register_all(&mut context)?;
    /// let sql = "SELECT make_valid_utf8(x), make_valid_utf8(x, 'utf-8', 'null') FROM (VALUES (X'61FF'), (X'C3A9')) AS t(x)";
    /// let rows = context.sql(sql).await?.collect().await?.remove(0);
    /// let (lossy, nulls) = (rows.column(0).as_string::<i32>(), rows.column(1).as_string::<i32>());
    /// assert!(lossy.iter().eq([Some("a\u{FFFD}"), Some("é")]));
    /// assert!(nulls.iter().eq([None, Some("é")]));
    /// # Ok(())
    /// # }
    /// ```
    make_valid_utf8 MakeValid

    /// `decode_text(bytes, encoding [, policy])`: text from bytes in the encoding. An ill-formed value is an
    /// error, or is treated as the policy specifies.
    ///
    /// ```
    /// use datafusion::{arrow::array::AsArray, prelude::SessionContext};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> datafusion::error::Result<()> {
    /// let mut context = SessionContext::new();
    /// placemat_datafusion::register_all(&mut context)?;
    /// let row = context.sql("SELECT decode_text(X'EDA0BDEDB2A9', 'cesu-8')").await?.collect().await?.remove(0);
    /// assert_eq!(row.column(0).as_string::<i32>().value(0), "💩");
    /// let ill_formed = context.sql("SELECT decode_text(X'EDA0BD', 'cesu-8')").await?.collect().await.unwrap_err();
    /// assert!(ill_formed.to_string().contains("decode_text: row 0: ill-formed at offset 0"), "{ill_formed}");
    /// # Ok(())
    /// # }
    /// ```
    decode_text Decode

    /// `encode_text(text, encoding [, policy])`: bytes in the encoding. A value that it cannot hold is an
    /// error, or is treated as the policy specifies.
    ///
    /// ```
    /// use datafusion::{arrow::array::AsArray, prelude::SessionContext};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> datafusion::error::Result<()> {
    /// let mut context = SessionContext::new();
    /// placemat_datafusion::register_all(&mut context)?;
    /// let sql = "SELECT encode_text('💩', 'cesu-8'), encode_text('né💩', 'iso-8859-1', 'escape-xml')";
    /// let row = context.sql(sql).await?.collect().await?.remove(0);
    /// assert_eq!(row.column(0).as_binary::<i32>().value(0), b"\xED\xA0\xBD\xED\xB2\xA9");
    /// assert_eq!(row.column(1).as_binary::<i32>().value(0), b"n\xE9&#x1F4A9;");
    /// # Ok(())
    /// # }
    /// ```
    encode_text Encode

    /// `text_encoding(bytes)`: the identifier of the encoding of a value, as far as its bytes determine it:
    /// the first of `utf-8`, `cesu-8`, `wtf-8` and `mutf-8` in which it is well-formed, or else the result of
    /// detection; null if detection has no verdict.
    ///
    /// ```
    /// use datafusion::{arrow::array::AsArray, prelude::SessionContext};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> datafusion::error::Result<()> {
    /// let mut context = SessionContext::new();
    /// placemat_datafusion::register_all(&mut context)?;
    /// let sql = "SELECT text_encoding(x) FROM (VALUES (X'61'), (X'EDA0BDEDB2A9'), (X'61C080'), (X'636166E9')) AS t(x)";
    /// let rows = context.sql(sql).await?.collect().await?.remove(0);
    /// let found: Vec<_> = rows.column(0).as_string::<i32>().iter().flatten().collect();
    /// assert_eq!(found, ["utf-8", "cesu-8", "mutf-8", "windows-1252"]);
    /// # Ok(())
    /// # }
    /// ```
    text_encoding Dialect

    /// `utf8_error_offset(x [, encoding])`: the offset of the first ill-formed subsequence of a value, in
    /// bytes from 0; null if there is none.
    ///
    /// ```
    /// use datafusion::{arrow::{array::AsArray, datatypes::Int64Type}, prelude::SessionContext};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> datafusion::error::Result<()> {
    /// let mut context = SessionContext::new();
    /// placemat_datafusion::register_all(&mut context)?;
    /// let sql = "SELECT utf8_error_offset(x) FROM (VALUES (X'6161FF'), (X'61')) AS t(x)";
    /// let rows = context.sql(sql).await?.collect().await?.remove(0);
    /// assert!(rows.column(0).as_primitive::<Int64Type>().iter().eq([Some(2), None]));
    /// # Ok(())
    /// # }
    /// ```
    utf8_error_offset ErrorOffset
}
