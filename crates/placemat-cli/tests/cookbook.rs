//! The output of the commands in the cookbook, the recipes, the page on JSON and the README. With
//! PLACEMAT_UPDATE=1, these pages are updated instead. The patterns for editors match reports.

#![cfg(unix)]

#[path = "screens/tree.rs"]
mod tree;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use tree::{MENU, TREE};

/// Runs a command in the shell. Returns its output on either stream, and its exit status if that is not 0.
fn run(command: &str, directory: &Path) -> String {
    let placemat = Path::new(env!("CARGO_BIN_EXE_placemat")).parent().expect("a directory");
    let mut path = vec![placemat.to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").expect("a path")));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(directory)
        .env("PATH", env::join_paths(path).expect("directories without a colon"))
        .env("LC_ALL", "C")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let mut told = String::from_utf8_lossy(&output.stdout).into_owned();
    if !told.is_empty() && !told.ends_with('\n') {
        told.push('\n');
    }
    match output.status.code() {
        Some(0) => told,
        status => told + &format!("[{}]\n", status.map_or("killed".to_owned(), |status| status.to_string())),
    }
}

/// Returns a new directory with the files.
fn directory_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, bytes) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, bytes).expect("a file");
    }
    directory
}

/// Returns a text with the output of its commands below them. Each section has a directory with the files.
fn with_outputs(text: &str, files: &[(&str, &[u8])]) -> String {
    let mut written = String::new();
    let mut directory: Option<tempfile::TempDir> = None;
    let mut in_console = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("## ") {
            directory = Some(directory_with(files));
        }
        in_console = line == "```console" || in_console && line != "```";
        let command = if in_console { line.strip_prefix("$ ") } else { None };
        if !in_console || line == "```console" || command.is_some() {
            written += line;
            written.push('\n');
        }
        let (Some(mut command), Some(directory)) = (command.map(str::to_owned), &directory) else { continue };
        while command.ends_with('\\') {
            let more = lines.next().expect("a line after a backslash");
            written += &format!("{more}\n");
            command += &format!("\n{more}");
        }
        // The shell asks for more with `> `.
        while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
            written += &format!("{more}\n");
            command += &format!("\n{}", &more[2..]);
        }
        written += &run(&command, directory.path());
    }
    written
}

/// Returns a page of the project, and its path.
fn page(name: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = fs::read_to_string(&path).expect("a page");
    (path, text)
}

/// Compares a page with the page that has the outputs of its commands, or updates it.
fn compare(path: &Path, text: &str, written: &str) {
    if env::var_os("PLACEMAT_UPDATE").is_some() {
        fs::write(path, written).expect("the page is written");
        return;
    }
    for (said, told) in text.lines().zip(written.lines()) {
        assert_eq!(said, told);
    }
    assert_eq!(text.len(), written.len());
}

#[test]
fn commands_write_what_the_cookbook_says() {
    let (path, text) = page("docs/cookbook.md");
    let written = with_outputs(&text, &[]);
    assert!(written.matches("\n$ ").count() >= 35, "the commands are found");
    compare(&path, &text, &written);
}

#[test]
fn commands_write_what_the_page_on_json_says() {
    let (path, text) = page("docs/json.md");
    let written = with_outputs(&text, &[]);
    assert!(written.matches("\n$ ").count() >= 14, "the commands are found");
    compare(&path, &text, &written);
}

/// Other files that the commands of the README read.
const FILES: [(&str, &[u8]); 2] = [
    ("menu.txt", MENU),
    // A sentence of a Russian novel in KOI8-R, and UTF-16 from Windows.
    (
        "old/novel.txt",
        b"\xF7\xD3\xC5 \xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xD9\xC5 \xD3\xC5\xCD\xD8\xC9 \xD0\xCF\xC8\xCF\xD6\xC9 \
          \xC4\xD2\xD5\xC7 \xCE\xC1 \xC4\xD2\xD5\xC7\xC1, \xCB\xC1\xD6\xC4\xC1\xD1 \
          \xCE\xC5\xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xC1\xD1 \xD3\xC5\xCD\xD8\xD1 \
          \xCE\xC5\xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xC1 \xD0\xCF-\xD3\xD7\xCF\xC5\xCD\xD5.\n",
    ),
];

#[test]
fn commands_write_what_the_readme_says() {
    let (path, text) = page("README.md");
    let written = with_outputs(&text, &[TREE, &FILES].concat());
    assert!(written.matches("\n$ ").count() >= 4, "the commands are found");
    compare(&path, &text, &written);
}

/// Returns `true` if a program is installed.
fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Recipes for programs that are not installed are left out.
#[test]
fn commands_write_what_the_recipes_say() {
    let (path, text) = page("docs/recipes.md");
    let absent: Vec<_> = ["git", "jq", "perl"].into_iter().filter(|program| !is_installed(program)).collect();
    let (mut kept, mut written) = (String::new(), String::new());
    for (number, part) in text.split("\n## ").enumerate() {
        let part = if number == 0 { part.to_owned() } else { format!("\n## {part}") };
        let needs = |program: &str| part.contains(&format!("{program} -")) || part.contains("$ git ");
        if !absent.iter().any(|program| needs(program)) {
            kept += &part;
        }
    }
    written += &with_outputs(&kept, &[]);
    if absent.is_empty() {
        assert!(written.matches("\n$ ").count() >= 15, "the commands are found");
        compare(&path, &text, &written);
    } else {
        assert!(kept.lines().eq(written.lines()), "{written}");
    }
}

/// The hook reads neither links nor submodules, which have files in other encodings.
#[test]
fn the_hook_reads_files_only() {
    if !["git", "perl"].into_iter().all(is_installed) {
        return;
    }
    let (_, text) = page("docs/recipes.md");
    let (_, hook) = text.split_once("$ git add . && git diff --cached --raw").unwrap();
    let (hook, _) = hook.split_once("\nbad.txt: ").unwrap();
    let hook = format!("git diff --cached --raw{}", hook.replace("\n>", "\n"));
    let directory = directory_with(&[("a b.txt", b"good\n"), ("lib/x.txt", b"caf\xE9\n"), ("gone", b"")]);
    let git = "git -c user.name=a -c user.email=a@localhost";
    let setup = format!(
        "git init -q . && git add gone && {git} commit -qm 1 && git rm -q gone && ln -s ../latest link && \
         (cd lib && git init -q . && git add . && {git} commit -qm 1) && git add . 2> /dev/null"
    );
    assert_eq!(run(&setup, directory.path()), "");
    assert_eq!(run(&hook, directory.path()), "1 file checked as utf-8: valid\n");
}

/// Reports with names and texts of many kinds, on lines of their own.
fn brief_report() -> String {
    let files: [(&str, &[u8]); 3] =
        [("a b.txt", b"caf\xE9\n"), ("src/x:1:2: y.txt", b"\xC0\x80\n\n \xFF"), ("good.txt", b"good")];
    let directory = directory_with(&files);
    run("placemat check --brief .", directory.path())
}

#[test]
fn the_problem_matcher_matches_reports() {
    let (_, text) = page("docs/recipes.md");
    let json = text.split_once("```json\n").unwrap().1.split_once("```").unwrap().0;
    let tasks: serde_json::Value = serde_json::from_str(json).unwrap();
    let pattern = &tasks["tasks"][0]["problemMatcher"]["pattern"];
    let group = |name: &str| pattern[name].as_u64().unwrap() as usize;
    let regexp = regex::Regex::new(pattern["regexp"].as_str().unwrap()).unwrap();
    let report = brief_report();
    let found = report.lines().filter_map(|line| regexp.captures(line)).map(|found| {
        let part = |name| found[group(name)].to_owned();
        assert!(part("message").starts_with("offset "), "{found:?}");
        (part("file"), part("line"), part("column"))
    });
    let found: Vec<_> = found.collect();
    let expected = [
        ("./a b.txt", "1", "4"),
        ("./src/x:1:2: y.txt", "1", "1"),
        ("./src/x:1:2: y.txt", "1", "2"),
        ("./src/x:1:2: y.txt", "3", "2"),
    ];
    let expected = expected.map(|(file, line, column)| (file.to_owned(), line.to_owned(), column.to_owned()));
    assert_eq!(found, expected, "{report}");
}

/// Vim's pattern, translated: `%f` is a name, `%l` and `%c` are numbers, and `%m` is the rest.
#[test]
fn the_error_format_of_vim_matches_reports() {
    let (_, text) = page("docs/recipes.md");
    let format = text.split_once("set errorformat=").unwrap().1.lines().next().unwrap();
    let (errors, rest) =
        format.replace("\\ ", " ").split_once(',').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    // All other lines are ignored.
    assert_eq!(rest, "%-G%.%#");
    let mut pattern = errors;
    for (item, part) in [("%f", "(.+)"), ("%l", "(\\d+)"), ("%c", "(\\d+)"), ("%m", "(.+)")] {
        pattern = pattern.replace(item, part);
    }
    let regexp = regex::Regex::new(&format!("^{pattern}$")).unwrap();
    let report = brief_report();
    let found: Vec<_> =
        report.lines().filter_map(|line| regexp.captures(line)).map(|found| found[2].to_owned()).collect();
    assert_eq!(found, ["1", "1", "1", "3"], "{report}");
    assert_eq!(report.matches(": offset ").count(), found.len(), "the other lines are the summary: {report}");
}
