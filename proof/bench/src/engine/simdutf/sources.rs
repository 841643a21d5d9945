//! The functions of simdutf's sources, by `sources.cpp`, under the names of its crate.

/// Declares functions that take an array and its length, and may write another array.
macro_rules! functions {
    ($($name:ident = $symbol:literal($source:ty $(, $target:ty)?) -> $result:ty;)*) => {
        mod c {
            unsafe extern "C" {
                $(
                    #[link_name = $symbol]
                    pub(super) fn $name(
                        input: *const $source,
                        length: usize
                        $(, output: *mut $target)?
                    ) -> $result;
                )*
            }
        }
    };
}

/// Functions that only read.
macro_rules! reading {
    ($($name:ident = $symbol:literal($source:ty) -> $result:ty;)*) => {
        mod reading {
            functions! { $($name = $symbol($source) -> $result;)* }
            $(
                pub(in super::super) fn $name(input: &[$source]) -> $result {
                    // SAFETY: the pointer is that of a slice, with its length.
                    unsafe { c::$name(input.as_ptr(), input.len()) }
                }
            )*
        }
        pub(super) use reading::{$($name),*};
    };
}

/// Conversions. The output must have room for the most that they write.
macro_rules! conversions {
    ($($name:ident = $symbol:literal($source:ty, $target:ty);)*) => {
        mod conversions {
            functions! { $($name = $symbol($source, $target) -> usize;)* }
            $(
                pub(in super::super) unsafe fn $name(
                    input: *const $source,
                    length: usize,
                    output: *mut $target,
                ) -> usize {
                    // SAFETY: the caller promises what the function requires.
                    unsafe { c::$name(input, length, output) }
                }
            )*
        }
        pub(super) use conversions::{$($name),*};
    };
}

reading! {
    validate_utf8 = "sources_validate_utf8"(u8) -> bool;
    validate_utf16le = "sources_validate_utf16le"(u16) -> bool;
    validate_utf32 = "sources_validate_utf32"(u32) -> bool;
    count_utf8 = "sources_count_utf8"(u8) -> usize;
    count_utf16le = "sources_count_utf16le"(u16) -> usize;
    utf16_length_from_utf8 = "sources_utf16_length_from_utf8"(u8) -> usize;
    utf16_length_from_utf32 = "sources_utf16_length_from_utf32"(u32) -> usize;
    utf8_length_from_utf16le = "sources_utf8_length_from_utf16le"(u16) -> usize;
    utf8_length_from_utf32 = "sources_utf8_length_from_utf32"(u32) -> usize;
    utf8_length_from_latin1 = "sources_utf8_length_from_latin1"(u8) -> usize;
}

conversions! {
    convert_latin1_to_utf8 = "sources_convert_latin1_to_utf8"(u8, u8);
    convert_latin1_to_utf16le = "sources_convert_latin1_to_utf16le"(u8, u16);
    convert_latin1_to_utf32 = "sources_convert_latin1_to_utf32"(u8, u32);
    convert_utf8_to_latin1 = "sources_convert_utf8_to_latin1"(u8, u8);
    convert_utf8_to_utf16le = "sources_convert_utf8_to_utf16le"(u8, u16);
    convert_utf8_to_utf16be = "sources_convert_utf8_to_utf16be"(u8, u16);
    convert_utf8_to_utf32 = "sources_convert_utf8_to_utf32"(u8, u32);
    convert_valid_utf8_to_utf16le = "sources_convert_valid_utf8_to_utf16le"(u8, u16);
    convert_valid_utf8_to_utf32 = "sources_convert_valid_utf8_to_utf32"(u8, u32);
    convert_utf16le_to_latin1 = "sources_convert_utf16le_to_latin1"(u16, u8);
    convert_utf16le_to_utf8 = "sources_convert_utf16le_to_utf8"(u16, u8);
    convert_utf16le_to_utf8_with_replacement = "sources_convert_utf16le_to_utf8_with_replacement"(u16, u8);
    convert_utf16le_to_utf32 = "sources_convert_utf16le_to_utf32"(u16, u32);
    convert_utf32_to_latin1 = "sources_convert_utf32_to_latin1"(u32, u8);
    convert_utf32_to_utf8 = "sources_convert_utf32_to_utf8"(u32, u8);
    convert_utf32_to_utf16le = "sources_convert_utf32_to_utf16le"(u32, u16);
}

/// Replaces lone surrogates. As the others, it returns how many units it has written.
///
/// # Safety
///
/// `length` units must be readable at `input`, and writable at `output`.
pub(super) unsafe fn to_well_formed_utf16le(input: *const u16, length: usize, output: *mut u16) -> usize {
    unsafe extern "C" {
        fn sources_to_well_formed_utf16le(input: *const u16, length: usize, output: *mut u16);
    }
    // SAFETY: the caller promises what the function requires.
    unsafe { sources_to_well_formed_utf16le(input, length, output) };
    length
}
