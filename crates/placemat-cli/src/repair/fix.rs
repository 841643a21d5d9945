//! The fixes, by name.

use std::fmt;

/// A set of fixes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fixes(u16);

impl Fixes {
    pub(crate) const CESU_8: Fixes = Fixes(1);
    pub(crate) const C0_80: Fixes = Fixes(1 << 1);
    pub(crate) const DOUBLE_ENCODING: Fixes = Fixes(1 << 2);
    pub(crate) const DOUBLE_ENCODING_LINES: Fixes = Fixes(1 << 3);
    pub(crate) const MARKS: Fixes = Fixes(1 << 4);
    pub(crate) const MARK: Fixes = Fixes(1 << 5);
    pub(crate) const LONE_SURROGATES: Fixes = Fixes(1 << 6);
    pub(crate) const LEGACY_BYTES: Fixes = Fixes(1 << 7);
    pub(crate) const UTF_16: Fixes = Fixes(1 << 8);
    /// Everything that is damage; a mark is none.
    pub(crate) const ALL: Fixes = Fixes(0x1FF & !Fixes::MARK.0);
    /// What leaves no doubt and loses nothing.
    pub(crate) const DEFAULT: Fixes =
        Fixes(Fixes::CESU_8.0 | Fixes::C0_80.0 | Fixes::DOUBLE_ENCODING.0 | Fixes::MARKS.0);

    /// What `--fix` takes.
    pub(crate) const NAMED: [Fixes; 11] = [
        Fixes::CESU_8,
        Fixes::C0_80,
        Fixes::DOUBLE_ENCODING,
        Fixes::DOUBLE_ENCODING_LINES,
        Fixes::MARKS,
        Fixes::MARK,
        Fixes::LONE_SURROGATES,
        Fixes::LEGACY_BYTES,
        Fixes::UTF_16,
        Fixes::DEFAULT,
        Fixes::ALL,
    ];

    /// The name of one of those.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Fixes::CESU_8 => "cesu-8",
            Fixes::C0_80 => "c0-80",
            Fixes::DOUBLE_ENCODING => "double-encoding",
            Fixes::DOUBLE_ENCODING_LINES => "double-encoding-lines",
            Fixes::MARKS => "marks",
            Fixes::MARK => "mark",
            Fixes::LONE_SURROGATES => "lone-surrogates",
            Fixes::LEGACY_BYTES => "legacy-bytes",
            Fixes::UTF_16 => "utf-16",
            Fixes::DEFAULT => "default",
            _ => "all",
        }
    }

    /// What `--help` says of it.
    pub(crate) const fn help(self) -> &'static str {
        match self {
            Fixes::CESU_8 => "A surrogate pair of CESU-8 or Modified UTF-8 becomes the character [default]",
            Fixes::C0_80 => "C0 80 of Modified UTF-8 becomes U+0000 [default]",
            Fixes::DOUBLE_ENCODING => "A text that was encoded twice, or more often, is decoded [default]",
            Fixes::DOUBLE_ENCODING_LINES => "The same, for each line by itself",
            Fixes::MARKS => "Several marks at the front, or a doubly encoded one, become one mark [default]",
            Fixes::MARK => "A mark at the front goes",
            Fixes::LONE_SURROGATES => "A surrogate without its other half becomes U+FFFD, which loses it",
            Fixes::LEGACY_BYTES => {
                "A byte that is no part of UTF-8 is read as Windows-1252; texts with bytes 00 are left alone"
            }
            Fixes::UTF_16 => "A text that is UTF-16 becomes UTF-8, without its mark",
            Fixes::DEFAULT => "What is repaired without --fix, to have more beside it",
            _ => "All of these but `mark`",
        }
    }

    pub(crate) const fn has(self, other: Fixes) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub(crate) const fn and(self, other: Fixes) -> Fixes {
        Fixes(self.0 | other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// As one would ask for them: `default`, and what is more than that.
    pub(crate) fn as_option(self) -> String {
        if self.0 & Fixes::DEFAULT.0 != Fixes::DEFAULT.0 {
            return self.to_string();
        }
        let others = Fixes(self.0 & !Fixes::DEFAULT.0);
        others.each().fold("default".to_owned(), |all, one| all + "," + one.name())
    }

    /// One by one.
    pub(crate) fn each(self) -> impl Iterator<Item = Fixes> {
        Fixes::NAMED.into_iter().filter(move |&one| one.0.is_power_of_two() && self.has(one))
    }
}

impl fmt::Display for Fixes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, one) in self.each().enumerate() {
            write!(f, "{}{}", if k == 0 { "" } else { "," }, one.name())?;
        }
        Ok(())
    }
}
