//! A repair as a patch, in the unified format that `patch -p1` and `git apply` read.

use std::io::Write;
use std::ops::Range;
use std::path::{Component, Path};

use placemat::repair::Edit;

use crate::input::InputSource;

/// How many unchanged lines are before and after changed ones.
const CONTEXT: usize = 3;

/// Returns how the patch for files of these sources is applied. `patch` and `git apply` refuse a name with
/// `..`, because it leads out of their directory. The patch for standard input names no file.
pub(super) fn reader(sources: &[InputSource]) -> &'static str {
    let paths: Vec<_> = sources.iter().filter_map(InputSource::path).collect();
    let goes_up = |path: &&Path| path.components().any(|part| part == Component::ParentDir);
    match () {
        () if paths.iter().any(goes_up) => "patch takes no names with ..: run this in a directory above",
        () if !paths.is_empty() && paths.iter().all(|path| path.is_absolute()) => {
            "patch -d / -p1 reads the patch"
        }
        () if paths.iter().any(|path| path.is_absolute()) => {
            "patch -p1 reads the patch of relative names, and patch -d / -p1 that of absolute ones"
        }
        () if matches!(sources, [InputSource::StandardInput(None)]) => "patch FILE reads the patch",
        () => "patch -p1 reads the patch",
    }
}

/// Lines that change: their bytes in the old text, and what replaces them.
struct Change {
    old: Range<usize>,
    new: Vec<u8>,
}

/// Returns the patch for a file.
pub(super) fn patch(source: &InputSource, text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut patch = vec![];
    for (mark, side) in [("---", "a/"), ("+++", "b/")] {
        patch.extend_from_slice(mark.as_bytes());
        patch.push(b' ');
        patch.extend(name(source, side));
        patch.push(b'\n');
    }
    let changes = changes(text, edits);
    let mut rest = &changes[..];
    // The number of the line at a position, and how many lines more the new text has up to there.
    let (mut counted, mut line, mut added) = (0, 1_u64, 0_i64);
    while let Some(first) = rest.first() {
        let start = back(text, first.old.start, CONTEXT);
        let mut end = forward(text, first.old.end, CONTEXT);
        let mut count = 1;
        while let Some(next) = rest.get(count).filter(|next| back(text, next.old.start, CONTEXT) <= end) {
            end = forward(text, next.old.end, CONTEXT);
            count += 1;
        }
        let (these, others) = rest.split_at(count);
        rest = others;
        line += lines(&text[counted..start]);
        counted = start;
        let (body, old, new) = hunk(text, start..end, these);
        // Of no lines, the line before them is named.
        let before = |line: u64, count: u64| if count == 0 { line - 1 } else { line };
        let new_line = line.saturating_add_signed(added);
        let _ = writeln!(patch, "@@ -{},{old} +{},{new} @@", before(line, old), before(new_line, new));
        patch.extend(body);
        added += new as i64 - old as i64;
    }
    patch
}

/// Returns the lines of a hunk, and how many of them are in the old text and in the new one.
fn hunk(text: &[u8], range: Range<usize>, changes: &[Change]) -> (Vec<u8>, u64, u64) {
    let (mut body, mut old, mut new, mut at) = (vec![], 0, 0, range.start);
    for change in changes {
        let same = put(&mut body, b' ', &text[at..change.old.start]);
        let removed = put(&mut body, b'-', &text[change.old.clone()]);
        let written = put(&mut body, b'+', &change.new);
        (old, new, at) = (old + same + removed, new + same + written, change.old.end);
    }
    let same = put(&mut body, b' ', &text[at..range.end]);
    (body, old + same, new + same)
}

/// Writes lines with a mark before each, and returns how many they are.
fn put(body: &mut Vec<u8>, mark: u8, text: &[u8]) -> u64 {
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        body.push(mark);
        body.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            body.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
    lines(text)
}

/// Returns the number of lines of a text.
fn lines(text: &[u8]) -> u64 {
    let ends = memchr::memchr_iter(b'\n', text).count() as u64;
    ends + u64::from(!text.is_empty() && !text.ends_with(b"\n"))
}

/// Returns the lines that edits change.
fn changes(text: &[u8], edits: &[Edit]) -> Vec<Change> {
    let mut changes: Vec<Change> = vec![];
    let mut rest = edits;
    while let Some(first) = rest.first() {
        let start = back(text, first.offset, 0);
        let (mut end, mut count) = (line_end(text, first.end().max(first.offset)), 1);
        while let Some(next) = rest.get(count).filter(|next| next.offset < end) {
            end = end.max(line_end(text, next.end()));
            count += 1;
        }
        let (these, others) = rest.split_at(count);
        rest = others;
        let moved = |edit: &Edit| Edit { offset: edit.offset - start, ..edit.clone() };
        let moved: Vec<_> = these.iter().map(moved).collect();
        changes.push(Change { old: start..end, new: Edit::apply_all(&moved, &text[start..end]) });
    }
    changes
}

/// Returns the end of the line in which a part ends.
fn line_end(text: &[u8], part_end: usize) -> usize {
    // A part that ends with a line end is in that line.
    let from = part_end.saturating_sub(usize::from(text[..part_end].ends_with(b"\n")));
    memchr::memchr(b'\n', &text[from..]).map_or(text.len(), |len| from + len + 1)
}

/// Returns the start of the line `count` lines before that of a position.
fn back(text: &[u8], at: usize, count: usize) -> usize {
    let mut start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
    for _ in 0..count {
        let Some(end) = start.checked_sub(1) else { break };
        start = memchr::memrchr(b'\n', &text[..end]).map_or(0, |end| end + 1);
    }
    start
}

/// Returns the end of the line `count` lines after a line end.
fn forward(text: &[u8], mut end: usize, count: usize) -> usize {
    for _ in 0..count {
        end = memchr::memchr(b'\n', &text[end..]).map_or(text.len(), |len| end + len + 1);
    }
    end
}

/// Returns the name of a side of the patch, quoted as git does if it has other bytes than ordinary ones.
fn name(source: &InputSource, side: &str) -> Vec<u8> {
    let path = source.as_argument();
    let path = path.strip_prefix(b"./").or_else(|| path.strip_prefix(b"/")).unwrap_or(path);
    let mut name = side.as_bytes().to_vec();
    let is_ordinary = |byte: &u8| !byte.is_ascii_control() && !matches!(byte, b'"' | b'\\' | 0x80..);
    // Spaces at the end would not be part of the name.
    if path.iter().all(is_ordinary) && !path.ends_with(b" ") {
        name.extend_from_slice(path);
        if path.contains(&b' ') {
            // Otherwise a time would be expected after the space.
            name.push(b'\t');
        }
        return name;
    }
    name.insert(0, b'"');
    for byte in path {
        match byte {
            b'"' | b'\\' => name.extend([b'\\', *byte]),
            byte if is_ordinary(byte) => name.push(*byte),
            byte => name.extend(format!("\\{byte:03o}").bytes()),
        }
    }
    name.push(b'"');
    name
}
