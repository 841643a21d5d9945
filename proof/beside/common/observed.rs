//! The result of a call: a hash of everything that it returned, or all of it in writing.

use std::fmt::{Debug, Write};

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// A code unit.
pub trait Word: Copy + Default + Debug + 'static {
    /// Returns its value.
    fn word(self) -> u64;

    /// How many units one step of the hash takes.
    const STEP: usize = 8 / size_of::<Self>();
}

impl Word for u8 {
    fn word(self) -> u64 {
        self.into()
    }
}

impl Word for u16 {
    fn word(self) -> u64 {
        self.into()
    }
}

impl Word for u32 {
    fn word(self) -> u64 {
        self.into()
    }
}

/// What a call has returned so far.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    hash: u64,
    written: Option<String>,
    is_nothing: bool,
    scratch: String,
}

impl Observed {
    /// Clears the result for the next call, and keeps the memory.
    pub fn clear(&mut self) {
        self.hash = 0;
        self.is_nothing = false;
    }

    /// Creates a result that is recorded in writing.
    pub fn in_writing() -> Self {
        Observed { written: Some(String::new()), ..Observed::default() }
    }

    /// Returns the hash of everything that was observed.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns everything that was observed, in writing.
    pub fn written(&self) -> &str {
        self.written.as_deref().unwrap_or_default()
    }

    /// Adds a note for readers of the writing, which is not compared.
    pub fn note(&mut self, what: &str, value: &dyn Debug) {
        if self.written.is_some() {
            self.write(what, value);
        }
    }

    /// Notes that this input cannot be given to the function.
    pub fn nothing(&mut self) {
        self.is_nothing = true;
    }

    /// Returns `true` if there was no such call.
    pub fn is_nothing(&self) -> bool {
        self.is_nothing
    }

    fn mix(&mut self, word: u64) {
        self.hash = (self.hash.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
    }

    #[cold]
    fn write(&mut self, what: &str, value: &dyn Debug) {
        if let Some(written) = &mut self.written {
            let _ = writeln!(written, "{what}: {value:02X?}");
        }
    }

    /// Observes a number.
    pub fn number(&mut self, what: &str, value: impl TryInto<u64>) {
        let value = value.try_into().unwrap_or(u64::MAX);
        self.mix(value);
        if self.written.is_some() {
            self.write(what, &format_args!("{value}"));
        }
    }

    /// Observes a boolean.
    pub fn is(&mut self, what: &str, value: bool) {
        self.number(what, u64::from(value));
    }

    /// Observes a number, or nothing.
    pub fn option(&mut self, what: &str, value: Option<impl TryInto<u64>>) {
        match value {
            Some(value) => self.number(what, value),
            None => {
                self.mix(u64::MAX - 1);
                if self.written.is_some() {
                    self.write(what, &format_args!("none"));
                }
            }
        }
    }

    /// Observes units, and their number.
    pub fn units<U: Word>(&mut self, what: &str, units: &[U]) {
        self.mix_all(units);
        if self.written.is_some() {
            self.write(what, &units);
        }
    }

    fn mix_all<U: Word>(&mut self, units: &[U]) {
        self.mix(units.len() as u64);
        let steps = units.chunks_exact(U::STEP);
        let rest = steps.remainder();
        for step in steps {
            let bits = 8 * size_of::<U>() as u32;
            let word =
                step.iter().enumerate().fold(0, |word, (k, unit)| word | unit.word() << (k as u32 * bits));
            self.mix(word);
        }
        for unit in rest {
            self.mix(unit.word());
        }
    }

    /// Observes text.
    pub fn str(&mut self, what: &str, text: &str) {
        self.mix_all(text.as_bytes());
        if self.written.is_some() {
            self.write(what, &format_args!("{text:?}"));
        }
    }

    /// Observes a value by its `Debug` text, which takes long.
    pub fn debug(&mut self, what: &str, value: &dyn Debug) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let _ = write!(scratch, "{value:?}");
        self.text_of(what, scratch);
    }

    /// Observes a value by its `Display` text, which takes long.
    pub fn display(&mut self, what: &str, value: &dyn std::fmt::Display) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let _ = write!(scratch, "{value}");
        self.text_of(what, scratch);
    }

    fn text_of(&mut self, what: &str, text: String) {
        self.mix_all(text.as_bytes());
        if self.written.is_some() {
            self.write(what, &format_args!("{text}"));
        }
        self.scratch = text;
    }
}

#[cfg(test)]
mod tests {
    use super::Observed;

    fn hash(observe: impl FnOnce(&mut Observed)) -> u64 {
        let mut observed = Observed::default();
        observe(&mut observed);
        observed.hash()
    }

    #[test]
    fn every_unit_counts() {
        let units: Vec<u8> = (0..100).collect();
        let whole = hash(|o| o.units("", &units));
        for at in 0..units.len() {
            let mut other = units.clone();
            other[at] ^= 0x10;
            assert_ne!(hash(|o| o.units("", &other)), whole, "{at}");
            assert_ne!(hash(|o| o.units("", &units[..at])), whole, "{at}");
        }
        assert_ne!(hash(|o| o.number("", 1)), hash(|o| o.number("", 2)));
        assert_ne!(hash(|o| o.option("", None::<u64>)), hash(|o| o.number("", 0)));
        assert_ne!(hash(|o| o.debug("", &"a")), hash(|o| o.display("", &"a")));
    }

    #[test]
    fn what_is_in_writing_has_the_same_hash() {
        let observe = |o: &mut Observed| {
            o.units("units", &[1_u16, 2]);
            o.str("text", "a");
            o.debug("value", &Some(1));
            o.is("is", true);
        };
        let mut written = Observed::in_writing();
        observe(&mut written);
        assert_eq!(written.hash(), hash(observe));
        assert!(written.written().contains("value: Some(1)"));
    }
}
