/* What all tests in C use. */
#ifndef CHECK_H
#define CHECK_H

#include <placemat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);           \
      failures++;                                                               \
    }                                                                           \
  } while (0)

/* A copy in a block of exactly this size, so that valgrind and AddressSanitizer see each access outside. */
static inline void *exactly(const void *from, size_t size) {
  void *block = malloc(size);
  if (size > 0) {
    if (block == NULL) abort();
    if (from != NULL) memcpy(block, from, size);
  }
  return block;
}

#endif
