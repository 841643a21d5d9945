//! Makes one call in both libraries, and many of them.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use beside_common::{ENCODINGS, Function, Input, Observed, Random};

use crate::report::Report;

/// How many calls are made with one input.
const CALLS: usize = 64;
/// How many differences are printed in full: for each function, and in total.
const PRINTED_OF_EACH: usize = 2;
const PRINTED: usize = 20;

/// Which calls are made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    /// Only this batch.
    pub(crate) batch: Option<u64>,
    /// The first batch.
    pub(crate) first: u64,
    /// Only functions whose names contain this.
    pub(crate) only: Option<String>,
    pub(crate) tier: String,
}

/// Checks that the list of encodings is that of the older library, and that the newer one has them all.
pub(crate) fn check_encodings() -> Result<(), String> {
    let (old, new) = (beside_old::identifiers(), beside_new::identifiers());
    if old != ENCODINGS {
        return Err(format!("the older library has other encodings than proof/beside/common lists: {old:?}"));
    }
    match ENCODINGS.iter().find(|name| !new.contains(name)) {
        Some(gone) => Err(format!("the newer library has no encoding {gone}")),
        None => Ok(()),
    }
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A panic is a result like any other: its message is kept for the report.
pub(crate) fn quiet_panics() {
    std::panic::set_hook(Box::new(|panic| {
        MESSAGE.with(|message| {
            let text = panic.payload_as_str().unwrap_or_default();
            *message.borrow_mut() = match panic.location() {
                Some(location) => format!("{text} at {}:{}", location.file(), location.line()),
                None => text.to_owned(),
            };
        });
    }));
}

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Nothing,
    Hash(u64),
    Panic,
}

fn call(function: &Function, input: &Input, seed: u64, observed: &mut Observed) -> Outcome {
    observed.clear();
    let act = || (function.call)(input, &mut Random::new(seed), observed);
    match catch_unwind(AssertUnwindSafe(act)) {
        Err(_) => Outcome::Panic,
        Ok(()) if observed.is_nothing() => Outcome::Nothing,
        Ok(()) => Outcome::Hash(observed.hash()),
    }
}

/// Returns the result of a call, in writing.
fn written(function: &Function, input: &Input, seed: u64) -> String {
    let mut observed = Observed::in_writing();
    match call(function, input, seed, &mut observed) {
        Outcome::Panic => format!("{}panic: {}\n", observed.written(), MESSAGE.with(|m| m.borrow().clone())),
        Outcome::Nothing => "there is no such call\n".to_owned(),
        Outcome::Hash(_) => observed.written().to_owned(),
    }
}

/// The state that the threads share.
struct Shared<'a> {
    plan: &'a Plan,
    old: &'a [Function],
    new: &'a [Function],
    /// The indices of functions, each as often as its weight says.
    chances: Vec<usize>,
    next: AtomicU64,
    left: AtomicU64,
    report: Mutex<Report>,
    /// The functions whose differences are printed.
    printed: Mutex<Vec<usize>>,
    is_silent: bool,
}

/// Makes that many calls or somewhat more, in that many threads.
pub(crate) fn run(
    plan: &Plan,
    old: &[Function],
    new: &[Function],
    calls: u64,
    threads: usize,
) -> Result<Report, String> {
    let chances: Vec<usize> = (0..new.len())
        .filter(|&at| plan.only.as_ref().is_none_or(|text| new[at].name.contains(text)))
        .flat_map(|at| std::iter::repeat_n(at, new[at].weight as usize))
        .collect();
    if chances.is_empty() {
        return Err("there is no function of that name".to_owned());
    }
    let shared = Shared {
        plan,
        old,
        new,
        chances,
        next: AtomicU64::new(plan.batch.unwrap_or(plan.first)),
        left: AtomicU64::new(calls),
        report: Mutex::new(Report::new(new)),
        printed: Mutex::default(),
        is_silent: false,
    };
    thread::scope(|scope| {
        let threads = if plan.batch.is_some() { 1 } else { threads.max(1) };
        for _ in 0..threads {
            scope.spawn(|| shared.work());
        }
    });
    shared.report.into_inner().map_err(|error| error.to_string())
}

impl Shared<'_> {
    fn work(&self) {
        let mut report = Report::new(self.new);
        let mut observed = [Observed::default(), Observed::default()];
        while self.left.load(Ordering::Relaxed) > 0 {
            let batch = self.next.fetch_add(1, Ordering::Relaxed);
            let calls = self.batch(batch, &mut report, &mut observed);
            let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                Some(left.saturating_sub(if self.plan.batch.is_some() { u64::MAX } else { calls }))
            });
        }
        if let Ok(mut all) = self.report.lock() {
            all.add(&report);
        }
    }

    /// Makes some calls with one input. Returns their number.
    fn batch(&self, batch: u64, report: &mut Report, [one, other]: &mut [Observed; 2]) -> u64 {
        let seed = Random::new(self.plan.seed).bits() ^ batch;
        let input = beside_old::input(seed);
        let mut random = Random::new(!seed);
        let mut calls = 0;
        for _ in 0..CALLS {
            let (at, seed) = (self.chances[random.below(self.chances.len())], random.bits());
            let old = call(&self.old[at], &input, seed, one);
            let new = call(&self.new[at], &input, seed, other);
            if (old, new) == (Outcome::Nothing, Outcome::Nothing) {
                continue;
            }
            calls += 1;
            report.count(at, old == Outcome::Panic);
            if old != new {
                report.differ(at);
                if self.is_printed(at) {
                    self.print(at, batch, &input, seed);
                }
            }
        }
        calls
    }

    /// Returns `true` if a difference of this function is to be printed.
    fn is_printed(&self, at: usize) -> bool {
        let Ok(mut printed) = self.printed.lock() else { return false };
        let of_this = printed.iter().filter(|&&one| one == at).count();
        let is_printed = !self.is_silent && of_this < PRINTED_OF_EACH && printed.len() < PRINTED;
        if is_printed {
            printed.push(at);
        }
        is_printed
    }

    fn print(&self, at: usize, batch: u64, input: &Input, seed: u64) {
        let (old, new) = (written(&self.old[at], input, seed), written(&self.new[at], input, seed));
        let same = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
        println!(
            "DIFFERENT {}, again by --seed {} --batch {batch} --tier {} --only '{}'",
            self.new[at].name, self.plan.seed, self.plan.tier, self.new[at].name
        );
        println!("  encoding: {}, form: {}", ENCODINGS[input.encoding], input.form);
        for (what, text) in [
            ("text", hex(&input.text.dirty)),
            ("clean text", hex(&input.text.clean)),
            (
                "units of the form",
                format!("{}{}{}", hex(&input.bytes.dirty), hex(&input.wide.dirty), hex(&input.long.dirty)),
            ),
            (
                "clean units",
                format!("{}{}{}", hex(&input.bytes.clean), hex(&input.wide.clean), hex(&input.long.clean)),
            ),
            (
                "short units",
                format!("{}{}{}", hex(&input.bytes.needle), hex(&input.wide.needle), hex(&input.long.needle)),
            ),
            ("code points", hex(&input.code_points)),
            ("str", format!("{:?}", input.str)),
            ("short str", format!("{:?}", input.short_str)),
            ("16-bit units", hex(&input.utf_16)),
        ] {
            println!("  {what}: {text}");
        }
        for (which, text) in [("old", &old), ("new", &new)] {
            println!("  {which}, of which {same} lines are the same:");
            for line in text.lines().take(4).chain(text.lines().skip(same.max(4)).take(30)) {
                println!("    {line}");
            }
        }
    }
}

fn hex<U: std::fmt::UpperHex>(units: &[U]) -> String {
    let units: Vec<String> = units.iter().map(|unit| format!("{unit:02X}")).collect();
    units.join(" ")
}

/// Tests calls whose results are made different if text contains a `z`: this is found, and nothing else is.
pub(crate) fn a_lie_is_seen() -> bool {
    let truth = |input: &Input, _: &mut Random, observed: &mut Observed| observed.str("text", &input.str);
    let lie = |input: &Input, _: &mut Random, observed: &mut Observed| {
        observed.str("text", &input.str.replace('z', "s"));
    };
    let plan = Plan::default();
    let (honest, lying) = (
        [Function::new("truth", 1, truth); 2],
        [Function::new("truth", 1, truth), Function::new("lie", 1, lie)],
    );
    let shared = Shared {
        plan: &plan,
        old: &honest,
        new: &lying,
        chances: vec![0, 1],
        next: AtomicU64::new(0),
        left: AtomicU64::new(10_000),
        report: Mutex::new(Report::new(&lying)),
        printed: Mutex::default(),
        is_silent: true,
    };
    shared.work();
    shared
        .report
        .into_inner()
        .is_ok_and(|report| report.differences_of(1) > 0 && report.differences_of(0) == 0)
}
