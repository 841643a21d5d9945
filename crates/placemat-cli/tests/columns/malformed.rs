//! A damaged file is an error, or is read, and never causes a panic.

use std::fs;

use parquet::basic::Compression;
use parquet::file::properties::WriterVersion;

use crate::table::{PLAIN, ReplaceOptions, write};
use crate::{GROUPS, columns};

/// How many files are damaged in each way.
const ROUNDS: usize = 120;

#[test]
fn damaged_files_end_in_an_error_or_a_report() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    let manners = [
        PLAIN,
        ReplaceOptions {
            compression: Compression::SNAPPY,
            has_dictionary: true,
            version: WriterVersion::PARQUET_1_0,
        },
        ReplaceOptions {
            compression: Compression::UNCOMPRESSED,
            has_dictionary: true,
            version: WriterVersion::PARQUET_2_0,
        },
    ];
    let mut state = 11_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut errors, mut reports) = (0, 0);
    for replace_options in manners {
        write(&path.join("whole"), replace_options, &GROUPS);
        let whole = fs::read(path.join("whole")).unwrap();
        let footer = u32::from_le_bytes(whole[whole.len() - 8..whole.len() - 4].try_into().unwrap()) as usize;
        for round in 0..ROUNDS {
            let mut bytes = whole.clone();
            match round % 4 {
                // Damages the description of the file.
                0 | 1 => {
                    for _ in 0..=next(3) {
                        let at = bytes.len() - 8 - 1 - next(footer);
                        bytes[at] = next(256) as u8;
                    }
                }
                // Damages any position.
                2 => {
                    for _ in 0..=next(20) {
                        let at = next(bytes.len());
                        bytes[at] ^= 1 << next(8);
                    }
                }
                // Removes a part.
                _ => {
                    let at = next(bytes.len());
                    let end = (at + next(100)).min(bytes.len());
                    bytes.drain(at..end);
                }
            }
            fs::write(path.join("damaged"), bytes).unwrap();
            for command in ["check", "profile", "repair --on-failure null -o out --overwrite"] {
                let arguments = format!("{command} -c name damaged");
                let run = columns(path, &arguments);
                let is_said =
                    !run.stderr.contains("panicked") && (run.status < 2 || run.stderr.contains("placemat: "));
                if !is_said || run.status > 2 {
                    fs::copy(path.join("damaged"), std::env::temp_dir().join("damaged.parquet")).unwrap();
                }
                assert!(
                    is_said && run.status <= 2,
                    "round {round}: {arguments}: {} {}",
                    run.status,
                    run.stderr
                );
                *if run.status == 2 { &mut errors } else { &mut reports } += 1;
                // No temporary file remains.
                let names = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name());
                assert!(
                    names
                        .into_iter()
                        .all(|name| ["whole", "damaged", "out"].iter().any(|known| name == *known))
                );
            }
        }
    }
    assert!(errors > 100 && reports > 100, "{errors} errors, {reports} reports");
}
