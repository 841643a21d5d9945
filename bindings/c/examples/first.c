/* Reads a file name from Latin-1, converts it to UTF-16 and back, and reports an error. */
#include <placemat.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char utf8[32];
  placemat_result r = placemat_convert_latin1_to_utf8("caf\xE9", 4, utf8, sizeof utf8);
  if (r.status != PLACEMAT_OK) return 1;
  printf("%zu bytes: %.*s\n", r.written, (int)r.written, utf8);

  placemat_char16 utf16[32];
  r = placemat_convert_utf8_to_utf16(utf8, r.written, utf16, 32);
  printf("%zu units, %s\n", r.written, placemat_status_name(r.status));

  const char *broken = "ok \xC0\x80";
  r = placemat_validate_utf8_with_error(broken, strlen(broken));
  printf("%s at %llu, length %llu\n", placemat_error_kind_name(r.kind),
         (unsigned long long)r.error_offset, (unsigned long long)r.error_length);

  /* A stream: the pieces may end anywhere. */
  placemat_stream stream;
  if (placemat_stream_init(&stream, PLACEMAT_CESU_8, PLACEMAT_UTF_8, NULL) != PLACEMAT_OK) return 1;
  const char *oracle = "\xED\xA0\xBD\xED\xB2\xA9";
  size_t written = 0;
  for (size_t k = 0; k < 6; k++) {
    r = placemat_stream_push(&stream, oracle + k, 1, utf8 + written, sizeof utf8 - written, k == 5);
    written += r.written;
  }
  printf("%.*s\n", (int)written, utf8);
  return r.status == PLACEMAT_OK ? 0 : 1;
}
