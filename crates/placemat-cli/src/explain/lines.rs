//! An explanation for machines: a line of JSON for each sequence, BOM, part of a frame and ill-formed
//! subsequence.

use std::collections::BTreeMap;

use data_encoding::HEXUPPER;
use placemat::{Codec, Encoding};
use serde::Serialize;

use super::{Part, character, policies};
use crate::json;

/// Lines that wait: adjacent ill-formed subsequences, until the results of the policies for all of them are
/// known.
#[derive(Debug, Default)]
pub(super) struct Lines {
    run: Vec<Line>,
}

#[derive(Debug, Default, Serialize)]
struct Line {
    version: u32,
    role: &'static str,
    offset: u64,
    length: u64,
    hex: String,
    code_point: Option<u32>,
    name: Option<String>,
    category: Option<&'static str>,
    block: Option<&'static str>,
    unit: Option<String>,
    kind: Option<&'static str>,
    masked: Option<Masked>,
    run: Option<u64>,
    policies: Option<BTreeMap<&'static str, Option<Vec<u32>>>>,
}

/// What a decoder that only masks bits would read.
#[derive(Debug, Serialize)]
struct Masked {
    code_point: u32,
    length: usize,
}

impl Line {
    fn of(role: &'static str, offset: u64, bytes: &[u8]) -> Self {
        let (length, hex) = (bytes.len() as u64, HEXUPPER.encode(bytes));
        Line { version: json::VERSION, role, offset, length, hex, ..Line::default() }
    }
}

impl Lines {
    pub(super) fn mark(at: u64, bytes: &[u8]) -> Vec<u8> {
        json::line(&Line::of("mark", at, bytes))
    }

    pub(super) fn frame(at: u64, bytes: &[u8]) -> Vec<u8> {
        json::line(&Line::of("frame", at, bytes))
    }

    pub(super) fn sequence(at: u64, bytes: &[u8], code_point: u32) -> Vec<u8> {
        json::line(&Line {
            code_point: Some(code_point),
            name: Some(character::name(code_point)),
            category: Some(character::category(code_point)),
            block: character::block(code_point),
            ..Line::of("sequence", at, bytes)
        })
    }

    /// Keeps an ill-formed subsequence.
    pub(super) fn ill_formed(&mut self, part: Part<'_>) {
        let masked = part.encoding.info().table.masked(part.ahead);
        self.run.push(Line {
            length: part.len,
            unit: part.unit(),
            kind: Some(part.kind.name()),
            masked: masked.map(|(masked, _)| Masked { code_point: masked.code_point, length: masked.len }),
            ..Line::of("ill-formed", part.at, part.bytes())
        });
    }

    /// Returns the lines that were kept. The first contains the result of each policy for all of them.
    pub(super) fn end_run(&mut self, encoding: Encoding, bytes: &[u8], len: u64) -> Vec<u8> {
        if let Some(first) = self.run.first_mut() {
            first.run = Some(len);
            first.policies = Some(policies::made(encoding, bytes).collect());
        }
        self.run.drain(..).flat_map(|line| json::line(&line)).collect()
    }
}
