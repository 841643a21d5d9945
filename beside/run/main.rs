//! The library as it was beside the library as it is: the same calls, by chance, with the same arguments and the same
//! results. `cargo xtask beside` builds this program and runs it.
//!
//! It stands here as long as the library is restructured, and is removed when that is done.

mod calls;
mod report;

use std::process::ExitCode;
use std::time::Instant;

use calls::{Plan, run};
use report::Report;

/// What is asked for on the command line.
struct Asked {
    calls: u64,
    plan: Plan,
    tiers: Vec<String>,
    threads: usize,
}

fn asked(mut arguments: impl Iterator<Item = String>) -> Result<Asked, String> {
    let mut asked = Asked {
        calls: 10_000_000,
        plan: Plan::default(),
        tiers: beside_new::tiers().into_iter().map(str::to_owned).collect(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or(format!("{option} has a value"))?;
        let number = || value.parse::<u64>().map_err(|error| format!("{option} {value}: {error}"));
        match &*option {
            "--calls" => asked.calls = number()?,
            "--seed" => asked.plan.seed = number()?,
            "--batch" => asked.plan.batch = Some(number()?),
            "--only" => asked.plan.only = Some(value),
            "--tier" if asked.tiers.contains(&value) => asked.tiers = vec![value],
            "--tier" => {
                return Err(format!("there is no tier {value} here; there are {}", asked.tiers.join(", ")));
            }
            "--threads" => asked.threads = number()? as usize,
            _ => return Err(format!("there is no option {option}")),
        }
    }
    Ok(asked)
}

fn main() -> ExitCode {
    match beside() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

/// Are there no differences?
fn beside() -> Result<bool, String> {
    let Asked { calls, plan, tiers, threads } = asked(std::env::args().skip(1))?;
    calls::check_encodings()?;
    calls::quiet_panics();
    select(&tiers[0])?;
    if !calls::a_lie_is_seen() {
        return Err("a result that was made different on purpose was not found".to_owned());
    }
    let mut all = Report::new(&calls::new_functions());
    for (k, tier) in tiers.iter().enumerate() {
        select(tier)?;
        let start = Instant::now();
        // Other calls in each instruction set, unless one of them is asked for.
        let plan = Plan { first: (k as u64) << 40, tier: tier.clone(), ..plan.clone() };
        let report = run(
            &plan,
            &calls::old_functions(),
            &calls::new_functions(),
            calls / tiers.len() as u64,
            threads,
        )?;
        println!(
            "{tier}: {} calls, {} differences, {:.0} s",
            report.calls(),
            report.differences(),
            start.elapsed().as_secs_f64()
        );
        all.add(&report);
    }
    println!("{all}");
    Ok(all.differences() == 0)
}

/// Both libraries in an instruction set.
fn select(tier: &str) -> Result<(), String> {
    match (beside_old::select(tier), beside_new::select(tier)) {
        (Some(old), Some(new)) if old == tier && new == tier => Ok(()),
        other => Err(format!("{tier} cannot be used: {other:?}")),
    }
}
