//! Labelled files: how often the first answers of several programs are right.
//!
//! A collection is a directory in which each file is in a directory named after its encoding.
//! `proof/bench/judge.py` asks the other programs, and compares the texts: an answer is right if it gives the
//! same text as the label.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use crate::Stopped;
use crate::cargo::{built, root, target};

/// The answers of a program: for each path, an encoding.
type Answers = BTreeMap<String, Option<String>>;

/// Prints the table for a collection.
pub(super) fn measure(directory: &Path, is_verbose: bool) -> Result<ExitCode, Stopped> {
    let Some(command) = built("placemat")? else { return Ok(ExitCode::FAILURE) };
    let files = files(directory)?;
    let mut proposed = Answers::new();
    for path in &files {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(&fs::read(path)?, true);
        let proposal = detector.guess(None, Utf8Detection::Allow).name().to_owned();
        proposed.insert(path.display().to_string(), Some(proposal));
    }
    let placemat = Command::new(command)
        .args(["detect", "--json", "--whole", "--text", "--no-ignore", "--hidden"])
        .arg(directory)
        .output()?;
    let (mut found, mut confidences) = (Answers::new(), Answers::new());
    for line in placemat.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let line: serde_json::Value = serde_json::from_slice(line).map_err(io::Error::from)?;
        let Some(path) = line["path"]["text"].as_str() else { continue };
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        found.insert(path.to_owned(), text(&line["encoding"]));
        confidences.insert(path.to_owned(), text(&line["legacy"]["confidence"]));
    }
    let answers = serde_json::json!({
        "files": files,
        "answers": { "placemat": found, "chardetng": proposed },
        "confidences": confidences,
    });
    let written = target().join("detect-answers.json");
    fs::write(&written, answers.to_string())?;
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let mut judge = Command::new(python);
    judge.arg(root().join("proof/bench/judge.py")).arg(directory).arg(&written);
    let status = judge.args(is_verbose.then_some("--wrong")).status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the files below a directory, sorted.
fn files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = vec![];
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The length of a cut text, in bytes, and how many are cut from each text.
const CUT: usize = 200;
const CUTS: usize = 10;
/// A text is made for an encoding that has at least this share of its lines beyond ASCII, in percent.
const LEAST: usize = 90;

/// The encodings for which texts are made.
const ENCODINGS: [&Encoding; 35] = [
    encoding_rs::BIG5,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
    encoding_rs::GB18030,
    encoding_rs::GBK,
    encoding_rs::IBM866,
    encoding_rs::ISO_2022_JP,
    encoding_rs::ISO_8859_10,
    encoding_rs::ISO_8859_13,
    encoding_rs::ISO_8859_14,
    encoding_rs::ISO_8859_15,
    encoding_rs::ISO_8859_16,
    encoding_rs::ISO_8859_2,
    encoding_rs::ISO_8859_3,
    encoding_rs::ISO_8859_4,
    encoding_rs::ISO_8859_5,
    encoding_rs::ISO_8859_6,
    encoding_rs::ISO_8859_7,
    encoding_rs::ISO_8859_8,
    encoding_rs::KOI8_R,
    encoding_rs::KOI8_U,
    encoding_rs::MACINTOSH,
    encoding_rs::SHIFT_JIS,
    encoding_rs::WINDOWS_1250,
    encoding_rs::WINDOWS_1251,
    encoding_rs::WINDOWS_1252,
    encoding_rs::WINDOWS_1253,
    encoding_rs::WINDOWS_1254,
    encoding_rs::WINDOWS_1255,
    encoding_rs::WINDOWS_1256,
    encoding_rs::WINDOWS_1257,
    encoding_rs::WINDOWS_1258,
    encoding_rs::WINDOWS_874,
    encoding_rs::X_MAC_CYRILLIC,
    encoding_rs::UTF_8,
];

/// Makes two collections of the texts below a directory, whole and cut, in each encoding that has them.
/// Lines that an encoding does not have are left out.
pub(super) fn make(texts: &Path, directory: &Path) -> Result<ExitCode, Stopped> {
    let (mut whole, mut cut) = (0, 0);
    for path in files(texts)?.into_iter().filter(|path| path.to_string_lossy().ends_with(".utf8.txt")) {
        let text = fs::read_to_string(&path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for encoding in ENCODINGS {
            let lines: Vec<&str> = text.split_inclusive('\n').filter(|line| !line.is_ascii()).collect();
            let has = |text: &str| !encoding.encode(text).2;
            let kept: Vec<&str> = lines.iter().copied().filter(|line| has(line)).collect();
            if kept.is_empty() || 100 * kept.len() < LEAST * lines.len() {
                continue;
            }
            let kept: String = text.split_inclusive('\n').filter(|line| has(line)).collect();
            let label = encoding.name().to_lowercase();
            let write = |kind: &str, name: String, text: &str| -> io::Result<()> {
                let at = directory.join(kind).join(&label);
                fs::create_dir_all(&at)?;
                fs::write(at.join(name), encoding.encode(text).0)
            };
            write("whole", name.clone(), &kept)?;
            whole += 1;
            let characters: Vec<char> = kept.chars().collect();
            for part in 0..CUTS {
                let start = part * characters.len() / CUTS;
                let mut text = String::new();
                for character in &characters[start..] {
                    text.push(*character);
                    if encoding.encode(&text).0.len() > CUT {
                        text.pop();
                        break;
                    }
                }
                if !text.is_ascii() {
                    write("cut", format!("{part}-{name}"), &text)?;
                    cut += 1;
                }
            }
        }
    }
    writeln!(io::stdout(), "{whole} whole texts, {cut} cut texts")?;
    Ok(ExitCode::SUCCESS)
}
