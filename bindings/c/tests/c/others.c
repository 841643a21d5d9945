/* Streams, counts, names, options, and functions that allocate. */
#include "check.h"

#ifdef WITH_SIMDUTF
/* Declared as in simdutf's own header. */
typedef struct { int error; size_t count; } simdutf_result;
bool simdutf_validate_utf8(const char *, size_t);
simdutf_result simdutf_validate_utf8_with_errors(const char *, size_t);
size_t simdutf_utf16_length_from_utf8(const char *, size_t);
size_t simdutf_convert_utf8_to_utf16le(const char *, size_t, placemat_char16 *);
#endif

static const char TEXT[] = "a\xC3\xA9\xE6\x97\xA5\xF0\x9F\x92\xA9z";
#define SIZE (sizeof TEXT - 1)

/* Converts in two pieces, with every room for each call. */
static void check_cut(size_t cut, size_t room) {
  static const placemat_char16 expected[] = {'a', 0xE9, 0x65E5, 0xD83D, 0xDCA9, 'z'};
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const placemat_encoding utf16 = PLACEMAT_UTF_16LE;
#else
  const placemat_encoding utf16 = PLACEMAT_UTF_16BE;
#endif
  placemat_stream stream;
  char all[64], *pieces[2] = {exactly(TEXT, cut), exactly(TEXT + cut, SIZE - cut)};
  size_t sizes[2] = {cut, SIZE - cut}, written = 0;
  memset(&stream, 0xA5, sizeof stream);
  CHECK(placemat_stream_init(&stream, PLACEMAT_UTF_8, utf16, NULL) == PLACEMAT_OK);
  for (int k = 0; k < 2; k++) {
    size_t read = 0;
    for (;;) {
      char *output = exactly(NULL, room);
      placemat_result r = placemat_stream_push(&stream, pieces[k] + read, sizes[k] - read, output, room, k == 1);
      read += r.read;
      memcpy(all + written, output, r.written);
      written += r.written;
      free(output);
      if (r.status == PLACEMAT_OUTPUT_FULL) {
        CHECK(r.needed > room - r.written || r.needed <= room);
        if (r.needed > room) room = r.needed;
        continue;
      }
      CHECK(read == sizes[k]);
      CHECK(r.status == (k == 1 ? PLACEMAT_OK : PLACEMAT_NEED_INPUT));
      break;
    }
    free(pieces[k]);
  }
  CHECK(written == sizeof expected && memcmp(all, expected, written) == 0);
}

static void check_streams(void) {
  placemat_stream stream, zero;
  placemat_options options = {0};
  placemat_result r;
  char out[32];
  for (size_t cut = 0; cut <= SIZE; cut++)
    for (size_t room = 0; room < 14; room++) check_cut(cut, room);

  /* An error, and what follows it. */
  CHECK(placemat_stream_init(&stream, PLACEMAT_UTF_8, PLACEMAT_ISO_8859_1, NULL) == PLACEMAT_OK);
  r = placemat_stream_push(&stream, "a\xFF" "b", 3, out, sizeof out, true);
  CHECK(r.status == PLACEMAT_ILL_FORMED && r.error_offset == 1 && r.error_length == 1 && r.written == 1);
  CHECK(placemat_stream_push(&stream, "b", 1, out, sizeof out, true).status == PLACEMAT_ILL_FORMED);
  CHECK(placemat_stream_resume(&stream) == 0);
  r = placemat_stream_push(&stream, "b", 1, out, sizeof out, true);
  CHECK(r.status == PLACEMAT_OK && r.written == 1 && out[0] == 'b');

  options.on_error = PLACEMAT_ON_ERROR_REPLACE;
  options.on_unencodable = PLACEMAT_ON_UNENCODABLE_REPLACE;
  CHECK(placemat_stream_init(&stream, PLACEMAT_UTF_8, PLACEMAT_ISO_8859_1, &options) == PLACEMAT_OK);
  r = placemat_stream_push(&stream, "\xFF\xE6\x97\xA5", 4, out, sizeof out, true);
  CHECK(r.status == PLACEMAT_OK && r.written == 2 && memcmp(out, "??", 2) == 0);
  CHECK(placemat_stream_counts(&stream).errors == 1 && placemat_stream_counts(&stream).unencodable == 2);

  /* Validation, byte by byte. */
  for (size_t cut = 0; cut <= SIZE; cut++) {
    CHECK(placemat_stream_init(&stream, PLACEMAT_UTF_8, PLACEMAT_NOTHING, NULL) == PLACEMAT_OK);
    for (size_t k = 0; k < cut; k++)
      CHECK(placemat_stream_push(&stream, TEXT + k, 1, NULL, 0, false).status == PLACEMAT_NEED_INPUT);
    r = placemat_stream_push(&stream, NULL, 0, NULL, 0, true);
    bool inside = cut == 2 || cut == 4 || cut == 5 || (cut >= 7 && cut <= 9);
    CHECK(r.status == (inside ? PLACEMAT_ILL_FORMED : PLACEMAT_OK));
    CHECK(r.kind == (inside ? PLACEMAT_KIND_TRUNCATED : PLACEMAT_KIND_NONE));
  }

  /* Validation that goes on: an error, one that is cut, and one at the end. */
  CHECK(placemat_stream_init(&stream, PLACEMAT_UTF_8, PLACEMAT_NOTHING, NULL) == PLACEMAT_OK);
  r = placemat_stream_push(&stream, "a\xFF" "b\xE2", 4, NULL, 0, false);
  CHECK(r.status == PLACEMAT_ILL_FORMED && r.read == 2 && r.error_offset == 1);
  CHECK(placemat_stream_push(&stream, "b", 1, NULL, 0, true).status == PLACEMAT_ILL_FORMED);
  CHECK(placemat_stream_resume(&stream) == 0);
  CHECK(placemat_stream_push(&stream, "b\xE2", 2, NULL, 0, false).status == PLACEMAT_NEED_INPUT);
  r = placemat_stream_push(&stream, "c\xF0\x9F", 3, NULL, 0, true);
  CHECK(r.status == PLACEMAT_ILL_FORMED && r.read == 0 && r.error_offset == 3 && r.error_length == 1);
  CHECK(placemat_stream_resume(&stream) == 0);
  r = placemat_stream_push(&stream, "c\xF0\x9F", 3, NULL, 0, true);
  CHECK(r.status == PLACEMAT_ILL_FORMED && r.read == 3 && r.error_offset == 5 && r.error_length == 2);
  CHECK(placemat_stream_resume(&stream) == 0);
  CHECK(placemat_stream_push(&stream, NULL, 0, NULL, 0, true).status == PLACEMAT_OK);

  /* Wrong arguments. */
  memset(&zero, 0, sizeof zero);
  CHECK(placemat_stream_push(NULL, "a", 1, out, 1, true).status == PLACEMAT_INVALID_ARGUMENT);
  CHECK(placemat_stream_push(&zero, "a", 1, out, 1, true).status == PLACEMAT_INVALID_ARGUMENT);
  CHECK(placemat_stream_resume(NULL) == 0 && placemat_stream_resume(&zero) == 0);
  CHECK(placemat_stream_counts(NULL).errors == 0);
  CHECK(placemat_stream_init(NULL, PLACEMAT_UTF_8, PLACEMAT_UTF_16, NULL) == PLACEMAT_INVALID_ARGUMENT);
  CHECK(placemat_stream_init(&stream, 0, PLACEMAT_UTF_16, NULL) == PLACEMAT_INVALID_ARGUMENT);
  CHECK(placemat_stream_push(&stream, "a", 1, out, 1, true).status == PLACEMAT_INVALID_ARGUMENT);
  options.flags = 1u << 31;
  CHECK(placemat_stream_init(&stream, PLACEMAT_UTF_8, PLACEMAT_UTF_16, &options) == PLACEMAT_INVALID_ARGUMENT);
  CHECK(placemat_stream_init(&stream, PLACEMAT_UTF_8, PLACEMAT_TCL_8_6_UTF_8, NULL) == PLACEMAT_UNSUPPORTED);
  CHECK(placemat_stream_init(&stream, PLACEMAT_MUTF_8_DEX, PLACEMAT_UTF_8, NULL) == PLACEMAT_UNSUPPORTED);
  CHECK(placemat_stream_new(0, 0, NULL) == NULL);
  placemat_stream_free(NULL);
}

static void check_counts(void) {
  placemat_char16 units[] = {0xD83D, 'a', 0xDCA9};
  CHECK(placemat_count_utf8(TEXT, SIZE) == 5 && placemat_utf16_length_from_utf8(TEXT, SIZE) == 6);
  CHECK(placemat_count_utf8(NULL, 0) == 0 && placemat_count_utf8(NULL, 9) == 0);
  CHECK(placemat_count_utf16(NULL, 0) == 0 && placemat_utf8_length_from_utf32(NULL, 9) == 0);
  CHECK(placemat_make_well_formed_utf16(NULL, 0) == 0 && placemat_make_well_formed_utf16(NULL, 3) == 0);
  CHECK(placemat_make_well_formed_utf16(units, 3) == 2 && units[0] == 0xFFFD && units[1] == 'a');
  char out[8];
  placemat_result r = placemat_to_well_formed_utf8("a\xFF", 2, out, sizeof out);
  CHECK(r.status == PLACEMAT_OK && r.written == 4 && memcmp(out, "a\xEF\xBF\xBD", 4) == 0);
  CHECK(placemat_to_well_formed_utf8(NULL, 0, NULL, 0).status == PLACEMAT_OK);
  CHECK(placemat_to_well_formed_utf8("\xC3\xA9", 2, out, 1).needed == 2);
}

static void check_names(void) {
  size_t length = 9;
  CHECK(placemat_version() == PLACEMAT_VERSION);
  CHECK(strcmp(placemat_version_string(), PLACEMAT_VERSION_STRING) == 0);
  CHECK(strlen(placemat_instruction_set()) >= 4);
  CHECK(strcmp(placemat_status_name(PLACEMAT_OUTPUT_FULL), "output full") == 0);
  CHECK(strcmp(placemat_status_name(99), "unknown") == 0 && strcmp(placemat_status_name(-1), "unknown") == 0);
  CHECK(strcmp(placemat_error_kind_name(PLACEMAT_KIND_OVERLONG), "overlong") == 0);
  CHECK(placemat_encoding_for_name("CESU-8", 6) == PLACEMAT_CESU_8);
  CHECK(placemat_encoding_for_label("utf-16be", 8) == PLACEMAT_UTF_16BE);
  CHECK(placemat_encoding_for_name(NULL, 0) == 0 && placemat_encoding_for_label("no", 2) == 0);
  CHECK(strcmp(placemat_encoding_name(PLACEMAT_UTF_EBCDIC), "utf-ebcdic") == 0);
  CHECK(placemat_encoding_name(0) == NULL && placemat_encoding_name(44) == NULL);
  CHECK(placemat_encoding_for_signature("\xFE\xFF\0a", 4, &length) == PLACEMAT_UTF_16BE && length == 2);
  CHECK(placemat_encoding_for_signature("abc", 3, NULL) == 0);
}

static void check_any(void) {
  char out[32], *text = out;
  placemat_result r = placemat_convert(PLACEMAT_UTF_8, PLACEMAT_UTF_1, NULL, TEXT, SIZE, out, sizeof out);
  CHECK(r.status == PLACEMAT_OK && r.read == SIZE);
  size_t most = placemat_max_length(PLACEMAT_UTF_8, PLACEMAT_UTF_1, NULL, SIZE);
  CHECK(most >= r.written && most < 10 * SIZE);
  CHECK(placemat_max_length(PLACEMAT_UTF_8, 99, NULL, SIZE) == SIZE_MAX);
  CHECK(placemat_converted_length(PLACEMAT_UTF_8, PLACEMAT_UTF_1, NULL, TEXT, SIZE).written == r.written);
  CHECK(placemat_convert(PLACEMAT_UTF_8, 99, NULL, TEXT, SIZE, out, 1).status == PLACEMAT_INVALID_ARGUMENT);
  r = placemat_convert_alloc(PLACEMAT_UTF_8, PLACEMAT_MUTF_8_WRITEUTF, NULL, "abc", 3, &text);
  CHECK(r.status == PLACEMAT_OK && r.written == 5 && memcmp(text, "\0\3abc", 6) == 0);
  placemat_free(text);
  r = placemat_convert_alloc(PLACEMAT_UTF_8, PLACEMAT_UTF_16, NULL, "\xFF", 1, &text);
  CHECK(r.status == PLACEMAT_ILL_FORMED && text == NULL);
  placemat_free(text);
  r = placemat_convert_alloc(PLACEMAT_UTF_8, PLACEMAT_UTF_16, NULL, "", 0, NULL);
  CHECK(r.status == PLACEMAT_INVALID_ARGUMENT);
}

int main(void) {
  check_streams();
  check_counts();
  check_names();
  check_any();
#ifdef WITH_SIMDUTF
  placemat_char16 units[6];
  CHECK(simdutf_validate_utf8(TEXT, SIZE) && simdutf_utf16_length_from_utf8(TEXT, SIZE) == 6);
  CHECK(simdutf_convert_utf8_to_utf16le(TEXT, SIZE, units) == 6);
  simdutf_result r = simdutf_validate_utf8_with_errors("ab\xC0\x80", 4);
  CHECK(r.error == 4 && r.count == 2);
#endif
  return failures == 0 ? 0 : 1;
}
