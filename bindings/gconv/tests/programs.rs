//! Programs of others, unchanged, that convert by the module: iconv, git, Vim and PHP.

mod installed;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use installed::Directory;
use placemat::{Codec, Encoding, convert};
use placemat_gconv::charset;

/// Returns a command that finds the module, or says that there is no such program.
fn program(name: &str, directory: &Directory) -> Option<Command> {
    let mut call = Command::new(name);
    let has = call.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !has.is_ok_and(|status| status.success()) {
        println!("left out: there is no {name}");
        return None;
    }
    let mut command = Command::new(name);
    command.env("GCONV_PATH", directory.path()).env("LC_ALL", "C.UTF-8").current_dir(directory.path());
    Some(command)
}

/// Runs a command with standard input.
fn run(mut command: Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that stops early does not read everything.
    let writer = thread::spawn(move || pipe.write_all(&input).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Returns a text of these characters, some of them often, of a few hundred thousand bytes.
fn text(encoding: Encoding) -> String {
    let characters = "abc \n0129~éßÿЖж€日本語\u{7FF}\u{800}\u{FFFD}\u{FFFF}💩𝐀\u{10FFFF}";
    let has = |character: &char| encoding.encode_next(u32::from(*character), &mut [0; 16]).is_ok();
    let own: Vec<char> = characters.chars().filter(has).collect();
    let mut text = String::new();
    for k in 0..100_000_usize {
        // Runs of one character, so that every kind of step is reached.
        text.push(own[k * k / 7 % own.len()]);
    }
    text
}

#[test]
fn iconv_converts_as_the_library_does() {
    let directory = Directory::with_module("of-iconv");
    if program("iconv", &directory).is_none() {
        return;
    }
    let iconv = |from: &str, to: &str, input: &[u8]| {
        let mut command = program("iconv", &directory).unwrap();
        command.args(["-f", from, "-t", to]);
        run(command, input)
    };
    for encoding in charset::all().filter(|encoding| encoding.info().encodes) {
        let (name, text) = (charset::name(encoding), text(encoding));
        let encoded = convert(Encoding::Utf8, encoding, text.as_bytes()).unwrap();
        let there = iconv("UTF-8", &name, text.as_bytes());
        assert!(there.status.success() && there.stdout == encoded, "to {name}: {there:?}");
        let back = iconv(&name, "UTF-8", &encoded);
        assert!(back.status.success() && back.stdout == text.as_bytes(), "from {name}");
        // By two steps of the module, and by one of the C library that is in a module as well.
        let other = iconv(&name, "UTF-EBCDIC", &encoded);
        let ebcdic = convert(Encoding::Utf8, Encoding::UtfEbcdic, text.as_bytes()).unwrap();
        assert!(encoding == Encoding::UtfEbcdic || other.stdout == ebcdic, "{name} to UTF-EBCDIC");
        let utf_16 = iconv(&name, "UTF-16BE", &encoded);
        let wanted: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert!(utf_16.stdout == wanted, "{name} to UTF-16BE");
    }
}

#[test]
fn iconv_stops_where_the_text_is_ill_formed() {
    let directory = Directory::with_module("iconv-stops");
    let Some(mut command) = program("iconv", &directory) else { return };
    command.args(["-f", "MUTF-8", "-t", "UTF-8"]);
    let output = run(command, b"abc\xC0\x80d\0e");
    assert_eq!((output.status.success(), &*output.stdout), (false, &b"abc\0d"[..]));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("illegal input sequence at position 6"), "{message}");
    let mut command = program("iconv", &directory).unwrap();
    command.args(["-c", "-f", "CESU-8", "-t", "UTF-8"]);
    assert_eq!(run(command, b"abc\xFFd\xED\xA0\xBDe").stdout, b"abcde");
    let mut command = program("iconv", &directory).unwrap();
    command.args(["-f", "CESU-8", "-t", "UTF-8"]);
    let output = run(command, b"abc\xED\xA0\xBD\xED");
    assert_eq!((output.status.success(), &*output.stdout), (false, &b"abc"[..]));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("incomplete character"), "{message}");
    // What waits for the end of the text is written there.
    let mut command = program("iconv", &directory).unwrap();
    command.args(["-f", "UCS-4BE", "-t", "WTF-8"]);
    assert_eq!(run(command, b"\0\0\0a\0\0\xD8\x3D").stdout, b"a\xED\xA0\xBD");
}

const TEXT: &str = "Größe: 5 €\n日本語 💩 𝐀\n";

fn git(directory: &Directory, arguments: &[&str]) -> Output {
    let mut git = program("git", directory).unwrap();
    git.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(arguments);
    git.env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", "/");
    let output = run(git, b"");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn git_keeps_files_as_utf_8() {
    let directory = Directory::with_module("of-git");
    if program("git", &directory).is_none() {
        return;
    }
    git(&directory, &["init", "--quiet"]);
    let (path, mut attributes) = (directory.path(), String::new());
    let encodings: Vec<Encoding> = charset::all()
        .filter(|encoding| encoding.info().encodes && encoding.encode_next(0x1_F4A9, &mut [0; 16]).is_ok())
        .collect();
    for &encoding in &encodings {
        let name = charset::name(encoding);
        attributes += &format!("{name}.txt text working-tree-encoding={name} eol=lf\n");
        let encoded = convert(Encoding::Utf8, encoding, TEXT.as_bytes()).unwrap();
        fs::write(path.join(format!("{name}.txt")), encoded).unwrap();
    }
    fs::write(path.join(".gitattributes"), attributes).unwrap();
    git(&directory, &["add", "."]);
    git(&directory, &["commit", "--quiet", "--message", "all"]);
    for &encoding in &encodings {
        let file = format!("{}.txt", charset::name(encoding));
        let kept = git(&directory, &["cat-file", "blob", &format!("HEAD:{file}")]);
        assert_eq!(String::from_utf8_lossy(&kept.stdout), TEXT, "{file}");
        fs::remove_file(path.join(&file)).unwrap();
    }
    git(&directory, &["checkout", "--quiet", "--", "."]);
    for &encoding in &encodings {
        let file = path.join(format!("{}.txt", charset::name(encoding)));
        let encoded = convert(Encoding::Utf8, encoding, TEXT.as_bytes()).unwrap();
        assert!(fs::read(&file).unwrap() == encoded, "{}", file.display());
    }
}

/// Vim, without anything of the user's.
fn vim(directory: &Directory, commands: &[&str]) {
    let mut vim = program("vim", directory).unwrap();
    vim.args(["-N", "-u", "NONE", "-i", "NONE", "-n", "-es", "-c", "set encoding=utf-8 fileformat=unix"]);
    for command in commands {
        vim.args(["-c", command]);
    }
    vim.args(["-c", "qall!"]).env("HOME", directory.path());
    let output = run(vim, b"");
    assert!(output.status.success(), "vim {commands:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn vim_edits_files() {
    let directory = Directory::with_module("of-vim");
    let Some(mut vim_version) = program("vim", &directory) else { return };
    if !String::from_utf8_lossy(&vim_version.arg("--version").output().unwrap().stdout).contains("+iconv") {
        println!("left out: this Vim has no iconv");
        return;
    }
    let path = |name: &str| directory.path().join(name);
    for encoding in
        [Encoding::Cesu8, Encoding::Mutf8, Encoding::Wtf8, Encoding::Utf1, Encoding::CorrectedUtf8]
    {
        let name = charset::name(encoding).to_lowercase();
        let encoded = |text: &str| convert(Encoding::Utf8, encoding, text.as_bytes()).unwrap();
        fs::write(path("in.txt"), encoded(TEXT)).unwrap();
        let edit = format!("edit! ++enc={name} in.txt");
        vim(&directory, &[&edit, "write! ++enc=utf-8 out.txt", "%substitute/5/六/", "write"]);
        assert_eq!(fs::read_to_string(path("out.txt")).unwrap(), TEXT, "{name}");
        assert!(read(&path("in.txt")) == encoded(&TEXT.replace('5', "六")), "{name}");
    }
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

#[test]
fn php_converts_strings() {
    let directory = Directory::with_module("of-php");
    let Some(mut version) = program("php", &directory) else { return };
    let is_glibc = version.args(["-r", "exit(ICONV_IMPL === 'glibc' ? 0 : 1);"]).status();
    if !is_glibc.is_ok_and(|status| status.success()) {
        println!("left out: this PHP does not use iconv(3) of the C library");
        return;
    }
    let php = |from: &str, to: &str, input: &[u8]| {
        let mut php = program("php", &directory).unwrap();
        let code = format!("echo iconv('{from}', '{to}', stream_get_contents(STDIN));");
        php.args(["-d", "display_errors=stderr", "-r", &code]);
        run(php, input)
    };
    for encoding in charset::all().filter(|encoding| encoding.info().encodes) {
        let (name, text) = (charset::name(encoding), text(encoding));
        let encoded = convert(Encoding::Utf8, encoding, text.as_bytes()).unwrap();
        assert!(php("UTF-8", &name, text.as_bytes()).stdout == encoded, "to {name}");
        assert!(php(&name, "UTF-8", &encoded).stdout == text.as_bytes(), "from {name}");
    }
    let wrong = php("CESU-8", "UTF-8", b"a\xF0\x9F\x92\xA9");
    let message = String::from_utf8_lossy(&wrong.stderr);
    assert!(wrong.stdout.is_empty() && message.contains("illegal character"), "{message}");
}
