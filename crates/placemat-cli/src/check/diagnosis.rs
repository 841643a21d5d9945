//! What an input with errors most likely is, and the command to run next.

use std::collections::BTreeMap;

use placemat::detect::Basis;
use placemat::repair::Fixes;
use placemat::{Codec, Encoding};

use super::legacy;
use super::meaning::Cause;
use super::places::LikelyEncoding;
use super::reading::Reading;
use super::records::Records;
use crate::context::{Denied, Foreign};
use crate::detect;
use crate::input::InputSource;
use crate::legacy::{Confidence, Guess, Legacy, Shape, Unknown};
use crate::mark;
use crate::mixed::{self, Parts, Spliced};
use crate::names::title;
use crate::repair::as_option;
use crate::show::{Argument, as_input};

/// What is known of an input with errors.
#[derive(Debug)]
pub(super) struct Diagnosis<'a> {
    /// The encoding in which the input was read.
    pub(super) reading: Reading,
    /// How many of its places have each cause.
    pub(super) causes: &'a BTreeMap<Cause, u64>,
    /// What detection takes the input for, if that was needed.
    pub(super) detected: Option<Reading>,
    /// The offset of the first place.
    pub(super) first: u64,
    /// Nothing in the input is UTF-8 beyond ASCII.
    pub(super) lacks_utf_8: bool,
    pub(super) may_be_signs: bool,
    /// What converts the bytes that all characters of the input are in ISO-8859-1, as which they may have been read.
    pub(super) read_as_latin_1: Option<&'a str>,
    /// How many trail bytes the input begins with.
    pub(super) trails: usize,
    /// The input is partly UTF-16 and partly in another encoding.
    pub(super) is_mixed: bool,
    /// Its parts, if they are clear.
    pub(super) parts: Option<Parts>,
    /// The input is CESU-8 that ends within a pair.
    pub(super) is_cut_cesu_8: bool,
    /// The input is not well-formed in the encoding that it looks like, either.
    pub(super) is_damaged: bool,
    /// The fixes with which `repair` makes the input well-formed.
    pub(super) fixes: Option<Fixes>,
    /// The bytes that are not UTF-8 are clearly Windows-1252, even if they are few.
    pub(super) are_bytes_clear: bool,
    /// The two parts of the input, if one is UTF-8 and the other in a legacy encoding.
    pub(super) spliced: Option<Spliced>,
    /// The input consists of strings with a length before each, which a repair would make wrong.
    pub(super) records: Option<Records>,
    /// What the input is, if it is not text.
    pub(super) format: Option<&'static str>,
    /// What detection takes the input for is known by its beginning: it cannot be read again.
    pub(super) is_of_front: bool,
}

impl Diagnosis<'_> {
    /// Returns `true` if detection may know more than the places.
    pub(super) fn is_unclear(causes: &BTreeMap<Cause, u64>) -> bool {
        causes.keys().any(|cause| matches!(cause, Cause::SingleBytes | Cause::Other | Cause::Cut))
    }

    /// Returns `true` if `repair` may make the input well-formed, by its places.
    pub(super) fn may_be_repaired(&self) -> bool {
        const REPAIRED: [Cause; 6] =
            [Cause::Pairs, Cause::Nuls, Cause::Surrogates, Cause::SingleBytes, Cause::Cut, Cause::Other];
        self.reading.is_presumed_utf_8() && self.has_only(&REPAIRED)
    }

    /// Returns the fixes that the places need, if the whole input is not known.
    pub(super) fn fixes_of_places(&self) -> Option<Fixes> {
        match () {
            () if self.has_only(&[Cause::Pairs, Cause::Nuls]) => Some(Fixes::DEFAULT),
            () if self.has_only(&[Cause::Pairs, Cause::Nuls, Cause::Surrogates]) => {
                Some(Fixes::DEFAULT | Fixes::LONE_SURROGATES)
            }
            () if self.has_only(&[Cause::Pairs, Cause::Nuls, Cause::SingleBytes]) => {
                Some(Fixes::DEFAULT | Fixes::LEGACY_BYTES)
            }
            () => None,
        }
    }

    fn has_only(&self, causes: &[Cause]) -> bool {
        self.causes.keys().all(|cause| causes.contains(cause))
    }

    pub(super) fn has(&self, cause: Cause) -> bool {
        self.causes.contains_key(&cause)
    }

    /// Returns what is denied and there.
    fn denied(&self) -> Vec<Denied> {
        let denied = |cause: &Cause| match cause {
            Cause::Denied(denied) => Some(*denied),
            _ => None,
        };
        self.causes.keys().filter_map(denied).collect()
    }

    /// Returns the other encoding that the whole input is in.
    pub(super) fn other(&self) -> Option<Encoding> {
        if let Some(records) = self.records {
            return Some(Encoding::Mutf8WriteUtf).filter(|_| records == Records::One);
        }
        let of_cause = self.causes.keys().find_map(|&cause| match cause {
            Cause::Wide(encoding) => Some(encoding),
            Cause::Signed(Foreign::Document) => Some(Encoding::CorrectedUtf8Document),
            _ => None,
        });
        let read_as = self.reading.encoding;
        let is_other =
            |one: &Encoding| *one != read_as && !one.info().is_utf_8 && detect::is_for_interchange(*one);
        of_cause.or_else(|| {
            let detected = self.detected.filter(|detected| {
                !matches!(detected.basis, Some(Basis::SingleBytes | Basis::Nothing | Basis::Damaged))
            })?;
            Some(detected.encoding).filter(is_other)
        })
    }

    /// Returns the legacy encoding that detection takes the input for, if UTF-8 was expected.
    pub(super) fn legacy(&self) -> Option<Guess> {
        if let Some(guess) = self.reading.guess {
            return Some(guess);
        }
        self.detected.filter(|_| self.reading.encoding == Encoding::Utf8)?.likely()
    }

    /// Returns the legacy encoding in which hints and lists read the bytes: the one that the headline names.
    pub(super) fn read_as(&self) -> Option<Guess> {
        self.legacy().or_else(|| self.perhaps())
    }

    /// Returns the encoding that the input is perhaps in, if placemat does not know it.
    pub(super) fn unknown(&self) -> Option<Unknown> {
        let detected = self.detected.filter(|_| self.reading.encoding == Encoding::Utf8);
        detected.unwrap_or(self.reading).unknown
    }

    /// Returns the legacy encoding that detection takes the input for without much confidence, if it is not
    /// Windows-1252.
    fn perhaps(&self) -> Option<Guess> {
        self.detected.filter(|_| self.reading.encoding == Encoding::Utf8)?.perhaps()
    }

    /// Returns `true` if the input is rather in another encoding than UTF-8 with damage.
    pub(super) fn is_no_utf_8(&self) -> bool {
        const UNCLEAR: [Cause; 4] = [Cause::Cut, Cause::CutInFront, Cause::SingleBytes, Cause::Other];
        let is_damaged = self.detected.is_some_and(|detected| {
            detected.encoding.info().is_utf_8
                && matches!(detected.basis, Some(Basis::Damaged | Basis::Signature))
                || self.has_only(&[Cause::Cut]) && detected.is_cut_utf_8()
        });
        self.lacks_utf_8 && self.reading.is_presumed_utf_8() && self.has_only(&UNCLEAR) && !is_damaged
    }

    /// Returns the encoding in which the command that is proposed reads the bytes, if that is Windows-1252.
    pub(super) fn proposed_as(&self) -> Option<LikelyEncoding> {
        let is_proposed = match self.fixes {
            Some(fixes) => fixes.has_any(Fixes::LEGACY_BYTES),
            None => self.may_be_signs(),
        };
        Legacy::windows_1252()
            .filter(|_| is_proposed)
            .map(|legacy| LikelyEncoding { legacy, confidence: Confidence::Likely })
    }

    /// Returns `true` if the single bytes of a text are hardly more likely in Windows-1252 than in another
    /// encoding.
    fn is_ambiguous(&self) -> bool {
        let detected =
            self.detected.filter(|one| one.basis == Some(Basis::SingleBytes) && !one.is_partly_utf_8);
        let guess = detected.and_then(|detected| detected.guess);
        match guess {
            Some(guess) if guess.confidence > Confidence::Perhaps => false,
            Some(guess) => !(guess.evidence.is_latin_for_all && self.are_bytes_clear),
            None => !self.are_bytes_clear,
        }
    }

    /// Returns `true` if the places of the input say nothing more: the whole input is surely in a legacy
    /// encoding, all of whose letters are places; it looks like one of several bytes for a character, which
    /// places cut through; it is in units of 16 or 32 bits, or its project says so and is wrong; or it begins with
    /// the signature of another encoding.
    pub(super) fn says_all(&self) -> bool {
        if self.reading.not_wide().is_some() || self.parts.is_some_and(Parts::are_wide) {
            return true;
        }
        let is_sure = self.legacy().is_some_and(|guess| {
            guess.confidence == Confidence::Sure || guess.legacy.shape() != Shape::Single
        });
        let is_signed = self.causes.keys().any(|cause| match cause {
            Cause::Signed(Foreign::Document) => true,
            Cause::Wide(_) => self.first == 0,
            _ => false,
        });
        let is_wide = !self.is_mixed && self.other().is_some_and(|other| other.info().width > 1);
        (is_sure || is_signed || is_wide) && self.reading.guess.is_none() && self.denied().is_empty()
    }

    /// Returns what the input looks like.
    pub(super) fn looks(&self) -> String {
        let is_detected = self.legacy().is_some() || self.other().is_some() || self.unknown().is_some();
        match self.is_of_front && is_detected {
            true => format!("{} by its first {} KiB", self.looks_as_a_whole(), detect::KEPT >> 10),
            false => self.looks_as_a_whole(),
        }
    }

    fn looks_as_a_whole(&self) -> String {
        if let Some(guess) = self.reading.guess.filter(|_| self.reading.is_partly_utf_8) {
            return crate::legacy::describe_part(&guess);
        }
        if let Some(guess) = self.legacy() {
            return legacy::describe(&guess);
        }
        let name = match self.reading.legacy {
            Some(legacy) => legacy.name().to_owned(),
            None => title(self.reading.encoding),
        };
        let damaged = match self.reading.basis {
            Some(Basis::Signature) => format!("damaged {name} (by its signature)"),
            _ => format!("damaged {name}"),
        };
        if let Some(contents) = self.reading.not_wide() {
            return format!("{contents}, not {name}");
        }
        // Reports for machines have no places.
        let has_places = !self.causes.is_empty();
        if has_places && self.has_only(&[Cause::Rule]) {
            return format!("not by the rules of {name}");
        }
        let denied = self.denied();
        if denied == [Denied::MissingBom] && self.has_only(&[Cause::Denied(Denied::MissingBom)]) {
            return format!("valid {} without a byte order mark", title(self.reading.encoding));
        }
        if has_places && denied.len() == self.causes.len() {
            let nouns: Vec<_> = denied.iter().map(|one| one.noun()).collect();
            return format!("valid {name} with {}", nouns.join(", "));
        }
        if let Some(format) = self.format {
            return format!("looks like {format}, not text");
        }
        if self.is_mixed {
            return format!("{}: {}", mixed::describe(self.parts), mixed::remedy(self.parts));
        }
        if self.records == Some(Records::Several) {
            return "looks like strings of Java's writeUTF".to_owned();
        }
        if let Some(other) = self.other() {
            let document =
                if mark::is_document(other) { "Corrected UTF-8 document".to_owned() } else { title(other) };
            let article = if mark::is_document(other) { "a " } else { "" };
            let damaged = if self.is_damaged { "damaged " } else { "" };
            return format!("looks like {article}{damaged}{document}");
        }
        if let Some(unknown) = self.unknown() {
            return format!("looks like {unknown}");
        }
        if let Some(spliced) = self.spliced {
            return spliced.looks();
        }
        match () {
            () if self.is_cut_cesu_8 && self.reading.encoding == Encoding::Cesu8 => {
                "CESU-8 that ends within a character".to_owned()
            }
            () if self.is_cut_cesu_8 => "looks like CESU-8 that ends within a character".to_owned(),
            () if self.has(Cause::Signed(Foreign::Gb18030)) => "looks like GB18030".to_owned(),
            () if self.has(Cause::Signed(Foreign::NearlyDocument)) => {
                "looks like a damaged Corrected UTF-8 document".to_owned()
            }
            () if self.is_no_utf_8() => self.of_no_utf_8(),
            () if self.has(Cause::Disguises) => format!("{name} with disguised characters"),
            () if self.has_only(&[Cause::Pairs]) && self.reading.encoding == Encoding::Wtf8 => {
                "WTF-8 with surrogate pairs, as in CESU-8".to_owned()
            }
            () if self.has_only(&[Cause::Pairs]) => "looks like CESU-8".to_owned(),
            () if self.has_only(&[Cause::Surrogates]) => "looks like WTF-8".to_owned(),
            // WTF-8 has no surrogate pairs, and strings of Java may have lone surrogates.
            () if self.has_only(&[Cause::Pairs, Cause::Nuls, Cause::Surrogates]) => {
                "looks like Modified UTF-8".to_owned()
            }
            () if self.has_only(&[Cause::Beyond]) => "looks like UTF-8 before 2003".to_owned(),
            () if self.has_only(&[Cause::Utf8]) => "looks like UTF-8".to_owned(),
            () if self.has_only(&[Cause::Cut]) => format!("{name} that ends within a character"),
            () if self.has_only(&[Cause::CutInFront]) => format!("{name} that begins within a character"),
            () if self.has_only(&[Cause::CutInFront, Cause::Cut]) => {
                format!("{name} that begins and ends within a character")
            }
            () => self.of_single_bytes().unwrap_or(damaged),
        }
    }

    /// Returns what text without UTF-8 looks like.
    fn of_no_utf_8(&self) -> String {
        match self.perhaps() {
            Some(guess) => format!("not UTF-8: a legacy encoding, perhaps {}", guess.legacy.title()),
            None if !self.is_of_single_bytes() => "not UTF-8".to_owned(),
            None if self.has_only(&[Cause::SingleBytes]) && !self.is_ambiguous() => {
                "looks like Windows-1252".to_owned()
            }
            None => "not UTF-8: a legacy encoding, such as Windows-1252".to_owned(),
        }
    }

    /// Returns `true` if what looks like the rest of a character may as well be signs of Windows-1252.
    fn may_be_signs(&self) -> bool {
        self.may_be_signs && self.is_no_utf_8() && self.is_of_single_bytes() && self.perhaps().is_none()
    }

    /// Returns `true` if detection finds nothing but single bytes of some legacy encoding.
    fn is_of_single_bytes(&self) -> bool {
        self.detected.is_some_and(|detected| detected.basis == Some(Basis::SingleBytes))
    }

    /// Returns what text with single bytes of a legacy encoding looks like.
    fn of_single_bytes(&self) -> Option<String> {
        let detected = self.detected.filter(|_| self.reading.encoding == Encoding::Utf8)?;
        let has_bytes = self.fixes.is_some_and(|fixes| fixes.has_any(Fixes::LEGACY_BYTES));
        match (detected.damage, detected.basis) {
            _ if detected.is_partly_utf_8 => Some("UTF-8 with bytes of another encoding".to_owned()),
            (None, Some(Basis::Damaged)) if has_bytes => {
                Some("UTF-8 with bytes of another encoding".to_owned())
            }
            (Some(_), _) => Some("UTF-8 with bytes of another encoding".to_owned()),
            (None, Some(Basis::SingleBytes | Basis::Nothing)) => Some(self.of_no_utf_8()),
            _ => None,
        }
    }

    /// Returns the command to run next, after `fix` if it repairs the input.
    pub(super) fn next(&self, source: &InputSource) -> (&'static str, String) {
        match self.next_for_whole(source) {
            // After its beginning, the input may be other text.
            (_, command) if self.is_of_front && command.starts_with("placemat convert") => {
                ("next:", "placemat check FILE".to_owned())
            }
            next => next,
        }
    }

    fn next_for_whole(&self, source: &InputSource) -> (&'static str, String) {
        if self.reading.is_partly_utf_8 {
            return legacy::next_of_parts(source);
        }
        let file = Argument(source);
        // The readers of the file expect the encoding that its project names.
        if self.reading.overridden == Some(false) {
            return ("next:", format!("placemat check {file}"));
        }
        if let Some(guess) = self.legacy() {
            return legacy::next(&guess, source);
        }
        if self.reading.not_wide().is_some() {
            return ("next:", format!("placemat check --no-config {file}"));
        }
        // What is shown after `fix` changes the file.
        let no_config = if self.reading.overridden.is_some() { "--no-config " } else { "" };
        let repair = |options: &str| match source {
            InputSource::StandardInput(None) => ("fix:", format!("placemat repair {options}< FILE > FIXED")),
            _ => ("fix:", format!("placemat repair --in-place {no_config}{options}{file}")),
        };
        if let Some(command) = self.parts.filter(|_| self.is_mixed).and_then(|one| one.command_for(source)) {
            return ("next:", command);
        }
        let is_class = self.format.is_some_and(|format| format.contains("class file"));
        if self.records == Some(Records::Several) || is_class {
            return match source {
                InputSource::StandardInput(None) => ("next:", "placemat strings < FILE".to_owned()),
                _ => ("next:", format!("placemat strings {file}")),
            };
        }
        // No command converts both parts, or anything that is not text.
        if self.is_mixed || self.format.is_some() {
            return self.explain_first(source);
        }
        if let Some(other) = self.other() {
            let is_rare = detect::is_rare(other) && !mark::is_document(other) || other.as_frame().is_some();
            // The units may be something else than text.
            let is_first_shown = is_rare || self.detected.is_some_and(|detected| detected.is_unclear);
            let other = other.name();
            if self.is_damaged {
                // To look at first: something is lost.
                let file = as_input(source);
                return ("next:", format!("placemat convert -f {other} --on-error replace {file}"));
            }
            return match source {
                InputSource::StandardInput(None) if is_first_shown => {
                    ("next:", format!("placemat convert -f {other} < FILE"))
                }
                _ if is_first_shown => ("next:", format!("placemat convert -f {other} {file}")),
                InputSource::StandardInput(None) => {
                    ("fix:", format!("placemat convert -f {other} < FILE > FIXED"))
                }
                _ => ("fix:", format!("placemat convert --in-place -f {other} {file}")),
            };
        }
        if let Some(unknown) = self.unknown() {
            return match unknown.command() {
                // What is UTF-8 already would be encoded again.
                Some(command) if self.lacks_utf_8 || unknown == Unknown::Ebcdic => {
                    ("next:", format!("{command} {}", as_input(source)))
                }
                _ => self.explain_first(source),
            };
        }
        if let Some(command) = self.spliced.and_then(|spliced| spliced.command(source, no_config)) {
            return ("next:", command);
        }
        match () {
            () if self.has(Cause::Signed(Foreign::Gb18030)) => {
                ("next:", format!("iconv -f GB18030 -t UTF-8 {file}"))
            }
            () if self.has_only(&[Cause::Utf8]) => ("next:", format!("placemat check {file}")),
            // The first of them may be meant.
            () if self.has_only(&[Cause::Denied(Denied::DoubleBom)]) => repair("--fix double-bom "),
            () if self.has_only(&[Cause::Denied(Denied::Bom)]) => repair("--fix bom "),
            () if self.has_only(&[Cause::Denied(Denied::Bom), Cause::Denied(Denied::DoubleBom)]) => {
                repair("--fix bom,double-bom ")
            }
            () if self.has_only(&[Cause::Denied(Denied::MissingBom)]) => {
                let name = self.reading.encoding.name();
                let both = match self.reading.encoding.info().is_utf_8 {
                    true => String::new(),
                    false => format!(" -f {name} -t {name}"),
                };
                match source {
                    InputSource::StandardInput(None) => {
                        ("fix:", format!("placemat convert{both} --bom add < FILE > FIXED"))
                    }
                    _ => ("fix:", format!("placemat convert --in-place{both} --bom add {file}")),
                }
            }
            () if self.has_only(&[Cause::Denied(Denied::C1)])
                && let Some(command) = self.read_as_latin_1
                && source.path().is_some() =>
            {
                ("next:", format!("placemat convert -t latin1 {file} | {command}"))
            }
            () if self.has_only(&[Cause::Denied(Denied::Mojibake)]) => {
                repair("--fix default,double-encoding-lines ")
            }
            () if self.has_only(&[Denied::Bom, Denied::DoubleBom, Denied::Mojibake].map(Cause::Denied)) => {
                match self.has(Cause::Denied(Denied::Bom)) {
                    true => repair("--fix default,bom,double-encoding-lines "),
                    false => repair("--fix default,double-bom,double-encoding-lines "),
                }
            }
            () if self.has_only(&[Cause::Cut])
                && self.reading.encoding.info().is_utf_16()
                && source.path().is_some() =>
            {
                let (first, name) = (self.first, self.reading.encoding.name());
                // It may as well be text in the other order that begins within a character, so it is only shown.
                let output = if self.is_by_units() { "" } else { " -o FIXED -" };
                ("next:", format!("head -c {first} {file} | placemat convert -f {name}{output}"))
            }
            () if !self.reading.is_presumed_utf_8() => self.explain_first(source),
            () if let Some(command) = self.without_cut_characters(source) => ("next:", command),
            () if let Some(guess) = self.perhaps() => legacy::next(&guess, source),
            () => match self.fixes {
                Some(Fixes::DEFAULT) => repair(""),
                // Something is lost, or the letters are others in other encodings, so the user looks first.
                Some(fixes)
                    if fixes.has_any(Fixes::LONE_SURROGATES)
                        || fixes.has_any(Fixes::LEGACY_BYTES) && self.is_ambiguous() =>
                {
                    let file = as_input(source);
                    ("next:", format!("placemat repair --dry-run --fix {} {file}", as_option(fixes)))
                }
                Some(fixes) => repair(&format!("--fix {} ", as_option(fixes))),
                // As text in the most frequent encoding, it can be looked at.
                None if self.may_be_signs() => legacy::next_of_single_bytes(Encoding::Windows1252, source),
                // Its line may be of another program.
                None if self.has_only(&[Cause::SingleBytes]) && !self.is_no_utf_8() => {
                    let file = as_input(source);
                    (
                        "next:",
                        format!("placemat repair --dry-run {no_config}--legacy-lines windows-1252 {file}"),
                    )
                }
                None => self.explain_first(source),
            },
        }
    }

    /// Returns what to do after the command that shows a file as text in a legacy encoding.
    pub(super) fn note_on_shown(&self, source: &InputSource, command: &str) -> Option<String> {
        let is_shown = command.starts_with("placemat convert -f ") && !command.contains(" --");
        let is_file = matches!(source, InputSource::Path(_));
        let guess = self.read_as().filter(|guess| guess.confidence > Confidence::Perhaps)?;
        // With bytes 00, it would be taken for data.
        let text = if guess.evidence.has_holes { " --text" } else { "" };
        let note =
            format!("if that is the right text, the same command with --in-place{text} converts the file");
        (is_shown && is_file).then_some(note)
    }

    /// Returns that Java reads an input as ISO-8859-1, which a command makes UTF-8 of.
    pub(super) fn note_on_properties(source: &InputSource, command: &str) -> Option<String> {
        let is_converted = command.starts_with("placemat convert") || command.contains("legacy");
        let is_of_java = source.path()?.extension().is_some_and(|one| one.eq_ignore_ascii_case("properties"));
        let note = "Java reads .properties as ISO-8859-1, and only resource bundles from Java 9 on as UTF-8";
        (is_of_java && is_converted).then(|| note.to_owned())
    }

    /// Returns how an input becomes what its project says it is, if it is UTF-8 instead.
    pub(super) fn note_on_named(&self, source: &InputSource) -> Option<String> {
        let contents = self.reading.not_wide().filter(|contents| matches!(*contents, "UTF-8" | "ASCII"));
        let (encoding, origin) = (self.reading.encoding, self.reading.origin?);
        // In the others, Git expects a byte order mark.
        let name = encoding.info().order.is_some().then(|| encoding.name())?;
        let file = source.path().map(|_| Argument(source)).filter(|_| contents.is_some())?;
        Some(format!("placemat convert --in-place -t {name} {file} makes it what {} names", origin.file()))
    }

    /// Returns `true` if the encoding was detected, and not by a byte order mark.
    fn is_by_units(&self) -> bool {
        self.reading.basis.is_some_and(|basis| basis != Basis::Signature)
    }

    /// Returns the command that leaves out what remains of the characters that were cut at the ends of the input, if
    /// that is all that is wrong.
    fn without_cut_characters(&self, source: &InputSource) -> Option<String> {
        let file = source.path().map(|_| Argument(source)).filter(|_| !self.is_no_utf_8())?;
        match self.trails {
            0 if self.has_only(&[Cause::Cut]) => Some(format!("head -c {} {file} > FIXED", self.first)),
            trails if trails > 0 && self.has_only(&[Cause::CutInFront]) => {
                Some(format!("tail -c +{} {file} > FIXED", trails + 1))
            }
            trails if trails > 0 && self.has_only(&[Cause::CutInFront, Cause::Cut]) => {
                // Only the last character is left to skip.
                Some(format!("tail -c +{} {file} | placemat convert --on-error skip > FIXED", trails + 1))
            }
            _ => None,
        }
    }

    /// Returns the command that explains the first place.
    fn explain_first(&self, source: &InputSource) -> (&'static str, String) {
        let encoding = match (self.reading.legacy, self.reading.encoding) {
            (Some(legacy), _) => format!("-e {} ", legacy.identifier()),
            (None, Encoding::Utf8) => String::new(),
            (None, other) => format!("-e {other} "),
        };
        let command = match source {
            InputSource::StandardInput(None) => format!("placemat check --verbose {encoding}< FILE"),
            _ if self.reading.encoding.is_wrapper() || self.reading.legacy.is_some() => {
                format!("placemat check --verbose {encoding}{}", Argument(source))
            }
            _ => format!("placemat explain {encoding}--at {} {}", self.first, Argument(source)),
        };
        ("next:", command)
    }
}
