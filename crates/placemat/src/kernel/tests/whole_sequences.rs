//! Validation of every form: what a kernel accepts ends between sequences.

use super::*;

/// Checks the validation of a form by every instruction set against the reference implementation.
fn check_validation<F: Form<Unit = u8>>(form: F) {
    let mut random = Random(5);
    for draw in 0..draws(3000) {
        let background = BACKGROUNDS[random.below(BACKGROUNDS.len())];
        let mut bytes = vec![];
        while bytes.len() < 300 + draw % 700 {
            let code_point = match random.below(40) {
                0 => [0, 0x7F, 0x80, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFD, 0x1_0000]
                    [random.below(11)],
                _ => text(&mut random, background, 1)[0],
            };
            let mut sequence = [0; 6];
            if let Ok(len) = form.encode_next(code_point, &mut sequence) {
                bytes.extend_from_slice(&sequence[..len]);
            } else if random.below(400) == 0 {
                break;
            } else {
                bytes.push(b'x');
            }
        }
        for _ in 0..[0, 0, 1, 2][draw % 4] {
            let at = random.below(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(at) {
                *byte = random.bits() as u8;
            }
        }
        let start = random.below(bytes.len().clamp(1, 64)).min(bytes.len());
        // Half of the texts are short, and may end inside a sequence.
        let most = if random.below(2) == 0 { random.below(72) } else { bytes.len() };
        let bytes = &bytes[start..bytes.len().min(start + most)];
        // The end of the longest prefix of whole sequences, with the end of the input open.
        let mut whole = vec![false; bytes.len() + 1];
        let mut at = 0;
        whole[0] = true;
        while let Some(decoded) = F::TABLE.decode(&bytes[at..], true).ok().filter(|_| at < bytes.len()) {
            // For validation, the surrogates of a pair are equivalent to the pair if they stand for
            // themselves.
            whole[at + decoded.len.min(3)] |= decoded.len == 6 && F::PAIRING == PairingRule::Fuses;
            at += decoded.len;
            whole[at] = true;
        }
        for isa in Isa::available() {
            let len = validate::<F>(isa, bytes);
            assert!(whole[len], "{} {isa:?}: {len} of {at}, {bytes:02X?}", F::NAME);
        }
    }
}

#[test]
fn every_form_with_a_grammar_validates_whole_sequences() {
    check_validation(form::Utf8);
    check_validation(form::GeneralizedUtf8);
    check_validation(form::Wtf8);
    check_validation(form::Cesu8);
    check_validation(form::Cesu8Lenient);
    check_validation(form::Mutf8);
    check_validation(form::Mutf8Lenient);
    check_validation(form::Utf8mb3);
    check_validation(form::Optu8);
    check_validation(form::Optu8Reversible);
    check_validation(form::Utf8Rfc2279);
    check_validation(form::CorrectedUtf8);
    check_validation(form::CorrectedUtf8Text);
    check_validation(form::Tcl86Utf8);
    check_validation(form::Utf1);
    check_validation(form::FssUtf1992July);
}

/// The longer a text is, the more of it is examined before errors are sought in it.
#[test]
fn the_first_error_of_a_long_text_is_found_wherever_it_is() {
    for letters in ["ж", "a€", "ASCII for the most part, and then an ж. "] {
        let len = 13_000_usize;
        let mut bytes = letters.repeat(len.div_ceil(letters.len())).into_bytes();
        for place in (0..len).step_by(7 * stride()) {
            let old = bytes[place];
            for defect in [0x80, 0xFF] {
                bytes[place] = defect;
                let expected =
                    core::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
                for isa in Isa::available() {
                    let valid = validate::<form::Utf8>(isa, &bytes);
                    assert_eq!(valid, expected, "{isa:?} {letters} {defect:02X} at {place}");
                }
            }
            bytes[place] = old;
        }
    }
}

/// A broken rule of a pair shows one place after the byte that breaks it.
#[test]
fn a_lead_surrogate_before_a_last_byte_alone_is_ill_formed() {
    for isa in Isa::available() {
        for before in 0..700 {
            for (last, ends) in [(&b"x"[..], 0), (b"", 0), (b"xy", 0), (b"\xED\xB0\x80", 6), (b"\xC2\x80", 0)]
            {
                let text = [&vec![b'a'; before][..], b"\xED\xA0\x80", last].concat();
                assert_eq!(validate::<form::Cesu8>(isa, &text), before + ends, "{isa:?} {before} {last:X?}");
                let after = [&text[..], &[b'b'; 300]].concat();
                let expected = if ends > 0 { after.len() } else { before };
                assert_eq!(validate::<form::Cesu8>(isa, &after), expected, "{isa:?} {before} {last:X?}");
            }
        }
    }
}

/// A trail surrogate may follow, in the next piece of a stream.
#[test]
fn a_lead_surrogate_at_the_end_is_left_if_it_may_be_in_a_pair() {
    for isa in Isa::available() {
        for before in 0..700 {
            for last in ["a", "é", "€"] {
                let text = [&b"a".repeat(before)[..], last.as_bytes()].concat();
                let open = [&text[..], b"\xED\xA8\x8D"].concat();
                for found in [validate::<form::Cesu8Lenient>(isa, &open), validate::<form::Cesu8>(isa, &open)]
                {
                    assert!(found <= text.len(), "{isa:?} {before} {last}");
                }
                assert!(validate::<form::Mutf8Lenient>(isa, &open) <= text.len(), "{isa:?} {before} {last}");
            }
        }
    }
}
