//! Languages of the north, whose letters are in the same places of Windows-1252 and Windows-1257: ð and þ of
//! Icelandic are š and ž of the Baltic languages, and đ and ţ in Windows-1250.

use std::collections::BTreeSet;

const ICELANDIC: &str = "áðéíóúýþæö";
const LITHUANIAN: &str = "ąčęėįšųūž";
const LATVIAN: &str = "āčēģīķļņšūž";
const ESTONIAN: &str = "äõöüšž";

/// The letters of a text beyond ASCII, as small ones.
struct Letters(BTreeSet<char>);

impl Letters {
    fn of(text: &str) -> Self {
        let letters = text.chars().filter(|one| !one.is_ascii() && one.is_alphabetic());
        Letters(letters.flat_map(char::to_lowercase).collect())
    }

    fn are_in(&self, alphabet: &str) -> bool {
        self.0.iter().all(|one| alphabet.contains(*one))
    }

    fn have(&self, some: &str) -> bool {
        self.0.iter().any(|one| some.contains(*one))
    }
}

/// Returns `true` if a text in Windows-1257 is in a Baltic language, and would hardly be in one of Western Europe in
/// Windows-1252: only Icelandic has ð and þ, which are š and ž, and not beside letters of others; and no language has
/// ç, which is ē, before a consonant.
pub(super) fn is_baltic(text: &str) -> bool {
    // As it is read in Windows-1257: æ, á, í, ø, ð, þ, ö.
    const ICELANDIC: &str = "ęįķųšžö";
    let letters = Letters::of(text);
    // Turkish has ö and ü, and ş and ğ in these places.
    let is_estonian = letters.are_in(ESTONIAN) && letters.have("äõ");
    let is_of_one = letters.are_in(LITHUANIAN) || letters.are_in(LATVIAN) || is_estonian;
    let has_sibilants = letters.have("šž") && !letters.are_in(ICELANDIC);
    letters.0.len() > 1 && is_of_one && (has_sibilants || has_e_before_consonant(text))
}

fn has_e_before_consonant(text: &str) -> bool {
    text.match_indices(['ē', 'Ē']).any(|(at, _)| {
        let after = text[at..].chars().nth(1).unwrap_or(' ').to_ascii_lowercase();
        after.is_ascii_lowercase() && !"aeiou".contains(after)
    })
}

/// Returns `true` if a text in Windows-1252 is Icelandic: no language of Windows-1250 has đ or ţ beside
/// these vowels, nor has Turkish them beside ğ or ş.
pub(super) fn is_icelandic(text: &str) -> bool {
    let letters = Letters::of(text);
    letters.are_in(ICELANDIC) && letters.have("ðþ") && letters.have("áéíóú")
}

/// Returns `true` if a text in Windows-1252 has ð or þ beside letters that Icelandic and Faroese do not have.
pub(super) fn is_hardly_icelandic(text: &str) -> bool {
    let letters = Letters::of(text);
    letters.have("ðþ") && !letters.are_in("áðéíóúýþæöø")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_baltic_languages_are_told_from_those_of_western_europe() {
        for text in
            ["Rūta Žukauskaitė", "Šiauliai, Panevėžys", "Bērziņš", "Cēsis, Rīga", "Žanna, Jüri Õunapuu"]
        {
            assert!(is_baltic(text), "{text}");
        }
        // Þórður Æsa, Reykjavík; garçon, Noël; façade, crème; a letter; Gülþen Özgür.
        for text in
            ["Žóršur Ęsa, Žorvaldur Reykjavķk", "garēon, Noėl", "faēade, crčme", "Jūrmala", "Gülžen Özgür"]
        {
            assert!(!is_baltic(text), "{text}");
        }
    }

    #[test]
    fn words_of_icelandic_are_told_from_those_of_central_europe() {
        assert!(is_icelandic("Höfundur: Þórður") && is_icelandic("Ísafjörður"));
        // Đorđe Račić, Ţurcanu Păun, Győr and Dvořák in Windows-1252.
        for text in ["Ðorðe Raèiæ", "Þurcanu Pãun", "Gyõr", "Dvoøák", "Þ"] {
            assert!(!is_icelandic(text), "{text}");
        }
        assert!(is_hardly_icelandic("Jânis Bçrziòð") && is_hardly_icelandic("Gülþen, Doðan"));
        assert!(!is_hardly_icelandic("Þórður, Føroyar") && !is_hardly_icelandic("Jânis"));
    }
}
