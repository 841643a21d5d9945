//! `utf8tests` by Steve Flenniken: single sequences, and a file of them.
//!
//! The lines are `num:valid:text`, `num:valid hex:H` and `num:invalid hex:H:SKIP:REPLACE`, where `nothing` is
//! the empty string. `utf8tests.bin` is read as a whole, with the results of skipping and replacing.

use std::path::Path;

use placemat::{Encoding, OnError, validate};

use super::{Verdict, ensure, mended, read, read_text, same};
use crate::notation::hex;

pub(super) fn run(directory: &Path) -> Result<Vec<Verdict>, String> {
    let mut verdicts = Vec::new();
    for (k, line) in read_text(directory, "utf8tests.txt")?.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let case = Case::parse(line).ok_or_else(|| format!("utf8tests.txt:{}: {line:?}", k + 1))?;
        verdicts.push((case.number.to_owned(), case.check()));
    }
    let whole = read(directory, "utf8tests.bin")?;
    for (file, policy) in [("utf8.skip.ref.txt", OnError::Skip), ("utf8.replace.ref.txt", OnError::Replace)] {
        let expected = read(directory, file)?;
        let result = mended(&whole, policy).and_then(|came| same(policy.name(), &came, &expected));
        verdicts.push((file.to_owned(), result));
    }
    Ok(verdicts)
}

struct Case<'t> {
    number: &'t str,
    input: Vec<u8>,
    /// The results of skipping and replacing for an ill-formed input.
    mended: Option<(Vec<u8>, Vec<u8>)>,
}

/// Returns the bytes of digits with spaces anywhere between bytes, or of `nothing`.
fn bytes(text: &str) -> Option<Vec<u8>> {
    if text.trim() == "nothing" { Some(Vec::new()) } else { hex(&text.replace(' ', "")) }
}

impl<'t> Case<'t> {
    fn parse(line: &'t str) -> Option<Self> {
        let (number, rest) = line.split_once(':')?;
        let (kind, text) = rest.split_once(':')?;
        let (input, mended) = match kind.trim() {
            "valid" => (text.as_bytes().to_vec(), None),
            "valid hex" => (bytes(text)?, None),
            "invalid hex" => {
                let [input, skipped, replaced] = text.split(':').collect::<Vec<_>>().try_into().ok()?;
                (bytes(input)?, Some((bytes(skipped)?, bytes(replaced)?)))
            }
            _ => return None,
        };
        Some(Case { number, input, mended })
    }

    fn check(&self) -> Result<(), String> {
        let verdict = validate(Encoding::Utf8, &self.input);
        ensure(verdict.is_ok() == self.mended.is_none(), || format!("validate() told {verdict:?}"))?;
        let (skipped, replaced) = match &self.mended {
            Some((skipped, replaced)) => (skipped, replaced),
            None => (&self.input, &self.input),
        };
        same("skip", &mended(&self.input, OnError::Skip)?, skipped)?;
        same("replace", &mended(&self.input, OnError::Replace)?, replaced)
    }
}
