/**
 * @file placemat.h
 * The whole UTF-8 family: validation and conversion.
 *
 * These rules hold for all functions.
 *
 * - **Lengths and offsets** are in units: elements of the array. These are bytes for UTF-8 and the like, 16-bit
 *   units for UTF-16, and 32-bit units for UTF-32. Streams, and functions that take a `placemat_encoding`, count
 *   bytes. Text does not have to end in a NUL, and a NUL is a character like any other.
 * - **Null** is allowed for each array whose length is 0. A null pointer with another length has the status
 *   PLACEMAT_INVALID_ARGUMENT, or the result false or 0. So has a length of more than half of the address space.
 * - **Aliasing**: an output must not overlap an input or another output. Inputs may overlap each other. Arrays of
 *   `placemat_char16` and `placemat_char32` must be aligned as their elements are.
 * - **Output** is never written beyond its capacity, and no character is split: if the next one does not fit, the
 *   status is PLACEMAT_OUTPUT_FULL. What follows the `written` units is unspecified.
 * - **Memory**: only `placemat_convert_alloc` and `placemat_stream_new` allocate.
 * - **Threads**: functions may be called at once from any threads, except on one stream. The only global state
 *   is the number of the instruction set in use.
 * - **Errors** are results. No function sets `errno`, throws, or ends the process, unless a caller breaks these
 *   rules or the library has a fault: a panic ends the process.
 * - **Builds**: a function that needs a feature of the build says so. The usual build has all of them.
 */

#ifndef PLACEMAT_H
#define PLACEMAT_H

/* Written by cbindgen from bindings/c/src: change that, and run `cargo xtask c --header`. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
typedef char16_t placemat_char16;
typedef char32_t placemat_char32;
#else
/** A 16-bit unit: `char16_t` of <uchar.h> is the same type. */
typedef uint_least16_t placemat_char16;
/** A 32-bit unit: `char32_t` of <uchar.h> is the same type. */
typedef uint_least32_t placemat_char32;
#endif

/** The version of this header as text. */
#define PLACEMAT_VERSION_STRING "0.1.0"


/**
 * Stop at the first ill-formed subsequence.
 */
#define PLACEMAT_ON_ERROR_STOP 0

/**
 * Write U+FFFD for each ill-formed subsequence (each maximal subpart), as the Web does.
 */
#define PLACEMAT_ON_ERROR_REPLACE 1

/**
 * Write U+FFFD for each byte of an ill-formed subsequence.
 */
#define PLACEMAT_ON_ERROR_REPLACE_BYTE 2

/**
 * Write U+FFFD for each ill-formed subsequence of generalized UTF-8, as Java does. For UTF-8 only.
 */
#define PLACEMAT_ON_ERROR_REPLACE_GENERALIZED 3

/**
 * Write U+FFFD for each start byte with the continuation bytes that it announces. For UTF-8 only.
 */
#define PLACEMAT_ON_ERROR_REPLACE_SEQUENCE 4

/**
 * Write one U+FFFD for adjacent errors together, as Go does.
 */
#define PLACEMAT_ON_ERROR_REPLACE_RUN 5

/**
 * Write nothing. This joins text that was separate, which can be a risk.
 */
#define PLACEMAT_ON_ERROR_SKIP 6

/**
 * Write U+DC00 + byte for each byte: Python's `surrogateescape`. For UTF-8 only.
 */
#define PLACEMAT_ON_ERROR_SURROGATE_ESCAPE 7

/**
 * Write surrogates in three bytes as they are: Python's `surrogatepass`. For UTF-8 only.
 */
#define PLACEMAT_ON_ERROR_SURROGATE_PASS 8

/**
 * Read each byte as ISO-8859-1. For UTF-8 only.
 */
#define PLACEMAT_ON_ERROR_LATIN1 9

/**
 * Read each byte as Windows-1252. For UTF-8 only.
 */
#define PLACEMAT_ON_ERROR_CP1252 10

/**
 * Stop at the first code point that the target cannot represent.
 */
#define PLACEMAT_ON_UNENCODABLE_STOP 0

/**
 * Write U+FFFD, or `?` if the target does not contain it.
 */
#define PLACEMAT_ON_UNENCODABLE_REPLACE 1

/**
 * Write `?`.
 */
#define PLACEMAT_ON_UNENCODABLE_QUESTION_MARK 2

/**
 * Write an escape such as `\u{D800}`.
 */
#define PLACEMAT_ON_UNENCODABLE_ESCAPE_RUST 3

/**
 * Write a character reference such as `&#xD800;`.
 */
#define PLACEMAT_ON_UNENCODABLE_ESCAPE_XML 4

/**
 * Into UTF-8b and OPTU-8: also stop at escaped bytes that would be read back as a character.
 */
#define PLACEMAT_ON_UNENCODABLE_STRICT_ROUNDTRIP 5

/**
 * From and into Corrected UTF-8: map U+0080 to U+009F and the surrogates to private use.
 */
#define PLACEMAT_ON_UNENCODABLE_PRIVATE_USE 6

/**
 * Write both surrogates unchanged.
 */
#define PLACEMAT_PAIRS_JOIN 0

/**
 * Stop at the lead surrogate.
 */
#define PLACEMAT_PAIRS_ERROR 1

/**
 * Write U+FFFD for the trail surrogate.
 */
#define PLACEMAT_PAIRS_REPLACE 2

/**
 * Read `PLACEMAT_UTF_16` and `PLACEMAT_UTF_32` without a byte order mark as little-endian.
 */
#define PLACEMAT_LITTLE_ENDIAN 1

/**
 * Read a surrogate pair in WTF-8 as the code point that it stands for.
 */
#define PLACEMAT_HEAL_PAIRS 2

/**
 * Refuse surrogates in UTF-1, FSS-UTF and the UTF-8 of RFC 2279.
 */
#define PLACEMAT_REFUSE_SURROGATES 4

/**
 * Copy the sequences that Corrected UTF-8 reserves.
 */
#define PLACEMAT_PASS_RESERVED 8

/**
 * The version of this header: 10000 × major + 100 × minor + patch.
 */
#define PLACEMAT_VERSION 100

/**
 * How a call ended.
 */
typedef enum placemat_status {
  /**
   * Everything was converted, or the input is valid.
   */
  PLACEMAT_OK = 0,
  /**
   * The input is ill-formed at `error_offset`, for `error_length` units. All output before it is written.
   */
  PLACEMAT_ILL_FORMED = 1,
  /**
   * The target cannot represent `code_point`, which the input has at `error_offset`.
   */
  PLACEMAT_UNENCODABLE = 2,
  /**
   * The output is full. `needed` units are required for what comes next; call again with the input from
   * `read` on. No character is split.
   */
  PLACEMAT_OUTPUT_FULL = 3,
  /**
   * A stream has converted its input and waits for more.
   */
  PLACEMAT_NEED_INPUT = 4,
  /**
   * A pointer is null although its length is not 0, a length is more than half of the address space, a
   * number of an encoding or an option is unknown, or a stream was not initialized.
   */
  PLACEMAT_INVALID_ARGUMENT = 5,
  /**
   * This build has no such conversion, or the policy or the encoding is not defined for it.
   */
  PLACEMAT_UNSUPPORTED = 6,
  /**
   * Memory could not be allocated.
   */
  PLACEMAT_NO_MEMORY = 7,
} placemat_status;

/**
 * Why input is ill-formed.
 */
typedef enum placemat_error_kind {
  /**
   * There is no error.
   */
  PLACEMAT_KIND_NONE = 0,
  /**
   * A sequence that the encoding reserves.
   */
  PLACEMAT_KIND_RESERVED = 1,
  /**
   * U+0000 where none is allowed.
   */
  PLACEMAT_KIND_NUL = 2,
  /**
   * Two surrogates in three bytes each, where one code point in four bytes is required.
   */
  PLACEMAT_KIND_SURROGATE_PAIR = 3,
  /**
   * A longer sequence than the code point requires.
   */
  PLACEMAT_KIND_OVERLONG = 4,
  /**
   * A surrogate where none is allowed.
   */
  PLACEMAT_KIND_SURROGATE = 5,
  /**
   * A value beyond the code space.
   */
  PLACEMAT_KIND_OUT_OF_RANGE = 6,
  /**
   * The input ends inside a sequence.
   */
  PLACEMAT_KIND_TRUNCATED = 7,
  /**
   * A continuation byte without a start byte.
   */
  PLACEMAT_KIND_STRAY_TRAIL = 8,
  /**
   * Something else follows where a sequence should continue.
   */
  PLACEMAT_KIND_INTERRUPTED = 9,
  /**
   * A unit that the encoding never has.
   */
  PLACEMAT_KIND_INVALID_UNIT = 10,
  /**
   * The text is not doubly encoded.
   */
  PLACEMAT_KIND_NOT_DOUBLE_ENCODED = 11,
  /**
   * The frame does not fit its content.
   */
  PLACEMAT_KIND_FRAME = 12,
  /**
   * Not a code point.
   */
  PLACEMAT_KIND_NOT_A_CODE_POINT = 13,
  /**
   * A kind that was added after this version of the header.
   */
  PLACEMAT_KIND_OTHER = 14,
} placemat_error_kind;

/**
 * The result of a call. Offsets and lengths are in units of the source: elements of the input array, which
 * are bytes in streams and in functions that take an encoding. `written` and `needed` are in units of the
 * target. Fields that the status does not mention are 0.
 */
typedef struct placemat_result {
  /**
   * How the call ended.
   */
  enum placemat_status status;
  /**
   * With `PLACEMAT_ILL_FORMED`: why.
   */
  enum placemat_error_kind kind;
  /**
   * The number of units that were read.
   */
  size_t read;
  /**
   * The number of units that were written. What follows them in the output is unspecified.
   */
  size_t written;
  /**
   * With `PLACEMAT_ILL_FORMED` and `PLACEMAT_UNENCODABLE`: the offset of the sequence from the start of the
   * input, or of the stream.
   */
  uint64_t error_offset;
  /**
   * With `PLACEMAT_ILL_FORMED` and `PLACEMAT_UNENCODABLE`: the length of the sequence. To replace it, write
   * something else and continue after it.
   */
  uint64_t error_length;
  /**
   * With `PLACEMAT_OUTPUT_FULL`: the room that the next call needs at least.
   */
  size_t needed;
  /**
   * With `PLACEMAT_UNENCODABLE`: the code point.
   */
  uint32_t code_point;
} placemat_result;

/**
 * The number of an encoding: one of the constants `PLACEMAT_UTF_8` and so on. Numbers do not change between
 * versions. 0 is never an encoding.
 */
typedef uint32_t placemat_encoding;

/**
 * The options of a conversion. All fields 0 are the strict options, and so is a null pointer to them.
 */
typedef struct placemat_options {
  /**
   * What happens to ill-formed subsequences of the source: `PLACEMAT_ON_ERROR_…`.
   */
  uint32_t on_error;
  /**
   * What happens to code points that the target cannot represent: `PLACEMAT_ON_UNENCODABLE_…`.
   */
  uint32_t on_unencodable;
  /**
   * What happens to two surrogates that the target would read back as one code point: `PLACEMAT_PAIRS_…`.
   */
  uint32_t pairs;
  /**
   * Flags: `PLACEMAT_LITTLE_ENDIAN` and others, combined with `|`.
   */
  uint32_t flags;
  /**
   * For later versions: must be 0.
   */
  uint32_t reserved[4];
} placemat_options;

/**
 * The state of a conversion or a validation in pieces. Its contents are private; only the `placemat_stream_…`
 * functions may change it. It may lie on the stack, it owns no memory, and nothing needs to be done at its
 * end. Copying its bytes while no function runs makes another stream in the same state. One thread at a time
 * may use it.
 */
typedef struct placemat_stream {
  /**
   * Private.
   */
  uint64_t opaque[96];
} placemat_stream;

/**
 * How often the policies of a stream were applied.
 */
typedef struct placemat_counts {
  /**
   * Ill-formed subsequences.
   */
  uint64_t errors;
  /**
   * Code points that the target cannot represent.
   */
  uint64_t unencodable;
  /**
   * Surrogate pairs that were joined, or of which the trail surrogate was replaced.
   */
  uint64_t joined;
} placemat_counts;

/**
 * UTF-8.
 */
#define PLACEMAT_UTF_8 1

/**
 * UTF-8 after the signature EF BB BF.
 */
#define PLACEMAT_UTF_8_SIG 2

/**
 * Generalized UTF-8: UTF-8 that also has surrogates, each in three bytes.
 */
#define PLACEMAT_GENERALIZED_UTF_8 3

/**
 * WTF-8: generalized UTF-8 in which a surrogate pair is always one code point.
 */
#define PLACEMAT_WTF_8 4

/**
 * UTF-8b: UTF-8 in which a byte that is ill-formed stands for a code point of U+DC80 to U+DCFF.
 */
#define PLACEMAT_UTF_8B 5

/**
 * UTF-16 with a byte order mark, which is optional in input.
 */
#define PLACEMAT_UTF_16 6

/**
 * UTF-16, least significant byte first.
 */
#define PLACEMAT_UTF_16LE 7

/**
 * UTF-16, most significant byte first.
 */
#define PLACEMAT_UTF_16BE 8

/**
 * WTF-16 (any 16-bit units), least significant byte first.
 */
#define PLACEMAT_WTF_16LE 9

/**
 * WTF-16 (any 16-bit units), most significant byte first.
 */
#define PLACEMAT_WTF_16BE 10

/**
 * UTF-32 with a byte order mark, which is optional in input.
 */
#define PLACEMAT_UTF_32 11

/**
 * UTF-32, least significant byte first.
 */
#define PLACEMAT_UTF_32LE 12

/**
 * UTF-32, most significant byte first.
 */
#define PLACEMAT_UTF_32BE 13

/**
 * UCS-2, least significant byte first.
 */
#define PLACEMAT_UCS_2LE 14

/**
 * UCS-2, most significant byte first.
 */
#define PLACEMAT_UCS_2BE 15

/**
 * UCS-4, least significant byte first.
 */
#define PLACEMAT_UCS_4LE 16

/**
 * UCS-4, most significant byte first.
 */
#define PLACEMAT_UCS_4BE 17

/**
 * CESU-8.
 */
#define PLACEMAT_CESU_8 18

/**
 * CESU-8 that may have lone surrogates.
 */
#define PLACEMAT_CESU_8_LENIENT 19

/**
 * Modified UTF-8, as in Java's class files.
 */
#define PLACEMAT_MUTF_8 20

/**
 * Modified UTF-8 that is read leniently.
 */
#define PLACEMAT_MUTF_8_LENIENT 21

/**
 * MySQL's utf8mb3.
 */
#define PLACEMAT_UTF8MB3 22

/**
 * OPTU-8.
 */
#define PLACEMAT_OPTU_8 23

/**
 * OPTU-8 without the characters that it reads back as bytes.
 */
#define PLACEMAT_OPTU_8_REVERSIBLE 24

/**
 * UTF-1.
 */
#define PLACEMAT_UTF_1 25

/**
 * FSS-UTF of July 1992.
 */
#define PLACEMAT_FSS_UTF_1992_07 26

/**
 * UTF-8 before 2003, with up to six bytes.
 */
#define PLACEMAT_UTF_8_RFC2279 27

/**
 * Corrected UTF-8.
 */
#define PLACEMAT_CORRECTED_UTF_8 28

/**
 * A document in Corrected UTF-8, after its magic number.
 */
#define PLACEMAT_CORRECTED_UTF_8_DOCUMENT 29

/**
 * UTF-8-Mod, or I8.
 */
#define PLACEMAT_UTF_8_MOD 30

/**
 * UTF-EBCDIC.
 */
#define PLACEMAT_UTF_EBCDIC 31

/**
 * US-ASCII, strictly.
 */
#define PLACEMAT_US_ASCII 32

/**
 * ISO-8859-1.
 */
#define PLACEMAT_ISO_8859_1 33

/**
 * Windows-1252.
 */
#define PLACEMAT_WINDOWS_1252 34

/**
 * What Tcl 8.6 reads as UTF-8. It only decodes.
 */
#define PLACEMAT_TCL_8_6_UTF_8 35

/**
 * Modified UTF-8 after a 16-bit count of bytes.
 */
#define PLACEMAT_MUTF_8_WRITEUTF 36

/**
 * Modified UTF-8 after a 64-bit count of bytes.
 */
#define PLACEMAT_MUTF_8_LONG 37

/**
 * Modified UTF-8 before a byte 00.
 */
#define PLACEMAT_MUTF_8_NUL 38

/**
 * Modified UTF-8 as in dex files.
 */
#define PLACEMAT_MUTF_8_DEX 39

/**
 * UTF-8, or else ISO-8859-1. It only decodes.
 */
#define PLACEMAT_UTF_8_OR_ISO_8859_1 40

/**
 * UTF-8, or else Windows-1252. It only decodes.
 */
#define PLACEMAT_UTF_8_OR_WINDOWS_1252 41

/**
 * UTF-8 that was read as ISO-8859-1 and encoded again.
 */
#define PLACEMAT_DOUBLE_UTF_8_LATIN1 42

/**
 * UTF-8 that was read as Windows-1252 and encoded again.
 */
#define PLACEMAT_DOUBLE_UTF_8_CP1252 43

/**
 * The target of a stream that only validates.
 */
#define PLACEMAT_NOTHING 65535

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Converts `length` bytes into memory that this function allocates, with `options`, or strictly if they are
 * null. It also converts into frames, which `placemat_convert` does not.
 *
 * On `PLACEMAT_OK`, `*output` is the text, of `written` bytes, followed by a byte 00 that does not count. Give
 * it back with `placemat_free`. Otherwise `*output` is null, and `written` is how much would precede the
 * error.
 *
 * Needs the feature `std`.
 *
 * # Safety
 *
 * `length` bytes must be readable at `input`, which may be null if `length` is 0. `options` must be null or
 * point to options. `output` must be writable.
 */
struct placemat_result placemat_convert_alloc(placemat_encoding from,
                                              placemat_encoding to,
                                              const struct placemat_options *options,
                                              const char *input,
                                              size_t length,
                                              char **output);

/**
 * Gives back the text that `placemat_convert_alloc` returned. Does nothing if it is null.
 *
 * Needs the feature `std`.
 *
 * # Safety
 *
 * `text` must be null, or a text of `placemat_convert_alloc` that was not given back yet.
 */
void placemat_free(char *text);

/**
 * Allocates a stream and initializes it as `placemat_stream_init` does. Returns null if that fails, or if there
 * is no memory. Give it back with `placemat_stream_free`.
 *
 * Needs the feature `std`.
 *
 * # Safety
 *
 * `options` must be null or point to options.
 */
struct placemat_stream *placemat_stream_new(placemat_encoding from,
                                            placemat_encoding to,
                                            const struct placemat_options *options);

/**
 * Gives back a stream. Does nothing if it is null.
 *
 * Needs the feature `std`.
 *
 * # Safety
 *
 * `stream` must be null, or a stream of `placemat_stream_new` that was not given back yet.
 */
void placemat_stream_free(struct placemat_stream *stream);

/**
 * Converts UTF-8 to UTF-16 in this machine's byte order, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_utf16(const char *input,
                                                      size_t length,
                                                      placemat_char16 *output,
                                                      size_t capacity);

/**
 * Converts UTF-8 to UTF-16 in this machine's byte order, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_utf16_lossy(const char *input,
                                                            size_t length,
                                                            placemat_char16 *output,
                                                            size_t capacity);

/**
 * Converts UTF-8 to UTF-16LE, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_utf16le(const char *input,
                                                        size_t length,
                                                        placemat_char16 *output,
                                                        size_t capacity);

/**
 * Converts UTF-8 to UTF-16LE, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_utf16le_lossy(const char *input,
                                                              size_t length,
                                                              placemat_char16 *output,
                                                              size_t capacity);

/**
 * Converts UTF-8 to UTF-16BE, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_utf16be(const char *input,
                                                        size_t length,
                                                        placemat_char16 *output,
                                                        size_t capacity);

/**
 * Converts UTF-8 to UTF-16BE, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_utf16be_lossy(const char *input,
                                                              size_t length,
                                                              placemat_char16 *output,
                                                              size_t capacity);

/**
 * Converts UTF-8 to ISO-8859-1, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_latin1(const char *input,
                                                       size_t length,
                                                       char *output,
                                                       size_t capacity);

/**
 * Converts UTF-8 to ISO-8859-1, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_latin1_lossy(const char *input,
                                                             size_t length,
                                                             char *output,
                                                             size_t capacity);

/**
 * Converts UTF-16 in this machine's byte order to UTF-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16_to_utf8(const placemat_char16 *input,
                                                      size_t length,
                                                      char *output,
                                                      size_t capacity);

/**
 * Converts UTF-16 in this machine's byte order to UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16_to_utf8_lossy(const placemat_char16 *input,
                                                            size_t length,
                                                            char *output,
                                                            size_t capacity);

/**
 * Converts UTF-16LE to UTF-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16le_to_utf8(const placemat_char16 *input,
                                                        size_t length,
                                                        char *output,
                                                        size_t capacity);

/**
 * Converts UTF-16LE to UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16le_to_utf8_lossy(const placemat_char16 *input,
                                                              size_t length,
                                                              char *output,
                                                              size_t capacity);

/**
 * Converts UTF-16BE to UTF-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16be_to_utf8(const placemat_char16 *input,
                                                        size_t length,
                                                        char *output,
                                                        size_t capacity);

/**
 * Converts UTF-16BE to UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16be_to_utf8_lossy(const placemat_char16 *input,
                                                              size_t length,
                                                              char *output,
                                                              size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-8, and stops at the first error.
 *
 * The output never needs more than 2 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf8(const char *input,
                                                       size_t length,
                                                       char *output,
                                                       size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 2 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf8_lossy(const char *input,
                                                             size_t length,
                                                             char *output,
                                                             size_t capacity);

/**
 * Copies UTF-8, and replaces each ill-formed subsequence with U+FFFD, as decoders of the Web do.
 *
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on. The output never needs more than
 * 3 × `length` bytes.
 *
 * # Safety
 *
 * `length` bytes must be readable at `input`, and `capacity` bytes writable at `output`; they must not overlap. A
 * pointer may be null if its length is 0.
 */
struct placemat_result placemat_to_well_formed_utf8(const char *input,
                                                    size_t length,
                                                    char *output,
                                                    size_t capacity);

/**
 * Replaces each lone surrogate in UTF-16 in this machine's byte order with U+FFFD, in place.
 *
 * Returns the number of surrogates that were replaced. Does nothing if the pointer is null or not
 * aligned.
 *
 * # Safety
 *
 * `length` units must be readable and writable at `units`, which may be null if `length` is 0.
 */
size_t placemat_make_well_formed_utf16(placemat_char16 *units, size_t length);

/**
 * Replaces each lone surrogate in UTF-16LE with U+FFFD, in place.
 *
 * Returns the number of surrogates that were replaced. Does nothing if the pointer is null or not
 * aligned.
 *
 * # Safety
 *
 * `length` units must be readable and writable at `units`, which may be null if `length` is 0.
 */
size_t placemat_make_well_formed_utf16le(placemat_char16 *units, size_t length);

/**
 * Replaces each lone surrogate in UTF-16BE with U+FFFD, in place.
 *
 * Returns the number of surrogates that were replaced. Does nothing if the pointer is null or not
 * aligned.
 *
 * # Safety
 *
 * `length` units must be readable and writable at `units`, which may be null if `length` is 0.
 */
size_t placemat_make_well_formed_utf16be(placemat_char16 *units, size_t length);

/**
 * Returns the number of code points in UTF-8.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_count_utf8(const char *input,
                           size_t length);

/**
 * Returns the number of code points in UTF-16 in this machine's byte order.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_count_utf16(const placemat_char16 *input,
                            size_t length);

/**
 * Returns the number of code points in UTF-16LE.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_count_utf16le(const placemat_char16 *input,
                              size_t length);

/**
 * Returns the number of code points in UTF-16BE.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_count_utf16be(const placemat_char16 *input,
                              size_t length);

/**
 * Returns the length of UTF-8 in UTF-16.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf16_length_from_utf8(const char *input,
                                       size_t length);

/**
 * Returns the length of UTF-8 in UTF-32.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf32_length_from_utf8(const char *input,
                                       size_t length);

/**
 * Returns the length of UTF-8 in ISO-8859-1, if it has no other characters.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_latin1_length_from_utf8(const char *input,
                                        size_t length);

/**
 * Returns the length of UTF-16 in this machine's byte order in UTF-8.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf8_length_from_utf16(const placemat_char16 *input,
                                       size_t length);

/**
 * Returns the length of UTF-16LE in UTF-8.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf8_length_from_utf16le(const placemat_char16 *input,
                                         size_t length);

/**
 * Returns the length of UTF-16BE in UTF-8.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf8_length_from_utf16be(const placemat_char16 *input,
                                         size_t length);

/**
 * Returns the length of UTF-16 in this machine's byte order in UTF-32.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf32_length_from_utf16(const placemat_char16 *input,
                                        size_t length);

/**
 * Returns the length of UTF-16LE in UTF-32.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf32_length_from_utf16le(const placemat_char16 *input,
                                          size_t length);

/**
 * Returns the length of UTF-16BE in UTF-32.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf32_length_from_utf16be(const placemat_char16 *input,
                                          size_t length);

/**
 * Returns the length of UTF-32 in UTF-8.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf8_length_from_utf32(const placemat_char32 *input,
                                       size_t length);

/**
 * Returns the length of UTF-32 in UTF-16.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf16_length_from_utf32(const placemat_char32 *input,
                                        size_t length);

/**
 * Returns the length of ISO-8859-1 in UTF-8.
 *
 * The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
 * pointer is null.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
size_t placemat_utf8_length_from_latin1(const char *input,
                                        size_t length);

/**
 * Returns the encoding that a name of `length` bytes means, or 0: first an identifier such as "cesu-8", then a
 * label such as "AL32UTF8". Upper and lower case are equal.
 *
 * Needs the feature `encodings`.
 *
 * # Safety
 *
 * `length` bytes must be readable at `name`, which may be null if `length` is 0.
 */
placemat_encoding placemat_encoding_for_name(const char *name,
                                             size_t length);

/**
 * Returns the encoding that a label in data means, such as the charset of a document, or 0. The registries of
 * IANA, WHATWG, Java and Python decide, so encodings for use inside one system, such as WTF-8, have no label.
 * Use `placemat_encoding_for_name` for names that people type.
 *
 * Needs the feature `encodings`.
 *
 * # Safety
 *
 * `length` bytes must be readable at `label`, which may be null if `length` is 0.
 */
placemat_encoding placemat_encoding_for_label(const char *label,
                                              size_t length);

/**
 * Returns the encoding whose signature the input begins with, such as a byte order mark, or 0. Writes the
 * length of the signature to `signature_length`, unless that is null.
 *
 * Needs the feature `encodings`.
 *
 * # Safety
 *
 * `length` bytes must be readable at `input`, which may be null if `length` is 0. `signature_length` must be
 * null or writable.
 */
placemat_encoding placemat_encoding_for_signature(const char *input,
                                                  size_t length,
                                                  size_t *signature_length);

/**
 * Returns the identifier of an encoding, such as "cesu-8", or null if there is no such encoding. The text is
 * static and ends in a NUL.
 *
 * Needs the feature `encodings`.
 */
const char *placemat_encoding_name(placemat_encoding encoding);

/**
 * Converts UTF-8 to UTF-32, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_utf32(const char *input,
                                                      size_t length,
                                                      placemat_char32 *output,
                                                      size_t capacity);

/**
 * Converts UTF-8 to UTF-32, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_utf32_lossy(const char *input,
                                                            size_t length,
                                                            placemat_char32 *output,
                                                            size_t capacity);

/**
 * Converts UTF-32 to UTF-8, and stops at the first error.
 *
 * The output never needs more than 4 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_utf8(const placemat_char32 *input,
                                                      size_t length,
                                                      char *output,
                                                      size_t capacity);

/**
 * Converts UTF-32 to UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 4 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_utf8_lossy(const placemat_char32 *input,
                                                            size_t length,
                                                            char *output,
                                                            size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-16 in this machine's byte order, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf16(const char *input,
                                                        size_t length,
                                                        placemat_char16 *output,
                                                        size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-16 in this machine's byte order, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf16_lossy(const char *input,
                                                              size_t length,
                                                              placemat_char16 *output,
                                                              size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-16LE, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf16le(const char *input,
                                                          size_t length,
                                                          placemat_char16 *output,
                                                          size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-16LE, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf16le_lossy(const char *input,
                                                                size_t length,
                                                                placemat_char16 *output,
                                                                size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-16BE, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf16be(const char *input,
                                                          size_t length,
                                                          placemat_char16 *output,
                                                          size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-16BE, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf16be_lossy(const char *input,
                                                                size_t length,
                                                                placemat_char16 *output,
                                                                size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-32, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf32(const char *input,
                                                        size_t length,
                                                        placemat_char32 *output,
                                                        size_t capacity);

/**
 * Converts ISO-8859-1 to UTF-32, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_latin1_to_utf32_lossy(const char *input,
                                                              size_t length,
                                                              placemat_char32 *output,
                                                              size_t capacity);

/**
 * Converts UTF-16 in this machine's byte order to ISO-8859-1, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16_to_latin1(const placemat_char16 *input,
                                                        size_t length,
                                                        char *output,
                                                        size_t capacity);

/**
 * Converts UTF-16 in this machine's byte order to ISO-8859-1, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16_to_latin1_lossy(const placemat_char16 *input,
                                                              size_t length,
                                                              char *output,
                                                              size_t capacity);

/**
 * Converts UTF-16LE to ISO-8859-1, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16le_to_latin1(const placemat_char16 *input,
                                                          size_t length,
                                                          char *output,
                                                          size_t capacity);

/**
 * Converts UTF-16LE to ISO-8859-1, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16le_to_latin1_lossy(const placemat_char16 *input,
                                                                size_t length,
                                                                char *output,
                                                                size_t capacity);

/**
 * Converts UTF-16BE to ISO-8859-1, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16be_to_latin1(const placemat_char16 *input,
                                                          size_t length,
                                                          char *output,
                                                          size_t capacity);

/**
 * Converts UTF-16BE to ISO-8859-1, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16be_to_latin1_lossy(const placemat_char16 *input,
                                                                size_t length,
                                                                char *output,
                                                                size_t capacity);

/**
 * Converts UTF-32 to ISO-8859-1, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_latin1(const placemat_char32 *input,
                                                        size_t length,
                                                        char *output,
                                                        size_t capacity);

/**
 * Converts UTF-32 to ISO-8859-1, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_latin1_lossy(const placemat_char32 *input,
                                                              size_t length,
                                                              char *output,
                                                              size_t capacity);

/**
 * Converts UTF-16 in this machine's byte order to UTF-32, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16_to_utf32(const placemat_char16 *input,
                                                       size_t length,
                                                       placemat_char32 *output,
                                                       size_t capacity);

/**
 * Converts UTF-16 in this machine's byte order to UTF-32, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16_to_utf32_lossy(const placemat_char16 *input,
                                                             size_t length,
                                                             placemat_char32 *output,
                                                             size_t capacity);

/**
 * Converts UTF-16LE to UTF-32, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16le_to_utf32(const placemat_char16 *input,
                                                         size_t length,
                                                         placemat_char32 *output,
                                                         size_t capacity);

/**
 * Converts UTF-16LE to UTF-32, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16le_to_utf32_lossy(const placemat_char16 *input,
                                                               size_t length,
                                                               placemat_char32 *output,
                                                               size_t capacity);

/**
 * Converts UTF-16BE to UTF-32, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16be_to_utf32(const placemat_char16 *input,
                                                         size_t length,
                                                         placemat_char32 *output,
                                                         size_t capacity);

/**
 * Converts UTF-16BE to UTF-32, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16be_to_utf32_lossy(const placemat_char16 *input,
                                                               size_t length,
                                                               placemat_char32 *output,
                                                               size_t capacity);

/**
 * Converts UTF-32 to UTF-16 in this machine's byte order, and stops at the first error.
 *
 * The output never needs more than 2 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_utf16(const placemat_char32 *input,
                                                       size_t length,
                                                       placemat_char16 *output,
                                                       size_t capacity);

/**
 * Converts UTF-32 to UTF-16 in this machine's byte order, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 2 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_utf16_lossy(const placemat_char32 *input,
                                                             size_t length,
                                                             placemat_char16 *output,
                                                             size_t capacity);

/**
 * Converts UTF-32 to UTF-16LE, and stops at the first error.
 *
 * The output never needs more than 2 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_utf16le(const placemat_char32 *input,
                                                         size_t length,
                                                         placemat_char16 *output,
                                                         size_t capacity);

/**
 * Converts UTF-32 to UTF-16LE, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 2 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_utf16le_lossy(const placemat_char32 *input,
                                                               size_t length,
                                                               placemat_char16 *output,
                                                               size_t capacity);

/**
 * Converts UTF-32 to UTF-16BE, and stops at the first error.
 *
 * The output never needs more than 2 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_utf16be(const placemat_char32 *input,
                                                         size_t length,
                                                         placemat_char16 *output,
                                                         size_t capacity);

/**
 * Converts UTF-32 to UTF-16BE, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 2 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf32_to_utf16be_lossy(const placemat_char32 *input,
                                                               size_t length,
                                                               placemat_char16 *output,
                                                               size_t capacity);

/**
 * Converts WTF-8 to 16-bit units that may have lone surrogates, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf8_to_wtf16(const char *input,
                                                      size_t length,
                                                      placemat_char16 *output,
                                                      size_t capacity);

/**
 * Converts WTF-8 to 16-bit units that may have lone surrogates, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf8_to_wtf16_lossy(const char *input,
                                                            size_t length,
                                                            placemat_char16 *output,
                                                            size_t capacity);

/**
 * Converts 16-bit units that may have lone surrogates to WTF-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf16_to_wtf8(const placemat_char16 *input,
                                                      size_t length,
                                                      char *output,
                                                      size_t capacity);

/**
 * Converts 16-bit units that may have lone surrogates to WTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf16_to_wtf8_lossy(const placemat_char16 *input,
                                                            size_t length,
                                                            char *output,
                                                            size_t capacity);

/**
 * Converts WTF-8 to UTF-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf8_to_utf8(const char *input,
                                                     size_t length,
                                                     char *output,
                                                     size_t capacity);

/**
 * Converts WTF-8 to UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf8_to_utf8_lossy(const char *input,
                                                           size_t length,
                                                           char *output,
                                                           size_t capacity);

/**
 * Converts CESU-8 to UTF-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_cesu8_to_utf8(const char *input,
                                                      size_t length,
                                                      char *output,
                                                      size_t capacity);

/**
 * Converts CESU-8 to UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_cesu8_to_utf8_lossy(const char *input,
                                                            size_t length,
                                                            char *output,
                                                            size_t capacity);

/**
 * Converts UTF-8 to CESU-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_cesu8(const char *input,
                                                      size_t length,
                                                      char *output,
                                                      size_t capacity);

/**
 * Converts UTF-8 to CESU-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_cesu8_lossy(const char *input,
                                                            size_t length,
                                                            char *output,
                                                            size_t capacity);

/**
 * Converts CESU-8 to UTF-16 in this machine's byte order, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_cesu8_to_utf16(const char *input,
                                                       size_t length,
                                                       placemat_char16 *output,
                                                       size_t capacity);

/**
 * Converts CESU-8 to UTF-16 in this machine's byte order, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_cesu8_to_utf16_lossy(const char *input,
                                                             size_t length,
                                                             placemat_char16 *output,
                                                             size_t capacity);

/**
 * Converts UTF-16 in this machine's byte order to CESU-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16_to_cesu8(const placemat_char16 *input,
                                                       size_t length,
                                                       char *output,
                                                       size_t capacity);

/**
 * Converts UTF-16 in this machine's byte order to CESU-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf16_to_cesu8_lossy(const placemat_char16 *input,
                                                             size_t length,
                                                             char *output,
                                                             size_t capacity);

/**
 * Converts Modified UTF-8 to UTF-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_mutf8_to_utf8(const char *input,
                                                      size_t length,
                                                      char *output,
                                                      size_t capacity);

/**
 * Converts Modified UTF-8 to UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_mutf8_to_utf8_lossy(const char *input,
                                                            size_t length,
                                                            char *output,
                                                            size_t capacity);

/**
 * Converts UTF-8 to Modified UTF-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_mutf8(const char *input,
                                                      size_t length,
                                                      char *output,
                                                      size_t capacity);

/**
 * Converts UTF-8 to Modified UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8_to_mutf8_lossy(const char *input,
                                                            size_t length,
                                                            char *output,
                                                            size_t capacity);

/**
 * Converts Modified UTF-8 to 16-bit units that may have lone surrogates, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_mutf8_to_wtf16(const char *input,
                                                       size_t length,
                                                       placemat_char16 *output,
                                                       size_t capacity);

/**
 * Converts Modified UTF-8 to 16-bit units that may have lone surrogates, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_mutf8_to_wtf16_lossy(const char *input,
                                                             size_t length,
                                                             placemat_char16 *output,
                                                             size_t capacity);

/**
 * Converts 16-bit units that may have lone surrogates to Modified UTF-8, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf16_to_mutf8(const placemat_char16 *input,
                                                       size_t length,
                                                       char *output,
                                                       size_t capacity);

/**
 * Converts 16-bit units that may have lone surrogates to Modified UTF-8, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf16_to_mutf8_lossy(const placemat_char16 *input,
                                                             size_t length,
                                                             char *output,
                                                             size_t capacity);

/**
 * Converts UTF-8b, which is any bytes, to 16-bit units that may have lone surrogates, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8b_to_wtf16(const char *input,
                                                       size_t length,
                                                       placemat_char16 *output,
                                                       size_t capacity);

/**
 * Converts UTF-8b, which is any bytes, to 16-bit units that may have lone surrogates, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8b_to_wtf16_lossy(const char *input,
                                                             size_t length,
                                                             placemat_char16 *output,
                                                             size_t capacity);

/**
 * Converts 16-bit units that may have lone surrogates to UTF-8b, and stops at the first error.
 *
 * The output never needs more than 3 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf16_to_utf8b(const placemat_char16 *input,
                                                       size_t length,
                                                       char *output,
                                                       size_t capacity);

/**
 * Converts 16-bit units that may have lone surrogates to UTF-8b, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 3 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_wtf16_to_utf8b_lossy(const placemat_char16 *input,
                                                             size_t length,
                                                             char *output,
                                                             size_t capacity);

/**
 * Converts UTF-8b, which is any bytes, to code points that may be surrogates, and stops at the first error.
 *
 * The output never needs more than `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8b_to_ucs4(const char *input,
                                                      size_t length,
                                                      placemat_char32 *output,
                                                      size_t capacity);

/**
 * Converts UTF-8b, which is any bytes, to code points that may be surrogates, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_utf8b_to_ucs4_lossy(const char *input,
                                                            size_t length,
                                                            placemat_char32 *output,
                                                            size_t capacity);

/**
 * Converts code points that may be surrogates to UTF-8b, and stops at the first error.
 *
 * The output never needs more than 4 × `length` units.
 * With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_ucs4_to_utf8b(const placemat_char32 *input,
                                                      size_t length,
                                                      char *output,
                                                      size_t capacity);

/**
 * Converts code points that may be surrogates to UTF-8b, and replaces what it cannot convert.
 *
 * U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
 * `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
 * on. The output never needs more than 4 × `length` units.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0.
 */
struct placemat_result placemat_convert_ucs4_to_utf8b_lossy(const placemat_char32 *input,
                                                            size_t length,
                                                            char *output,
                                                            size_t capacity);

/**
 * Converts `length` bytes from one encoding to another into `capacity` bytes, with `options`, or strictly if
 * they are null.
 *
 * Without the feature `encodings`, there are the pairs of UTF-8 with UTF-16 in this machine's byte order and
 * with ISO-8859-1, both ways, and those of the feature `family`. Others have the status `PLACEMAT_UNSUPPORTED`.
 *
 * After `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on, but use a stream if the source may
 * begin with a byte order mark or if the target writes one.
 *
 * # Safety
 *
 * `length` bytes must be readable at `input`, and `capacity` bytes writable at `output`; they must not
 * overlap. A pointer may be null if its length is 0. `options` must be null or point to options.
 */
struct placemat_result placemat_convert(placemat_encoding from,
                                        placemat_encoding to,
                                        const struct placemat_options *options,
                                        const char *input,
                                        size_t length,
                                        char *output,
                                        size_t capacity);

/**
 * Returns the number of bytes that are enough for every input of `length` bytes, or `SIZE_MAX` if this build
 * has no such conversion or if no buffer is large enough.
 *
 * Needs the feature `encodings`. Each function for one pair says how much it needs.
 *
 * # Safety
 *
 * `options` must be null or point to options.
 */
size_t placemat_max_length(placemat_encoding from,
                           placemat_encoding to,
                           const struct placemat_options *options,
                           size_t length);

/**
 * Returns the exact number of bytes that `placemat_convert` would write, in `written`, and the status that it
 * would have with enough room. Nothing is written.
 *
 * Needs the feature `encodings`.
 *
 * # Safety
 *
 * `length` bytes must be readable at `input`, which may be null if `length` is 0. `options` must be null or
 * point to options.
 */
struct placemat_result placemat_converted_length(placemat_encoding from,
                                                 placemat_encoding to,
                                                 const struct placemat_options *options,
                                                 const char *input,
                                                 size_t length);

/**
 * Returns the name of a status for messages, such as "ill-formed". The text is static and ends in a NUL. An
 * unknown number has the name "unknown".
 */
const char *placemat_status_name(int32_t status);

/**
 * Returns the name of a kind of error, such as "overlong". The text is static and ends in a NUL. An unknown
 * number has the name "unknown".
 */
const char *placemat_error_kind_name(int32_t kind);

/**
 * Begins a conversion in pieces, with `options`, or strictly if they are null. With `PLACEMAT_NOTHING` as the
 * target, the stream only validates. All units of streams are bytes, also those of UTF-16 and UTF-32.
 *
 * Without the feature `encodings`, there are the pairs of `placemat_convert`, and validation of UTF-8 and of
 * UTF-16 and UTF-32 in this machine's byte order. Encodings that decide on their whole input, such as frames,
 * have the status `PLACEMAT_UNSUPPORTED`.
 *
 * # Safety
 *
 * `stream` must be writable; it does not have to be initialized. `options` must be null or point to options.
 */
enum placemat_status placemat_stream_init(struct placemat_stream *stream,
                                          placemat_encoding from,
                                          placemat_encoding to,
                                          const struct placemat_options *options);

/**
 * Converts or validates the next piece. `is_last` says that no more input will come.
 *
 * * `PLACEMAT_NEED_INPUT`: all of the piece was read; an incomplete sequence at its end is kept.
 * * `PLACEMAT_OUTPUT_FULL`: call again with the piece from `read` on, and with more room.
 * * `PLACEMAT_OK`: everything was converted. This status follows only if `is_last` is true.
 * * `PLACEMAT_ILL_FORMED`, `PLACEMAT_UNENCODABLE`: the stream has failed, and each further call returns the same,
 *   until `placemat_stream_resume`. All output before the error is written. `error_offset` counts from the
 *   start of the stream.
 *
 * # Safety
 *
 * `stream` must be null or point to a stream. `length` bytes must be readable at `input`, and `capacity` bytes
 * writable at `output`; they must not overlap each other or the stream. A pointer may be null if its length is
 * 0.
 */
struct placemat_result placemat_stream_push(struct placemat_stream *stream,
                                            const char *input,
                                            size_t length,
                                            char *output,
                                            size_t capacity,
                                            bool is_last);

/**
 * Continues a stream after an error: the next piece follows the sequence that was ill-formed or could not be
 * represented. Write something in its place, if you like, and pass the failed piece from `read` on. Returns the
 * number of bytes after the error that the stream has already read, which is 0 if it only validates. Does
 * nothing unless the stream has failed.
 *
 * # Safety
 *
 * `stream` must be null or point to a stream.
 */
size_t placemat_stream_resume(struct placemat_stream *stream);

/**
 * Returns how often the policies were applied since the stream began.
 *
 * # Safety
 *
 * `stream` must be null or point to a stream.
 */
struct placemat_counts placemat_stream_counts(const struct placemat_stream *stream);

/**
 * Returns true if the input is valid ASCII.
 *
 * The input may be null if its length is 0, and is valid then.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
bool placemat_validate_ascii(const char *input, size_t length);

/**
 * Validates ASCII and reports the first error.
 *
 * `read` is the number of units before the error, or all of them.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, which may be null if `length` is 0.
 */
struct placemat_result placemat_validate_ascii_with_error(const char *input, size_t length);

/**
 * Returns true if the input is valid UTF-8.
 *
 * The input may be null if its length is 0, and is valid then.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
bool placemat_validate_utf8(const char *input, size_t length);

/**
 * Validates UTF-8 and reports the first error.
 *
 * `read` is the number of units before the error, or all of them.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, which may be null if `length` is 0.
 */
struct placemat_result placemat_validate_utf8_with_error(const char *input, size_t length);

/**
 * Returns true if the input is valid UTF-16 in this machine's byte order.
 *
 * The input may be null if its length is 0, and is valid then.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
bool placemat_validate_utf16(const placemat_char16 *input, size_t length);

/**
 * Validates UTF-16 in this machine's byte order and reports the first error.
 *
 * `read` is the number of units before the error, or all of them.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, which may be null if `length` is 0.
 */
struct placemat_result placemat_validate_utf16_with_error(const placemat_char16 *input,
                                                          size_t length);

/**
 * Returns true if the input is valid UTF-16LE.
 *
 * The input may be null if its length is 0, and is valid then.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
bool placemat_validate_utf16le(const placemat_char16 *input, size_t length);

/**
 * Validates UTF-16LE and reports the first error.
 *
 * `read` is the number of units before the error, or all of them.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, which may be null if `length` is 0.
 */
struct placemat_result placemat_validate_utf16le_with_error(const placemat_char16 *input,
                                                            size_t length);

/**
 * Returns true if the input is valid UTF-16BE.
 *
 * The input may be null if its length is 0, and is valid then.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
bool placemat_validate_utf16be(const placemat_char16 *input, size_t length);

/**
 * Validates UTF-16BE and reports the first error.
 *
 * `read` is the number of units before the error, or all of them.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, which may be null if `length` is 0.
 */
struct placemat_result placemat_validate_utf16be_with_error(const placemat_char16 *input,
                                                            size_t length);

/**
 * Returns true if the input is valid UTF-32 in this machine's byte order.
 *
 * The input may be null if its length is 0, and is valid then.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
bool placemat_validate_utf32(const placemat_char32 *input, size_t length);

/**
 * Validates UTF-32 in this machine's byte order and reports the first error.
 *
 * `read` is the number of units before the error, or all of them.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, which may be null if `length` is 0.
 */
struct placemat_result placemat_validate_utf32_with_error(const placemat_char32 *input,
                                                          size_t length);

/**
 * Returns true if the input is valid WTF-8.
 *
 * The input may be null if its length is 0, and is valid then.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
bool placemat_validate_wtf8(const char *input, size_t length);

/**
 * Validates WTF-8 and reports the first error.
 *
 * `read` is the number of units before the error, or all of them.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, which may be null if `length` is 0.
 */
struct placemat_result placemat_validate_wtf8_with_error(const char *input, size_t length);

/**
 * Returns true if the input is valid CESU-8.
 *
 * The input may be null if its length is 0, and is valid then.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
bool placemat_validate_cesu8(const char *input, size_t length);

/**
 * Validates CESU-8 and reports the first error.
 *
 * `read` is the number of units before the error, or all of them.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, which may be null if `length` is 0.
 */
struct placemat_result placemat_validate_cesu8_with_error(const char *input, size_t length);

/**
 * Returns true if the input is valid Modified UTF-8, which may have lone surrogates.
 *
 * The input may be null if its length is 0, and is valid then.
 *
 * # Safety
 *
 * `length` units must be readable at `input`.
 */
bool placemat_validate_mutf8(const char *input, size_t length);

/**
 * Validates Modified UTF-8, which may have lone surrogates and reports the first error.
 *
 * `read` is the number of units before the error, or all of them.
 *
 * # Safety
 *
 * `length` units must be readable at `input`, which may be null if `length` is 0.
 */
struct placemat_result placemat_validate_mutf8_with_error(const char *input, size_t length);

/**
 * Returns the version of the library that is linked, as `PLACEMAT_VERSION` has that of the header. A library
 * has all functions of the headers with the same major version and with an earlier or the same minor version.
 */
uint32_t placemat_version(void);

/**
 * Returns the version of the library that is linked as text, such as "0.1.0". The text is static and ends in a
 * NUL.
 */
const char *placemat_version_string(void);

/**
 * Returns the name of the instruction set in use: "avx512", "avx2", "sse4.1", "neon" or "scalar". The text is
 * static and ends in a NUL. The best one of the CPU is chosen at the first call of any function; with the
 * feature `std`, the environment variable `PLACEMAT_ISA` can name another.
 */
const char *placemat_instruction_set(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PLACEMAT_H */
