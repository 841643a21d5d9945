//! Strings from iterators and from writers, and as keys.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Add, AddAssign};

use super::StrBuf;
use crate::form::{Form, Utf8Superset};
use crate::string::Str;

/// # Panics
///
/// If the form does not hold one of the code points.
macro_rules! from_code_points {
    ($($item:ty),*) => { $(
        impl<F: Form<CodePoint = $item>> Extend<$item> for StrBuf<F> {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, code_points: I) {
                let code_points = code_points.into_iter();
                self.reserve(code_points.size_hint().0.min(1 << 16));
                code_points.for_each(|code_point| self.push(code_point));
            }
        }

        impl<F: Form<CodePoint = $item>> FromIterator<$item> for StrBuf<F> {
            fn from_iter<I: IntoIterator<Item = $item>>(code_points: I) -> Self {
                let mut string = StrBuf::new();
                string.extend(code_points);
                string
            }
        }
    )* };
}
from_code_points!(char, crate::CodePoint, crate::Ucs4);

impl<'s, F: Form> Extend<&'s Str<F>> for StrBuf<F> {
    fn extend<I: IntoIterator<Item = &'s Str<F>>>(&mut self, strings: I) {
        strings.into_iter().for_each(|string| self.push_string(string));
    }
}

impl<'s, F: Form> FromIterator<&'s Str<F>> for StrBuf<F> {
    fn from_iter<I: IntoIterator<Item = &'s Str<F>>>(strings: I) -> Self {
        let mut all = StrBuf::new();
        all.extend(strings);
        all
    }
}

impl<F: Form> Extend<StrBuf<F>> for StrBuf<F> {
    fn extend<I: IntoIterator<Item = StrBuf<F>>>(&mut self, strings: I) {
        strings.into_iter().for_each(|string| self.push_string(&string));
    }
}

impl<F: Form> FromIterator<StrBuf<F>> for StrBuf<F> {
    fn from_iter<I: IntoIterator<Item = StrBuf<F>>>(strings: I) -> Self {
        let mut all = StrBuf::new();
        all.extend(strings);
        all
    }
}

impl<F: Form> Add<&Str<F>> for StrBuf<F> {
    type Output = StrBuf<F>;

    fn add(mut self, string: &Str<F>) -> StrBuf<F> {
        self.push_string(string);
        self
    }
}

impl<F: Form> AddAssign<&Str<F>> for StrBuf<F> {
    fn add_assign(&mut self, string: &Str<F>) {
        self.push_string(string);
    }
}

impl<F: Utf8Superset> fmt::Write for StrBuf<F> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_string(Str::from_str(text));
        Ok(())
    }
}

impl<F: Form> PartialEq for StrBuf<F> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<F: Form> Eq for StrBuf<F> {}

impl<F: Form> PartialEq<Str<F>> for StrBuf<F> {
    fn eq(&self, other: &Str<F>) -> bool {
        **self == *other
    }
}

impl<F: Form> PartialEq<StrBuf<F>> for Str<F> {
    fn eq(&self, other: &StrBuf<F>) -> bool {
        *self == **other
    }
}

impl<F: Form> PartialEq<&Str<F>> for StrBuf<F> {
    fn eq(&self, other: &&Str<F>) -> bool {
        **self == **other
    }
}

impl<F: Utf8Superset> PartialEq<str> for StrBuf<F> {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl<F: Utf8Superset> PartialEq<&str> for StrBuf<F> {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

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

impl<F: Form> Clone for Box<Str<F>> {
    fn clone(&self) -> Self {
        (**self).into()
    }
}

/// Shared, in one allocation.
macro_rules! shared {
    ($($pointer:ident),*) => { $(
        impl<F: Form> From<&Str<F>> for $pointer<Str<F>> {
            fn from(string: &Str<F>) -> Self {
                $pointer::from(Box::from(string))
            }
        }

        impl<F: Form> From<StrBuf<F>> for $pointer<Str<F>> {
            fn from(string: StrBuf<F>) -> Self {
                $pointer::from(string.into_boxed())
            }
        }
    )* };
}
shared!(Rc, Arc);

impl<'s, F: Form> From<&'s Str<F>> for Cow<'s, Str<F>> {
    fn from(string: &'s Str<F>) -> Self {
        Cow::Borrowed(string)
    }
}

impl<F: Form> From<StrBuf<F>> for Cow<'_, Str<F>> {
    fn from(string: StrBuf<F>) -> Self {
        Cow::Owned(string)
    }
}
