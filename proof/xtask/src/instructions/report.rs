//! The summary of the record, for people.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::engine::{COLUMNS, Column, TIERS};
use super::record::{Cell, Record};

/// Inputs up to this size are the short strings.
const SHORT: usize = 256;
/// A call is listed if it takes so many times the instructions of the best peer.
const MANY: f64 = 1.1;

/// What is said before the tables.
const INTRODUCTION: &str = "\
`cargo xtask instructions --record` writes this page. Callgrind counts the instructions of each call. The
counts do not depend on other work on the machine. They are not times: a call with fewer instructions can take
longer. AVX-512 is missing because valgrind does not emulate it.

Each engine is compiled in Cargo's default release profile and called as its users call it. The cost of the
loop around the call is subtracted. Output goes to an existing buffer, except that `cesu8`, `simd_cesu8` and
`String::from_utf8_lossy` allocate it. [instructions.tsv](instructions.tsv) has every number.
";

/// Returns the summary as Markdown.
pub(crate) fn summary(record: &Record) -> String {
    let mut page = format!("# Instructions\n\n{INTRODUCTION}\n");
    for (name, fact) in &record.head {
        let _ = writeln!(page, "- {name}: {fact}");
    }
    long(record, &mut page);
    for operation in operations(record, true) {
        short(record, operation, &mut page);
    }
    many(record, &mut page);
    page
}

/// Returns the operations in which there are short strings, or long texts.
pub(super) fn operations(record: &Record, is_short: bool) -> BTreeSet<&str> {
    let cells = record.cells.keys().filter(|cell| (cell.bytes <= SHORT) == is_short);
    cells.map(|cell| cell.operation.as_str()).collect()
}

/// Returns the cells of an operation with short strings, or with long texts.
pub(super) fn cells<'r>(
    record: &'r Record,
    operation: &str,
    is_short: bool,
) -> Vec<(&'r Cell, &'r [Option<f64>])> {
    let all = record.cells.iter().map(|(cell, numbers)| (cell, &numbers[..]));
    all.filter(|(cell, _)| cell.operation == operation && (cell.bytes <= SHORT) == is_short).collect()
}

/// Returns the peer that takes the fewest instructions in a tier.
fn best(cell: &Cell, numbers: &[Option<f64>], tier: usize) -> Option<(&'static Column, f64)> {
    let peers = COLUMNS.iter().zip(numbers).filter_map(|(column, number)| Some((column, (*number)?)));
    let peers = peers.filter(|(column, _)| column.is_peer(tier, &cell.operation, cell.bytes));
    peers.min_by(|a, b| a.1.total_cmp(&b.1))
}

fn long(record: &Record, page: &mut String) {
    let _ = write!(
        page,
        "\n## Texts of 64 KB\n\nInstructions for each byte of input: geometric mean of the texts. In \
         brackets: the instructions of the best\npeer, divided by placemat's, as a geometric mean, and the \
         least of these ratios.\n\n\
         | operation | texts |"
    );
    TIERS.iter().for_each(|tier| *page += &format!(" {tier} |"));
    *page += "\n|---|---|---|---|---|\n";
    for operation in operations(record, false) {
        let cells = cells(record, operation, false);
        let _ = write!(page, "| {operation} | {} |", cells.len());
        for tier in 0..TIERS.len() {
            let of_tier = cells.iter().filter_map(|&(cell, numbers)| Some((cell, numbers, numbers[tier]?)));
            let mean = mean(of_tier.clone().map(|(cell, _, ours)| ours / cell.bytes as f64));
            let ratios =
                of_tier.filter_map(|(cell, numbers, ours)| Some(best(cell, numbers, tier)?.1 / ours));
            let ratios: Vec<f64> = ratios.collect();
            let Some(least) = ratios.iter().copied().min_by(f64::total_cmp) else {
                let _ = write!(page, " {mean:.3} |");
                continue;
            };
            let ratio = self::mean(ratios.into_iter());
            let _ = write!(page, " {mean:.3} ({ratio:.2}, {least:.2}) |");
        }
        *page += "\n";
    }
}

fn short(record: &Record, operation: &str, page: &mut String) {
    let _ = write!(
        page,
        "\n## {operation} of short strings\n\nInstructions of one call: geometric mean of the texts. The \
         column after each tier is that of the best peer in each text.\n\n| bytes |"
    );
    TIERS.iter().for_each(|tier| *page += &format!(" {tier} | best peer |"));
    *page += "\n|---|---|---|---|---|---|---|\n";
    let cells = cells(record, operation, true);
    let sizes: BTreeSet<usize> = cells.iter().map(|(cell, _)| cell.bytes).collect();
    for bytes in sizes {
        let _ = write!(page, "| {bytes} |");
        let of_size = cells.iter().filter(|(cell, _)| cell.bytes == bytes);
        for tier in 0..TIERS.len() {
            let ours = mean(of_size.clone().filter_map(|(_, numbers)| numbers[tier]));
            let peers = of_size.clone().filter_map(|(cell, numbers)| best(cell, numbers, tier));
            let _ = write!(page, " {ours:.0} | {:.0} |", mean(peers.map(|best| best.1)));
        }
        *page += "\n";
    }
}

/// Writes how many calls take more instructions than the best peer.
fn many(record: &Record, page: &mut String) {
    let percent = (MANY - 1.0) * 100.0;
    let _ = write!(
        page,
        "\n## More than the best peer\n\nCalls that take over {percent:.0} % more instructions than the best \
         peer, among the calls that have a peer.\nThe last columns show the worst of them, \
         with its ratio.\n\n\
         | operation | size | tier | calls | of | worst | on | best peer there |\n\
         |---|---|---|---|---|---|---|---|\n"
    );
    for is_short in [false, true] {
        for operation in operations(record, is_short) {
            for (tier, name) in TIERS.iter().enumerate() {
                let ratios = cells(record, operation, is_short).into_iter().filter_map(|(cell, numbers)| {
                    let (peer, theirs) = best(cell, numbers, tier)?;
                    Some((numbers[tier]? / theirs, cell, peer))
                });
                let ratios: Vec<_> = ratios.collect();
                let more = ratios.iter().filter(|ratio| ratio.0 > MANY).count();
                let Some((most, cell, peer)) = ratios.iter().max_by(|a, b| a.0.total_cmp(&b.0)) else {
                    continue;
                };
                if more > 0 {
                    let size = if is_short { "short" } else { "64 KB" };
                    let on = format!("{}, {} bytes", cell.text, cell.bytes);
                    let (of, peer) = (ratios.len(), peer.name());
                    let _ = writeln!(
                        page,
                        "| {operation} | {size} | {name} | {more} | {of} | {most:.1} | {on} | {peer} |"
                    );
                }
            }
        }
    }
}

/// Returns the geometric mean.
fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number.ln(), count + 1.0));
    f64::exp(sum / count)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// placemat takes as many instructions as are given, in every tier, and std 100.
    fn record(calls: &[(usize, f64)]) -> Record {
        let of_std = COLUMNS.iter().position(|column| column.engine == "std").unwrap();
        let mut cells = BTreeMap::new();
        for &(bytes, ours) in calls {
            let mut numbers = vec![None; COLUMNS.len()];
            numbers[..TIERS.len()].fill(Some(ours));
            numbers[of_std] = Some(100.0);
            cells.insert(Cell { operation: "count".into(), text: "ascii".into(), bytes }, numbers);
        }
        Record { head: vec![("compiler".into(), "rustc 1".into())], cells }
    }

    #[test]
    fn each_tier_is_compared_with_its_best_peer() {
        let page = summary(&record(&[(1000, 50.0), (7, 400.0)]));
        assert!(page.contains("- compiler: rustc 1\n"), "{page}");
        let cell = "0.050 (2.00, 2.00)";
        assert!(page.contains(&format!("| count | 1 | {cell} | {cell} | {cell} |\n")), "{page}");
        assert!(page.contains("| 7 | 400 | 100 | 400 | 100 | 400 | 100 |\n"), "{page}");
        assert!(page.contains("| count | short | avx2 | 1 | 1 | 4.0 | ascii, 7 bytes | std |\n"), "{page}");
        assert!(!page.contains("| count | 64 KB | avx2 | 1 |"), "{page}");
    }

    #[test]
    fn a_mean_is_geometric() {
        assert!((mean([1.0, 4.0].into_iter()) - 2.0).abs() < 1e-12);
    }
}
