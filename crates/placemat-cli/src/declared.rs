//! Encodings that a text declares itself: in the declaration of XML, in `charset` of HTML, CSS and messages,
//! in LaTeX, JSP and PHP, in `SET NAMES` of SQL, and in `coding` of Emacs, Vim and Python. A conversion does not
//! change them, so they may be wrong afterwards.

use std::ffi::OsStr;

use placemat::{Codec, Encoding};
use serde::Serialize;

use crate::legacy::Legacy;
use crate::names::{self, Named, Side};

/// How many bytes at the start of a text may have a declaration. Browsers search as many.
pub(crate) const HEAD: usize = 1024;

/// An encoding that a text declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Declared {
    /// The name in the text.
    encoding: String,
    line: u64,
}

impl Declared {
    /// Returns the declaration in the first bytes of a text, if it is wrong once the text is converted.
    pub(crate) fn wrong(head: &[u8], from: Side, to: Side) -> Option<Self> {
        let text = match from {
            Side::Legacy(from) => from.read(head),
            Side::Encoding(from) if !from.is_wrapper() => from.decode_lossy(head).0.into_owned(),
            _ => return None,
        };
        Self::of(&text).filter(|declared| !declared.means(to))
    }

    /// Returns the legacy encoding that the first bytes of a text declare, if it is not Windows-1252; or
    /// `None` in it for a name that placemat does not know.
    pub(crate) fn other_than_windows_1252(head: &[u8]) -> Option<Option<Legacy>> {
        match named(head)? {
            Some(Named::Legacy(legacy)) if legacy.of_family().is_none() => Some(Some(legacy)),
            Some(_) => None,
            None => Some(None),
        }
    }

    /// Returns `true` if the first bytes of a text declare Windows-1252, or ISO-8859-1, which browsers read as
    /// that.
    pub(crate) fn is_windows_1252(head: &[u8]) -> bool {
        match named(head) {
            Some(Some(Named::Encoding(one))) => matches!(one, Encoding::Windows1252 | Encoding::Iso8859_1),
            _ => false,
        }
    }

    /// Returns the declaration in the beginning of a text.
    fn of(text: &str) -> Option<Self> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let lowercase = text.to_ascii_lowercase();
        let (at, len) = in_xml(&lowercase)
            .or_else(|| in_css(&lowercase))
            .or_else(|| in_html(&lowercase))
            .or_else(|| in_header(&lowercase))
            .or_else(|| in_tex(&lowercase))
            .or_else(|| in_jsp(&lowercase))
            .or_else(|| in_php(&lowercase))
            .or_else(|| in_sql(&lowercase))
            .or_else(|| in_comment(&lowercase))?;
        let line = 1 + text[..at].matches('\n').count() as u64;
        Some(Declared { encoding: text[at..at + len].to_owned(), line })
    }

    fn means(&self, to: Side) -> bool {
        let name = self.encoding.to_ascii_lowercase();
        let is_utf_8 = |one: Encoding| one.info().is_utf_8;
        match (names::encoding_or_auto(OsStr::new(&name), true), to) {
            (Ok(Named::Encoding(declared)), Side::Encoding(to)) if is_utf_8(declared) => is_utf_8(to),
            (Ok(Named::Encoding(declared)), to) => declared.name() == to.name(),
            (Ok(Named::Legacy(declared)), Side::Legacy(to)) => declared == to,
            (Ok(_), _) => false,
            (Err(_), to) => name == to.name(),
        }
    }

    /// Returns what to do about it.
    pub(crate) fn remedy(&self, to: Side) -> String {
        let Declared { encoding, line } = self;
        format!("declares {encoding} on line {line}; change it to {}", title(to))
    }
}

/// Returns the encoding that the first bytes of a text declare, or `None` in it for a name that placemat does
/// not know.
fn named(head: &[u8]) -> Option<Option<Named>> {
    let head: String = head[..head.len().min(HEAD)].iter().map(|byte| char::from(*byte)).collect();
    let Declared { encoding, .. } = Declared::of(&head)?;
    Some(names::encoding_or_auto(OsStr::new(&encoding.to_ascii_lowercase()), true).ok())
}

fn title(side: Side) -> String {
    match side {
        Side::Encoding(encoding) => names::title(encoding),
        Side::Legacy(legacy) => legacy.title(),
        other => other.name().to_owned(),
    }
}

/// Returns the position and length of the name that begins a text.
fn name(text: &str, at: usize) -> Option<(usize, usize)> {
    let is_of_name = |one: &char| one.is_ascii_alphanumeric() || "-_.:+".contains(*one);
    let len = text[at..].chars().take_while(is_of_name).count();
    (len > 0).then_some((at, len))
}

/// Returns the position after a word, an equals sign and a quotation mark, with spaces between them.
fn after_equals(text: &str, word: &str) -> Option<usize> {
    let rest = &text[text.find(word)? + word.len()..];
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    Some(text.len() - rest.trim_start_matches(['"', '\'']).len())
}

fn in_xml(text: &str) -> Option<(usize, usize)> {
    let end = if text.starts_with("<?xml") { text.find("?>")? } else { return None };
    name(&text[..end], after_equals(&text[..end], "encoding")?)
}

fn in_css(text: &str) -> Option<(usize, usize)> {
    const START: &str = "@charset \"";
    text.starts_with(START).then(|| name(text, START.len())).flatten()
}

fn in_html(text: &str) -> Option<(usize, usize)> {
    text.match_indices("<meta").find_map(|(start, _)| {
        let end = start + text[start..].find('>')?;
        let (at, len) = name(&text[start..end], after_equals(&text[start..end], "charset")?)?;
        Some((start + at, len))
    })
}

/// In a field `Content-Type` of a message, or of the translations of gettext, which are in quotation marks.
fn in_header(text: &str) -> Option<(usize, usize)> {
    text.match_indices("content-type:").find_map(|(start, _)| {
        let before = text[..start].trim_end_matches('"');
        let is_field = before.is_empty() || before.ends_with('\n');
        let rest = &text[start..];
        // A line that begins with a space continues the one before.
        let ends = rest.match_indices('\n').map(|(end, _)| end);
        let end =
            ends.into_iter().find(|end| !rest[end + 1..].starts_with([' ', '\t'])).unwrap_or(rest.len());
        let at = after_equals(&rest[..end], "charset").filter(|_| is_field)?;
        let (at, len) = name(&rest[..end], at)?;
        Some((start + at, len))
    })
}

/// In the options of the package `inputenc` of LaTeX.
fn in_tex(text: &str) -> Option<(usize, usize)> {
    const START: &str = "\\usepackage[";
    let end = text.find("]{inputenc}")?;
    let at = text[..end].rfind(START)? + START.len();
    name(&text[..end], at)
}

/// In the directive `page` of JSP.
fn in_jsp(text: &str) -> Option<(usize, usize)> {
    const START: &str = "<%@";
    text.match_indices(START).find_map(|(start, _)| {
        let directive = &text[start..start + text[start..].find("%>")?];
        let is_page = directive[START.len()..].trim_start().starts_with("page");
        let at = after_equals(directive, "pageencoding").or_else(|| after_equals(directive, "charset"));
        let (at, len) = name(directive, at.filter(|_| is_page)?)?;
        Some((start + at, len))
    })
}

/// In a call of `header` that sends the field `Content-Type`.
fn in_php(text: &str) -> Option<(usize, usize)> {
    text.match_indices("header(").find_map(|(start, _)| {
        let call = &text[start..start + text[start..].find(')')?];
        let field = call["header(".len()..].trim_start().strip_prefix(['"', '\''])?;
        let at = after_equals(call, "charset").filter(|_| field.starts_with("content-type"))?;
        let (at, len) = name(call, at).filter(|&(at, len)| is_known(&call[at..at + len]))?;
        Some((start + at, len))
    })
}

/// Returns `true` if a name is that of an encoding.
fn is_known(name: &str) -> bool {
    names::encoding_or_auto(OsStr::new(name), true).is_ok_and(|found| !matches!(found, Named::Auto))
}

/// In a statement `SET NAMES`, or `SET client_encoding`, at the start of a line, or in a comment that MySQL executes.
fn in_sql(text: &str) -> Option<(usize, usize)> {
    let client = text.match_indices("set client_encoding = ");
    text.match_indices("set names ").chain(client).find_map(|(start, words)| {
        let line = text[..start].rsplit('\n').next()?.trim();
        let is_comment =
            line.strip_prefix("/*!").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
        let rest = text[start + words.len()..].trim_start().trim_start_matches(['"', '\'']);
        let (at, len) = name(text, text.len() - rest.len()).filter(|_| line.is_empty() || is_comment)?;
        is_known(&text[at..at + len]).then_some((at, len))
    })
}

/// In the first two lines, after `coding:` or `coding=`.
fn in_comment(text: &str) -> Option<(usize, usize)> {
    let mut start = 0;
    for line in text.split_inclusive('\n').take(2) {
        let is_comment = line.trim_start().starts_with('#') || line.contains("-*-") || line.contains("vim:");
        let found = line.find("coding").filter(|_| is_comment);
        if let Some(at) = found.map(|at| at + "coding".len())
            && line[at..].starts_with([':', '='])
        {
            let rest = line[at + 1..].trim_start_matches([' ', '\t']);
            return name(text, start + line.len() - rest.len());
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_found() {
        for (text, expected) in [
            ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a/>", Some(("ISO-8859-1", 1))),
            ("\u{FEFF}<?xml version='1.0'\n  encoding = 'Shift_JIS'?>", Some(("Shift_JIS", 2))),
            ("<?xml version=\"1.0\"?>\n<a encoding=\"x\"/>", None),
            ("@charset \"windows-1252\";\n", Some(("windows-1252", 1))),
            ("From: a\nContent-Type: text/plain;\n charset=\"ISO-8859-1\"\n\nb", Some(("ISO-8859-1", 3))),
            ("msgstr \"\"\n\"Content-Type: text/plain; charset=KOI8-R\\n\"\n", Some(("KOI8-R", 2))),
            ("A field Content-Type: text/plain; charset=x\n", None),
            ("Content-Type: text/plain\n\ncharset=x\n", None),
            ("\\documentclass{a}\n\\usepackage[latin1]{inputenc}\n", Some(("latin1", 2))),
            ("<%@ page language=\"java\"\n pageEncoding=\"ISO-8859-1\" %>\n", Some(("ISO-8859-1", 2))),
            ("<%@ page contentType=\"text/html; charset=KOI8-R\" %>\n", Some(("KOI8-R", 1))),
            ("<%@ taglib uri=\"a\" %>\n<%@page pageEncoding='latin1'%>\n", Some(("latin1", 2))),
            ("<%@ include file=\"a\" pageEncoding=\"latin1\" %>\n", None),
            ("<?php\nHeader('Content-Type: text/html; charset=iso-8859-2');", Some(("iso-8859-2", 2))),
            ("<?php header(\"Content-Type: text/html; charset=\".CHARSET);", None),
            ("<?php header('Content-Type: text/html; charset='.$cs);", None),
            ("SET NAMES auto;\n", None),
            ("<?php header(\"Location: /?charset=latin1\");", None),
            ("-- dump\nSET NAMES 'cp1250';\n", Some(("cp1250", 2))),
            ("/*!40101 SET NAMES latin1 */;\n", Some(("latin1", 1))),
            ("--\nSET client_encoding = 'WIN1250';\n", Some(("WIN1250", 2))),
            ("SET NAMES utf8mb4;\n", Some(("utf8mb4", 1))),
            ("-- you may set names latin1\n", None),
            ("<html>\n<head>\n<META CHARSET=latin1>", Some(("latin1", 3))),
            (
                "<meta name=a>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=koi8-r\">",
                Some(("koi8-r", 2)),
            ),
            ("#!/usr/bin/python\n# -*- coding: latin-1 -*-\n", Some(("latin-1", 2))),
            ("; -*- mode: lisp; coding: iso-8859-15 -*-\n", Some(("iso-8859-15", 1))),
            ("# vim: set fileencoding=cp1252 :\n", Some(("cp1252", 1))),
            ("a\nb\n# coding: latin-1\n", None),
            ("The coding: latin-1\n", None),
            ("charset=latin1 é", None),
            ("<meta charset>", None),
            ("", None),
        ] {
            let found = Declared::of(text);
            let found = found.as_ref().map(|found| (found.encoding.as_str(), found.line));
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[cfg(feature = "legacy")]
    #[test]
    fn a_declared_encoding_is_known_or_not() {
        let of =
            |text: &str| Declared::other_than_windows_1252(text.as_bytes()).map(|one| one.map(Legacy::name));
        assert_eq!(of("<?xml version=\"1.0\" encoding=\"windows-1250\"?>"), Some(Some("windows-1250")));
        assert_eq!(of("# coding: cp864\n"), Some(None));
        for text in ["# coding: latin-1\n", "<meta charset=windows-1252>", "# coding: utf-8\n", "plain"] {
            assert_eq!(of(text), None, "{text}");
        }
        assert!(Declared::is_windows_1252(b"# coding: latin-1\n"));
        assert!(Declared::is_windows_1252(b"@charset \"cp1252\";"));
        assert!(!Declared::is_windows_1252(b"# coding: cp1251\n") && !Declared::is_windows_1252(b"latin-1"));
    }

    #[test]
    fn a_declaration_of_the_target_is_right() {
        let wrong = |text: &str, to| {
            Declared::wrong(text.as_bytes(), Side::Encoding(Encoding::Windows1252), Side::Encoding(to))
                .is_some()
        };
        assert!(wrong("<meta charset=latin1>", Encoding::Utf8));
        assert!(
            !wrong("<meta charset=UTF-8>", Encoding::Utf8) && !wrong("# coding: utf8", Encoding::Utf8Sig)
        );
        assert!(wrong("<meta charset=UTF-8>", Encoding::Iso8859_1));
        assert!(!wrong("<meta charset=latin1>", Encoding::Iso8859_1));
    }
}
