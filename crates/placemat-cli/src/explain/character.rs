//! Code points for people: name, general category, block, and a displayable character.

use unicode_blocks::find_unicode_block;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::show::is_hostile;

/// The names of controls, which are aliases in Unicode (NameAliases.txt).
const C0: [&str; 33] = [
    "NULL",
    "START OF HEADING",
    "START OF TEXT",
    "END OF TEXT",
    "END OF TRANSMISSION",
    "ENQUIRY",
    "ACKNOWLEDGE",
    "ALERT",
    "BACKSPACE",
    "CHARACTER TABULATION",
    "LINE FEED",
    "LINE TABULATION",
    "FORM FEED",
    "CARRIAGE RETURN",
    "SHIFT OUT",
    "SHIFT IN",
    "DATA LINK ESCAPE",
    "DEVICE CONTROL ONE",
    "DEVICE CONTROL TWO",
    "DEVICE CONTROL THREE",
    "DEVICE CONTROL FOUR",
    "NEGATIVE ACKNOWLEDGE",
    "SYNCHRONOUS IDLE",
    "END OF TRANSMISSION BLOCK",
    "CANCEL",
    "END OF MEDIUM",
    "SUBSTITUTE",
    "ESCAPE",
    "INFORMATION SEPARATOR FOUR",
    "INFORMATION SEPARATOR THREE",
    "INFORMATION SEPARATOR TWO",
    "INFORMATION SEPARATOR ONE",
    "SPACE",
];
const C1: [&str; 33] = [
    "DELETE",
    "PADDING CHARACTER",
    "HIGH OCTET PRESET",
    "BREAK PERMITTED HERE",
    "NO BREAK HERE",
    "INDEX",
    "NEXT LINE",
    "START OF SELECTED AREA",
    "END OF SELECTED AREA",
    "CHARACTER TABULATION SET",
    "CHARACTER TABULATION WITH JUSTIFICATION",
    "LINE TABULATION SET",
    "PARTIAL LINE FORWARD",
    "PARTIAL LINE BACKWARD",
    "REVERSE LINE FEED",
    "SINGLE SHIFT TWO",
    "SINGLE SHIFT THREE",
    "DEVICE CONTROL STRING",
    "PRIVATE USE ONE",
    "PRIVATE USE TWO",
    "SET TRANSMIT STATE",
    "CANCEL CHARACTER",
    "MESSAGE WAITING",
    "START OF GUARDED AREA",
    "END OF GUARDED AREA",
    "START OF STRING",
    "SINGLE GRAPHIC CHARACTER INTRODUCER",
    "SINGLE CHARACTER INTRODUCER",
    "CONTROL SEQUENCE INTRODUCER",
    "STRING TERMINATOR",
    "OPERATING SYSTEM COMMAND",
    "PRIVACY MESSAGE",
    "APPLICATION PROGRAM COMMAND",
];

/// Returns the name of a code point, or a label in angle brackets if it has none (the Unicode standard, 4.8).
pub(super) fn name(code_point: u32) -> String {
    match code_point {
        0x00..=0x20 => C0[code_point as usize].to_owned(),
        0x7F..=0x9F => C1[code_point as usize - 0x7F].to_owned(),
        0xD800..=0xDFFF => format!("<surrogate-{code_point:04X}>"),
        0x11_0000.. => "<beyond Unicode>".to_owned(),
        _ if is_noncharacter(code_point) => format!("<noncharacter-{code_point:04X}>"),
        _ => {
            let character = char::from_u32(code_point).unwrap_or(char::REPLACEMENT_CHARACTER);
            match unicode_names2::name(character) {
                Some(name) => name.to_string(),
                None if character.general_category() == GeneralCategory::PrivateUse => {
                    format!("<private-use-{code_point:04X}>")
                }
                None => format!("<reserved-{code_point:04X}>"),
            }
        }
    }
}

fn is_noncharacter(code_point: u32) -> bool {
    matches!(code_point, 0xFDD0..=0xFDEF) || code_point & 0xFFFE == 0xFFFE && code_point <= 0x10_FFFF
}

/// Returns the category of a code point, and its block.
pub(super) fn note(code_point: u32) -> String {
    match (category(code_point), block(code_point)) {
        (category, Some(block)) => format!("{category}, {block}"),
        (category, None) => category.to_owned(),
    }
}

/// Returns the name of the Unicode block that contains the code point. Surrogates and values beyond Unicode
/// are in no block.
pub(crate) fn block(code_point: u32) -> Option<&'static str> {
    char::from_u32(code_point).and_then(find_unicode_block).map(|block| block.name())
}

/// Returns the category of a code point.
pub(super) fn category(code_point: u32) -> &'static str {
    let Some(character) = char::from_u32(code_point) else {
        return match code_point {
            0xD800..=0xDBFF => "lead surrogate",
            0xDC00..=0xDFFF => "trail surrogate",
            _ => "no code point of Unicode",
        };
    };
    match character.general_category() {
        GeneralCategory::UppercaseLetter => "uppercase letter",
        GeneralCategory::LowercaseLetter => "lowercase letter",
        GeneralCategory::TitlecaseLetter => "titlecase letter",
        GeneralCategory::ModifierLetter => "modifier letter",
        GeneralCategory::OtherLetter => "letter",
        GeneralCategory::NonspacingMark => "nonspacing mark",
        GeneralCategory::SpacingMark => "spacing mark",
        GeneralCategory::EnclosingMark => "enclosing mark",
        GeneralCategory::DecimalNumber => "digit",
        GeneralCategory::LetterNumber => "letter number",
        GeneralCategory::OtherNumber => "number",
        GeneralCategory::ConnectorPunctuation
        | GeneralCategory::DashPunctuation
        | GeneralCategory::OpenPunctuation
        | GeneralCategory::ClosePunctuation
        | GeneralCategory::InitialPunctuation
        | GeneralCategory::FinalPunctuation
        | GeneralCategory::OtherPunctuation => "punctuation",
        GeneralCategory::MathSymbol => "mathematical symbol",
        GeneralCategory::CurrencySymbol => "currency symbol",
        GeneralCategory::ModifierSymbol => "modifier symbol",
        GeneralCategory::OtherSymbol => "symbol",
        GeneralCategory::SpaceSeparator => "space",
        GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => "separator",
        GeneralCategory::Control => "control",
        GeneralCategory::Format => "format character",
        GeneralCategory::Surrogate => "surrogate",
        GeneralCategory::PrivateUse => "private use",
        GeneralCategory::Unassigned if is_noncharacter(code_point) => "noncharacter",
        GeneralCategory::Unassigned => "unassigned",
    }
}

/// Returns the character as a terminal may show it: a combining mark on a dotted circle, and nothing for
/// characters that control the terminal or reorder text.
pub(super) fn shown(code_point: u32) -> String {
    let Some(character) = char::from_u32(code_point) else { return String::new() };
    match character.general_category() {
        _ if is_hostile(character) => String::new(),
        GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark | GeneralCategory::SpacingMark => {
            format!("\u{25CC}{character}")
        }
        GeneralCategory::PrivateUse | GeneralCategory::Unassigned | GeneralCategory::Format => String::new(),
        _ => character.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_a_name() {
        for (code_point, expected) in [
            (0x00, "NULL"),
            (0x0A, "LINE FEED"),
            (0x20, "SPACE"),
            (0x41, "LATIN CAPITAL LETTER A"),
            (0x7F, "DELETE"),
            (0x85, "NEXT LINE"),
            (0x9F, "APPLICATION PROGRAM COMMAND"),
            (0xD83D, "<surrogate-D83D>"),
            (0xE000, "<private-use-E000>"),
            (0xFFFE, "<noncharacter-FFFE>"),
            (0x0378, "<reserved-0378>"),
            (0x4E2D, "CJK UNIFIED IDEOGRAPH-4E2D"),
            (0xAC00, "HANGUL SYLLABLE GA"),
            (0x1_F4A9, "PILE OF POO"),
            (0x7FFF_FFFF, "<beyond Unicode>"),
        ] {
            assert_eq!(name(code_point), expected);
        }
        for code_point in (0..0x11_1000).step_by(11) {
            assert!(!name(code_point).is_empty() && !note(code_point).is_empty());
            assert!(!shown(code_point).chars().any(is_hostile), "U+{code_point:04X}");
        }
    }
}
