//! The report on an input by its places.

use std::io::Seek as _;

use unicode_width::UnicodeWidthStr;

use super::super::diagnosis::Diagnosis;
use super::super::reading::Reading;
use super::super::sink::{KEPT, each_piece};
use super::super::style::Form;
use super::{INDENT, Reporter};
use crate::color::Role;
use crate::input::{Input, Place};
use crate::names::Named;
use crate::show::{Count, behind_colon, wrapped};
use crate::status::CommandError;

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
    pub(super) fn keep_places(&mut self) -> Result<(), CommandError> {
        let width = self.style.width.unwrap_or(usize::MAX);
        let drawn = self.places.draw(self.style.painter, width);
        if self.is_ahead && self.diagnosis().says_all() {
            return Ok(());
        }
        if self.is_ahead {
            return self.write(drawn.as_bytes());
        }
        self.keep(drawn.as_bytes())
    }

    /// Writes the diagnosis before the input ends if the list is too long to be kept. From then on, places are
    /// written as they are found.
    pub(in crate::check) fn go_ahead(&mut self, input: &mut Input) -> Result<(), CommandError> {
        let is_long = self.listed.as_mut().is_some_and(|listed| {
            listed.stream_position().is_ok_and(|len| len > KEPT as u64) && !self.is_ahead
        });
        if !is_long || self.style.form != Form::People || self.is_left_out() {
            return Ok(());
        }
        if Diagnosis::is_unclear(&self.places.causes) && input.is_rereadable() {
            self.detected = Reading::of(Named::Auto, input).ok();
        }
        self.write_head(input.place(), "at least ")?;
        self.is_ahead = true;
        Ok(())
    }

    /// Writes the diagnosis of an input with errors, its places, and what to run next.
    pub(super) fn diagnose(&mut self, place: &Place) -> Result<(), CommandError> {
        self.places.close();
        self.keep_places()?;
        if !self.is_ahead {
            self.write_head(place, self.places.at_least())?;
        }
        self.write_tail(place)
    }

    fn diagnosis(&self) -> Diagnosis<'_> {
        let (reading, detected, first) = (self.reading, self.detected, self.places.first.unwrap_or(0));
        Diagnosis { reading, causes: &self.places.causes, detected, first }
    }

    /// Writes what the input looks like, and the places that were found.
    fn write_head(&mut self, place: &Place, at_least: &str) -> Result<(), CommandError> {
        let width = self.style.width.unwrap_or(usize::MAX);
        let mut looks = self.diagnosis().looks();
        if self.reading.origin.is_some() {
            looks = format!("{looks} (checked as {})", self.reading.describe());
        }
        if self.diagnosis().says_all() {
            self.listed = None;
        } else {
            looks = format!("{looks}, {at_least}{}", Count(self.places.count, "place"));
        }
        let behind = (place.to_string().width() + 2).saturating_sub(INDENT);
        let name = self.style.painter.paint(Role::Lead, place);
        self.write(format!("{name}{}\n", behind_colon(&looks, width, INDENT, behind)).as_bytes())?;
        match self.listed.take() {
            Some(listed) => each_piece(listed, |piece| self.write(piece)),
            None => Ok(()),
        }
    }

    /// Writes how many places are not listed, and what to run next.
    fn write_tail(&mut self, place: &Place) -> Result<(), CommandError> {
        let (count, width) = (self.places.count, self.style.width.unwrap_or(usize::MAX));
        let mut tail = String::new();
        let rest = if self.diagnosis().says_all() {
            None
        } else if self.is_ahead {
            Some(format!("{} in all", Count(count, "place")))
        } else if count > self.style.most {
            let more = Count(count - self.style.most, "more place");
            Some(format!("… and {}{more} (--max-errors 0 lists all)", self.places.at_least()))
        } else {
            None
        };
        if let Some(rest) = rest {
            tail.push_str(&format!("  {}\n", wrapped(&rest, width, INDENT, 0)));
        }
        let (title, command) = self.diagnosis().next(place);
        let shown = self.style.painter.paint(Role::Faint, title);
        tail.push_str(&format!("  {shown}{:1$}{command}\n", "", 6 - title.len()));
        self.write(tail.as_bytes())
    }
}
