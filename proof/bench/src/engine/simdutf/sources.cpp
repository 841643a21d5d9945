// simdutf as a whole, and functions for Rust, whose names differ from those of its crate.

#include "simdutf.cpp"

#define READING(name, source, result)                                  \
  extern "C" result sources_##name(const source *input, size_t length) \
  {                                                                    \
    return simdutf::name(input, length);                               \
  }

#define CONVERSION(name, source, target)                                               \
  extern "C" size_t sources_##name(const source *input, size_t length, target *output) \
  {                                                                                    \
    return simdutf::name(input, length, output);                                       \
  }

READING(validate_utf8, char, bool)
READING(validate_utf16le, char16_t, bool)
READING(validate_utf32, char32_t, bool)
READING(count_utf8, char, size_t)
READING(count_utf16le, char16_t, size_t)
READING(utf16_length_from_utf8, char, size_t)
READING(utf16_length_from_utf32, char32_t, size_t)
READING(utf8_length_from_utf16le, char16_t, size_t)
READING(utf8_length_from_utf32, char32_t, size_t)
READING(utf8_length_from_latin1, char, size_t)

CONVERSION(convert_latin1_to_utf8, char, char)
CONVERSION(convert_latin1_to_utf16le, char, char16_t)
CONVERSION(convert_latin1_to_utf32, char, char32_t)
CONVERSION(convert_utf8_to_latin1, char, char)
CONVERSION(convert_utf8_to_utf16le, char, char16_t)
CONVERSION(convert_utf8_to_utf16be, char, char16_t)
CONVERSION(convert_utf8_to_utf32, char, char32_t)
CONVERSION(convert_valid_utf8_to_utf16le, char, char16_t)
CONVERSION(convert_valid_utf8_to_utf32, char, char32_t)
CONVERSION(convert_utf16le_to_latin1, char16_t, char)
CONVERSION(convert_utf16le_to_utf8, char16_t, char)
CONVERSION(convert_utf16le_to_utf8_with_replacement, char16_t, char)
CONVERSION(convert_utf16le_to_utf32, char16_t, char32_t)
CONVERSION(convert_utf32_to_latin1, char32_t, char)
CONVERSION(convert_utf32_to_utf8, char32_t, char)
CONVERSION(convert_utf32_to_utf16le, char32_t, char16_t)

extern "C" void sources_to_well_formed_utf16le(const char16_t *input, size_t length, char16_t *output)
{
  simdutf::to_well_formed_utf16le(input, length, output);
}
