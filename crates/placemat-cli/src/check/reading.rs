//! The encoding in which an input is read: the one that was named, or the one that was detected.

use std::fmt;

use placemat::detect::{Basis, Detection, EvidenceKind};
use placemat::{Codec, Encoding};

use super::expected::Origin;
use crate::context::STANDS_FOR_LEGACY;
use crate::detect::{self, Front, Quick};
use crate::input::Input;
use crate::legacy::{Confidence, Guess, Legacy, Shape, Unknown};
use crate::mixed::Parts;
use crate::names::Named;
use crate::show::{self, Count};
use crate::status::CommandError;

/// An encoding and, if it was detected, the basis of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) encoding: Encoding,
    pub(super) basis: Option<Basis>,
    /// Set if single bytes may instead be damage to UTF-8.
    pub(super) damage: Option<Damage>,
    /// Overlong sequences in an input that was detected to be UTF-8, or similar.
    pub(super) overlong: Option<Overlong>,
    /// The legacy encoding that is read instead of `encoding`.
    pub(super) legacy: Option<Legacy>,
    /// Set if the legacy encoding was detected.
    pub(super) guess: Option<Guess>,
    /// The legacy encoding was detected and is not sure, and lines or words of the input are UTF-8.
    pub(super) is_partly_utf_8: bool,
    /// Set if the input was found to be in an encoding that placemat does not know.
    pub(super) unknown: Option<Unknown>,
    /// The input is perhaps not text in the units of the encoding that was detected.
    pub(super) is_unclear: bool,
    /// The parts of the input, if it is in more than one encoding.
    pub(super) parts: Option<Parts>,
    /// Set if the project of the input names the encoding.
    pub(super) origin: Option<Origin>,
    /// The project requires a byte order mark.
    pub(super) needs_bom: bool,
    /// The project names an encoding that reads nearly any bytes, but the input is this.
    pub(super) contents: Option<&'static str>,
    /// The project names another encoding than UTF-8, and another one was asked for; `true` if the project is
    /// not asked at all.
    pub(super) overridden: Option<bool>,
}

/// Sequences that no decoder may read, in the beginning of an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlong {
    count: u64,
    first: u64,
    /// The code point of the first sequence.
    code_point: u32,
    /// The input is well-formed in the detected encoding, which reads the sequences as something else.
    is_hidden: bool,
}

impl Overlong {
    /// If detection finds single bytes, the sequences are reported: they may be letters, but an attack next
    /// to a single letter looks the same.
    fn of(detection: &Detection) -> Option<Self> {
        let encoding = detection.encoding?;
        let is_hidden = detection.well_formed.contains(&encoding);
        let evidence = detection.evidence.iter().find(|one| one.kind == EvidenceKind::Overlong)?;
        let code_point = detect::overlong(detection)?;
        Some(Overlong { count: evidence.count, first: evidence.first, code_point, is_hidden })
    }

    pub(super) fn count(self) -> u64 {
        self.count
    }
}

impl fmt::Display for Overlong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Overlong { count, first, code_point, is_hidden } = *self;
        let condition = if is_hidden { "if this is UTF-8, " } else { "" };
        write!(f, "{condition}the bytes at offset {first} are {}", show::disguised(code_point))?;
        match count {
            ..=1 => {}
            2 => f.write_str(", and there is 1 more")?,
            _ => write!(f, ", and there are {} more", count - 1)?,
        }
        write!(f, ": {}", show::WHY_DISGUISED)
    }
}

/// What is UTF-8 in a text of single bytes, and what is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Damage {
    sequences: u64,
    stray: u64,
    /// All of it is at the end, and is what remains of a truncated sequence.
    is_cut: bool,
}

impl Damage {
    /// Returns `None` if there is probably no damage. Text in another encoding seldom ends like a truncated
    /// sequence, except with a single letter.
    fn of(front: &Front) -> Option<Self> {
        let Front { detection, cut, .. } = front;
        let (sequences, stray) = detect::sequences(detection);
        let is_cut = *cut > 1 && *cut == stray && detection.basis == Basis::SingleBytes;
        let is_damage = is_cut || front.has_utf_8 && detect::is_nearly_utf_8(detection);
        is_damage.then_some(Damage { sequences, stray, is_cut })
    }
}

impl Reading {
    /// Returns the encoding that was named, or else the verdict on the beginning of the input: of encodings
    /// that read the same text, the most common, and the one with the fewest characters; UTF-8 if none does.
    pub(super) fn of(named: Named, input: &mut Input) -> Result<Self, CommandError> {
        match named {
            Named::Encoding(encoding) => return Ok(Reading::named(encoding, None)),
            Named::Legacy(legacy) => return Ok(Reading::named(STANDS_FOR_LEGACY, Some(legacy))),
            Named::Auto => {}
        }
        let of_plain = |basis| Reading { basis: Some(basis), ..Reading::named(Encoding::Utf8, None) };
        let quick = if input.is_rereadable() { detect::quick_verdict(input)? } else { None };
        match quick {
            // What follows may be anything.
            Some(Quick::Ascii) if input.size().is_none_or(|size| size > detect::MOST) => {}
            Some(Quick::Ascii) => return Ok(of_plain(Basis::Ascii)),
            Some(Quick::Utf8) => return Ok(of_plain(Basis::WellFormed)),
            Some(Quick::Noise) | None => {}
        }
        let reading = Reading::of_front(&detect::at_front(input)?);
        // UTF-16 after ASCII is a part.
        let is_part = quick == Some(Quick::Ascii) && reading.encoding.info().width > 1;
        Ok(if is_part { of_plain(Basis::Ascii) } else { reading })
    }

    /// Returns the verdict on the beginning of an input.
    pub(super) fn of_front(front: &Front) -> Self {
        let encoding = front.detection.encoding.unwrap_or(Encoding::Utf8);
        // An attack is reported as such, whatever else the bytes may be. In text of pairs of bytes, overlong
        // sequences are chance, and those of letters are in text that is likely or surely legacy, or that has other bytes.
        let overlong = Overlong::of(&front.detection);
        let guess = front.legacy.filter(|guess| match guess.confidence {
            _ if overlong.is_none() || guess.is_clean_pairs() => true,
            Confidence::Sure | Confidence::Likely => {
                !front.has_disguise || guess.legacy.shape() != Shape::Single && !front.has_only_overlong
            }
            Confidence::Perhaps => !front.has_disguise && !front.has_only_overlong,
        });
        let overlong = overlong.filter(|_| guess.is_none());
        Reading {
            encoding: if guess.is_some() { STANDS_FOR_LEGACY } else { encoding },
            basis: Some(front.detection.basis),
            damage: Damage::of(front),
            overlong,
            legacy: guess.map(|guess| guess.legacy),
            guess,
            is_partly_utf_8: guess.is_some() && front.is_partly_utf_8,
            unknown: front.unknown,
            is_unclear: front.is_unclear,
            parts: front.parts,
            origin: None,
            needs_bom: false,
            contents: None,
            overridden: None,
        }
    }

    /// Returns the reading in an encoding that was named.
    pub(super) const fn named(encoding: Encoding, legacy: Option<Legacy>) -> Self {
        Reading {
            encoding,
            basis: None,
            damage: None,
            overlong: None,
            legacy,
            guess: None,
            is_partly_utf_8: false,
            unknown: None,
            is_unclear: false,
            parts: None,
            origin: None,
            needs_bom: false,
            contents: None,
            overridden: None,
        }
    }

    /// Returns `true` if all that is not ASCII is what remains of a truncated sequence of UTF-8.
    pub(super) fn is_cut_utf_8(&self) -> bool {
        self.damage.is_some_and(|damage| damage.is_cut)
    }

    /// Returns `true` if the input is read as UTF-8, and nothing says that all of it is: detection was not asked, or
    /// has read only ASCII, or UTF-8 with something else.
    pub(super) fn is_presumed_utf_8(self) -> bool {
        self.encoding == Encoding::Utf8
            && self.legacy.is_none()
            && matches!(self.basis, None | Some(Basis::Ascii | Basis::Damaged))
    }

    /// Returns what the input is, if it is not in the UTF-16 or UTF-32 that its project names.
    pub(super) fn not_wide(self) -> Option<&'static str> {
        self.contents.filter(|_| self.encoding.info().width > 1)
    }

    /// Returns `true` if the input was detected to be in single bytes of which no legacy encoding makes sense,
    /// so that it is well-formed, as any bytes are, and that says nothing.
    pub(super) fn is_any_single_bytes(self) -> bool {
        let is_detected = self.basis == Some(Basis::SingleBytes) && self.origin.is_none();
        is_detected && self.guess.is_none() && self.overlong.is_none()
    }

    /// Returns the legacy encoding that detection takes the input for. Of a few letters in Western text, the
    /// errors say enough.
    pub(super) fn likely(self) -> Option<Guess> {
        self.guess.filter(|guess| {
            guess.confidence > Confidence::Perhaps
                && !self.is_partly_utf_8
                && (guess.legacy.of_family().is_none() || self.damage.is_none())
        })
    }

    /// Returns the legacy encoding that detection takes the input for without much confidence, if it is not
    /// Windows-1252.
    pub(super) fn perhaps(self) -> Option<Guess> {
        self.guess.filter(|guess| {
            guess.confidence == Confidence::Perhaps
                && !self.is_partly_utf_8
                && guess.legacy.of_family().is_none()
                && self.damage.is_none()
        })
    }

    /// Returns the name of the encoding in reports.
    pub(super) fn name(self) -> &'static str {
        self.legacy.map_or(self.encoding.name(), Legacy::identifier)
    }

    /// Returns the name of what the encoding was detected by.
    pub(super) fn basis_name(self) -> Option<&'static str> {
        match (self.origin, self.guess) {
            (Some(origin), _) => Some(origin.name()),
            (None, Some(_)) => Some("legacy"),
            (None, None) => self.basis.map(Basis::name),
        }
    }

    /// Returns `true` if the input has overlong sequences that are not errors, because its encoding reads
    /// them as something else.
    pub(super) fn hides_overlong(self) -> bool {
        self.overlong.is_some_and(|overlong| overlong.is_hidden)
    }

    /// Returns what else the input may be, or what the user should know about it.
    pub(super) fn hint(self) -> Option<String> {
        if let (Some(contents), Some(origin)) = (self.contents, self.origin) {
            return Some(format!("this is {contents}, but {} names {}", origin.file(), self.name()));
        }
        if let Some(overlong) = self.overlong {
            return Some(overlong.to_string());
        }
        if self.is_unclear && self.origin.is_none() {
            return Some("perhaps numbers or other data instead of text".to_owned());
        }
        if self.basis.is_some() && self.guess.is_none() && !detect::is_for_interchange(self.encoding) {
            return Some(detect::why_not_for_interchange(self.encoding));
        }
        let Damage { sequences, stray, is_cut } = self.damage?;
        if is_cut {
            return Some("perhaps UTF-8 that ends within a character: try -e utf-8".to_owned());
        }
        let (bytes, them) = (Count(stray, "stray byte"), if stray == 1 { "it" } else { "them" });
        let sequences = Count(sequences, "sequence");
        Some(format!("perhaps UTF-8, {bytes} beside {sequences} of it: -e utf-8 lists {them}"))
    }

    /// Returns what a line for people adds to the name of an input.
    pub(super) fn describe(self) -> String {
        let encoding = self.name();
        if let Some(origin) = self.origin {
            return format!("{encoding}, by {}", origin.file());
        }
        match self.basis {
            _ if self.guess.is_some() => encoding.to_owned(),
            Some(Basis::Signature) => format!("{encoding}, by its signature"),
            Some(Basis::SingleBytes) => format!("{encoding}, as single bytes of a legacy encoding"),
            Some(Basis::Nothing) => format!("{encoding}, because it is not text in any encoding"),
            _ => encoding.to_owned(),
        }
    }
}
