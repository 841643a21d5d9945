//! Strings from iterators and writers, and strings as keys.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Add, AddAssign};

use super::StrBuf;
use super::edit::BELIEVED;
use crate::code_point::{CodePoint, CodeSpace, Ucs4};
use crate::form::{Form, Utf8};
use crate::string::{ConvertsTo, Str, make};

/// Implementations for items that are code points, under a condition on the form. The flag says that they are
/// scalar values.
macro_rules! from_code_points {
    ($([$($lifetime:lifetime)?] $item:ty, $form:path, $scalars:literal, |$it:ident| $code_point:expr;)*) => { $(
        /// # Panics
        ///
        /// Panics if the form does not contain one of the code points.
        impl<$($lifetime,)? F: $form> Extend<$item> for StrBuf<F> {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, code_points: I) {
                let code_points = code_points.into_iter();
                // The iterator's size hint may be wrong.
                self.reserve(code_points.size_hint().0.min(BELIEVED));
                self.extend_by_values::<$scalars>(code_points.map(|$it| CodeSpace::to_u32($code_point)));
            }
        }

        /// # Panics
        ///
        /// Panics if the form does not contain one of the code points.
        impl<$($lifetime,)? F: $form> FromIterator<$item> for StrBuf<F> {
            fn from_iter<I: IntoIterator<Item = $item>>(code_points: I) -> Self {
                let mut string = StrBuf::new();
                string.extend(code_points);
                string
            }
        }
    )* };
}
from_code_points! {
    [] char, Form, true, |scalar| scalar;
    ['s] &'s char, Form, true, |scalar| *scalar;
    [] CodePoint, Form<CodePoint = CodePoint>, false, |code_point| code_point;
    [] Ucs4, Form<CodePoint = Ucs4>, false, |code_point| code_point;
}

/// Implementations for items that are strings or text.
macro_rules! from_strings {
    ($([$($lifetime:lifetime)?; $($bound:tt)*] $item:ty, |$string:ident, $one:ident| $push:expr;)*) => { $(
        impl<$($lifetime,)? F: Form> Extend<$item> for StrBuf<F> $($bound)* {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, strings: I) {
                let $string = self;
                strings.into_iter().for_each(|$one| $push);
            }
        }

        impl<$($lifetime,)? F: Form> FromIterator<$item> for StrBuf<F> $($bound)* {
            fn from_iter<I: IntoIterator<Item = $item>>(strings: I) -> Self {
                let mut all = StrBuf::new();
                all.extend(strings);
                all
            }
        }
    )* };
}
from_strings! {
    ['s;] &'s Str<F>, |all, string| all.push_string(string);
    ['s;] Cow<'s, Str<F>>, |all, string| all.push_string(&string);
    [;] StrBuf<F>, |all, string| all.push_string(&string);
    ['s; where Utf8: ConvertsTo<F>] &'s str, |all, text| all.push_str(text);
    ['s; where Utf8: ConvertsTo<F>] Cow<'s, str>, |all, text| all.push_str(&text);
    [; where Utf8: ConvertsTo<F>] String, |all, text| all.push_str(&text);
}

/// Types that can be appended with `+` and `+=`.
macro_rules! added {
    ($([$($condition:tt)*] $right:ty, |$all:ident, $more:ident| $push:expr;)*) => { $(
        impl<F: Form> Add<$right> for StrBuf<F> $($condition)* {
            type Output = StrBuf<F>;

            fn add(mut self, more: $right) -> StrBuf<F> {
                self += more;
                self
            }
        }

        impl<F: Form> AddAssign<$right> for StrBuf<F> $($condition)* {
            fn add_assign(&mut self, $more: $right) {
                let $all = self;
                $push;
            }
        }
    )* };
}

added! {
    [] &Str<F>, |all, more| all.push_string(more);
    [] &StrBuf<F>, |all, more| all.push_string(more);
    [where Utf8: ConvertsTo<F>] &str, |all, more| all.push_str(more);
}

impl<F: Form> fmt::Write for StrBuf<F>
where
    Utf8: ConvertsTo<F>,
{
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

impl<F: Form> Eq for StrBuf<F> {}

impl<F: Form> PartialOrd for StrBuf<F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<F: Form> Ord for StrBuf<F> {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl<F: Form> Hash for StrBuf<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<F: Form> From<StrBuf<F>> for Box<Str<F>> {
    fn from(string: StrBuf<F>) -> Self {
        string.into_boxed()
    }
}

impl<F: Form> From<&Str<F>> for Box<Str<F>> {
    fn from(string: &Str<F>) -> Self {
        string.to_owned().into_boxed()
    }
}

impl<F: Form> From<Cow<'_, Str<F>>> for Box<Str<F>> {
    fn from(string: Cow<'_, Str<F>>) -> Self {
        string.into_owned().into_boxed()
    }
}

impl<F: Form> Default for Box<Str<F>> {
    fn default() -> Self {
        StrBuf::new().into_boxed()
    }
}

impl<F: Form> Clone for Box<Str<F>> {
    fn clone(&self) -> Self {
        (**self).into()
    }
}

/// Reference-counted strings: the units are copied next to the counts.
macro_rules! shared {
    ($($pointer:ident, $cast:ident;)*) => { $(
        impl<F: Form> From<&Str<F>> for $pointer<Str<F>> {
            fn from(string: &Str<F>) -> Self {
                // SAFETY: they are those of a string.
                unsafe { make::$cast($pointer::from(string.as_units())) }
            }
        }

        impl<F: Form> From<StrBuf<F>> for $pointer<Str<F>> {
            fn from(string: StrBuf<F>) -> Self {
                // SAFETY: they are those of a string.
                unsafe { make::$cast($pointer::from(string.into_units())) }
            }
        }
    )* };
}
shared! {
    Rc, counted;
    Arc, counted_by_threads;
}

impl<'s, F: Form> From<&'s Str<F>> for Cow<'s, Str<F>> {
    fn from(string: &'s Str<F>) -> Self {
        Cow::Borrowed(string)
    }
}

impl<'s, F: Form> From<&'s StrBuf<F>> for Cow<'s, Str<F>> {
    fn from(string: &'s StrBuf<F>) -> Self {
        Cow::Borrowed(string)
    }
}

impl<F: Form> From<StrBuf<F>> for Cow<'_, Str<F>> {
    fn from(string: StrBuf<F>) -> Self {
        Cow::Owned(string)
    }
}
