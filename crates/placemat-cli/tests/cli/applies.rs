//! Every option of `convert` and `check` with every encoding: it changes the result for some input, or it is
//! refused.

use std::cell::OnceCell;

use placemat::form::Ucs4Units;
use placemat::{Codec, Encoding};

use crate::command::{Run, directory_with, placemat_in, placemat_with};

/// Inputs on which options differ: BOMs, line ends, surrogates, pairs, reserved sequences, two byte orders.
fn inputs(from: &str) -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = vec![
        b"\xED\xA0\xBD\xED\xB2\xA9".to_vec(),
        b"\xED\xA0\xBD\xFF\xED\xB2\xA9".to_vec(),
        b"\xEF\xBB\xBFa".to_vec(),
        b"a\0b\0".to_vec(),
        b"a\0\0\0".to_vec(),
        b"\0\xD8".to_vec(),
        b"a\xFE\x80b".to_vec(),
        b"a\r\nb\n".to_vec(),
        b"U+FEFF U+0061 U+D83D U+DCA9 U+000D U+000A U+000A".to_vec(),
    ];
    let Some(encoding) = Encoding::from_name(from) else { return inputs };
    for text in [&[0xFEFF, 0x61][..], &[0xD83D, 0xDCA9], &[0xD800], &[0x61, 0xD, 0xA, 0xA]] {
        inputs.extend(placemat::convert(Ucs4Units, encoding, text).ok());
    }
    inputs
}

fn sides() -> Vec<String> {
    let encodings = Encoding::ALL.into_iter().map(|encoding| encoding.name().to_owned());
    encodings.chain(["code-points".to_owned()]).collect()
}

fn is_refused(found: &Run, option: &str) -> bool {
    let name = option.split(' ').next().unwrap();
    let is_refused = found.status == 2 && found.stderr.contains(name);
    assert!(!is_refused || found.stdout.is_empty(), "{option}: {}", found.stderr);
    is_refused
}

/// A command without options, and its results for the inputs in an encoding, each computed when it is asked
/// for.
struct Plain<'a> {
    command: &'a str,
    runs: Vec<(Vec<u8>, OnceCell<Run>)>,
}

impl<'a> Plain<'a> {
    fn new(command: &'a str, from: &str) -> Self {
        Plain { command, runs: inputs(from).into_iter().map(|input| (input, OnceCell::new())).collect() }
    }

    /// Returns `true` if the option changes the result for some input; `None` if it is refused.
    fn changes_with(&self, option: &str) -> Option<bool> {
        for (input, without) in &self.runs {
            let with = placemat_with(&format!("{} {option}", self.command), input);
            if is_refused(&with, option) {
                return None;
            }
            let without = without.get_or_init(|| placemat_with(self.command, input));
            if with.stdout != without.stdout || with.status != without.status {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Returns `true` if the option changes the result for some input; `None` if it is refused.
fn changes(command: &str, option: &str, from: &str) -> Option<bool> {
    Plain::new(command, from).changes_with(option)
}

#[test]
fn every_option_of_reading_changes_something_or_is_refused() {
    for from in sides() {
        for (option, of) in [
            ("--heal-pairs", &["wtf-8"][..]),
            ("--refuse-surrogates", &["utf-1", "fss-utf-1992-07", "utf-8-rfc2279"]),
            ("--default-endian little", &["utf-16", "utf-32"]),
        ] {
            let expected = of.contains(&from.as_str()).then_some(true);
            let command = format!("convert --quiet -f {from} -t ucs-4be");
            assert_eq!(changes(&command, option, &from), expected, "{command} {option}");
            if from != "code-points" {
                let command = format!("check -e {from}");
                assert_eq!(changes(&command, option, &from), expected, "{command} {option}");
            }
        }
    }
    assert_eq!(placemat_with("explain -e utf-8 --default-endian little", b"a").status, 2);
    assert_eq!(placemat_with("explain -e utf-16 --default-endian little", b"a\0").status, 0);
    assert_eq!(placemat_with("explain --all --seen-as cp437", b"a").status, 2);
    for form in ["--json", "--format json", "--format sarif", "--format github", "--sarif"] {
        for option in ["--excerpt", "--brief"] {
            assert_eq!(placemat_with(&format!("check {form} {option}"), b"a").status, 2, "{form} {option}");
        }
    }
}

#[test]
fn pairs_change_something_or_are_refused() {
    let joining =
        ["wtf-16le", "cesu-8-lenient", "mutf-8", "mutf-8-nul", "wtf-8", "utf-8", "utf-16be", "ucs-4be"];
    let mut accepted = 0;
    for from in sides() {
        for to in joining {
            let command = format!("convert --quiet -f {from} -t {to}");
            for option in ["--pairs error", "--pairs replace"] {
                let changes = changes(&command, option, &from);
                assert_ne!(changes, Some(false), "{command} {option}");
                accepted += usize::from(changes.is_some());
            }
        }
    }
    assert!(accepted >= 2 * 4 * 9, "{accepted}");
    for (arguments, status) in [
        ("-f generalized-utf-8 -t wtf-8 --pairs join", 0),
        ("-f generalized-utf-8 -t wtf-8 --pairs error", 2),
        ("-f generalized-utf-8 -t utf-8 --pairs join", 2),
        ("-f wtf-8 -t wtf-16le --pairs error", 2),
        ("-f wtf-8 -t wtf-16le --pairs error --on-error skip", 0),
        ("-f utf-8 -t wtf-16le --pairs error --on-error surrogatepass", 0),
        ("-f utf-8 -t wtf-16le --pairs error", 2),
        ("-f utf-1 -t wtf-16le --pairs error --refuse-surrogates", 2),
        ("-f corrected-utf-8 -t wtf-16le --pairs error --on-unencodable private-use", 0),
        ("-f corrected-utf-8 -t wtf-16le --pairs error", 2),
    ] {
        let found = placemat_with(&format!("convert {arguments}"), b"a");
        assert_eq!(found.status, status, "{arguments}: {}", found.stderr);
    }
    let found = placemat_with(
        "convert --quiet -f wtf-8 -t wtf-16be --pairs error --on-error skip",
        b"\xED\xA0\xBD\xFF\xED\xB2\xA9",
    );
    assert_eq!((found.stdout.as_slice(), found.status), (&b""[..], 1));
}

#[test]
fn marks_and_line_ends_change_something_or_are_refused() {
    const TARGETS: [&str; 6] =
        ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "corrected-utf-8-document", "code-points"];
    let stride = placemat_random::stride(6);
    for (turn, from) in sides().into_iter().enumerate() {
        for to in TARGETS.into_iter().skip(turn % stride).step_by(stride) {
            let command =
                format!("convert --quiet -f {from} -t {to} --on-error replace --on-unencodable replace");
            let plain = Plain::new(&command, &from);
            for option in
                ["--bom strip", "--bom add", "--line-ends lf", "--line-ends crlf", "--pass-reserved"]
            {
                let changes = plain.changes_with(option);
                // The encoding itself omits its signature, and some wrappers have none in these inputs.
                let signed = ["utf-8-sig", "utf-16", "utf-32", "corrected-utf-8-document"];
                let is_wrapper = Encoding::from_name(&from).is_some_and(Encoding::is_wrapper);
                let is_left_out = signed.contains(&from.as_str()) || is_wrapper || to == signed[3];
                if changes == Some(false) && option == "--bom strip" {
                    assert!(is_left_out, "{command} {option}");
                } else if changes == Some(false) && option == "--bom add" {
                    // There is a BOM anyway. Nothing is written for an input that does not fit a frame.
                    let marks: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"U+FEFF"];
                    for input in inputs(&from) {
                        let marked = placemat_with(&format!("{command} {option}"), &input).stdout;
                        let has_mark = marks.iter().any(|mark| marked.starts_with(mark));
                        assert!(has_mark || marked.is_empty(), "{command} {option}");
                    }
                } else {
                    assert_ne!(changes, Some(false), "{command} {option}");
                }
            }
        }
    }
}

#[test]
fn a_signature_before_a_document_is_not_kept_after_its_magic_number() {
    let document = b"\xEF\xB7\x9D\xED\xB2\xAE\0\na";
    for (arguments, input) in [
        ("", &b"\xEF\xBB\xBFa"[..]),
        ("--bom strip", b"\xEF\xBB\xBFa"),
        ("--bom strip", b"a"),
        ("--bom strip -f utf-8-sig", b"\xEF\xBB\xBFa"),
        ("-f utf-16le", b"\xFF\xFEa\0"),
        ("-f corrected-utf-8-document", document),
    ] {
        let found = placemat_with(&format!("convert {arguments} -t corrected-utf-8-document"), input);
        assert_eq!((found.stdout.as_slice(), found.stderr.as_str()), (&document[..], ""), "{arguments}");
    }
    // In Corrected UTF-8 U+FEFF has no special role.
    let found = placemat_with("convert -f corrected-utf-8 -t corrected-utf-8-document", b"\xEE\xB9\x9Fa");
    assert_eq!(found.stdout, b"\xEF\xB7\x9D\xED\xB2\xAE\0\n\xEE\xB9\x9Fa");
}

/// A magic number has eight bytes.
#[test]
fn the_first_bytes_of_a_magic_number_are_none() {
    let command = "check -e corrected-utf-8-document --excerpt";
    let magic = b"\xEF\xB7\x9D\xED\xB2\xAE\0\n";
    for (last, is_second) in [(&b"\0\nb"[..], true), (b"\0\n", true), (b"\0b", false), (b"\0", false)] {
        let found = placemat_with(command, &[&magic[..], b"a", &magic[..6], last].concat());
        assert_eq!(found.text().contains("a second magic number"), is_second, "{}", found.text());
        assert_eq!(found.status, 1);
    }
}

#[test]
fn reserved_sequences_are_counted_by_themselves_and_copied_on_request() {
    let text = b"a\xFE\x80\x81b\xFF\x80c\xFE";
    let found = placemat_with("check -e corrected-utf-8 --json", text);
    assert!(found.text().ends_with(",\"error_count\":3,\"reserved_count\":3}\n"), "{}", found.text());
    let found = placemat_with("check -e corrected-utf-8 --json", b"a\x80\xFE");
    assert!(found.text().ends_with(",\"error_count\":2,\"reserved_count\":1}\n"), "{}", found.text());
    assert!(!placemat_with("check --json", b"\xFE").text().contains("reserved_count"));

    let command = "convert -f corrected-utf-8 -t corrected-utf-8 --json --pass-reserved";
    let found = placemat_with(command, text);
    assert_eq!((found.stdout.as_slice(), found.status), (&text[..], 0), "{}", found.stderr);
    let said = placemat_with(&command.replace("--json ", ""), text).stderr;
    assert!(said.contains("3 sequences reserved for future use, copied\n"), "{said}");
    assert!(found.json()[0].contains("\"error_count\":0,\"reserved_count\":3,"), "{}", found.stderr);
    // Other errors are not passed.
    let found = placemat_with(command, b"a\xFE\x80b\x80");
    assert_eq!((found.stdout.as_slice(), found.status), (&b"a\xFE\x80b"[..], 1));
    let found = placemat_with(&format!("{command} --on-error replace"), b"a\xFE\x80\x80\x80b\xE2");
    assert_eq!((found.stdout.as_slice(), found.status), (&b"a\xFE\x80\x80\x80b\xEE\xBD\x9D"[..], 0));
    let found = placemat_with("convert --json -f corrected-utf-8 -t utf-8 --on-error replace", text);
    assert!(found.json()[0].contains("\"error_count\":3,\"reserved_count\":3,"), "{}", found.stderr);

    // The counts are also in the report for people, with ill-formed subsequences or alone.
    let command = "convert -f corrected-utf-8 -t utf-8 --on-error replace";
    for (text, counts) in [
        (&text[..], "3 sequences reserved for future use (replace)"),
        (b"a\xFE\x80b\x80", "1 invalid sequence and 1 sequence reserved for future use (replace)"),
        (b"a\x80", "1 invalid sequence (replace)"),
    ] {
        let found = placemat_with(command, text);
        let note = format!("placemat: standard input: {counts}, the first at ");
        assert!(found.stderr.starts_with(&note), "{}", found.stderr);
    }
    let found = placemat_with("check -e corrected-utf-8 --summary", b"a\x80\xFE");
    let sums = ": 1 file invalid, 2 errors (1 of them reserved for future use)\n";
    assert!(found.text().contains(sums), "{}", found.text());
    let found = placemat_with("check -e corrected-utf-8 --summary --json", b"a\x80\xFE");
    let sums = found.text().lines().last().unwrap_or_default();
    assert!(sums.contains("\"error_count\":2,\"reserved_count\":1,\"kinds\""), "{sums}");
    assert!(!placemat_with("check --summary --json", b"\xFE").text().contains("reserved_count"));

    // Sequences that cross the ends of buffers, and do not continue in the next file.
    let command = "convert -f corrected-utf-8 -t corrected-utf-8 --json --pass-reserved";
    let long = [b"a\xFE".as_slice(), &[0x80; 300_000], b"b"].concat();
    assert_eq!(placemat_with(&format!("{command} --quiet"), &long).stdout, long);
    let directory = directory_with(&[("one", b"a\xFF"), ("two", b"\x80b")]);
    let found = placemat_in(directory.path(), &format!("{command} --quiet one two"), b"");
    assert_eq!((found.stdout.as_slice(), found.status), (&b"a\xFF"[..], 1), "{}", found.stderr);
}

#[test]
fn escapes_that_fuse_in_optu_8_are_refused() {
    for to in ["optu-8", "optu-8-reversible"] {
        let plain = format!("convert --quiet -f code-points -t {to}");
        let found = placemat_with(&plain, b"U+0061 U+EFC3 U+EFA9");
        assert_eq!((found.stdout.as_slice(), found.status), (&b"a\xC3\xA9"[..], 0));
        let strict = format!("{plain} --on-unencodable strict-roundtrip");
        let found = placemat_with(&strict, b"U+0061 U+EFC3 U+EFA9");
        assert_eq!((found.stdout.as_slice(), found.status), (&b"a"[..], 1));
        let told = "U+EFC3 and the escapes after it would be read back as a character";
        assert!(found.stderr.contains(told), "{}", found.stderr);
        let found = placemat_with(&strict, b"U+EFC3 U+0061 U+EFA9");
        assert_eq!((found.stdout.as_slice(), found.status), (&b"\xC3a\xA9"[..], 0), "{}", found.stderr);
    }
    assert!(Encoding::Optu8.info().carry.is_some());
}

/// The message says what the option does, why it has no effect here, and what to do.
#[test]
fn a_refusal_says_what_the_option_does_and_what_to_do() {
    for (arguments, message) in [
        (
            "check -e utf-8 --heal-pairs",
            "--heal-pairs reads a surrogate pair in WTF-8 as one character; it has no effect when reading utf-8: \
             leave it out",
        ),
        (
            "convert -f utf-8 -t utf-16 --refuse-surrogates",
            "--refuse-surrogates treats surrogates as errors in utf-1, fss-utf-1992-07 and utf-8-rfc2279; it has no \
             effect when reading utf-8: leave it out",
        ),
        (
            "convert -f utf-8 -t utf-16 --default-endian little",
            "--default-endian sets the byte order of utf-16 and utf-32 without a BOM; it has no effect when reading \
             utf-8: leave it out",
        ),
        (
            "convert -f corrected-utf-8 -t utf-8 --pass-reserved",
            "--pass-reserved copies reserved sequences from corrected-utf-8 or its documents to either of them; it \
             has no effect when writing utf-8: leave it out",
        ),
        (
            "convert -f iso-8859-1 -t utf-8 --bom strip",
            "--bom strip removes U+FEFF from the start of the text; it has no effect when reading iso-8859-1: leave \
             it out",
        ),
        (
            "convert -f generalized-utf-8 -t wtf-8 --pairs error",
            "--pairs error stops at two surrogates that the output would join into one code point, but wtf-8 always \
             joins them: leave it out, or use --pairs join",
        ),
        (
            "convert -f wtf-8 -t utf-8 --pairs join",
            "--pairs join lets the output join two surrogates into one code point, but utf-8 never joins surrogates: \
             leave it out",
        ),
        (
            "convert -f utf-8 -t cesu-8-lenient --pairs replace",
            "--pairs replace replaces a surrogate that the output would join with the one before, but utf-8 never \
             gives a lead surrogate and then a trail surrogate: leave it out",
        ),
    ] {
        let found = placemat_with(arguments, b"a");
        assert_eq!((found.stderr, found.status), (format!("placemat: {message}\n"), 2), "{arguments}");
    }
}

/// An option next to one that it cannot apply to is wrong usage, and the message says so.
#[test]
fn options_of_reports_that_cannot_apply_are_refused() {
    for arguments in [
        "repair --json --excerpt",
        "repair --json --brief",
        "repair --json --width 60",
        "repair --json --color always",
        "repair --max-edits 3 --brief",
        "repair --max-edits 3 -o -",
        "check --json --color always",
        "detect --json --color always",
        "detect --whole --type-list",
    ] {
        let found = placemat_with(arguments, b"text");
        assert_eq!((found.text(), found.status), ("", 2), "{arguments}: {}", found.stderr);
    }
    for arguments in
        ["repair --max-edits 3 --excerpt -o -", "repair --max-edits 3 --json -o -", "table utf-8 --chart"]
    {
        assert_eq!(placemat_with(arguments, b"text").status, 0, "{arguments}");
    }
}

#[test]
fn what_reads_ill_formed_text_is_said_to_do_so() {
    let found = placemat_with("list --long", b"");
    let (_, lenient) = found.text().split_once("\nmutf-8-lenient\n").unwrap();
    assert!(lenient.split("order of").next().unwrap().contains("reads invalid sequences"), "{lenient}");
    let table = placemat_with("table mutf-8-lenient", b"");
    assert!(table.text().starts_with("mutf-8-lenient, which reads invalid sequences"), "{}", table.text());
    let found = placemat_with("convert -f mutf-8-lenient", b"..\xC0\xAF");
    assert!(found.stderr.contains("note: mutf-8-lenient reads ill-formed text"), "{}", found.stderr);
}

#[test]
fn a_directory_that_is_missing_is_named() {
    let found = placemat_with("convert -o no-such-directory/new", b"text");
    let told = "placemat: no-such-directory/: cannot open the directory: no such file or directory \
                (no-such-directory/new is not written)\n";
    assert_eq!((found.stderr.as_str(), found.status), (told, 2));
}
