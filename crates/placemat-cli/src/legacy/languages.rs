//! Languages by their letters: in a few words, these say more than how often each letter is. Windows-1250, 1252, 1254
//! and 1257 have other letters in the same places: ð and þ of Icelandic are š and ž of the Baltic languages, ğ and ş of
//! Turkish, and đ and ţ.

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

/// Returns `true` if a letter, in small or capital form, is before a letter that has some property.
fn is_before(text: &str, letter: char, counts: fn(char) -> bool) -> bool {
    let is_one = |(_, one): &(usize, char)| one.to_lowercase().eq([letter]);
    text.char_indices().filter(is_one).any(|(at, one)| {
        let after = text[at + one.len_utf8()..].chars().next().unwrap_or(' ');
        after.is_alphabetic() && counts(after.to_ascii_lowercase())
    })
}

fn is_vowel(one: char) -> bool {
    "aeiouáéíóúü".contains(one)
}

fn is_consonant(one: char) -> bool {
    one.is_ascii_lowercase() && !"aeiouy".contains(one)
}

/// Returns `true` if a text in Windows-1252 is Hungarian: its ő and ű are õ and û there. Portuguese has õ before
/// e, and not ö and ü; Estonian õ without á, é and ó; French û without ó and ö; and no other has both.
pub(super) fn is_hungarian(text: &str) -> bool {
    let letters = Letters::of(text);
    let has_o = letters.have("õ") && !letters.have("ãä") && !is_before(text, 'õ', |after| after == 'e');
    let has_u = letters.have("û");
    let is_of_vowels = letters.have("óú") && letters.have("öüá") && (has_o || has_u);
    let is_of_o = has_o && letters.have("öü") && letters.have("áéó");
    let is_of_u = has_u && (has_o || letters.have("ó"));
    let is_hungarian = is_of_vowels || is_of_o || is_of_u;
    is_hungarian && !letters.have("çñ")
}

/// Returns `true` if a text in Windows-1252 is Polish: ñ, which is ń, is before a consonant.
pub(super) fn is_polish(text: &str) -> bool {
    is_before(text, 'ñ', is_consonant) && !is_before(text, 'ñ', is_vowel)
}

/// Returns `true` if a text in Windows-1252 is Spanish: ñ is before a vowel, where Polish has no ń. Signs may be letters
/// of Polish.
pub(super) fn is_spanish(text: &str) -> bool {
    let is_plain = |one: char| one.is_ascii() || one.is_alphabetic() || "¿¡«»–—‘’“”…€°".contains(one);
    Letters::of(text).are_in("áéíóúüñ")
        && is_before(text, 'ñ', is_vowel)
        && !is_before(text, 'ñ', is_consonant)
        && text.chars().all(is_plain)
}

/// Returns `true` if a text in Windows-1254 is Turkish. Icelandic, Latvian and Romanian have letters in the places of
/// some of its letters, but none of ü, and Latvian ē, which is ç, hardly without ā, ī and ū.
pub(super) fn is_turkish(text: &str) -> bool {
    let letters = Letters::of(&text.replace('İ', "i"));
    let is_sure = letters.have("ü") || letters.have("ç") && !letters.have("âîû");
    letters.are_in("çğıöşüâîû") && letters.have("ğşı") && is_sure
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
    letters.0.len() > 1 && is_of_one && (has_sibilants || is_before(text, 'ē', is_consonant))
}

/// Returns `true` if a text in Windows-1250 has đ or ţ, which are š and ž of Baltic languages, beside letters of others
/// than the languages that have them.
pub(super) fn is_hardly_central(text: &str) -> bool {
    let letters = Letters::of(text);
    letters.have("đ") && !letters.are_in("čćđšž") || letters.have("ţ") && !letters.are_in("ăâîşţ")
}

/// Returns `true` if a text is in Serbian or Macedonian.
pub(super) fn is_serbian(text: &str) -> bool {
    let letters = Letters::of(text);
    letters.are_in("абвгдђѓежзѕијклљмнњопрстћќуфхцчџш") && letters.have("јљњћђџ")
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
    fn a_few_words_show_their_language() {
        // Windows-1250 read as Windows-1252: Erdős Kőszeg Tűzoltó, Fülöp Székesfehérvár Bőr, Tűzoltó, Petőfi Sándor Fülöp.
        for text in ["Erdõs Kõszeg Tûzoltó", "Fülöp Székesfehérvár Bõr", "Tûzoltó", "Petõfi Sándor Fülöp"]
        {
            assert!(is_hungarian(text), "{text}");
        }
        for text in
            ["Tõnu Õunapuu, Jüri Mägi", "João Simões, avô, São Luís", "forêt, août, garçon, Noël", "Rõuge"]
        {
            assert!(!is_hungarian(text), "{text}");
        }
        assert!(
            is_polish("Gdañsk") && is_polish("Czêstochowa, Toruñski") && !is_polish("Núñez, España, Íñigo")
        );
        assert!(is_spanish("José Núñez") && !is_spanish("Gdañsk, español") && !is_spanish("señor façade"));
        // Łukasz Żak, in Windows-1252.
        assert!(!is_spanish("José Peña, £ukasz ¯ak"));
        for text in ["Gülşen, Muğla", "Çağlar Uğur", "Ayşe Yıldız, Güneş", "İstanbul, Şahin, Üsküdar"]
        {
            assert!(is_turkish(text), "{text}");
        }
        // Guðmundur Þór, Krišjānis Cēsis, Ionuţ Târgu and Müller in Windows-1254.
        for text in ["Guğmundur Şór", "Krişjânis Cçsis", "Ionuş Târgu", "Müller", "Doğan"] {
            assert!(!is_turkish(text), "{text}");
        }
    }

    #[test]
    fn letters_of_several_languages_are_in_no_text() {
        // Prašome, ačiū už supratimą in Windows-1250.
        assert!(is_hardly_central("Prađome, ačiű uţ supratimŕ") && is_hardly_central("Bçrziňđ"));
        for text in ["Đorđe Račić, Željko", "Ţurcanu Păun în târg", "Příliš žluťoučký kůň"]
        {
            assert!(!is_hardly_central(text), "{text}");
        }
        assert!(is_serbian("Датотека није пронађена") && is_serbian("Ѓорѓи Ќосев, Љубљана"));
        for text in ["Файл не найден", "Файлът не е намерен", "Југ, ещё", "plain"]
        {
            assert!(!is_serbian(text), "{text}");
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
