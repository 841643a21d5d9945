//! If memory is refused, methods with `try_` in their names return an error, and nothing has changed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::borrow::Cow;
use std::cell::Cell;

use placemat::form::Wtf8;
use placemat::form::{self, Resynchronizing, Utf8};
use placemat::string::{AsString, ConvertsTo, NotChanged};
use placemat::{StrBuf, literal};

/// The system's allocator, which refuses memory on demand.
struct Refusing;

thread_local! {
    static REFUSES: Cell<bool> = const { Cell::new(false) };
}

fn refuses() -> bool {
    REFUSES.try_with(Cell::get).unwrap_or(false)
}

#[expect(unsafe_code, reason = "an allocator")]
// SAFETY: allocations that are not refused are the system's, and a null pointer is a valid result.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller guarantees it.
        if refuses() { std::ptr::null_mut() } else { unsafe { System.alloc(layout) } }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller guarantees it; all memory comes from the system.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller guarantees it.
        if refuses() { std::ptr::null_mut() } else { unsafe { System.realloc(memory, layout, size) } }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// Runs `act` while memory is refused.
fn refused<R>(act: impl FnOnce() -> R) -> R {
    REFUSES.set(true);
    let result = act();
    REFUSES.set(false);
    result
}

/// Checks every change of a full string: without memory, an error, and the string is unchanged; with memory,
/// the change is made.
fn check<F: Resynchronizing<CodePoint: From<char>>>()
where
    Utf8: ConvertsTo<F>,
{
    let text = "né💩".repeat(30);
    let more = StrBuf::<F>::from(&text);
    let mut full = StrBuf::<F>::from("né");
    full.shrink_to_fit();
    assert_eq!(full.capacity(), full.len());
    type Change<'t, F> = &'t dyn Fn(&mut StrBuf<F>) -> Result<(), NotChanged>;
    let changes: [(&str, Change<F>); 11] = [
        ("try_reserve", &|string| Ok(string.try_reserve(1)?)),
        ("try_reserve_exact", &|string| Ok(string.try_reserve_exact(1)?)),
        ("try_push", &|string| string.try_push('é'.into())),
        ("try_push_char", &|string| Ok(string.try_push_char('é')?)),
        ("try_push_str", &|string| Ok(string.try_push_str(&text)?)),
        ("try_push_string", &|string| Ok(string.try_push_string(&more)?)),
        ("try_insert", &|string| string.try_insert(0, 'é'.into())),
        ("try_insert_str", &|string| string.try_insert_str(0, &text)),
        ("try_insert_string", &|string| string.try_insert_string(0, &more)),
        ("try_replace_range", &|string| string.try_replace_range(.., &more)),
        ("try_replace_range by text", &|string| string.try_replace_range(.., &text)),
    ];
    for (name, change) in changes {
        let mut string = full.clone();
        string.shrink_to_fit();
        let result = refused(|| change(&mut string));
        assert!(matches!(result, Err(NotChanged::CannotReserve(_))), "{} {name}: {result:?}", F::NAME);
        assert_eq!(string, full, "{} {name}", F::NAME);
        // With memory, the change succeeds; if the capacity is sufficient, no memory is requested.
        assert_eq!(change(&mut string), Ok(()), "{} {name}", F::NAME);
        let mut roomy = full.clone();
        roomy.reserve(1000);
        let puts_text_in = ["try_insert_str", "try_replace_range by text"].contains(&name);
        let needs_a_copy = puts_text_in && matches!(AsString::<F>::as_string(&*text), Cow::Owned(_));
        if !needs_a_copy {
            assert_eq!(refused(|| change(&mut roomy)), Ok(()), "{} {name}", F::NAME);
            assert_eq!(roomy, string, "{} {name}", F::NAME);
        }
    }
    assert!(refused(|| full.try_to_owned()).is_err() && full.try_to_owned().unwrap() == full);
    assert!(refused(|| StrBuf::<F>::try_with_capacity(1)).is_err());
}

#[test]
fn memory_that_is_refused_is_an_error() {
    // What is detected once about the machine may allocate memory.
    assert!(placemat::Str::<Utf8>::new("né".repeat(100).as_bytes()).is_ok());
    check::<Utf8>();
    check::<Wtf8>();
    check::<form::Cesu8>();
    check::<form::Mutf8>();
    check::<form::Utf16>();
    check::<form::Utf32>();
}

/// A surrogate pair becomes one code point, which needs less room than the surrogates.
#[test]
fn halves_are_joined_without_more_memory() {
    let mut name = StrBuf::<Wtf8>::from(literal!(Wtf8, r"a\u{D83D}"));
    name.reserve_exact(3);
    assert_eq!(refused(|| name.try_push_string(literal!(Wtf8, r"\u{DCA9}"))), Ok(()));
    assert_eq!(name, "a💩");
    let error = refused(|| {
        let mut name = StrBuf::<Wtf8>::new();
        name.try_push('a'.into())
    });
    let Err(NotChanged::CannotReserve(error)) = error else { panic!("{error:?}") };
    assert_eq!(NotChanged::from(error.clone()).to_string(), error.to_string());
}
