//! The documentation for `information_schema` and the list of functions.

use std::sync::LazyLock;

use datafusion_expr::{DocSection, Documentation};

use crate::function::Kind;

const SECTION: DocSection = DocSection { include: true, label: "Text Encoding Functions", description: None };
const ENCODING: (&str, &str) =
    ("encoding", "The name of an encoding: utf-8, cesu-8, mutf-8, wtf-8, utf-16le, windows-1252 and others.");
const POLICY: (&str, &str) = (
    "policy",
    "What becomes of a value that cannot be converted: error, null, or a replacement, as replace, replace-byte or \
     escape-xml.",
);

pub(crate) fn of(kind: Kind) -> &'static Documentation {
    static ALL: LazyLock<[Documentation; 6]> = LazyLock::new(|| {
        let told = |description: &str, syntax: &str, example: &str, arguments: &[(&str, &str)]| {
            let builder = Documentation::builder(SECTION, description, syntax).with_sql_example(example);
            arguments
                .iter()
                .fold(builder, |builder, (name, what)| builder.with_argument(*name, *what))
                .build()
        };
        let x = ("x", "A string or bytes.");
        [
            told(
                "Tells whether a value is well-formed in an encoding, by default UTF-8.",
                "is_valid_utf8(x[, encoding])",
                "SELECT is_valid_utf8(X'61FF')",
                &[x, ENCODING],
            ),
            told(
                "Makes well-formed UTF-8 of a value; what is ill-formed becomes U+FFFD, or what the policy says.",
                "make_valid_utf8(x[, encoding[, policy]])",
                "SELECT make_valid_utf8(X'61FF')",
                &[x, ENCODING, POLICY],
            ),
            told(
                "Decodes bytes in an encoding; what is ill-formed is an error, or what the policy says.",
                "decode_text(bytes, encoding[, policy])",
                "SELECT decode_text(X'EDA0BDEDB2A9', 'cesu-8')",
                &[("bytes", "Bytes, or a string that is none."), ENCODING, POLICY],
            ),
            told(
                "Encodes a text; what the encoding cannot hold is an error, or what the policy says.",
                "encode_text(text, encoding[, policy])",
                "SELECT encode_text('é', 'utf-16le')",
                &[("text", "A text."), ENCODING, POLICY],
            ),
            told(
                "Tells the encoding that a value is in, as far as its bytes can tell, or null.",
                "text_encoding(bytes)",
                "SELECT text_encoding(X'EDA0BDEDB2A9')",
                &[("bytes", "Bytes, or a string.")],
            ),
            told(
                "Tells the offset in bytes of the first ill-formed part of a value, or null.",
                "utf8_error_offset(x[, encoding])",
                "SELECT utf8_error_offset(X'61FF')",
                &[x, ENCODING],
            ),
        ]
    });
    &ALL[kind as usize]
}
