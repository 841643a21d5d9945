//! What is known of each input: how much was read and written, what was met.

use std::collections::VecDeque;
use std::fmt;

use placemat::{Error, Unencodable};
use serde::Serialize;

use crate::input::Place;
use crate::show::Excerpt;

/// How many entries of each kind a report lists.
const LISTED: usize = 100;

/// An ill-formed part, as the policy delimits it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) kind: placemat::ErrorKind,
    pub(super) spot: Option<Spot>,
}

/// Where a part is for those who have an editor, if that is known.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Spot {
    pub(super) line: u64,
    /// In code points.
    pub(super) column: u64,
    pub(super) column_utf16: u64,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A code point that the target cannot hold, with its source sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lost {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) code_point: u32,
    /// The target could hold it, but not beside the trail surrogate that follows.
    pub(super) is_joined: bool,
    pub(super) spot: Option<Spot>,
}

/// What stopped the run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failed {
    IllFormed(Finding),
    Unencodable(Lost),
    /// The frame cannot hold so many code points.
    Frame(u64),
    /// An I/O error, of which a message tells.
    Io,
}

impl Failed {
    pub(super) fn spot(&self) -> Option<Spot> {
        match self {
            Failed::IllFormed(finding) => finding.spot,
            Failed::Unencodable(lost) => lost.spot,
            Failed::Frame(_) | Failed::Io => None,
        }
    }
}

/// The first entries of a list, and how many there are.
#[derive(Debug)]
pub(super) struct Listed<T> {
    pub(super) listed: Vec<T>,
    pub(super) count: u64,
    /// The bytes of the first.
    pub(super) excerpt: Excerpt,
}

impl<T> Listed<T> {
    fn add(&mut self, entry: T, excerpt: impl FnOnce() -> Excerpt) {
        if self.count == 0 {
            self.excerpt = excerpt();
        }
        if self.listed.len() < LISTED {
            self.listed.push(entry);
        }
        self.count += 1;
    }
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Listed { listed: Vec::new(), count: 0, excerpt: Excerpt::default() }
    }
}

/// The account of an input.
#[derive(Debug)]
pub(super) struct Account {
    pub(super) place: Place,
    /// Bytes.
    pub(super) read: u64,
    pub(super) written: u64,
    pub(super) errors: Listed<Finding>,
    pub(super) unencodable: Listed<Lost>,
    pub(super) failed: Option<(Failed, Excerpt)>,
    /// What may help where it failed.
    pub(super) hint: Option<String>,
    /// Bytes behind a frame.
    pub(super) trailing: u64,
    /// Once the input has ended: what its last code points' offsets in the transcoder lack, and the offset of its end.
    end: (u64, u64),
}

impl Account {
    fn of(place: &Place) -> Self {
        Account {
            place: place.clone(),
            read: 0,
            written: 0,
            errors: Listed::default(),
            unencodable: Listed::default(),
            failed: None,
            hint: None,
            trailing: 0,
            end: (0, 0),
        }
    }

    /// That of an input that was not even begun, for an I/O error.
    pub(super) fn unbegun(place: &Place) -> Self {
        Account { failed: Some((Failed::Io, Excerpt::default())), ..Account::of(place) }
    }

    /// The parts that are told of and whose lines and columns are not known: their offsets, and where the rest goes.
    pub(super) fn unseen(&mut self) -> impl Iterator<Item = (u64, &mut Option<Spot>)> {
        let failed = match &mut self.failed {
            Some((Failed::IllFormed(finding), _)) => Some((finding.offset, &mut finding.spot)),
            Some((Failed::Unencodable(lost), _)) => Some((lost.offset, &mut lost.spot)),
            _ => None,
        };
        let error = self.errors.listed.first_mut().map(|first| (first.offset, &mut first.spot));
        let lost = self.unencodable.listed.first_mut().map(|first| (first.offset, &mut first.spot));
        [error, lost, failed].into_iter().flatten().filter(|(_, spot)| spot.is_none())
    }
}

/// Translates the transcoder's offsets in the current input.
pub(super) trait Locate {
    /// The offset and length in the input.
    fn part(&self, offset: u64, length: u64) -> (u64, u64);
    /// The bytes there, if the source is bytes.
    fn excerpt(&self, offset: u64, length: u64) -> Excerpt;
}

/// The accounts of the inputs that are not reported yet; the last one is the current input's.
///
/// A code point may still wait for what follows when its input ends. What becomes of it is entered in the account of
/// the input that it came from, which is kept for so long.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    accounts: VecDeque<Account>,
    /// How many accounts have been taken.
    taken: usize,
    waiting: VecDeque<Waiting>,
}

/// Code points of an input that has ended.
#[derive(Debug)]
struct Waiting {
    account: usize,
    /// They are written when so much has been written.
    until: u64,
}

impl Ledger {
    /// Begins the account of an input.
    pub(super) fn begin(&mut self, place: &Place) {
        self.accounts.push_back(Account::of(place));
    }

    /// An I/O error has stopped the run at the current input.
    pub(super) fn broken(&mut self) {
        if let Some(account) = self.accounts.back_mut() {
            account.failed.get_or_insert((Failed::Io, Excerpt::default()));
        }
    }

    /// The account of the current input.
    ///
    /// # Panics
    ///
    /// If none has begun.
    pub(super) fn current(&mut self) -> &mut Account {
        self.accounts.back_mut().expect("an input has begun")
    }

    /// The current input has ended at `end`, its offsets lack `shift`, and `waiting` units will be written for what
    /// waits.
    pub(super) fn end(&mut self, shift: u64, end: u64, written: u64, waiting: u64) {
        self.current().end = (shift, end);
        self.waiting.retain(|those| those.until > written);
        let until = written + waiting;
        if waiting > 0 && self.waiting.back().is_none_or(|those| those.until < until) {
            self.waiting.push_back(Waiting { account: self.taken + self.accounts.len() - 1, until });
        }
    }

    /// The next account, in order, to which nothing more can be added.
    pub(super) fn take_settled(&mut self, written: u64) -> Option<Account> {
        self.waiting.retain(|those| those.until > written);
        if self.waiting.front().is_some_and(|those| those.account == self.taken) {
            return None;
        }
        self.take()
    }

    /// The next account, in order.
    pub(super) fn take(&mut self) -> Option<Account> {
        let account = self.accounts.pop_front()?;
        self.taken += 1;
        Some(account)
    }

    /// An ill-formed part of the current input, by the transcoder's offsets.
    pub(super) fn ill_formed(&mut self, error: Error, locate: &dyn Locate) {
        let finding = Finding::located(error, locate);
        let excerpt = || locate.excerpt(error.offset(), error.len());
        self.current().errors.add(finding, excerpt);
    }

    /// An ill-formed part of the current input.
    pub(super) fn found(&mut self, finding: Finding, excerpt: &Excerpt) {
        self.current().errors.add(finding, || excerpt.clone());
    }

    /// A code point that was substituted or joined when so much had been written.
    pub(super) fn lost(&mut self, lost: Unencodable, is_joined: bool, written: u64, locate: &dyn Locate) {
        let (account, entry, is_here) = self.attribute(lost, is_joined, written, locate);
        account.unencodable.add(entry, || excerpt(lost, is_here, locate));
    }

    /// A code point that stopped the run when so much had been written.
    pub(super) fn stopped(&mut self, lost: Unencodable, is_joined: bool, written: u64, locate: &dyn Locate) {
        let (account, entry, is_here) = self.attribute(lost, is_joined, written, locate);
        account.failed = Some((Failed::Unencodable(entry), excerpt(lost, is_here, locate)));
    }

    /// The account that an entry belongs to, the entry, and whether that is the current input's.
    fn attribute(
        &mut self,
        lost: Unencodable,
        is_joined: bool,
        written: u64,
        locate: &dyn Locate,
    ) -> (&mut Account, Lost, bool) {
        let code_point = lost.code_point();
        match self.waiting.iter().find(|those| written < those.until) {
            Some(those) => {
                let account = &mut self.accounts[those.account - self.taken];
                let (shift, end) = account.end;
                let offset = lost.offset() + shift;
                // The other half stands in another input.
                let length = lost.len().min(end.saturating_sub(offset));
                (account, Lost { offset, length, code_point, is_joined, spot: None }, false)
            }
            None => {
                let (offset, length) = locate.part(lost.offset(), lost.len());
                (self.current(), Lost { offset, length, code_point, is_joined, spot: None }, true)
            }
        }
    }
}

/// The bytes of an entry; those of an input that has ended are gone.
fn excerpt(lost: Unencodable, is_here: bool, locate: &dyn Locate) -> Excerpt {
    if is_here { locate.excerpt(lost.offset(), lost.len()) } else { Excerpt::default() }
}

impl Finding {
    pub(super) fn located(error: Error, locate: &dyn Locate) -> Self {
        let (offset, length) = locate.part(error.offset(), error.len());
        Finding { offset, length, kind: error.kind(), spot: None }
    }
}
