//! The module as programs use it: through iconv(3) of this system's own C library.
//!
//! The C library looks for modules when a process converts for the first time. So this program calls itself
//! again in an environment with GCONV_PATH: by the program that PLACEMAT_RUNNER names, such as valgrind, if it
//! is set.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod behaviour;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod descriptor;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod every_cut;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod expected;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[path = "../installed/mod.rs"]
mod installed;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod texts;

/// A test: its name, and a function that returns the number of calls of iconv(3).
#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Test = (&'static str, fn() -> usize);

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn main() {
    println!("left out: only the GNU C library on Linux has modules for iconv(3)");
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn main() {
    use std::process::Command;
    use std::{env, time};
    let is_child = env::var_os("PLACEMAT_CHILD").is_some();
    if is_child {
        let tests: [&[Test]; 2] = [&every_cut::TESTS, &behaviour::TESTS];
        for (name, test) in tests.concat() {
            let start = time::Instant::now();
            let count = test();
            println!("{name}: {count} calls of iconv(3), {:.1} s", start.elapsed().as_secs_f64());
        }
        return;
    }
    let directory = installed::Directory::with_module("iconv");
    let this = env::current_exe().unwrap();
    let mut command = match env::var("PLACEMAT_RUNNER").ok().filter(|runner| !runner.is_empty()) {
        Some(runner) => {
            let mut words = runner.split_whitespace();
            let mut command = Command::new(words.next().unwrap());
            command.args(words).arg(this);
            command
        }
        None => Command::new(this),
    };
    command.env("PLACEMAT_CHILD", "1").env("GCONV_PATH", directory.path());
    assert!(command.status().unwrap().success(), "the tests in the child have failed");
}
