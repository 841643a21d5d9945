//! The detector's verdict on a text, computed once, when it is first needed.

use alloc::borrow::Cow;
use core::cell::OnceCell;

use crate::detect::{Detection, detect};

/// The verdict on a text.
#[derive(Debug)]
pub(super) struct Verdict<'t> {
    text: &'t [u8],
    found: OnceCell<Detection>,
    /// The number of times that a detector has run: it costs a hundred times as much as everything else.
    #[cfg(test)]
    pub(super) runs: core::cell::Cell<u32>,
}

impl<'t> Verdict<'t> {
    #[inline]
    pub(super) fn new(text: &'t [u8]) -> Self {
        Verdict {
            text,
            found: OnceCell::new(),
            #[cfg(test)]
            runs: core::cell::Cell::default(),
        }
    }

    /// Returns the verdict on this text or another one. For this text at the same address, it is computed
    /// once.
    #[inline]
    pub(super) fn on(&self, text: &[u8]) -> Cow<'_, Detection> {
        if core::ptr::eq(self.text, text) {
            Cow::Borrowed(self.found.get_or_init(|| self.detect(text)))
        } else {
            Cow::Owned(self.detect(text))
        }
    }

    #[inline]
    fn detect(&self, text: &[u8]) -> Detection {
        #[cfg(test)]
        self.runs.set(self.runs.get() + 1);
        detect(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_read_once() {
        let text = b"caf\xC3\xA9";
        let copy = text.to_vec();
        let verdict = Verdict::new(text);
        assert!(matches!(verdict.on(text), Cow::Borrowed(_)));
        assert!(matches!(verdict.on(&copy), Cow::Owned(_)));
        assert!(matches!(verdict.on(&text[1..]), Cow::Owned(_)));
        assert_eq!(*verdict.on(text), detect(text));
    }
}
