//! The report on an input with a line for each error, and the lines for people that take its place.

use std::fmt;

use placemat::ErrorKind;
use unicode_width::UnicodeWidthStr;

use super::super::excerpt::Group;
use super::super::legacy;
use super::super::scan::Found;
use super::super::style::ReportFormat;
use super::{INDENT, Reporter};
use crate::color::{Painter, Role};
use crate::context::{ErrorContext, Kind};
use crate::input::InputSource;
use crate::legacy::Guess;
use crate::mixed;
use crate::names::title;
use crate::show::{Argument, Count, after_colon, wrapped};
use crate::status::CommandError;

impl Reporter<'_> {
    /// Writes the line of an error. With excerpts, the bytes around it follow when the next line begins.
    pub(super) fn write_line(
        &mut self,
        source: &InputSource,
        found: &Found,
        around: &ErrorContext,
        excerpts: bool,
    ) -> Result<(), CommandError> {
        let painter = self.style.painter;
        let width = self.style.width.filter(|_| excerpts).unwrap_or(usize::MAX);
        if excerpts && !self.group.as_mut().is_some_and(|group| group.takes(around)) {
            self.draw_group()?;
            self.group = Some(Group::of(around, width));
        }
        if (self.reading.basis.is_some() || self.reading.origin.is_some()) && self.verdict.errors == 1 {
            let read_as = format!("checked as {}", self.reading.describe());
            self.write(self.headline(source, &read_as, width).as_bytes())?;
        }
        let used = format!("{source}:{}", Colored(found, Painter::plain())).width();
        let message = wrapped(&around.message(), width, INDENT, used.saturating_sub(INDENT));
        let name = painter.paint(Role::Lead, source);
        self.write(format!("{name}:{}{message}\n", Colored(found, painter)).as_bytes())
    }

    /// Returns a line that begins with the name of the input.
    pub(super) fn headline(&self, source: &InputSource, text: &str, width: usize) -> String {
        let used = (source.to_string().width() + 2).saturating_sub(INDENT);
        let name = self.style.painter.paint(Role::Lead, source);
        format!("{name}{}\n", after_colon(text, width, INDENT, used))
    }

    /// Returns the line of the command to run next.
    pub(super) fn command_line(&self, title: &str, command: &str) -> String {
        let shown = self.style.painter.paint(Role::Faint, title);
        format!("  {shown}{:1$}{command}\n", "", 6 - title.len())
    }

    /// Draws the bytes around the last errors.
    pub(super) fn draw_group(&mut self) -> Result<(), CommandError> {
        let Some(group) = self.group.take() else { return Ok(()) };
        let width = self.width();
        self.write(group.drawn(self.style.painter, width).as_bytes())
    }

    /// Writes the end of a report with a line for each error: how many errors are not listed or, in a
    /// summary, how many there are of each kind.
    pub(super) fn end_lines(&mut self, source: &InputSource) -> Result<(), CommandError> {
        let (errors, most) = (self.verdict.errors, self.style.most);
        if self.style.is_summary {
            let is_named_already = self.verdict.is_legacy && errors == 0;
            return if is_named_already { Ok(()) } else { self.sum_up(source) };
        }
        if errors <= most {
            return Ok(());
        }
        let noun = if self.verdict.kinds.well_formed() == 0 { "more error" } else { "more finding" };
        let more = Count(errors - most, noun);
        self.write(format!("{source}: {more} not listed\n").as_bytes())
    }

    /// Writes what else the input may be, unless an excerpt or a place has shown it.
    pub(super) fn write_hint(&mut self, source: &InputSource) -> Result<(), CommandError> {
        if self.verdict.is_mixed && (self.verdict.errors == 0 || self.style.format != ReportFormat::Diagnoses)
        {
            return self.name_mixture(source);
        }
        // The line of the diagnosis says so.
        if self.style.format == ReportFormat::Diagnoses && self.reading.not_wide().is_some() {
            return Ok(());
        }
        let Some(hint) = self.reading.hint() else { return Ok(()) };
        let names_characters =
            matches!(self.style.format, ReportFormat::Diagnoses | ReportFormat::Text { excerpts: true });
        let is_shown = names_characters
            && !self.style.is_summary
            && self.verdict.kinds.of(Kind::IllFormed(ErrorKind::Overlong)) > 0
            && self.reading.overlong.is_some();
        if is_shown {
            return Ok(());
        }
        let painter = self.style.painter;
        let used = format!("{source}: hint: ").width().saturating_sub(INDENT);
        let hint = after_colon(&hint, self.width(), INDENT, used);
        let (name, title) = (painter.paint(Role::Lead, source), painter.paint(Role::Faint, "hint"));
        self.write(format!("{name}: {title}{hint}\n").as_bytes())
    }

    /// Writes the line of an input that is partly UTF-16, and what to run next if its parts are clear.
    fn name_mixture(&mut self, source: &InputSource) -> Result<(), CommandError> {
        let parts = self.diagnosis().parts;
        let what = format!("{}: {}", mixed::describe(parts), mixed::remedy(parts));
        let mut lines = self.headline(source, &what, self.width());
        if parts.is_some() {
            let (title, command) = self.diagnosis().next(source);
            lines.push_str(&self.command_line(title, &command));
        }
        self.write(lines.as_bytes())
    }

    /// Writes the line of a binary input instead of the lines of its errors.
    pub(super) fn name_binary(&mut self, source: &InputSource) -> Result<(), CommandError> {
        if self.diagnosis().parts.is_some() {
            return self.name_mixture(source);
        }
        let read_as = match self.reading.basis_name() {
            Some(_) => format!("checked as {}: ", self.reading.describe()),
            None => String::new(),
        };
        let errors = Count(self.verdict.errors, self.verdict.noun());
        let is_path = matches!(source, InputSource::Path(_));
        let is_damaged = self.binary.is_wide() && self.examination.wide.is_none() && is_path;
        let line = match self.examination.between_zeros.filter(|_| is_path && !self.binary.is_wide()) {
            Some(guess) => {
                format!(
                    "{}, with bytes 00: {errors}, not listed (--text lists them)",
                    legacy::describe(&guess)
                )
            }
            None => format!("{read_as}{}", self.binary.describe(&errors, is_damaged)),
        };
        let headline = self.headline(source, &line, self.width());
        let fix = match (self.examination.wide, source) {
            (Some(wide), InputSource::Path(_)) => {
                let command = format!("placemat convert --in-place -f {wide} {}", Argument(source));
                self.command_line("fix:", &command)
            }
            _ if is_damaged => {
                self.command_line("next:", &format!("placemat check -e auto {}", Argument(source)))
            }
            _ if self.examination.between_zeros.is_some() && is_path => {
                self.command_line("next:", &format!("placemat check --text {}", Argument(source)))
            }
            _ => String::new(),
        };
        self.write(format!("{headline}{fix}").as_bytes())
    }

    /// Writes what an input looks like that detection takes for legacy text, and what to run next.
    pub(super) fn name_legacy(&mut self, source: &InputSource, guess: &Guess) -> Result<(), CommandError> {
        let is_partly_utf_8 = self.reading.is_partly_utf_8;
        let (looks, (title, command)) = match is_partly_utf_8 {
            true => (crate::legacy::describe_part(guess), legacy::next_of_parts(source)),
            // Its readers expect what its project names.
            false if self.reading.overridden == Some(false) => {
                (legacy::describe(guess), ("next:", format!("placemat check {}", Argument(source))))
            }
            false => (legacy::describe(guess), legacy::next(guess, source)),
        };
        let headline = self.headline(source, &looks, self.width());
        self.write(format!("{headline}{}", self.command_line(title, &command)).as_bytes())
    }

    /// Writes what an input in single bytes of some legacy encoding looks like, and the command to look at it.
    pub(super) fn name_single_bytes(&mut self, source: &InputSource) -> Result<(), CommandError> {
        let looks = format!("perhaps {}, or another legacy encoding", title(self.reading.encoding));
        let (title, command) = legacy::next_of_single_bytes(self.reading.encoding, source);
        let headline = self.headline(source, &looks, self.width());
        self.write(format!("{headline}{}", self.command_line(title, &command)).as_bytes())
    }

    /// Writes the line of an input instead of the lines of its errors.
    fn sum_up(&mut self, source: &InputSource) -> Result<(), CommandError> {
        let read_as = match self.reading.basis_name() {
            Some(_) => format!(": {}", self.reading.describe()),
            None if self.verdict.errors == 0 => return Ok(()),
            None => String::new(),
        };
        let found = match self.verdict.errors {
            0 if self.verdict.is_mixed => mixed::describe(self.examination.parts),
            0 => "valid".to_owned(),
            _ => self.kinds_found(format!("{source}{read_as}: ").width()),
        };
        let name = self.style.painter.paint(Role::Lead, source);
        self.write(format!("{name}{read_as}: {found}\n").as_bytes())
    }

    /// Returns the number of errors of each kind, to follow `columns` columns.
    fn kinds_found(&self, columns: usize) -> String {
        let kinds: Vec<_> =
            self.verdict.kinds.iter().map(|(kind, count)| (kind.to_string(), count)).collect();
        let counts: Vec<_> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let found = format!("{}: {}", Count(self.verdict.errors, self.verdict.noun()), counts.join(", "));
        let found = wrapped(&found, self.width(), INDENT, columns.saturating_sub(INDENT));
        let mut in_color = String::new();
        for word in found.split_inclusive([' ', ',', '\n']) {
            let bare = word.trim_end_matches([' ', ',', '\n']);
            let is_kind = kinds.iter().any(|(kind, _)| kind == bare);
            let role = if is_kind { Role::Error } else { Role::Plain };
            in_color.push_str(&self.style.painter.paint(role, bare));
            in_color.push_str(&word[bare.len()..]);
        }
        in_color
    }
}

/// An error for people, except its bytes and reason.
struct Colored<'a>(&'a Found, Painter);

impl fmt::Display for Colored<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Colored(Found { offset, length, kind, line, column_utf16, .. }, painter) = self;
        let kind_in_color = painter.paint(Role::Error, kind);
        write!(f, "{line}:{column_utf16}: offset {offset}, length {length}: {kind_in_color}: ")
    }
}
