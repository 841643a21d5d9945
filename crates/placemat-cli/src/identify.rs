//! `placemat identify`.

mod candidate;
mod cases;
mod program;
mod report;
mod survey;

use placemat::Encoding;

use crate::args::{self, IdentifyArgs};
use crate::names;
use crate::show::Name;
use crate::status::{CommandError, Status, without_number};
use candidate::{Candidate, Source};
use program::Program;
use report::{Departure, Report};
use survey::{Packer, Survey, Unexplained};

/// From fewer cases nothing is concluded, if there are more.
const LEAST: usize = 16;
/// If a program departs in more than one of this many cases, it does something else.
const MOST_DEPARTING: usize = 5;

/// Runs a program on test inputs, and reports which encoding and policy explain what it writes.
pub(crate) fn run(args: &IdentifyArgs, status: &mut Status) -> Result<(), CommandError> {
    let to = names::encoding(&args.to)?;
    let candidates = Candidate::all(to);
    // Without an encoder there is only the candidate that passes everything through.
    if candidates.len() == 1 {
        return Err(CommandError::Failed(format!(
            "{to} can only be read: name the encoding that the program writes"
        )));
    }
    let mut program = Program::new(&args.command);
    let report = identify(&mut program, to, &candidates).map_err(|error| {
        let name = args.command.first().map(|name| Name(name).to_string()).unwrap_or_default();
        CommandError::Failed(format!("{name}: cannot run the program: {}", without_number(&error)))
    })?;
    if !report.is_exact() {
        status.raise(Status::Findings);
    }
    let report = report::Shown { report: &report, program: &program, command: &args.command, to };
    args::print(&if args.json { report.json() } else { report.text() })
}

fn identify(program: &mut Program<'_>, to: Encoding, candidates: &[Candidate]) -> std::io::Result<Report> {
    let mut carriers: Vec<Encoding> = Vec::new();
    for candidate in candidates {
        if !carriers.contains(&candidate.carrier) {
            carriers.push(candidate.carrier);
        }
    }
    for carrier in carriers {
        let packer = Packer::new(carrier, to);
        if packer.carries(program)?.is_none() {
            // A program that waits for something else would wait each time.
            if program.hung {
                break;
            }
            continue;
        }
        let candidates: Vec<&Candidate> = candidates.iter().filter(|one| one.carrier == carrier).collect();
        let mut alike: Vec<Encoding> = Vec::new();
        for candidate in &candidates {
            match candidate.source {
                Source::Decoder { from, .. } if !alike.contains(&from) => alike.push(from),
                _ => {}
            }
        }
        let mut survey = Survey::new(program, packer, cases::cases(carrier, &alike));
        survey.run(&candidates)?;
        return Ok(judge(&survey, &candidates));
    }
    Ok(Report::default())
}

/// Finds the candidates that explain most of what was seen.
fn judge(survey: &Survey<'_, '_>, candidates: &[&Candidate]) -> Report {
    let (cases, of) = (survey.seen.len(), survey.cases.len());
    // A candidate has to explain more than half of the cases.
    let mut most = cases.saturating_sub(1) / 2;
    let mut found = Vec::new();
    for candidate in candidates.iter().filter(|_| cases > 0) {
        if let Some(departures) = survey.departures(candidate, most) {
            most = departures.len();
            found.push((candidate.source, departures));
        }
    }
    found.retain(|(_, departures)| departures.len() == most);
    let Some((best, least)) = found.first() else {
        return Report { carries: true, cases, of, ..Report::default() };
    };
    // What passes everything through shows that with each case.
    let is_few = cases < LEAST.min(of) && *best != Source::PassThrough;
    let is_far = MOST_DEPARTING * least.len() > cases;
    let is_tied = |(_, departures): &&(Source, Vec<Unexplained>)| departures == least;
    let departures = least.iter().map(|(at, expected)| {
        let seen = &survey.seen[*at];
        Departure::new(&survey.cases[seen.case], seen, expected.as_deref(), &survey.packer)
    });
    Report {
        carries: true,
        best: Some(*best),
        is_doubtful: is_few || is_far,
        tied: found.iter().filter(is_tied).map(|(source, _)| *source).collect(),
        all: candidates.iter().map(|candidate| candidate.source).collect(),
        departures: departures.collect(),
        cases,
        of,
    }
}
