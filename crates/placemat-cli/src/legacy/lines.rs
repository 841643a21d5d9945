//! Lines and columns of decoded text.

/// The line and column of what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) line: u64,
    /// In code points.
    pub(crate) column: u64,
    pub(crate) column_utf16: u64,
    /// In bytes of the input.
    pub(crate) column_bytes: u64,
}

impl Lines {
    /// Returns the start of a text.
    pub(crate) const START: Lines = Lines { line: 1, column: 1, column_utf16: 1, column_bytes: 1 };

    /// Returns the line and column after a text, which is decoded from these bytes. A BOM at the start is not
    /// a column.
    pub(crate) fn after(mut self, text: &str, bytes: &[u8]) -> Self {
        let text = if self == Lines::START { text.strip_prefix('\u{FEFF}').unwrap_or(text) } else { text };
        // No sequence of several bytes has a line feed in it.
        let column_bytes = match memchr::memrchr(b'\n', bytes) {
            Some(end) => bytes.len() - end,
            None => bytes.len() + self.column_bytes as usize,
        };
        for character in text.chars() {
            if character == '\n' {
                self = Lines { line: self.line + 1, ..Lines::START };
            } else {
                self.column += 1;
                self.column_utf16 += character.len_utf16() as u64;
            }
        }
        self.column_bytes = column_bytes as u64;
        self
    }

    /// Returns the line and column after an ill-formed subsequence, which is a column.
    pub(crate) fn after_malformed(self, length: usize) -> Self {
        let column_bytes = self.column_bytes + length as u64;
        Lines { column: self.column + 1, column_utf16: self.column_utf16 + 1, column_bytes, ..self }
    }
}
