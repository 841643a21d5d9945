//! Compares the library before its restructuring with the current one: the same random calls, with the same
//! arguments, must have the same results. `cargo xtask beside` builds this program and runs it.
//!
//! It exists while the library is being restructured, and is removed when that is done.

mod calls;
mod report;

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use calls::{Plan, run};
use report::Report;

/// The options of the command line.
struct Asked {
    calls: u64,
    plan: Plan,
    tier: Option<String>,
    threads: usize,
}

fn asked(mut arguments: impl Iterator<Item = String>) -> Result<Asked, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut asked = Asked { calls: 10_000_000, plan: Plan::default(), tier: None, threads };
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or(format!("{option} has a value"))?;
        let number = || value.parse::<u64>().map_err(|error| format!("{option} {value}: {error}"));
        match &*option {
            "--calls" => asked.calls = number()?,
            "--seed" => asked.plan.seed = number()?,
            "--batch" => asked.plan.batch = Some(number()?),
            "--only" => asked.plan.only = Some(value),
            "--tier" => asked.tier = Some(value),
            "--threads" => asked.threads = number()? as usize,
            _ => return Err(format!("there is no option {option}")),
        }
    }
    Ok(asked)
}

fn main() -> ExitCode {
    let result = asked(env::args().skip(1)).and_then(|asked| match asked.tier {
        Some(_) => in_one_tier(asked),
        None => in_every_tier(asked.calls),
    });
    match result {
        Ok(report) if report.differences() == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

/// Makes the calls in one instruction set, which a process uses to its end.
fn in_one_tier(asked: Asked) -> Result<Report, String> {
    let Asked { calls, mut plan, tier, threads } = asked;
    let tiers = beside_new::tiers();
    plan.tier = tier.unwrap_or_default();
    let Some(place) = tiers.iter().position(|tier| *tier == plan.tier) else {
        return Err(format!("there is no tier {} here; there are {}", plan.tier, tiers.join(", ")));
    };
    // Other calls in each instruction set.
    plan.first = (place as u64) << 40;
    calls::check_encodings()?;
    calls::quiet_panics();
    match (beside_old::select(&plan.tier), beside_new::select(&plan.tier)) {
        (Some(old), Some(new)) if old == plan.tier && new == plan.tier => {}
        other => return Err(format!("{} cannot be used: {other:?}", plan.tier)),
    }
    if !calls::a_lie_is_seen() {
        return Err("a result that was made different on purpose was not found".to_owned());
    }
    let start = Instant::now();
    let report = run(&plan, &beside_old::functions(), &beside_new::functions(), calls, threads)?;
    println!("{report}");
    println!("{}: {}, {:.0} s", plan.tier, report.sum(), start.elapsed().as_secs_f64());
    Ok(report)
}

/// Divides the calls among the instruction sets, by running this program with a tier.
fn in_every_tier(calls: u64) -> Result<Report, String> {
    let tiers = beside_new::tiers();
    let mut all = Report::new(&beside_new::functions());
    let program = env::current_exe().map_err(|error| error.to_string())?;
    for tier in &tiers {
        let mut command = Command::new(&program);
        command.args(env::args().skip(1)).args(["--tier", tier, "--calls"]);
        command.arg((calls / tiers.len() as u64).max(1).to_string());
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let pipe = child.stdout.take().ok_or("no output")?;
        for line in BufReader::new(pipe).lines() {
            let line = line.map_err(|error| error.to_string())?;
            // Its table is part of the final table.
            if !all.add_line(&line) {
                println!("{line}");
            }
        }
        match child.wait().map_err(|error| error.to_string())?.code() {
            Some(0 | 1) => {}
            other => return Err(format!("{tier}: the calls ended with {other:?}")),
        }
    }
    println!("{all}");
    println!("{}", all.sum());
    Ok(all)
}
