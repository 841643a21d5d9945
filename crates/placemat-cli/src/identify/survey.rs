//! Runs the program on the test inputs, several in one run if possible.

use std::io;

use memchr::memmem;
use placemat::{Codec, Conversion, Encoding, Options};

use super::candidate::Candidate;
use super::cases::{Case, Slot};
use super::program::{End, Program, Ran};

/// Cases in one run.
const PACK: usize = 64;
/// The most encodings that are tried to pack the well-formed cases of a program that stops at errors.
const GUESSES: usize = 16;
/// Cases of such a program that are run before those at the start and the end of the input.
const FIRST: usize = 24;
/// The most cases in a run.
const CASES: usize = 400;
/// ASCII before each separator, which a decoder may read as a part of an invalid sequence.
const PADDING: &str = "xxxxxxxx";

/// The input of a run.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub(super) bytes: Vec<u8>,
    /// The cases in it.
    pub(super) cases: Vec<usize>,
}

/// What the program made of a case.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) case: usize,
    /// What the program wrote for the case; everything that it wrote if the case was alone.
    pub(super) output: Vec<u8>,
    pub(super) end: End,
    /// `true` if the program stopped in it with an error.
    pub(super) failed: bool,
}

/// The position of what was seen, and what a candidate gives instead: nothing if it is an error.
pub(super) type Unexplained = (usize, Option<Vec<u8>>);

/// Writes inputs, and divides outputs.
#[derive(Debug)]
pub(super) struct Packer {
    carrier: Encoding,
    to: Encoding,
    /// The padding and the separators by their numbers, in the input and in the output.
    given: Vec<Vec<u8>>,
    padding: Vec<u8>,
    separators: Vec<Vec<u8>>,
}

impl Packer {
    pub(super) fn new(carrier: Encoding, to: Encoding) -> Self {
        let separators = || (0..=CASES).map(separator);
        let given = separators().map(|text| written(carrier.unframed(), &format!("{PADDING}{text}")));
        Packer {
            carrier,
            to,
            given: given.collect(),
            padding: written(to, PADDING),
            separators: separators().map(|text| written(to, &text)).collect(),
        }
    }

    /// Returns an output without the ASCII text around the case.
    pub(super) fn trimmed<'a>(&self, output: &'a [u8], slot: Slot) -> &'a [u8] {
        let start = [&self.padding[..], &self.separators[0]].concat();
        let output = output.strip_prefix(self.to.mark()).unwrap_or(output);
        let output =
            if slot == Slot::Start { output } else { output.strip_prefix(&start[..]).unwrap_or(output) };
        let end = &self.separators[usize::from(slot == Slot::Middle)];
        let output = output.strip_suffix(&end[..]).unwrap_or(output);
        output.strip_suffix(&self.padding[..]).unwrap_or(output)
    }

    /// Returns the input with one case, or with several cases in the middle.
    pub(super) fn input(&self, cases: &[Case], numbers: &[usize]) -> Input {
        let mut body = Vec::new();
        let mut count = 0;
        let mut separate = |body: &mut Vec<u8>| {
            body.extend(&self.given[count]);
            count += 1;
        };
        for &number in numbers {
            let Case { bytes, slot } = &cases[number];
            if *slot != Slot::Start {
                separate(&mut body);
            }
            body.extend(bytes);
        }
        if numbers.last().is_some_and(|&last| cases[last].slot != Slot::End) {
            separate(&mut body);
        }
        Input { bytes: self.framed(&body), cases: numbers.to_vec() }
    }

    /// Returns a text, which need not be well-formed, in the frame or after the magic number of the carrier.
    fn framed(&self, body: &[u8]) -> Vec<u8> {
        if self.carrier.as_frame().is_none() {
            // The case itself may be the magic number.
            let mark = if self.carrier.info().is_corrected { self.carrier.mark() } else { &[] };
            return [mark, body].concat();
        }
        // A frame around as many letters has the same length prefix. The prefix of dex counts UTF-16 units.
        let options = Options { on_error: placemat::OnError::Replace, ..Options::default() };
        let units = match Conversion::new(self.carrier.unframed(), Encoding::Wtf16Be, options) {
            Ok(conversion) if self.carrier == Encoding::Mutf8Dex => {
                conversion.convert(body).map_or(body.len(), |converted| converted.output.len() / 2)
            }
            _ => body.len(),
        };
        let frame = written(self.carrier, &"x".repeat(units));
        let start = memmem::find(&frame, "x".repeat(units).as_bytes()).unwrap_or(0);
        [&frame[..start], body, &frame[start + units..]].concat()
    }

    /// Divides the output of an input with several cases.
    pub(super) fn divide<'a>(&self, output: &'a [u8], cases: usize) -> Option<Vec<&'a [u8]>> {
        let mut pieces = Vec::new();
        let mut rest = output;
        for number in 0..=cases {
            let separator = &self.separators[number];
            let at = memmem::find(rest, separator)?;
            pieces.push(&rest[..at]);
            rest = &rest[at + separator.len()..];
        }
        pieces.remove(0);
        Some(pieces)
    }

    /// Returns `true` if the output has what follows a case at the start or in the middle.
    fn has_rest(&self, output: &[u8], slot: Slot) -> bool {
        match slot {
            Slot::Start => memmem::find(output, &self.separators[0]).is_some(),
            Slot::Middle => memmem::find(output, &self.separators[1]).is_some(),
            Slot::End => false,
        }
    }

    /// Returns `true` if the program returns text in ASCII.
    pub(super) fn carries(&self, program: &mut Program<'_>) -> io::Result<Option<Ran>> {
        let text = format!("{PADDING}{}", separator(0));
        let input = self.framed(&self.given[0]);
        let is_text = |ran: &Ran| {
            let conversion = Conversion::new(Encoding::Utf8, self.to, Options::default());
            let expected =
                conversion.ok().and_then(|conversion| Some(conversion.convert(text.as_bytes()).ok()?.output));
            expected.as_ref() == Some(&ran.output)
        };
        Ok(program.run(&input)?.filter(is_text))
    }
}

fn separator(number: usize) -> String {
    format!("<{number:03}>")
}

/// Returns text in ASCII in an encoding, without a signature.
fn written(to: Encoding, text: &str) -> Vec<u8> {
    let conversion = Conversion::new(Encoding::Utf8, to, Options::default());
    let output =
        conversion.ok().and_then(|conversion| Some(conversion.convert(text.as_bytes()).ok()?.output));
    let output = output.unwrap_or_default();
    output.strip_prefix(to.mark()).map(<[u8]>::to_vec).unwrap_or(output)
}

/// The runs of a program, and what was seen in them.
#[derive(Debug)]
pub(super) struct Survey<'a, 'b> {
    program: &'a mut Program<'b>,
    pub(super) packer: Packer,
    pub(super) cases: Vec<Case>,
    pub(super) inputs: Vec<Input>,
    pub(super) seen: Vec<Seen>,
}

impl<'a, 'b> Survey<'a, 'b> {
    pub(super) fn new(program: &'a mut Program<'b>, packer: Packer, cases: Vec<Case>) -> Self {
        Survey { program, packer, cases, inputs: vec![], seen: vec![] }
    }

    /// Runs the program on all cases, as far as its limits allow.
    pub(super) fn run(&mut self, candidates: &[&Candidate]) -> io::Result<()> {
        let is_inside = |&number: &usize| self.cases[number].slot == Slot::Middle;
        let (inside, outside): (Vec<_>, Vec<_>) = (0..self.cases.len()).partition(is_inside);
        let mut left = Vec::new();
        for pack in inside.chunks(PACK) {
            if !self.pack(pack, None)? {
                left.extend(pack);
            }
        }
        self.pack_well_formed(&mut left, candidates)?;
        let (first, rest) = left.split_at(left.len().min(FIRST));
        for &number in first.iter().chain(&outside).chain(rest) {
            self.single(number)?;
        }
        Ok(())
    }

    /// Runs the program on what is well-formed in the encoding that it seems to decode. Other cases are left.
    fn pack_well_formed(&mut self, left: &mut Vec<usize>, candidates: &[&Candidate]) -> io::Result<()> {
        let mut tried: Vec<Vec<usize>> = Vec::new();
        for candidate in candidates.iter().filter(|candidate| candidate.is_strict()) {
            let is_well_formed = |&number: &usize| {
                candidate.convert(&self.packer.input(&self.cases, &[number]).bytes).is_some()
            };
            let pack: Vec<usize> = left.iter().copied().filter(is_well_formed).take(CASES).collect();
            if pack.is_empty() || tried.contains(&pack) {
                continue;
            }
            if self.pack(&pack, Some(candidate))? {
                left.retain(|number| !pack.contains(number));
                return Ok(());
            }
            tried.push(pack);
            if tried.len() == GUESSES {
                break;
            }
        }
        Ok(())
    }

    /// Runs the program on several cases. Returns `false`, and forgets the run, if the output cannot be
    /// divided, or is not what a candidate makes of it.
    fn pack(&mut self, numbers: &[usize], like: Option<&Candidate>) -> io::Result<bool> {
        let input = self.packer.input(&self.cases, numbers);
        let Some(Ran { output, end }) = self.program.run(&input.bytes)? else { return Ok(false) };
        if !matches!(end, End::Success | End::Failure)
            || like.is_some_and(|like| like.convert(&input.bytes).as_ref() != Some(&output))
        {
            return Ok(false);
        }
        let Some(pieces) = self.packer.divide(&output, numbers.len()) else { return Ok(false) };
        for (&case, piece) in numbers.iter().zip(pieces) {
            self.seen.push(Seen { case, output: piece.to_vec(), end, failed: false });
        }
        self.inputs.push(input);
        Ok(true)
    }

    /// Runs the program on one case.
    fn single(&mut self, number: usize) -> io::Result<()> {
        let input = self.packer.input(&self.cases, &[number]);
        let Some(Ran { output, end }) = self.program.run(&input.bytes)? else { return Ok(()) };
        let failed = end == End::Failure && !self.packer.has_rest(&output, self.cases[number].slot);
        self.seen.push(Seen { case: number, output, end, failed });
        self.inputs.push(input);
        Ok(())
    }

    /// Returns the positions in `seen` of what a candidate does not explain, each with what it gives instead.
    /// Returns `None` if there are more than `most`.
    pub(super) fn departures(&self, candidate: &Candidate, most: usize) -> Option<Vec<Unexplained>> {
        let mut departures = Vec::new();
        let mut at = 0;
        for input in &self.inputs {
            let whole = candidate.convert(&input.bytes);
            let pieces = match &input.cases[..] {
                [_] => whole.map(|whole| vec![whole]),
                cases => whole.and_then(|whole| {
                    let pieces = self.packer.divide(&whole, cases.len())?;
                    Some(pieces.into_iter().map(<[u8]>::to_vec).collect())
                }),
            };
            for (index, &case) in input.cases.iter().enumerate() {
                let seen = &self.seen[at];
                let expected = match &pieces {
                    Some(pieces) => Some(pieces[index].clone()),
                    None if input.cases.len() > 1 => self.alone(candidate, case),
                    None => None,
                };
                let is_explained = match &expected {
                    Some(expected) => {
                        let ended = matches!(seen.end, End::Success | End::Failure);
                        let succeeded = seen.end == End::Success || !candidate.is_strict();
                        ended && succeeded && *expected == seen.output
                    }
                    None => seen.failed,
                };
                if !is_explained {
                    departures.push((at, expected));
                    if departures.len() > most {
                        return None;
                    }
                }
                at += 1;
            }
        }
        Some(departures)
    }

    /// Returns what a candidate makes of a case by itself.
    fn alone(&self, candidate: &Candidate, case: usize) -> Option<Vec<u8>> {
        let whole = candidate.convert(&self.packer.input(&self.cases, &[case]).bytes)?;
        Some(self.packer.divide(&whole, 1)?[0].to_vec())
    }
}
