//! The hooks for pre-commit, and the action for GitHub: what they run is accepted by the command.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PLACEMAT: &str = env!("CARGO_BIN_EXE_placemat");

/// Returns the hooks: for each, its fields.
fn hooks() -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(Path::new(ROOT).join(".pre-commit-hooks.yaml")).unwrap();
    let mut hooks = vec![];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (field, value) = line.split_once(": ").expect(line);
        if field == "- id" {
            hooks.push(BTreeMap::new());
        }
        let field = field.trim_start_matches(['-', ' ']);
        hooks.last_mut().expect("an id comes first").insert(field.to_owned(), value.to_owned());
    }
    hooks
}

/// Runs a hook as pre-commit does: the entry, the arguments, the files.
fn run_hook(hook: &BTreeMap<String, String>, directory: &Path, files: &[&str]) -> Output {
    let mut words = hook["entry"].split(' ');
    assert_eq!(words.next(), Some("placemat"));
    let arguments = hook["args"].trim_matches(['[', ']']).split(", ");
    Command::new(PLACEMAT).current_dir(directory).args(words).args(arguments).args(files).output().unwrap()
}

#[test]
fn the_command_accepts_the_entries_of_hooks() {
    let hooks = hooks();
    let ids: Vec<_> = hooks.iter().map(|hook| hook["id"].as_str()).collect();
    assert_eq!(ids, ["placemat-check", "placemat-repair"]);
    for hook in &hooks {
        assert_eq!((hook["language"].as_str(), hook["types"].as_str()), ("system", "[text]"));
        let directory = tempfile::tempdir().unwrap();
        let is_check = hook["id"] == "placemat-check";
        // A name like an option is a name.
        for name in ["a.txt", "--json"] {
            fs::write(directory.path().join(name), b"\xC0\x80").unwrap();
            fs::write(directory.path().join("good"), b"good").unwrap();
            let output = run_hook(hook, directory.path(), &[name, "good"]);
            let text = fs::read(directory.path().join(name)).unwrap();
            let expected = if is_check { (Some(1), b"\xC0\x80".to_vec()) } else { (Some(0), b"\0".to_vec()) };
            assert_eq!((output.status.code(), text), expected, "{hook:?}: {output:?}");
            let report = String::from_utf8(output.stdout).unwrap();
            assert!(report.contains(&format!("{name}: ")) && !report.contains("good: "), "{report}");
        }
        assert!(run_hook(hook, directory.path(), &["good"]).status.success());
    }
}

/// A job: its directory, and the files in which the action leaves its results.
struct Job {
    directory: tempfile::TempDir,
}

impl Job {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        for name in ["work", "bin", "temp"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        Job { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file of the workspace.
    fn write(&self, name: &str, content: &[u8]) {
        fs::write(self.path("work").join(name), content).unwrap();
    }

    /// Writes a program that is found before those of the system.
    fn stub(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs the script of the action with these inputs.
    fn run(&self, inputs: &[(&str, &str)]) -> Output {
        let mut command = Command::new(Path::new(ROOT).join(".ci/action"));
        command
            .current_dir(self.path("work"))
            .env("PATH", format!("{}:/usr/bin:/bin", self.path("bin").display()))
            .env("GITHUB_ACTION_PATH", "/action")
            .env("RUNNER_TEMP", self.path("temp"));
        for (variable, name) in
            [("GITHUB_OUTPUT", "output"), ("GITHUB_STEP_SUMMARY", "summary"), ("GITHUB_PATH", "path")]
        {
            fs::write(self.path(name), "").unwrap();
            command.env(variable, self.path(name));
        }
        for (name, value) in inputs {
            command.env(format!("PLACEMAT_{name}"), value);
        }
        command.output().unwrap()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

#[test]
fn the_action_annotates_lines_and_summarizes() {
    let job = Job::new();
    job.stub("placemat", &format!("exec '{PLACEMAT}' \"$@\""));
    job.write("good.txt", b"good");
    job.write("bad.txt", b"caf\xE9");
    let output = job.run(&[("PATHS", "."), ("ENCODING", "utf-8"), ("DENY", ""), ("SARIF", "out.sarif")]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let annotations = String::from_utf8(output.stdout).unwrap();
    assert!(annotations.starts_with("::error file=bad.txt,line=1,col=4,"), "{annotations}");
    assert_eq!(job.read("output"), "status=1\n");
    let summary = job.read("summary");
    assert!(summary.starts_with("### placemat check\n\n    ./bad.txt: "), "{summary}");
    assert!(job.read("work/out.sarif").contains("\"bad.txt\""));
    assert_eq!(job.read("path"), "");
}

#[test]
fn inputs_of_the_action_are_not_evaluated() {
    let job = Job::new();
    job.stub("placemat", &format!("exec '{PLACEMAT}' \"$@\""));
    let names = ["$(touch evil)", "--json", "a b", "`touch evil`; touch evil"];
    for name in names {
        job.write(name, b"\xEF\xBB\xBFgood");
    }
    let paths = names.join("\n");
    let output = job.run(&[("PATHS", &paths)]);
    assert_eq!((output.status.code(), job.read("output").as_str()), (Some(0), "status=0\n"), "{output:?}");
    assert!(job.read("summary").contains("    4 files checked as utf-8: all valid\n"));
    let output = job.run(&[("PATHS", &paths), ("DENY", "bom")]);
    assert_eq!((output.status.code(), job.read("output").as_str()), (Some(1), "status=1\n"), "{output:?}");
    let output = job.run(&[("PATHS", "missing")]);
    assert_eq!((output.status.code(), job.read("output").as_str()), (Some(2), "status=2\n"), "{output:?}");
    let output = job.run(&[("ENCODING", "utf-16; touch evil")]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(fs::read_dir(job.path("work")).unwrap().count(), names.len());
}

#[test]
fn the_action_installs_the_command_if_it_is_missing() {
    let job = Job::new();
    let install = format!(
        "echo \"$@\" > '{0}'\nmkdir -p '{1}' && ln -s '{PLACEMAT}' '{1}/placemat'",
        job.path("asked").display(),
        job.path("temp/placemat/bin").display()
    );
    job.stub("cargo", &install);
    job.write("good.txt", b"good");
    let output = job.run(&[("PATHS", "good.txt")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let root = job.path("temp/placemat");
    let asked =
        format!("install --quiet --locked --path /action/crates/placemat-cli --root {}\n", root.display());
    assert_eq!(job.read("asked"), asked);
    assert_eq!(job.read("path"), format!("{}\n", root.join("bin").display()));
}

#[test]
fn every_input_of_the_action_reaches_its_script() {
    let action = fs::read_to_string(Path::new(ROOT).join("action.yml")).unwrap();
    let script = fs::read_to_string(Path::new(ROOT).join(".ci/action")).unwrap();
    assert!(action.contains("run: '\"$GITHUB_ACTION_PATH/.ci/action\"'"), "{action}");
    let inputs = action.split_once("inputs:\n").unwrap().1.split_once("outputs:\n").unwrap().0;
    let names: Vec<_> = inputs
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':').filter(|name| !name.starts_with(' ')))
        .collect();
    assert_eq!(names, ["paths", "encoding", "deny", "sarif"]);
    for name in names {
        let variable = format!("PLACEMAT_{}", name.to_uppercase());
        assert!(action.contains(&format!("{variable}: ${{{{ inputs.{name} }}}}\n")), "{variable}");
        assert!(script.contains(&variable), "{variable}");
    }
}
