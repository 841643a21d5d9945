//! Whether output is coloured: `--color`, NO_COLOR, CLICOLOR and CLICOLOR_FORCE, and whether it goes to a
//! terminal.

use std::fmt;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless the environment says otherwise
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The roles of text that have colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// ASCII, and everything else that has no colour.
    Plain,
    /// Offsets, marker bits, notes.
    Faint,
    Lead,
    Trail,
    /// One surrogate of a pair.
    Half,
    Overlong,
    Error,
    /// The payload of the byte with this index in a sequence.
    Payload(usize),
}

impl Role {
    fn style(self) -> Style {
        const PAYLOADS: [AnsiColor; 6] = [
            AnsiColor::Green,
            AnsiColor::Cyan,
            AnsiColor::Yellow,
            AnsiColor::Magenta,
            AnsiColor::BrightBlue,
            AnsiColor::BrightGreen,
        ];
        let colored = |color: AnsiColor| color.on_default();
        match self {
            Role::Plain => Style::new(),
            Role::Faint => Style::new().dimmed(),
            Role::Lead => colored(AnsiColor::BrightCyan).bold(),
            Role::Trail => colored(AnsiColor::Cyan),
            Role::Half => colored(AnsiColor::Magenta),
            Role::Overlong => colored(AnsiColor::Yellow).bold(),
            Role::Error => colored(AnsiColor::Red).bold(),
            Role::Payload(byte) => colored(PAYLOADS[byte % PAYLOADS.len()]),
        }
    }
}

/// Colours text, if colours are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Painter {
    colors: bool,
}

impl Painter {
    pub(crate) fn for_standard_output(when: When) -> Self {
        let colors = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
        };
        Painter { colors }
    }

    /// Creates a painter that leaves all text unchanged.
    pub(crate) const fn plain() -> Self {
        Painter { colors: false }
    }

    /// Returns text in the colour of a role.
    pub(crate) fn paint(self, role: Role, text: impl fmt::Display) -> String {
        let style = role.style();
        if self.colors && style != Style::new() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }
}
