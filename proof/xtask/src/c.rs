//! `c`: the interface for C, built, tested as programs in C use it, and installed.

use std::env;
use std::fs;
use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use placemat::Isa;

use crate::Stopped;
use crate::binding::Binding;
use crate::cargo::has;

/// The greatest size of the core without `std`, with the code for all instruction sets, stripped, in bytes.
const LIMIT: u64 = 400_000;

/// What the core may leave to the C library.
const FROM_LIBC: [&str; 5] = ["memcpy", "memmove", "memset", "memcmp", "bcmp"];

/// Tests and examples.
const PROGRAMS: [&str; 4] = ["tests/c/table.c", "tests/c/others.c", "examples/first.c", "examples/first.cpp"];

/// `cargo xtask c`
pub(crate) fn c(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    use lexopt::prelude::*;
    let (mut prefix, mut simdutf) = (None, false);
    let (mut header, mut long) = (false, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("header") => header = true,
            Long("long") => long = true,
            Long("simdutf") => simdutf = true,
            Long("install") => prefix = Some(PathBuf::from(arguments.value()?)),
            _ => return Err(argument.unexpected().into()),
        }
    }
    let passed = match (header, long, prefix) {
        (true, ..) => write_header()?,
        (_, true, _) => against_simdutf(100_000_000)?,
        (_, _, Some(prefix)) => install(&env::current_dir()?.join(prefix), simdutf)?,
        _ => all()?,
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The package.
const C: Binding = Binding("c");

/// Everything that must hold on every commit.
fn all() -> Result<bool, Stopped> {
    let tests = &["test", "--quiet", "--lib", "--test", "header", "--test", "calls"];
    if !(C.format_and_lints()? && C.step("header, and calls against the library", &mut C.cargo(tests))?) {
        return Ok(false);
    }
    if !(has("cc") && has("c++")) {
        return C.left_out("there is no C compiler");
    }
    // Each is optimized as a whole, on one core.
    let (core, programs) = thread::scope(|scope| {
        let core = scope.spawn(core);
        let programs = programs();
        (core.join().unwrap_or_else(|panic| panic::resume_unwind(panic)), programs)
    });
    let (core, programs) = (core?, programs?);
    Ok(core && programs && zig()?)
}

/// Writes the header that cbindgen makes of the sources.
fn write_header() -> Result<bool, Stopped> {
    let mut test = C.cargo(&["test", "--quiet", "--test", "header"]);
    C.step("header written", test.env("PLACEMAT_WRITE_HEADER", "1"))
}

/// Calls of the functions that have simdutf's names, and of simdutf.
fn against_simdutf(calls: u64) -> Result<bool, Stopped> {
    let arguments =
        ["test", "--quiet", "--release", "--features", "against-simdutf", "--test", "against_simdutf"];
    let mut test = C.cargo(&arguments);
    test.env("PLACEMAT_CALLS", calls.to_string());
    C.step(&format!("{calls} calls against simdutf"), &mut test)
}

/// The core without `std`: what it needs from others, and its size.
fn core() -> Result<bool, Stopped> {
    let built = C.built().join("core");
    let arguments = [
        "rustc",
        "--quiet",
        "--lib",
        "--crate-type",
        "staticlib",
        "--profile",
        "small",
        "--no-default-features",
    ];
    if !C.step("core without std", C.cargo(&arguments).env("CARGO_TARGET_DIR", &built))? {
        return Ok(false);
    }
    if !cfg!(target_os = "linux") || !has("nm") || !has("strip") {
        return C.left_out("the symbols and the size of the core, which need nm, strip and Linux");
    }
    let archive = core_library();
    // Everything in it, as a shared library without any other.
    let whole = built.join("whole.so");
    let mut link = Command::new("cc");
    link.args(["-shared", "-nostdlib", "-Wl,--gc-sections", "-Wl,--whole-archive"]).arg(&archive);
    link.arg("-Wl,--no-whole-archive").arg("-o").arg(&whole);
    let linked = link.status()?.success() && Command::new("strip").arg(&whole).status()?.success();
    let size = fs::metadata(&whole).map_or(0, |file| file.len());
    // The archive also has parts of the compiler's library that nothing calls, and that need others of them.
    let mut missing = undefined(&whole)?;
    missing.retain(|name| !FROM_LIBC.contains(&name.as_str()));
    C.say(format_args!("core: {size} bytes of at most {LIMIT}; symbols of others: {missing:?}"))?;
    Ok(linked && missing.is_empty() && 0 < size && size <= LIMIT)
}

fn core_library() -> PathBuf {
    C.built().join("core/small/libplacemat.a")
}

/// Returns the names of the symbols that a shared library needs from others.
fn undefined(library: &Path) -> io::Result<Vec<String>> {
    let output =
        Command::new("nm").args(["--dynamic", "--undefined-only", "--format=posix"]).arg(library).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect())
}

/// Tests and examples in C and C++, compiled against an installation.
fn programs() -> Result<bool, Stopped> {
    let prefix = C.built().join("installed");
    if prefix.exists() {
        fs::remove_dir_all(&prefix)?;
    }
    if !install(&prefix, true)? {
        return Ok(false);
    }
    // The first program of the guide.
    let guide = fs::read_to_string(C.directory().join("README.md"))?;
    let program = guide.split_once("```c\n").and_then(|(_, rest)| rest.split_once("```"));
    let Some((program, _)) = program else { return C.left_out("a program in README.md").map(|_| false) };
    let readme = C.built().join("readme.c");
    fs::write(&readme, program)?;
    let readme = readme.to_string_lossy().into_owned();
    for source in PROGRAMS.into_iter().chain([&*readme]) {
        let shared = compile(&prefix, source, "shared", &[])?;
        let fixed = compile(&prefix, source, "static", &[])?;
        let checked = compile(
            &prefix,
            source,
            "static",
            &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
        )?;
        let (Some(shared), Some(fixed)) = (shared, fixed) else { return Ok(false) };
        let mut runs = vec![("shared".to_owned(), Command::new(shared))];
        for isa in Isa::available() {
            let mut run = Command::new(&fixed);
            run.env("PLACEMAT_ISA", isa.name());
            runs.push((format!("static, {}", isa.name()), run));
        }
        match checked {
            Some(checked) => runs.push(("AddressSanitizer".to_owned(), Command::new(checked))),
            None => _ = C.left_out("AddressSanitizer, which the C compiler does not have")?,
        }
        if has("valgrind") {
            for isa in Isa::available().map(Isa::name).filter(|name| *name != "avx512") {
                let mut run = Command::new("valgrind");
                run.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]).arg(&fixed);
                run.env("PLACEMAT_ISA", isa);
                runs.push((format!("valgrind, {isa}"), run));
            }
        } else {
            C.left_out("there is no valgrind")?;
        }
        for (name, mut run) in runs {
            let shown = if source == readme { "README.md" } else { source };
            if !C.step(&format!("{shown}, {name}"), run.stdout(Stdio::null()))? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Compiles a program and returns its path, or `None` if the compiler fails.
fn compile(prefix: &Path, source: &str, how: &str, flags: &[&str]) -> io::Result<Option<PathBuf>> {
    let is_cpp = source.ends_with("cpp");
    let name = format!(
        "{}-{how}{}",
        source.replace(['/', '.'], "-"),
        if flags.is_empty() { "" } else { "-checked" }
    );
    let program = C.built().join(name);
    let mut command = Command::new(if is_cpp { "c++" } else { "cc" });
    command.arg(if is_cpp { "-std=c++17" } else { "-std=c11" });
    command.args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-Wno-cast-function-type", "-g", "-O1"]);
    command
        .args(flags)
        .arg("-DWITH_SIMDUTF")
        .arg("-I")
        .arg(prefix.join("include"))
        .arg(C.directory().join(source));
    let libraries = prefix.join("lib");
    if how == "shared" {
        command.arg("-L").arg(&libraries).arg("-lplacemat");
        command.arg(format!("-Wl,-rpath,{}", libraries.display()));
    } else {
        command.arg(libraries.join("libplacemat.a")).args(["-lpthread", "-ldl", "-lm"]);
    }
    let done = command.arg("-o").arg(&program).status()?.success();
    Ok(done.then_some(program))
}

/// Builds the libraries and puts them, the header and the file for pkg-config into a directory.
fn install(prefix: &Path, simdutf: bool) -> Result<bool, Stopped> {
    let mut arguments = vec!["build", "--quiet", "--release"];
    if simdutf {
        arguments.extend(["--features", "simdutf"]);
    }
    if !C.step("libraries", &mut C.cargo(&arguments))? {
        return Ok(false);
    }
    let (include, lib) = (prefix.join("include"), prefix.join("lib"));
    fs::create_dir_all(&include)?;
    fs::create_dir_all(lib.join("pkgconfig"))?;
    fs::copy(C.directory().join("include/placemat.h"), include.join("placemat.h"))?;
    let release = C.built().join("release");
    fs::copy(release.join("libplacemat.a"), lib.join("libplacemat.a"))?;
    let version = env!("CARGO_PKG_VERSION");
    if cfg!(target_os = "macos") {
        fs::copy(release.join("libplacemat.dylib"), lib.join("libplacemat.dylib"))?;
    } else {
        let name = format!("libplacemat.so.{version}");
        let soname =
            format!("libplacemat.so.{}", version.rsplit_once('.').map_or(version, |(start, _)| start));
        fs::copy(release.join("libplacemat.so"), lib.join(&name))?;
        link(&name, &lib.join(&soname))?;
        link(&soname, &lib.join("libplacemat.so"))?;
    }
    let text = format!(
        "prefix={}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\n\
         Name: placemat\nDescription: The whole UTF-8 family: validation and conversion\nVersion: {version}\n\
         Cflags: -I${{includedir}}\nLibs: -L${{libdir}} -lplacemat\nLibs.private: -lpthread -ldl -lm\n",
        prefix.display()
    );
    fs::write(lib.join("pkgconfig/placemat.pc"), text)?;
    C.say(format_args!("installed in {}", prefix.display()))?;
    Ok(true)
}

#[cfg(unix)]
fn link(to: &str, from: &Path) -> io::Result<()> {
    if from.symlink_metadata().is_ok() {
        fs::remove_file(from)?;
    }
    std::os::unix::fs::symlink(to, from)
}

#[cfg(not(unix))]
fn link(to: &str, from: &Path) -> io::Result<()> {
    fs::copy(from.with_file_name(to), from).map(drop)
}

/// The example in Zig, by the compiler that Python's registry has.
fn zig() -> Result<bool, Stopped> {
    let environment = C.built().join("zig");
    let python = environment.join("bin/python");
    let has_zig = || {
        let mut call = Command::new(&python);
        call.args(["-m", "ziglang", "version"]).stdout(Stdio::null()).stderr(Stdio::null());
        call.status().is_ok_and(|status| status.success())
    };
    if !has_zig() {
        let mut make = Command::new("python3");
        make.args(["-m", "venv"]).arg(&environment).stdout(Stdio::null()).stderr(Stdio::null());
        let mut install = Command::new(&python);
        install.args(["-m", "pip", "install", "--quiet", "ziglang"]).stderr(Stdio::null());
        let installed =
            [make, install].iter_mut().all(|step| step.status().is_ok_and(|status| status.success()));
        if !installed || !has_zig() {
            return C.left_out("Zig, which cannot be installed by Python here");
        }
    }
    let program = C.built().join("first-zig");
    let mut build = Command::new(&python);
    build.args(["-m", "ziglang", "build-exe", "-lc", "-O", "ReleaseSafe"]);
    build.arg(C.directory().join("examples/first.zig")).arg(core_library());
    build.arg(format!("-femit-bin={}", program.display())).current_dir(C.built());
    for name in ["ZIG_LOCAL_CACHE_DIR", "ZIG_GLOBAL_CACHE_DIR"] {
        build.env(name, C.built().join("zig-cache"));
    }
    Ok(C.step("examples/first.zig, compiled", &mut build)?
        && C.step("examples/first.zig", Command::new(program).stdout(Stdio::null()))?)
}
