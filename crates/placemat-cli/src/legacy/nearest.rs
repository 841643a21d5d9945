//! Suggests the names of legacy encodings nearest to an unknown one.

use super::Legacy;

/// Encodings that the WHATWG does not have and whose names are one or two letters from those that it has.
const OTHER_ENCODINGS: [&str; 8] =
    ["koi8t", "koi8e", "koi8f", "koi8cs", "euctw", "hz", "macgreek", "iso2022cn"];
/// A shorter name is not compared.
const SHORTEST: usize = 3;
/// In a name of this length, two letters may differ; in a shorter one, one.
const LONG: usize = 8;

/// Returns the names nearest to an unknown one, the nearest first and one of each encoding, with their
/// distances.
///
/// The distance is that of Damerau and Levenshtein, ignoring case and separators. Another number is another
/// encoding, and not a slip: the digits must be the same.
pub(crate) fn nearest(name: &str) -> Vec<(usize, &'static str)> {
    let wanted = folded(name);
    let most = if wanted.len() < LONG { 1 } else { 2 };
    if wanted.len() < SHORTEST || OTHER_ENCODINGS.contains(&&wanted[..]) {
        return vec![];
    }
    let nearest_of = |legacy: Legacy| {
        let names = std::iter::once(legacy.identifier()).chain(legacy.labels());
        let near = names.filter_map(|name| {
            let known = folded(name);
            let is_comparable = known.len() >= SHORTEST && digits(&known).eq(digits(&wanted));
            let distance = is_comparable.then(|| strsim::osa_distance(&wanted, &known))?;
            (distance <= most).then_some((distance, name))
        });
        // Of equally near names, the identifier comes first.
        near.min_by_key(|&(distance, _)| distance)
    };
    let mut near: Vec<_> = Legacy::all().filter_map(nearest_of).collect();
    near.sort_by_key(|&(distance, _)| distance);
    near
}

fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|one| one.to_ascii_lowercase()).collect()
}

fn digits(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(char::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognized_and_another_encoding_is_not() {
        for (name, expected) in [
            ("shfit_jis", "shift_jis"),
            ("Shift-JSI", "shift_jis"),
            ("gbkk", "gbk"),
            ("widnows-1251", "windows-1251"),
            ("koi8-rr", "koi8-r"),
            ("eucjpp", "euc-jp"),
            ("macintsoh", "macintosh"),
            ("iso-8859-5x", "iso-8859-5"),
            ("bgi5", "big5"),
        ] {
            assert_eq!(nearest(name).first().map(|&(_, name)| name), Some(expected), "{name}");
        }
        for name in ["windows-1259", "KOI8-T", "EUC-TW", "cp864", "klingon", "johab", "big6", "x", "gb", ""] {
            assert_eq!(nearest(name), [], "{name}");
        }
    }
}
