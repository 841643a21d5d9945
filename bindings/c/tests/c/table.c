/* Every function for one pair, on a table of texts: empty, null, every cut, every size of output. */
#include "check.h"

typedef placemat_result convert_fn(const void *, size_t, void *, size_t);
typedef placemat_result validate_fn(const void *, size_t);

/* A text in two encodings, of which each character is one step. Sizes are in bytes. */
typedef struct text {
  const char *from;
  size_t from_size;
  const char *to;
  size_t to_size;
} text;

typedef struct pair {
  const char *name;
  convert_fn *strict, *lossy;
  size_t from_unit, to_unit;
  /* Characters, and a sequence that is ill-formed or cannot be represented, followed by what replaces it. */
  text characters[4];
  text bad;
} pair;

#define T(from, to) {from, sizeof from - 1, to, sizeof to - 1}
#define F(name) #name, (convert_fn *)name, (convert_fn *)name##_lossy

#define HOST_LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define N16(le, be) le
#define N32(le, be) le
#else
#define N16(le, be) be
#define N32(le, be) be
#endif

#define A8 "a"
#define E8 "\xC3\xA9"
#define J8 "\xE6\x97\xA5"
#define P8 "\xF0\x9F\x92\xA9"
#define R8 "\xEF\xBF\xBD"
#define A16L "a\0"
#define E16L "\xE9\0"
#define J16L "\xE5\x65"
#define P16L "\x3D\xD8\xA9\xDC"
#define R16L "\xFD\xFF"
#define A16B "\0a"
#define E16B "\0\xE9"
#define J16B "\x65\xE5"
#define P16B "\xD8\x3D\xDC\xA9"
#define R16B "\xFF\xFD"
#define L16L "\x3D\xD8"
#define L16B "\xD8\x3D"
#define A16 N16(A16L, A16B)
#define E16 N16(E16L, E16B)
#define J16 N16(J16L, J16B)
#define P16 N16(P16L, P16B)
#define R16 N16(R16L, R16B)
#define L16 N16(L16L, L16B)
#define A32 N32("a\0\0\0", "\0\0\0a")
#define E32 N32("\xE9\0\0\0", "\0\0\0\xE9")
#define J32 N32("\xE5\x65\0\0", "\0\0\x65\xE5")
#define P32 N32("\xA9\xF4\x01\0", "\0\x01\xF4\xA9")
#define R32 N32("\xFD\xFF\0\0", "\0\0\xFF\xFD")
#define S32 N32("\x3D\xD8\0\0", "\0\0\xD8\x3D")
#define PC "\xED\xA0\xBD\xED\xB2\xA9"
#define S8 "\xED\xA0\xBD"

static const pair PAIRS[] = {
    {F(placemat_convert_utf8_to_utf16), 1, 2,
     {T(A8, A16), T(E8, E16), T(J8, J16), T(P8, P16)},
     T("\xFF", R16)},
    {F(placemat_convert_utf8_to_utf16le), 1, 2,
     {T(A8, A16L), T(E8, E16L), T(J8, J16L), T(P8, P16L)},
     T("\xFF", R16L)},
    {F(placemat_convert_utf8_to_utf16be), 1, 2,
     {T(A8, A16B), T(E8, E16B), T(J8, J16B), T(P8, P16B)},
     T("\xFF", R16B)},
    {F(placemat_convert_utf8_to_latin1), 1, 1,
     {T(A8, "a"), T(E8, "\xE9")},
     T("\xFF", "?")},
    {F(placemat_convert_utf16_to_utf8), 2, 1,
     {T(A16, A8), T(E16, E8), T(J16, J8), T(P16, P8)},
     T(L16, R8)},
    {F(placemat_convert_utf16le_to_utf8), 2, 1,
     {T(A16L, A8), T(E16L, E8), T(J16L, J8), T(P16L, P8)},
     T(L16L, R8)},
    {F(placemat_convert_utf16be_to_utf8), 2, 1,
     {T(A16B, A8), T(E16B, E8), T(J16B, J8), T(P16B, P8)},
     T(L16B, R8)},
    {F(placemat_convert_latin1_to_utf8), 1, 1,
     {T("a", A8), T("\xE9", E8)},
     T("", "")},
    {F(placemat_convert_utf8_to_utf32), 1, 4,
     {T(A8, A32), T(E8, E32), T(J8, J32), T(P8, P32)},
     T("\xFF", R32)},
    {F(placemat_convert_utf32_to_utf8), 4, 1,
     {T(A32, A8), T(E32, E8), T(J32, J8), T(P32, P8)},
     T(S32, R8)},
    {F(placemat_convert_latin1_to_utf16), 1, 2,
     {T("a", A16), T("\xE9", E16)},
     T("", "")},
    {F(placemat_convert_latin1_to_utf16le), 1, 2,
     {T("a", A16L), T("\xE9", E16L)},
     T("", "")},
    {F(placemat_convert_latin1_to_utf16be), 1, 2,
     {T("a", A16B), T("\xE9", E16B)},
     T("", "")},
    {F(placemat_convert_latin1_to_utf32), 1, 4,
     {T("a", A32), T("\xE9", E32)},
     T("", "")},
    {F(placemat_convert_utf16_to_latin1), 2, 1,
     {T(A16, "a"), T(E16, "\xE9")},
     T(L16, "?")},
    {F(placemat_convert_utf16le_to_latin1), 2, 1,
     {T(A16L, "a"), T(E16L, "\xE9")},
     T(L16L, "?")},
    {F(placemat_convert_utf16be_to_latin1), 2, 1,
     {T(A16B, "a"), T(E16B, "\xE9")},
     T(L16B, "?")},
    {F(placemat_convert_utf32_to_latin1), 4, 1,
     {T(A32, "a"), T(E32, "\xE9")},
     T(S32, "?")},
    {F(placemat_convert_utf16_to_utf32), 2, 4,
     {T(A16, A32), T(E16, E32), T(J16, J32), T(P16, P32)},
     T(L16, R32)},
    {F(placemat_convert_utf16le_to_utf32), 2, 4,
     {T(A16L, A32), T(E16L, E32), T(J16L, J32), T(P16L, P32)},
     T(L16L, R32)},
    {F(placemat_convert_utf16be_to_utf32), 2, 4,
     {T(A16B, A32), T(E16B, E32), T(J16B, J32), T(P16B, P32)},
     T(L16B, R32)},
    {F(placemat_convert_utf32_to_utf16), 4, 2,
     {T(A32, A16), T(E32, E16), T(J32, J16), T(P32, P16)},
     T(S32, R16)},
    {F(placemat_convert_utf32_to_utf16le), 4, 2,
     {T(A32, A16L), T(E32, E16L), T(J32, J16L), T(P32, P16L)},
     T(S32, R16L)},
    {F(placemat_convert_utf32_to_utf16be), 4, 2,
     {T(A32, A16B), T(E32, E16B), T(J32, J16B), T(P32, P16B)},
     T(S32, R16B)},
    {F(placemat_convert_wtf8_to_wtf16), 1, 2,
     {T(A8, A16), T(E8, E16), T(J8, J16), T(P8, P16)},
     T("\xFF", R16)},
    {F(placemat_convert_wtf16_to_wtf8), 2, 1,
     {T(A16, A8), T(E16, E8), T(J16, J8), T(P16, P8)},
     T("", "")},
    {F(placemat_convert_wtf8_to_utf8), 1, 1,
     {T(A8, A8), T(E8, E8), T(J8, J8), T(P8, P8)},
     T("\xFF", R8)},
    {F(placemat_convert_cesu8_to_utf8), 1, 1,
     {T(A8, A8), T(E8, E8), T(J8, J8), T(PC, P8)},
     T("\xFF", R8)},
    {F(placemat_convert_utf8_to_cesu8), 1, 1,
     {T(A8, A8), T(E8, E8), T(J8, J8), T(P8, PC)},
     T("\xFF", R8)},
    {F(placemat_convert_cesu8_to_utf16), 1, 2,
     {T(A8, A16), T(E8, E16), T(J8, J16), T(PC, P16)},
     T("\xFF", R16)},
    {F(placemat_convert_utf16_to_cesu8), 2, 1,
     {T(A16, A8), T(E16, E8), T(J16, J8), T(P16, PC)},
     T(L16, R8)},
    {F(placemat_convert_mutf8_to_utf8), 1, 1,
     {T(A8, A8), T(E8, E8), T(J8, J8), T(PC, P8)},
     T("\xFF", R8)},
    {F(placemat_convert_utf8_to_mutf8), 1, 1,
     {T(A8, A8), T(E8, E8), T(J8, J8), T(P8, PC)},
     T("\xFF", R8)},
    {F(placemat_convert_mutf8_to_wtf16), 1, 2,
     {T(A8, A16), T(E8, E16), T(J8, J16), T(PC, P16)},
     T("\xFF", R16)},
    {F(placemat_convert_wtf16_to_mutf8), 2, 1,
     {T(A16, A8), T(E16, E8), T(J16, J8), T(P16, PC)},
     T("", "")},
    {F(placemat_convert_utf8b_to_wtf16), 1, 2,
     {T(A8, A16), T(E8, E16), T(J8, J16), T(P8, P16)},
     T("", "")},
    {F(placemat_convert_wtf16_to_utf8b), 2, 1,
     {T(A16, A8), T(E16, E8), T(J16, J8), T(P16, P8)},
     T("", "")},
    {F(placemat_convert_utf8b_to_ucs4), 1, 4,
     {T(A8, A32), T(E8, E32), T(J8, J32), T(P8, P32)},
     T("", "")},
    {F(placemat_convert_ucs4_to_utf8b), 4, 1,
     {T(A32, A8), T(E32, E8), T(J32, J8), T(P32, P8)},
     T(N32("\xFF\xFF\xFF\x7F", "\x7F\xFF\xFF\xFF"), R8)},
};

/* Converts into a block of exactly `capacity` units, and compares what was written. */
static placemat_result run(const pair *p, convert_fn *f, const char *input, size_t size, size_t capacity,
                           const char *expected) {
  char *from = exactly(input, size), *to = exactly(NULL, capacity * p->to_unit);
  placemat_result r = f(from, size / p->from_unit, to, capacity);
  if (r.written > capacity || memcmp(to, expected, r.written * p->to_unit) != 0) {
    fprintf(stderr, "%s: wrong output for %zu bytes into %zu units\n", p->name, size, capacity);
    failures++;
  }
  free(from);
  free(to);
  return r;
}

/* Checks text of `count` sequences; `read` and `written` are the sums of their sizes. */
static void check_text(const pair *p, convert_fn *f, const char *from, const char *to, const size_t *read,
                       const size_t *written, size_t count) {
  size_t in = read[count], out = written[count];
  for (size_t capacity = 0; capacity <= out / p->to_unit + 2; capacity++) {
    placemat_result r = run(p, f, from, in, capacity, to);
    size_t fit = 0;
    while (fit < count && written[fit + 1] <= capacity * p->to_unit) fit++;
    CHECK(r.read == read[fit] / p->from_unit && r.written == written[fit] / p->to_unit);
    if (fit == count) {
      CHECK(r.status == PLACEMAT_OK && r.needed == 0);
    } else {
      CHECK(r.status == PLACEMAT_OUTPUT_FULL);
      CHECK(r.needed == (written[fit + 1] - written[fit]) / p->to_unit);
    }
    CHECK(r.kind == PLACEMAT_KIND_NONE && r.error_length == 0);
  }
}

static void check_pair(const pair *p) {
  convert_fn *both[] = {p->strict, p->lossy};
  for (int k = 0; k < 2; k++) {
    convert_fn *f = both[k];
    placemat_result r = f(NULL, 0, NULL, 0);
    CHECK(r.status == PLACEMAT_OK && r.read == 0 && r.written == 0);
    CHECK(f(NULL, 1, NULL, 0).status == PLACEMAT_INVALID_ARGUMENT);
    CHECK(f(p->characters[0].from, 1, NULL, 1).status == PLACEMAT_INVALID_ARGUMENT);
    CHECK(f(p->characters[0].from, (size_t)-1, NULL, 0).status == PLACEMAT_INVALID_ARGUMENT);
    CHECK(f(p->characters[0].from, 1, NULL, 0).status == PLACEMAT_OUTPUT_FULL);

    /* All characters after as many letters as fill some blocks of the vector instructions. */
    for (size_t letters = 0; letters < 70; letters += letters < 5 ? 1 : 13) {
      char from[1024], to[1024];
      size_t read[128] = {0}, written[128] = {0}, count = 0;
      for (size_t c = 0; c < letters + 4; c++) {
        const text *t = &p->characters[c < letters ? 0 : c - letters];
        if (t->from_size == 0) break;
        memcpy(from + read[count], t->from, t->from_size);
        memcpy(to + written[count], t->to, t->to_size);
        read[count + 1] = read[count] + t->from_size;
        written[count + 1] = written[count] + t->to_size;
        count++;
      }
      check_text(p, f, from, to, read, written, count);
      if (p->bad.from_size == 0) continue;
      /* Something bad between the characters. */
      for (size_t at = 0; at <= count; at += at < count && count - at > 6 ? 5 : 1) {
        char with[1100], expected[1100];
        size_t before = read[at], out = written[at], rest = read[count] - before;
        memcpy(with, from, before);
        memcpy(with + before, p->bad.from, p->bad.from_size);
        memcpy(with + before + p->bad.from_size, from + before, rest);
        memcpy(expected, to, out);
        memcpy(expected + out, p->bad.to, p->bad.to_size);
        memcpy(expected + out + p->bad.to_size, to + out, written[count] - out);
        size_t all = before + p->bad.from_size + rest, most = (written[count] + p->bad.to_size) / p->to_unit;
        r = run(p, f, with, all, most, expected);
        if (k == 0) {
          CHECK(r.status == PLACEMAT_ILL_FORMED || r.status == PLACEMAT_UNENCODABLE);
          CHECK(r.error_offset == before / p->from_unit);
          CHECK(r.error_length == p->bad.from_size / p->from_unit);
          CHECK(r.written == out / p->to_unit);
          CHECK((r.kind == PLACEMAT_KIND_NONE) == (r.status == PLACEMAT_UNENCODABLE));
        } else {
          CHECK(r.status == PLACEMAT_OK && r.read == all / p->from_unit && r.written == most);
          /* Without room for what replaces it, it is not read. */
          r = run(p, f, with, all, out / p->to_unit, expected);
          CHECK(r.status == PLACEMAT_OUTPUT_FULL && r.read == before / p->from_unit);
          CHECK(r.needed == p->bad.to_size / p->to_unit);
        }
      }
    }

    /* Every cut of a sequence of several units: the text ends inside it. */
    for (int c = 1; c < 4; c++) {
      const text *t = &p->characters[c];
      for (size_t cut = p->from_unit; cut < t->from_size; cut += p->from_unit) {
        char *from = exactly(t->from, cut), *to = exactly(NULL, 64 * p->to_unit);
        r = f(from, cut / p->from_unit, to, 64);
        if (strstr(p->name, "utf8b_to") != NULL || strstr(p->name, "wtf16_to") != NULL ||
            (strstr(p->name, "mutf8_to_") != NULL && cut >= 3)) {
          /* A part is text as well: escaped bytes, or a lone surrogate, which the target may not contain. */
          CHECK(r.status != PLACEMAT_INVALID_ARGUMENT && r.status != PLACEMAT_OUTPUT_FULL);
        } else if (k == 0) {
          CHECK(r.status == PLACEMAT_ILL_FORMED && r.written == 0 && r.error_offset == 0);
          CHECK(r.error_length >= 1 && r.error_length <= cut / p->from_unit);
        } else {
          CHECK(r.status == PLACEMAT_OK && r.read == cut / p->from_unit && r.written >= 1);
          CHECK(memcmp(to, p->bad.to, p->bad.to_size) == 0);
        }
        free(from);
        free(to);
      }
    }
  }
}

typedef struct validator {
  bool (*is)(const void *, size_t);
  validate_fn *validate;
  size_t unit;
  text characters[4];
  text bad;
} validator;

#define V(name) (bool (*)(const void *, size_t))name, (validate_fn *)name##_with_error

static const validator VALIDATORS[] = {
    {V(placemat_validate_ascii), 1, {T("a", ""), T("b", "")}, T("\x80", "")},
    {V(placemat_validate_utf8), 1, {T(A8, ""), T(E8, ""), T(J8, ""), T(P8, "")}, T("\xFF", "")},
    {V(placemat_validate_utf16), 2, {T(A16, ""), T(E16, ""), T(J16, ""), T(P16, "")}, T(L16, "")},
    {V(placemat_validate_utf16le), 2, {T(A16L, ""), T(E16L, ""), T(J16L, ""), T(P16L, "")}, T(L16L, "")},
    {V(placemat_validate_utf16be), 2, {T(A16B, ""), T(E16B, ""), T(J16B, ""), T(P16B, "")}, T(L16B, "")},
    {V(placemat_validate_utf32), 4, {T(A32, ""), T(E32, ""), T(J32, ""), T(P32, "")}, T(S32, "")},
    {V(placemat_validate_wtf8), 1, {T(A8, ""), T(E8, ""), T(J8, ""), T(P8, "")}, T("\xFF", "")},
    {V(placemat_validate_cesu8), 1, {T(A8, ""), T(E8, ""), T(J8, ""), T(PC, "")}, T("\xFF", "")},
    {V(placemat_validate_mutf8), 1, {T(A8, ""), T(E8, ""), T(J8, ""), T(PC, "")}, T("\xFF", "")},
};

static void check_validator(const validator *v) {
  CHECK(v->is(NULL, 0) && v->validate(NULL, 0).status == PLACEMAT_OK);
  CHECK(!v->is(NULL, 1) && v->validate(NULL, 1).status == PLACEMAT_INVALID_ARGUMENT);
  for (size_t letters = 0; letters < 300; letters += letters < 5 ? 1 : 59) {
    for (int bad = 0; bad < 2; bad++) {
      char from[2048];
      size_t size = 0, at;
      for (size_t c = 0; c < letters + 4; c++) {
        const text *t = &v->characters[c < letters ? 0 : c - letters];
        if (t->from_size == 0) break;
        memcpy(from + size, t->from, t->from_size);
        size += t->from_size;
      }
      at = size;
      if (bad) {
        memcpy(from + size, v->bad.from, v->bad.from_size);
        size += v->bad.from_size;
      }
      char *copy = exactly(from, size);
      placemat_result r = v->validate(copy, size / v->unit);
      CHECK(v->is(copy, size / v->unit) == !bad);
      CHECK(r.read == at / v->unit && r.written == 0);
      CHECK(r.status == (bad ? PLACEMAT_ILL_FORMED : PLACEMAT_OK));
      if (bad) {
        CHECK(r.error_offset == at / v->unit && r.error_length == v->bad.from_size / v->unit);
        CHECK(r.kind != PLACEMAT_KIND_NONE);
      }
      free(copy);
    }
  }
}

int main(void) {
  for (size_t k = 0; k < sizeof PAIRS / sizeof *PAIRS; k++) check_pair(&PAIRS[k]);
  for (size_t k = 0; k < sizeof VALIDATORS / sizeof *VALIDATORS; k++) check_validator(&VALIDATORS[k]);
  return failures == 0 ? 0 : 1;
}
