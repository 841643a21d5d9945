//! A second run of `convert --in-place` changes nothing. Conversions can be undone, and a dry run says what
//! would be converted.

use std::collections::BTreeMap;
use std::fs;

use placemat::form::Ucs4Units;
use placemat::{Codec, Encoding, convert};

use crate::command::{directory_with, files_in, names_in, placemat_in};

const TEXTS: [&str; 9] = [
    "plain text of even length.\n",
    "plain text of odd length\n",
    "caf\u{E9} au lait, cr\u{E8}me br\u{FB}l\u{E9}e\n",
    "\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43C}\u{438}\u{440}\n",
    "\u{65E5}\u{672C}\u{8A9E}",
    "a thumb \u{1F44D} up\n",
    "\u{EF80} and \u{EFC3} stand for bytes in some\n",
    "\u{20AC}\u{2019}\u{160} of windows-1252\n",
    "",
];

/// Encodes text in an encoding, even in one without an encoder.
pub(crate) fn encoded(encoding: Encoding, text: &str) -> Option<Vec<u8>> {
    let name = encoding.name();
    let written = match name.strip_prefix("utf-8-or-") {
        Some(other) => Encoding::from_name(other)?,
        None if encoding == Encoding::Tcl86Utf8 => Encoding::Mutf8,
        None => encoding,
    };
    let code_points: Vec<u32> = text.chars().map(u32::from).collect();
    convert(Ucs4Units, written, &code_points).ok()
}

/// Returns files in an encoding, and the same texts in UTF-8.
fn tree(encoding: Encoding) -> Vec<(String, Vec<u8>)> {
    let of_encoding = TEXTS
        .iter()
        .enumerate()
        .filter_map(|(k, text)| Some((format!("text-{k}"), encoded(encoding, text)?)));
    let of_utf_8 = TEXTS.iter().enumerate().map(|(k, text)| (format!("utf-8-{k}"), text.as_bytes().to_vec()));
    of_encoding.chain(of_utf_8).collect()
}

#[test]
fn a_second_run_changes_nothing_and_all_is_undone() {
    let mut changed = 0;
    for encoding in Encoding::ALL {
        for policies in ["", "--on-error replace --on-unencodable replace"] {
            let tree = tree(encoding);
            let tree: Vec<(&str, &[u8])> = tree.iter().map(|(name, text)| (&name[..], &text[..])).collect();
            let directory = directory_with(&tree);
            let before = files_in(directory.path());
            let names = names_in(directory.path()).join(" ");
            let log = tempfile::tempdir().unwrap();
            let log = log.path().join("undo.log");
            let command =
                format!("convert -f {encoding} {policies} --in-place --undo-log {} {names}", log.display());
            let first = placemat_in(directory.path(), &command, b"");
            assert!(first.status < 2, "{command}: {}", first.stderr);
            let after = files_in(directory.path());
            changed += before.iter().filter(|(name, text)| after[*name] != **text).count();
            for (k, text) in TEXTS.iter().enumerate() {
                // Each file in this encoding is now the text, unless it could be UTF-8 as well.
                if let Some(old) = before.get(&format!("text-{k}")) {
                    let new = &after[&format!("text-{k}")];
                    assert!(new == text.as_bytes() || new == old, "{command}: {k}: {new:X?}");
                    let is_clear = std::str::from_utf8(old).is_err();
                    assert!(!is_clear || new == text.as_bytes(), "{command}: {k}: {}", first.stderr);
                }
                // UTF-8 is always kept.
                if !encoding.is_wrapper() || encoding.name().starts_with("utf-8-or-") {
                    assert_eq!(after[&format!("utf-8-{k}")], text.as_bytes(), "{command}: {}", first.stderr);
                }
            }
            let logged = fs::read(&log).unwrap();
            let second = placemat_in(directory.path(), &command, b"");
            assert_eq!(files_in(directory.path()), after, "{command}: {}", second.stderr);
            assert_eq!(fs::read(&log).unwrap(), logged, "{command}: nothing was done, so nothing is logged");
            assert!(second.stderr.contains("placemat: 0 files converted"), "{command}: {}", second.stderr);
            let undo = placemat_in(directory.path(), &format!("repair --undo {}", log.display()), b"");
            assert_eq!(undo.status, 0, "{command}: {}", undo.stderr);
            assert_eq!(files_in(directory.path()), before, "{command}");
        }
    }
    assert!(changed > 150, "{changed}");
}

/// Files of sizes around those of the command's buffers.
#[test]
fn long_files_are_undone_byte_for_byte() {
    let unit = b"caf\xE9 au lait, cr\xE8me br\xFBl\xE9e\n";
    let mut tree = vec![];
    for size in [1, 100, 49_151, 49_152, 49_153, 131_072, 1_000_001] {
        let text: Vec<u8> = unit.iter().copied().cycle().take(size).collect();
        tree.push((format!("file-{size}"), text.clone()));
        tree.push((format!("ascii-{size}"), [vec![b'x'; size], b"\xE9".to_vec()].concat()));
    }
    let tree: Vec<(&str, &[u8])> = tree.iter().map(|(name, text)| (&name[..], &text[..])).collect();
    let directory = directory_with(&tree);
    let before = files_in(directory.path());
    let logs = tempfile::tempdir().unwrap();
    let log = logs.path().join("undo.log").display().to_string();
    // Converted twice, the second time in spite of the guard: the last conversion of a file is undone first.
    let mut sums = vec![];
    for options in ["--threads 4", "--threads 3 --force", "--force -t utf-16le -f utf-8"] {
        let command = format!("convert -f windows-1252 --in-place --undo-log {log} {options} .");
        let command =
            if options.contains("-f utf-8") { command.replacen("-f windows-1252", "", 1) } else { command };
        let found = placemat_in(directory.path(), &command, b"");
        assert_eq!(found.status, 0, "{}", found.stderr);
        sums.push(files_in(directory.path()));
    }
    assert!(sums[0] != before && sums[1] != sums[0] && sums[2] != sums[1]);
    let undo = placemat_in(directory.path(), &format!("repair --undo {log}"), b"");
    assert_eq!((undo.stderr.as_str(), undo.status), ("placemat: 14 files undone\n", 0));
    assert_eq!(files_in(directory.path()), before);
}

#[test]
fn the_log_is_kept_apart_and_has_only_what_was_done() {
    let directory = directory_with(&[("a", b"\xE9"), ("b", b"plain"), ("c", b"\xC3\xA9")]);
    let convert = "convert -f windows-1252 --in-place --undo-log log";
    // The log is in the directory that is converted.
    let found = placemat_in(directory.path(), &format!("{convert} ."), b"");
    assert!(
        found.stderr.ends_with("placemat: 1 file converted, 1 file unchanged, 1 file not converted\n"),
        "{}",
        found.stderr
    );
    let log = fs::read_to_string(directory.path().join("log")).unwrap();
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.starts_with(r#"{"version":1,"path":{"text":"/"#), "{log}");
    // Both commands append to one log.
    fs::write(directory.path().join("b"), b"\xC0\x80").unwrap();
    assert_eq!(placemat_in(directory.path(), "repair --in-place --undo-log log b", b"").status, 0);
    assert_eq!(fs::read_to_string(directory.path().join("log")).unwrap().lines().count(), 2);
    let found = placemat_in(directory.path(), &format!("{convert} log a"), b"");
    assert!(
        found.stderr.contains("placemat: log: is the undo log, too; not converted\n"),
        "{}",
        found.stderr
    );
    let found = placemat_in(directory.path(), "repair --undo log", b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: 2 files undone\n", 0));
    assert_eq!(fs::read(directory.path().join("a")).unwrap(), b"\xE9");
    assert_eq!(fs::read(directory.path().join("b")).unwrap(), b"\xC0\x80");
    for arguments in ["--undo-log log a", "--undo-log log --out-dir d a", "--in-place --undo-log - a"] {
        let found = placemat_in(directory.path(), &format!("convert -f windows-1252 {arguments}"), b"");
        assert_eq!(found.status, 2, "{arguments}");
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), b"\xE9");
    }
    let found = placemat_in(directory.path(), "convert -f windows-1252 --in-place --undo-log b a", b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: b: is there, and is not an undo log\n", 2));
    assert_eq!(fs::read(directory.path().join("a")).unwrap(), b"\xE9");
}

/// A dry run ends with the status of the real run, and changes nothing.
#[test]
fn a_dry_run_says_what_would_be_done() {
    let tree: [(&str, &[u8]); 6] = [
        ("tree/a", b"caf\xE9"),
        ("tree/b", b"plain"),
        ("tree/deep/c", b"\xC3\xA9"),
        ("tree/deep/d", b"a\0\xE9"),
        ("tree/deep/e", b"\xE9 \x81"),
        ("other", b"\xE9"),
    ];
    for options in [
        "-f windows-1252 --in-place",
        "-f windows-1252 --in-place --undo-log log",
        "-f windows-1252 --out-dir new/deep",
        "-f windows-1252 --in-place --force",
        "-f utf-8 --in-place",
        "-f utf-8 --in-place --on-error replace",
        "-f utf-16 --out-dir new",
        "-f iso-8859-1 -t utf-16 --in-place --text",
        "-f windows-1252 -t ucs-2le --out-dir tree/new",
        "-f windows-1252 -t mutf-8-writeutf --in-place",
    ] {
        let directory = directory_with(&tree);
        let everything = || {
            let mut found = BTreeMap::new();
            let mut directories = vec![directory.path().to_owned()];
            while let Some(directory) = directories.pop() {
                for name in names_in(&directory) {
                    let path = directory.join(name);
                    let metadata = fs::symlink_metadata(&path).unwrap();
                    if metadata.is_dir() {
                        directories.push(path.clone());
                    }
                    found.insert(path.clone(), (fs::read(&path).ok(), metadata.modified().unwrap()));
                }
            }
            found
        };
        let before = everything();
        let command = format!("convert {options} tree other missing");
        let dry = placemat_in(directory.path(), &format!("{command} --dry-run"), b"");
        assert_eq!(everything(), before, "{command}: {}", dry.stderr);
        let quiet = placemat_in(directory.path(), &format!("{command} --dry-run --quiet"), b"");
        assert!(!quiet.stderr.contains("would be"), "{}", quiet.stderr);
        let run = placemat_in(directory.path(), &command, b"");
        assert_eq!(dry.status, run.status, "{command}");
        let named = dry.stderr.lines().filter(|line| line.contains(": would be converted")).count();
        let rest: Vec<_> = dry.stderr.lines().filter(|line| !line.contains(": would be converted")).collect();
        assert_eq!(
            rest.join("\n").replace(" would be converted", " converted") + "\n",
            run.stderr,
            "{command}"
        );
        assert!(dry.stderr.contains(&format!("placemat: {named} file")), "{command}: {}", dry.stderr);
    }
    let directory = directory_with(&tree);
    let found =
        placemat_in(directory.path(), "convert -f windows-1252 --out-dir new --dry-run other --json", b"");
    assert!(
        found.json()[0].contains(r#","dry_run":true,"converted":true,"read":1,"written":2,"#),
        "{}",
        found.stderr
    );
    let found = placemat_in(directory.path(), "convert -f windows-1252 --out-dir new --dry-run other", b"");
    assert!(found.stderr.contains("placemat: other: would be converted to new/other\n"), "{}", found.stderr);
    for options in ["--dry-run", "--force", "--dry-run -o new"] {
        assert_eq!(
            placemat_in(directory.path(), &format!("convert {options} other"), b"").status,
            2,
            "{options}"
        );
    }
}

/// A dry run refuses what the real run would refuse.
#[test]
#[cfg(unix)]
fn a_dry_run_refuses_what_the_run_would() {
    let directory = directory_with(&[("a", b"\xE9"), ("c", b"\xE9"), ("out/x", b""), ("src/y", b"\xE9")]);
    let path = |name: &str| directory.path().join(name);
    fs::hard_link(path("a"), path("b")).unwrap();
    std::os::unix::fs::symlink("../c", path("out/c")).unwrap();
    fs::create_dir(path("out/y")).unwrap();
    for arguments in [
        "--in-place a",
        "--in-place a --break-hard-links",
        "--out-dir out c",
        "--out-dir out src",
        "--out-dir src src",
        "--out-dir src/../src src",
        "--out-dir c/new a",
        "--out-dir . a",
    ] {
        let command = format!("convert -f windows-1252 --dry-run {arguments}");
        let dry = placemat_in(directory.path(), &command, b"");
        let run = placemat_in(directory.path(), &command.replace("--dry-run ", ""), b"");
        assert_eq!(dry.status, run.status, "{arguments}: {}", dry.stderr);
        let first = |told: &str| told.lines().next().unwrap_or_default().to_owned();
        assert!(run.status == 0 || first(&dry.stderr) == first(&run.stderr), "{}{}", dry.stderr, run.stderr);
    }
}

/// Lines of text in some scripts, each of which is repeated.
const LINES: [&str; 7] = [
    "The quick brown fox jumps over the lazy dog, again and again.\n",
    "Déjà vu, l'été à la plage; «ça coûte» cher où?\n",
    "Привет, мир! Это просто текст на русском языке.\n",
    "Καλημέρα κόσμε, τι κάνεις σήμερα;\n",
    "天地玄黄,宇宙洪荒。日月盈昃,辰宿列张。\n",
    "これは日本語のテキストです。カタカナも。\n",
    "hello 👍 wörld 💩 yes\n",
];

/// Returns `true` if no byte distinguishes the output from the input, if each is text.
fn is_told_by_nothing(from: Encoding, to: Encoding, text: &str) -> bool {
    let is_of_bytes = |one: Encoding| one.info().width == 1 && one.info().keeps_ascii;
    let is_corrected = matches!(to, Encoding::CorrectedUtf8) && from.info().width == 1;
    // Letters of Latin script take two bytes, as in UTF-8, in which these bytes are other letters of Latin
    // script.
    let is_mod = to == Encoding::Utf8Mod && text.contains('é');
    is_of_bytes(from) && (is_corrected || is_mod)
}

/// All conversions of longer text, run twice: from every encoding to every other one.
#[test]
fn a_second_run_from_any_encoding_to_any_other_changes_nothing() {
    // Each run waits for the disk.
    let (changed, told) = std::thread::scope(|scope| {
        let threads: Vec<_> = Encoding::ALL
            .chunks(4)
            .map(|some| scope.spawn(|| some.iter().map(|from| run_twice(*from)).collect::<Vec<_>>()))
            .collect();
        let counts = threads.into_iter().flat_map(|thread| thread.join().unwrap());
        counts.fold((0, 0), |sums, counts| (sums.0 + counts.0, sums.1 + counts.1))
    });
    let stride = placemat_random::stride(6);
    assert!(changed > 10_000 / stride && told > 500 / stride, "{changed} {told}");
}

/// Converts text in an encoding to every other one, twice. Returns how many files the first runs changed, and
/// how many of the second runs reported that the text already is in the other encoding.
fn run_twice(from: Encoding) -> (usize, usize) {
    let texts: Vec<(String, Vec<u8>, &str)> = LINES
        .iter()
        .flat_map(|line| [1, 30].map(|count| (*line, count)))
        .enumerate()
        .filter_map(|(k, (line, count))| {
            // Some texts of this length cannot be distinguished.
            let is_enough = count > 1 || line.is_ascii() || from.info().width == 1;
            let text = encoded(from, &line.repeat(count)).filter(|_| is_enough)?;
            Some((format!("text-{k:02}"), text, line))
        })
        .collect();
    let tree: Vec<(&str, &[u8])> = texts.iter().map(|(name, text, _)| (&name[..], &text[..])).collect();
    let directory = directory_with(&tree);
    let names = names_in(directory.path()).join(" ");
    let (mut changed, mut told) = (0, 0);
    let sides = Encoding::ALL.into_iter().filter(|&to| to != from).map(Some).chain([None]);
    let stride = placemat_random::stride(6);
    for to in sides.skip(from as usize % stride).step_by(stride) {
        let name = to.map_or("code-points", Encoding::name);
        let command = format!("convert -f {from} -t {name} --in-place {names}");
        for (name, text, _) in &texts {
            fs::write(directory.path().join(name), text).unwrap();
        }
        let first = placemat_in(directory.path(), &command, b"");
        if first.status == 2 {
            assert!(first.stderr.contains("there is no encoding into it"), "{}", first.stderr);
            continue;
        }
        let after = files_in(directory.path());
        changed += texts.iter().filter(|(name, text, _)| after[name] != *text).count();
        let second = placemat_in(directory.path(), &command, b"");
        told += usize::from(second.stderr.contains(" already, not "));
        let found = files_in(directory.path());
        for (name, _, line) in &texts {
            let is_known = to.is_some_and(|to| is_told_by_nothing(from, to, line));
            assert!(is_known || found[name] == after[name], "{command}: {name}: {}", second.stderr);
        }
    }
    (changed, told)
}

/// With policies that lose ill-formed text, a second run would destroy the output of the first.
#[test]
fn a_second_run_with_policies_changes_nothing() {
    let policies = "--on-error replace --on-unencodable replace";
    for (from, to, text) in [
        ("utf-8", "iso-8859-1", "D\u{E9}j\u{E0} vu, \u{E9}t\u{E9}\n"),
        ("utf-8", "iso-8859-1", "caf\u{E9}\n"),
        ("utf-8", "windows-1252", "un \u{E9}t\u{E9} \u{E0} 5 \u{20AC}\n"),
        ("utf-8", "utf-1", "Привет, мир! Это просто текст на русском языке, а не что-то другое.\n"),
        ("utf-8", "utf-16le", "Привет, мир\n"),
        ("utf-8", "cesu-8", "a thumb \u{1F44D} up\n"),
        ("utf-8", "utf-ebcdic", "plain text\n"),
        ("cesu-8", "utf-8", "a thumb \u{1F44D} up\n"),
        ("us-ascii", "iso-8859-1", "plain\n"),
    ] {
        // ASCII at the start, of any length, is not evidence.
        for front in [0, 3, 20_000] {
            let text = format!("{}{text}", "plain\n".repeat(front));
            let bytes = encoded(Encoding::from_name(from).unwrap(), &text).unwrap();
            let directory = directory_with(&[("a", &bytes)]);
            let command = format!("convert -f {from} -t {to} {policies} --in-place a");
            let first = placemat_in(directory.path(), &command, b"");
            let expected = encoded(Encoding::from_name(to).unwrap(), &text).unwrap();
            let after = fs::read(directory.path().join("a")).unwrap();
            assert!(after == expected, "{command}: {}", first.stderr);
            let second = placemat_in(directory.path(), &command, b"");
            assert!(
                fs::read(directory.path().join("a")).unwrap() == expected,
                "{command}: {}",
                second.stderr
            );
        }
    }
    // Text that is UTF-8 except for one byte is converted, as requested.
    for text in [b"\xC3\xA9t\xC3\xA9 \xFF x\n".as_slice(), b"plain \xFF x\n"] {
        let directory = directory_with(&[("a", text)]);
        let command = format!("convert -t iso-8859-1 {policies} --in-place a");
        let done = placemat_in(directory.path(), &command, b"");
        assert!(done.stderr.contains("1 file converted"), "{}", done.stderr);
    }
}
