//! The patterns of .editorconfig: `*`, `**`, `?`, `[abc]`, `[!a-z]`, `{a,b}`, `{1..3}`, and `\` before a
//! character that means itself.

use std::cell::Cell;

/// How many steps a match may take. Patterns with many stars could take forever.
const STEPS: u32 = 100_000;

/// Returns `true` if a pattern matches a path, which is relative to the directory of the pattern and has `/`
/// between its parts.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    let has_slash = without_brackets(pattern).contains('/');
    let pattern: Vec<char> = match pattern.strip_prefix('/') {
        Some(pattern) => pattern.chars().collect(),
        None if has_slash => pattern.chars().collect(),
        // It matches in each directory.
        None => format!("**/{pattern}").chars().collect(),
    };
    let text: Vec<char> = path.chars().collect();
    let steps = Cell::new(STEPS);
    glob(&pattern, &text, &steps)
        || pattern.starts_with(&['*', '*', '/']) && glob(&pattern[3..], &text, &steps)
}

/// Returns a pattern without the sets of characters in it.
fn without_brackets(pattern: &str) -> String {
    let mut is_inside = false;
    let outside = |one: &char| {
        is_inside = (is_inside || *one == '[') && *one != ']';
        !is_inside
    };
    pattern.chars().filter(outside).collect()
}

fn glob(pattern: &[char], text: &[char], steps: &Cell<u32>) -> bool {
    let Some(left) = steps.get().checked_sub(1) else { return false };
    steps.set(left);
    let any_of = |rest: &[char], most: usize| (0..=most).any(|skipped| glob(rest, &text[skipped..], steps));
    let one = |rest: &[char], is_it: bool| is_it && glob(rest, &text[1..], steps);
    match pattern {
        [] => text.is_empty(),
        // Also no directory at all.
        ['/', '*', '*', '/', rest @ ..] if text.first() == Some(&'/') => {
            glob(rest, &text[1..], steps) || one(&pattern[1..], true)
        }
        ['*', '*', rest @ ..] => any_of(rest, text.len()),
        ['*', rest @ ..] => any_of(rest, text.iter().position(|&one| one == '/').unwrap_or(text.len())),
        ['?', rest @ ..] => one(rest, text.first().is_some_and(|&first| first != '/')),
        ['\\', literal, rest @ ..] => one(rest, text.first() == Some(literal)),
        ['[', rest @ ..] => match set(rest) {
            Some((set, rest)) => {
                one(rest, text.first().is_some_and(|&first| first != '/' && is_in(set, first)))
            }
            None => one(rest, text.first() == Some(&'[')),
        },
        ['{', rest @ ..] => match alternatives(rest) {
            Some((items, rest)) if items.len() > 1 => {
                items.iter().any(|item| glob(&[item, rest].concat(), text, steps))
            }
            Some((items, rest)) if range(items[0]).is_some() => (1..=text.len().min(20))
                .any(|len| is_within(items[0], &text[..len]) && glob(rest, &text[len..], steps)),
            _ => one(rest, text.first() == Some(&'{')),
        },
        [literal, rest @ ..] => one(rest, text.first() == Some(literal)),
    }
}

/// Splits a set of characters from what follows it.
fn set(pattern: &[char]) -> Option<(&[char], &[char])> {
    let end = pattern.iter().position(|&one| one == ']')?;
    let (set, rest) = (&pattern[..end], &pattern[end + 1..]);
    (!set.is_empty() && !set.contains(&'/')).then_some((set, rest))
}

fn is_in(set: &[char], character: char) -> bool {
    let (is_negative, mut set) = match set {
        ['!', set @ ..] => (true, set),
        set => (false, set),
    };
    let mut is_found = false;
    while let [first, rest @ ..] = set {
        match rest {
            ['-', last, rest @ ..] => {
                is_found |= (*first..=*last).contains(&character);
                set = rest;
            }
            _ => {
                is_found |= *first == character;
                set = rest;
            }
        }
    }
    is_found != is_negative
}

/// Splits the items between braces from what follows them.
fn alternatives(pattern: &[char]) -> Option<(Vec<&[char]>, &[char])> {
    let (mut depth, mut start, mut at, mut items) = (0, 0, 0, vec![]);
    while let Some(&one) = pattern.get(at) {
        match one {
            '\\' => at += 1,
            '{' => depth += 1,
            ',' if depth == 0 => {
                items.push(&pattern[start..at]);
                start = at + 1;
            }
            '}' if depth == 0 => {
                items.push(&pattern[start..at]);
                return Some((items, &pattern[at + 1..]));
            }
            '}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the numbers of `1..3`.
fn range(item: &[char]) -> Option<(i64, i64)> {
    let text: String = item.iter().collect();
    let (first, last) = text.split_once("..")?;
    let (first, last): (i64, i64) = (first.parse().ok()?, last.parse().ok()?);
    Some((first.min(last), first.max(last)))
}

/// Returns `true` if the text is a number of the range.
fn is_within(item: &[char], text: &[char]) -> bool {
    let text: String = text.iter().collect();
    let Some((first, last)) = range(item) else { return false };
    // A number has one spelling.
    text.parse().is_ok_and(|number: i64| number.to_string() == text && (first..=last).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_as_editors_say() {
        for (pattern, yes, no) in [
            ("*", "a b/c.txt x/y/z", ""),
            ("*.txt", "a.txt b/c.txt .txt", "a.txt2 atxt a.txt/b"),
            ("/*.txt", "a.txt", "b/a.txt"),
            ("b/*.txt", "b/a.txt", "a.txt c/b/a.txt b/c/a.txt"),
            ("b/**.txt", "b/a.txt b/c/a.txt", "a.txt"),
            ("b/**/a.txt", "b/a.txt b/c/a.txt b/c/d/a.txt", "b/xa.txt a.txt"),
            ("**/a.txt", "a.txt b/a.txt b/c/a.txt", "xa.txt"),
            ("a?c", "abc x/aéc", "ac abbc a/c"),
            ("[abc].x", "a.x y/c.x", "d.x ab.x"),
            ("[!abc].x", "d.x", "a.x .x"),
            ("[a-cx].x", "b.x x.x", "d.x -.x"),
            ("[a/b].x", "[a/b].x", "a.x"),
            ("a[.x", "a[.x", "a.x"),
            ("*.{rs,py}", "a.rs b/c.py", "a.txt a.rs,py"),
            ("{a,b{c,d},}.x", "a.x bc.x bd.x .x", "b.x"),
            ("{single}.x", "{single}.x", "single.x"),
            ("{}.x", "{}.x", ".x"),
            ("f{1..12}", "f1 f9 f12", "f0 f13 f01 f"),
            ("f{-2..3}", "f-2 f0 f3", "f-3 f+1"),
            ("f{3..1}", "f2", "f4"),
            ("\\*.x", "*.x", "a.x"),
            ("{a\\,b,c}", "a,b c", "a b"),
            ("Makefile", "Makefile a/Makefile", "makefile Makefile.am"),
        ] {
            for path in yes.split_whitespace() {
                assert!(matches(pattern, path), "{pattern} matches {path}");
            }
            for path in no.split_whitespace() {
                assert!(!matches(pattern, path), "{pattern} does not match {path}");
            }
        }
        // A pattern of an attacker ends.
        assert!(!matches(&"*a".repeat(200), &"a".repeat(2000).replace("aaaaaaaa", "aaaaaaab")));
    }
}
