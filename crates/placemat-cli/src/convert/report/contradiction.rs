//! What is said of an input that contradicts the encoding that was named, and what to do about it.

use placemat::{Codec, Encoding};

use super::super::Plan;
use super::super::input_report::{Contradiction, InputReport};
use crate::args::{Bom, LineEnds};
use crate::input::InputSource;
use crate::mixed;
use crate::names::Side;
use crate::show::Argument;

/// Returns what to do about an input that was not converted because it contradicts the encoding that was
/// named. To convert it nevertheless would most likely destroy it, so that is named only if the evidence is
/// not conclusive, and last.
pub(super) fn instead(plan: &Plan, contradiction: Contradiction) -> String {
    let forced = format!("--force converts it as {} nevertheless", plan.from.name());
    match contradiction {
        Contradiction::Mixed(parts) => mixed::remedy(parts).to_owned(),
        Contradiction::Binary => "--text converts it nevertheless".to_owned(),
        Contradiction::Declared(..) => "--no-config converts it nevertheless".to_owned(),
        Contradiction::PartlyUtf8 if plan.from == Side::Auto => {
            "placemat check lists the bytes that are not UTF-8, and what to run next".to_owned()
        }
        Contradiction::MostlyUtf8 | Contradiction::PartlyUtf8 => {
            format!("placemat check lists the bytes that are not UTF-8, and what to run next; {forced}")
        }
        Contradiction::MostlyAscii | Contradiction::FewNuls => {
            format!("placemat detect reports its encoding; {forced}")
        }
        Contradiction::Rather(legacy, _) => {
            format!("-f {} converts it, if that is right; {forced}", legacy.identifier())
        }
        // The rest of the file may be damaged.
        Contradiction::Signature(Encoding::Utf8) if is_for(plan, "utf-8") && plan.is_in_place() => {
            "nothing to do if placemat check finds nothing".to_owned()
        }
        _ => {
            let Some(name) = seen_as(plan, contradiction) else {
                return format!("placemat detect may know what else it is; {forced}");
            };
            let other = match is_for(plan, name) {
                true if plan.is_in_place() => "nothing to do".to_owned(),
                true => format!("-f {name} copies it as it is"),
                false => format!("-f {name} converts it as that"),
            };
            match contradiction {
                Contradiction::Already
                | Contradiction::OtherUnits(_)
                | Contradiction::Legacy(_)
                | Contradiction::Controls(_) => format!("{other}; {forced}"),
                // The others are signatures and valid UTF-8, which are hardly there by chance.
                _ => other,
            }
        }
    }
}

/// Returns `true` if the output is what commands for parts write.
fn is_to_utf_8(plan: &Plan) -> bool {
    plan.to == Side::Encoding(Encoding::Utf8)
}

/// Returns `true` if text in this encoding already is what the conversion makes of it.
fn is_for(plan: &Plan, name: &str) -> bool {
    plan.to.name() == name && plan.bom == Bom::Keep && plan.line_ends == LineEnds::Keep
}

/// Returns what an input looks like instead of the encoding that was named.
pub(super) fn contradicts(plan: &Plan, contradiction: Contradiction) -> String {
    let from = plan.from.name();
    let (looks_like, why) = match contradiction {
        Contradiction::Signature(other) => {
            return format!("begins with the signature of {other}, not {from}");
        }
        Contradiction::OtherUnits(other) => return format!("looks like {other}, not {from}"),
        Contradiction::Legacy(legacy) => return format!("looks like {}, not {from}", legacy.name()),
        Contradiction::Rather(legacy, confidence) => {
            return format!("looks like {} ({}), not {from}", legacy.name(), confidence.name());
        }
        Contradiction::Unsure(side, confidence) => {
            let confidence = confidence.name();
            return format!("looks like {} ({confidence}), and that is not sure", side.name());
        }
        Contradiction::Declared(encoding, file) => return format!("{file} declares {encoding}"),
        Contradiction::NoText => return "is not text in any known encoding".to_owned(),
        Contradiction::Data => ("numbers or other data", "its code points are not those of text"),
        Contradiction::Controls(true) => {
            return format!("looks like windows-1252, not {from}: some bytes are controls in iso-8859-1");
        }
        Contradiction::Controls(false) => return format!("has bytes that stand for nothing in {from}"),
        Contradiction::HardlyWestern => return format!("is hardly text in {from}: most of it is not ASCII"),
        Contradiction::Mixed(parts) => return format!("is {}", mixed::describe(parts)),
        Contradiction::Binary => return "looks binary".to_owned(),
        Contradiction::Already => return format!("looks like {} already, not {from}", plan.to.name()),
        Contradiction::MostlyUtf8 if is_of_bytes(plan.from) => ("UTF-8", "most bytes beyond ASCII are UTF-8"),
        Contradiction::MostlyUtf8 => ("UTF-8", "most bytes beyond ASCII are UTF-8, and none is 00"),
        Contradiction::PartlyUtf8 if plan.from == Side::Auto => {
            return "is UTF-8 in part: some characters are UTF-8, and others are not".to_owned();
        }
        Contradiction::PartlyUtf8 => ("UTF-8 in part", "some characters are UTF-8"),
        Contradiction::FewNuls => ("ASCII or UTF-8", "text of bytes with bytes 00 in between"),
        Contradiction::NoNul => ("ASCII or UTF-8", "valid UTF-8 without a byte 00"),
        Contradiction::MostlyAscii => ("ASCII or single bytes", "most bytes are ASCII, and none is 00"),
        Contradiction::Moved => ("ASCII or UTF-8", "valid UTF-8"),
        Contradiction::BeyondAscii => ("UTF-8", "valid UTF-8 with characters beyond ASCII"),
        Contradiction::Supplementary => ("UTF-8", "valid UTF-8 with characters of four bytes"),
        Contradiction::Nul => ("UTF-8", "valid UTF-8 with a byte 00"),
        Contradiction::Escape => ("UTF-8", "valid UTF-8 with characters of U+EF80..U+EFFF"),
    };
    format!("looks like {looks_like}, not {from}: {why}")
}

/// Returns what to do about an input that was converted although it looks like another encoding.
pub(super) fn to_run(plan: &Plan, report: &InputReport, contradiction: Contradiction) -> String {
    let file = match &report.source {
        InputSource::StandardInput(_) => "< FILE".to_owned(),
        source => Argument(source).to_string(),
    };
    let convert = |from: &str| match plan.to {
        to if to.name() == from => format!("it needs no conversion to {from}"),
        Side::Encoding(Encoding::Utf8) => format!("placemat convert -f {from} {file}"),
        to => format!("placemat convert -f {from} -t {} {file}", to.name()),
    };
    match contradiction {
        Contradiction::Already => convert(plan.to.name()),
        // No encoding is right for all of it.
        Contradiction::Mixed(parts) => {
            let command = parts.filter(|_| is_to_utf_8(plan)).and_then(|one| one.command_for(&report.source));
            let command = command.map_or_else(String::new, |command| format!(": {command}"));
            format!("{}{command}", mixed::remedy(parts))
        }
        Contradiction::MostlyUtf8 | Contradiction::PartlyUtf8 => format!("placemat check {file}"),
        Contradiction::MostlyAscii => format!("placemat detect {file}"),
        _ => seen_as(plan, contradiction).map_or_else(|| format!("placemat detect {file}"), convert),
    }
}

/// Returns `true` if the unit of the encoding is a byte.
pub(super) fn is_of_bytes(side: Side) -> bool {
    matches!(side, Side::Legacy(_)) || matches!(side, Side::Encoding(encoding) if encoding.info().width == 1)
}

/// Returns the encoding that an input looks like.
pub(super) fn seen_as(plan: &Plan, contradiction: Contradiction) -> Option<&'static str> {
    Some(match contradiction {
        Contradiction::Legacy(legacy) | Contradiction::Rather(legacy, _) => legacy.identifier(),
        Contradiction::Unsure(side, _) => side.name(),
        Contradiction::NoText | Contradiction::Binary | Contradiction::Mixed(_) | Contradiction::Data => {
            return None;
        }
        Contradiction::Controls(true) => Encoding::Windows1252.name(),
        Contradiction::Controls(false) | Contradiction::HardlyWestern => return None,
        Contradiction::Declared(encoding, _) => encoding,
        Contradiction::Signature(other) | Contradiction::OtherUnits(other) => other.name(),
        Contradiction::Already => plan.to.name(),
        // As in detection, it represents all encodings of single bytes.
        Contradiction::MostlyAscii => Encoding::Windows1252.name(),
        Contradiction::NoNul
        | Contradiction::FewNuls
        | Contradiction::MostlyUtf8
        | Contradiction::PartlyUtf8
        | Contradiction::Moved
        | Contradiction::BeyondAscii
        | Contradiction::Supplementary
        | Contradiction::Nul
        | Contradiction::Escape => Encoding::Utf8.name(),
    })
}
