//! Calls of the Parquet library that turn panics into errors: a malformed file is always an error.

use std::cell::Cell;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use parquet::errors::{ParquetError, Result};

use crate::show::Line;
use crate::status::CommandError;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls the library. A panic becomes an ordinary error.
pub(super) fn guarded<T>(call: impl FnOnce() -> Result<T>) -> Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                hook(info);
            }
        }));
    });
    IS_GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    IS_GUARDED.set(false);
    result.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
        Err(ParquetError::General(message.to_owned()))
    })
}

/// Returns the error for a file that the library does not read.
pub(super) fn unread(name: impl Display, error: &ParquetError) -> CommandError {
    // The message may quote the contents of the file.
    let message = match error {
        ParquetError::General(message) | ParquetError::EOF(message) => {
            format!("malformed Parquet: {message}")
        }
        ParquetError::NYI(message) => format!("Parquet that is not read here: {message}"),
        ParquetError::IndexOutOfBound(index, len) => {
            format!("malformed Parquet: index {index} of {len}")
        }
        ParquetError::External(error) => error.to_string(),
        other => other.to_string(),
    };
    CommandError::Failed(format!("{name}: {}", Line(message.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let result = guarded::<()>(|| panic!("{} of {}", 3, 2));
        assert!(matches!(result, Err(ParquetError::General(message)) if message == "3 of 2"));
        assert_eq!(guarded(|| Ok(1)).unwrap(), 1);
    }

    #[test]
    fn what_a_file_says_does_not_steer_a_terminal() {
        let CommandError::Failed(message) = unread("a", &ParquetError::General("\u{1B}[31m".to_owned()))
        else {
            panic!("a message")
        };
        assert_eq!(message, "a: malformed Parquet: \\u{1B}[31m");
    }
}
