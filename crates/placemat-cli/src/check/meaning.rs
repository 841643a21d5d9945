//! What the bytes of a place most likely are: the intended characters, or else what is wrong with them.

use placemat::{Codec, Encoding, ErrorKind};

use crate::context::{Denied, ErrorContext, Foreign, Kind, START_WAS_CUT, WAS_CUT};
use crate::legacy;
use crate::show;

/// The likely cause of the errors of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    /// The whole input begins with the signature of another encoding.
    Signed(Foreign),
    /// The whole input is in units of 16 or 32 bits.
    Wide(Encoding),
    /// Surrogate pairs with three bytes for each surrogate.
    Pairs,
    /// `C0 80`, perhaps with pairs.
    Nuls,
    /// Surrogates without their other half.
    Surrogates,
    /// Overlong forms.
    Disguises,
    /// Sequences of five and six bytes, and others beyond the last character.
    Beyond,
    /// Characters of UTF-8 that the encoding of the input spells otherwise.
    Utf8,
    /// Single bytes of Windows-1252 between ASCII.
    SingleBytes,
    /// The input ends within a character.
    Cut,
    /// The input begins within a character.
    CutInFront,
    /// A house rule is violated.
    Rule,
    /// It is well-formed, and denied on the command line.
    Denied(Denied),
    Other,
}

/// Adjacent errors.
#[derive(Debug)]
pub(super) struct Joined {
    /// The first of them, and the bytes around it.
    pub(super) first: ErrorContext,
    /// The first bytes of all of them.
    pub(super) bytes: Vec<u8>,
    pub(super) length: u64,
    pub(super) count: u64,
    /// `true` if all of them are of one kind, and of one byte each.
    pub(super) are_alike: bool,
}

impl Joined {
    /// Returns the cause, and what is displayed next to the bytes.
    pub(super) fn meaning(&self) -> (Cause, String) {
        let Joined { first, .. } = self;
        let info = first.encoding.info();
        if let Kind::Denied(denied) = first.kind {
            return (Cause::Denied(denied), self.denied(denied));
        }
        let Kind::IllFormed(kind) = first.kind else {
            let rule = self.wrong().replace("SHOULD NOT", "should not").replace("MUST NOT", "must not");
            return (
                Cause::Rule,
                format!("a text {}", rule.replace("SHOULD", "should").replace("MUST", "must")),
            );
        };
        if first.legacy.is_some() {
            let cause = if kind == ErrorKind::Truncated { Cause::Cut } else { Cause::Other };
            return (cause, self.wrong());
        }
        if matches!(kind, ErrorKind::Frame | ErrorKind::NotDoubleEncoded) {
            return (Cause::Other, self.wrong());
        }
        if let Some(foreign) = first.foreign.filter(|_| !info.is_corrected) {
            return (Cause::Signed(foreign), self.wrong());
        }
        if let Some(wide) = first.wide() {
            return (Cause::Wide(wide), self.wrong());
        }
        let is_of_bytes = info.width == 1 && info.keeps_ascii && !info.is_corrected;
        if let Some(read) = is_of_bytes.then(|| self.read()).flatten() {
            return read;
        }
        if self.are_in_front() {
            return (Cause::CutInFront, self.wrong() + START_WAS_CUT);
        }
        if let Some(shown) = first.western() {
            return (Cause::SingleBytes, shown);
        }
        let is_cut = kind == ErrorKind::Truncated && self.count == 1;
        (if is_cut { Cause::Cut } else { Cause::Other }, self.wrong())
    }

    /// Returns `true` if these are the last bytes of a character, with which the input begins.
    fn are_in_front(&self) -> bool {
        self.first.offset == 0
            && self.first.encoding == Encoding::Utf8
            && matches!(self.first.kind, Kind::IllFormed(ErrorKind::StrayTrail))
            && self.bytes.iter().all(|byte| matches!(byte, 0x80..=0xBF))
            && legacy::begins_within_character(&self.first.bytes)
    }

    /// Reads the bytes as sequences of other members of the family.
    fn read(&self) -> Option<(Cause, String)> {
        let (mut at, mut items) = (0, Vec::new());
        while at < self.bytes.len() {
            let (cause, code_point, len) = match sequence(self.first.encoding, &self.bytes[at..]) {
                Some(read) => read,
                // Only the first bytes are known, and they may end within a sequence.
                None if (self.bytes.len() as u64) < self.length && !items.is_empty() => break,
                None => return None,
            };
            items.push((cause, code_point));
            at += len;
        }
        let has = |cause| items.iter().any(|&(one, _)| one == cause);
        let cause = match items.first()?.0 {
            first if items.iter().all(|&(one, _)| one == first) => first,
            // The causes in the order of how much they matter.
            _ => [Cause::Disguises, Cause::Beyond, Cause::Surrogates, Cause::Nuls]
                .into_iter()
                .find(|&one| has(one))?,
        };
        let shown = items.iter().find(|&&(one, _)| one == cause || cause == Cause::Nuls);
        let &(_, code_point) = shown?;
        let is_all = at as u64 == self.length;
        let more = match items.len() {
            1 if is_all => String::new(),
            count if is_all => format!(" and {} more", count - 1),
            _ => " and more".to_owned(),
        };
        let (one, character) = (more.is_empty(), show::character(code_point));
        let text = match cause {
            Cause::Pairs if one => format!("{character} as a surrogate pair (CESU-8)"),
            Cause::Pairs => format!("{character}{more}, as surrogate pairs (CESU-8)"),
            Cause::Nuls if one => format!("{character} as Java writes it (Modified UTF-8)"),
            Cause::Nuls => format!("{character}{more}, as Java writes them (Modified UTF-8)"),
            Cause::Surrogates => format!("half of a surrogate pair, {character} (WTF-8){more}"),
            Cause::Disguises => format!("{}{more}: {}", show::disguised(code_point), show::WHY_DISGUISED),
            Cause::Beyond => format!("{character}{more}, beyond the last character (UTF-8 before 2003)"),
            _ => format!("{character}{more}, as in UTF-8"),
        };
        Some((cause, text))
    }

    /// Returns the name of a character that is denied, and what it is.
    fn denied(&self, denied: Denied) -> String {
        let what = denied.describe();
        let decoded = Encoding::Utf8.decode_next(&self.bytes, true).ok();
        match (denied, decoded) {
            (Denied::Bidi | Denied::C1 | Denied::Noncharacters | Denied::ZeroWidth, Some(decoded)) => {
                format!("U+{:04X} {what}", decoded.code_point)
            }
            _ => what.to_owned(),
        }
    }

    /// Returns what is wrong with the bytes, which are displayed before it.
    fn wrong(&self) -> String {
        let kind = match self.first.kind {
            Kind::IllFormed(kind) if self.count > 1 => kind,
            Kind::IllFormed(ErrorKind::Truncated) => return self.first.predicate() + WAS_CUT,
            _ => return self.first.predicate(),
        };
        let title = || crate::names::title(self.first.encoding);
        let name = self.first.legacy.map_or_else(title, |legacy| legacy.name().to_owned());
        match kind {
            ErrorKind::StrayTrail if self.are_alike => {
                "are continuation bytes without a start byte".to_owned()
            }
            ErrorKind::InvalidUnit | ErrorKind::OutOfRange if self.are_alike => {
                format!("are never valid in {name}")
            }
            _ => self.first.message(),
        }
    }
}

/// Reads the first sequence of bytes that are ill-formed in an encoding of bytes: its cause, its code point
/// and its length.
fn sequence(encoding: Encoding, bytes: &[u8]) -> Option<(Cause, u32, usize)> {
    let read = |cause, other: Encoding| {
        let decoded = other.decode_next(bytes, true).ok().filter(|decoded| decoded.len > 1)?;
        Some((cause, decoded.code_point, decoded.len))
    };
    match *bytes {
        [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..] => {
            read(Cause::Pairs, Encoding::Cesu8)
        }
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => read(Cause::Surrogates, Encoding::Wtf8),
        [0xC0, 0x80, ..] => Some((Cause::Nuls, 0, 2)),
        [0xF0..=0xF4, ..] if !encoding.info().is_utf_8 && Encoding::Utf8.decode_next(bytes, true).is_ok() => {
            read(Cause::Utf8, Encoding::Utf8)
        }
        _ => {
            let (masked, kind) = encoding.info().table.masked(bytes)?;
            let cause = match kind {
                ErrorKind::Overlong => Cause::Disguises,
                ErrorKind::OutOfRange => return read(Cause::Beyond, Encoding::Utf8Rfc2279),
                _ => return None,
            };
            Some((cause, masked.code_point, masked.len))
        }
    }
}
