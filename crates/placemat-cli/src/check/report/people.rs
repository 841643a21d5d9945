//! The report on an input by its places.

use unicode_width::UnicodeWidthStr;

use super::super::diagnosis::Diagnosis;
use super::super::reading::Reading;
use super::super::sink::each_piece;
use super::super::style::Form;
use super::{INDENT, Reporter};
use crate::color::Role;
use crate::input::{Input, Place};
use crate::names::Named;
use crate::show::{Count, behind_colon, wrapped};
use crate::status::Trouble;

impl Reporter<'_> {
    /// Examines the beginning of an input with errors, if its places do not say what it is.
    pub(in crate::check) fn look_at_whole(&mut self, input: &mut Input) {
        self.places.close();
        let is_wanted = self.style.form == Form::People && Diagnosis::is_unclear(&self.places.causes);
        if is_wanted && !self.is_left_out() && input.is_rereadable() {
            self.detected = Reading::of(Named::Auto, input).ok();
        }
    }

    /// Draws the places that are waiting.
    pub(super) fn keep_places(&mut self) -> Result<(), Trouble> {
        let width = self.style.width.unwrap_or(usize::MAX);
        let drawn = self.places.draw(self.style.painter, width);
        self.keep(drawn.as_bytes())
    }

    /// Writes the diagnosis of an input with errors, its places, and what to run next.
    pub(super) fn diagnose(&mut self, place: &Place) -> Result<(), Trouble> {
        self.places.close();
        self.keep_places()?;
        let (painter, width) = (self.style.painter, self.style.width.unwrap_or(usize::MAX));
        let (reading, detected, first) = (self.reading, self.detected, self.places.first.unwrap_or(0));
        let diagnosis = Diagnosis { reading, causes: &self.places.causes, detected, first };
        let count = self.places.count;
        let at_least = if self.places.is_uncounted() { "more than " } else { "" };
        let looks = format!("{}, {at_least}{}", diagnosis.looks(), Count(count, "place"));
        let behind = (place.to_string().width() + 2).saturating_sub(INDENT);
        let name = painter.paint(Role::Lead, place);
        let head = format!("{name}{}\n", behind_colon(&looks, width, INDENT, behind));
        let (title, command) = diagnosis.next(place);
        let mut tail = String::new();
        if count > self.style.most {
            let more = Count(count - self.style.most, "more place");
            let more = format!("… and {at_least}{more} (--max-errors 0 lists all)");
            tail.push_str(&format!("  {}\n", wrapped(&more, width, INDENT, 0)));
        }
        tail.push_str(&format!(
            "  {}{:2$}{command}\n",
            painter.paint(Role::Faint, title),
            "",
            6 - title.len()
        ));
        self.write(head.as_bytes())?;
        if let Some(listed) = self.listed.take() {
            each_piece(listed, |piece| self.write(piece))?;
        }
        self.write(tail.as_bytes())
    }
}
