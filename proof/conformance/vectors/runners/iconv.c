/* Runs the strict vectors through iconv(3): cc iconv.c && ./a.out departures-iconv.tsv DIRECTORY/?*.jsonl
 * Each difference must be in the list, with what came, and each case in the list must differ. */
#include <iconv.h>
#include <stdio.h>
#include <string.h>
static char line[9999], text[9999], expected[9999], list[500000], came[90000], entry[99999], *found;

static char *field(const char *name, char *value) { /* Copies a field's value, without quotation marks. */
  const char *at = strstr(line, name) ? strstr(line, name) + strlen(name) : "";
  return sprintf(value, "%.*s", (int)strcspn(at + strspn(at, "\""), "\",}"), at + strspn(at, "\"")), value;
}

static int run(void) { /* Writes what came. Returns 0 for a case that iconv does not cover. */
  static char encoding[9999], target[9999], out[40000], in[40000];
  int op = *field("\"op\":", text), encodes = op == 'e', decodes = op == 'd' || op == 'v', read;
  field("\"encoding\":", encoding), field("\"to\":", target);
  if (strcmp(field("\"policy\":", text), "strict") || !(encodes || decodes || *target)) return 0;
  iconv_t cd = iconv_open(encodes ? encoding : decodes ? "UCS-4BE" : target, encodes ? "UCS-4BE" : encoding);
  if (cd == (iconv_t)-1) return 0;
  char *at = field(encodes ? "\"input_cp\":" : "\"input_hex\":", text), *from = in, *to = out;
  size_t left = 0, room = sizeof out, error = (size_t)-1;
  for (unsigned unit; sscanf(at, encodes ? " U+%X%n" : "%2X%n", &unit, &read) == 1; at += read)
    for (int shift = encodes ? 24 : 0; shift >= 0; shift -= 8) in[left++] = (char)(unit >> shift);
  int failed = iconv(cd, &from, &left, &to, &room) == error || iconv(cd, NULL, NULL, &to, &room) == error;
  at = came + sprintf(came, failed ? "error %d" : "", (int)(from - in) / (encodes ? 4 : 1));
  for (unsigned char *k = (void *)out; !failed && k < (unsigned char *)to; k += decodes ? 4 : 1)
    at += sprintf(at, decodes ? " U+%04X" + (at == came) : "%02X",
                  decodes ? (unsigned)k[0] << 24 | k[1] << 16 | k[2] << 8 | k[3] : *k);
  return iconv_close(cd), op == 'v' && !failed ? !!strcpy(came, "true") : 1;
}

int main(int count, char **names) {
  int ran = 0, passed = 0, listed = 0, wrong = 0;
  for (FILE *file; count > 1; count--, names++, fclose(file)) {
    if (!(file = fopen(names[1], "r"))) return perror(names[1]), 2;
    if (!*list) *list = '\n', fread(list + 1, 1, sizeof list - 2, file); /* the first file */
    while (fgets(line, sizeof line, file)) if (run()) {
      if (*field("\"offset\":", text)) sprintf(expected, "error %.99s", text);
      else field("\"expected\":", expected);
      snprintf(entry, sizeof entry, "\n%s\t%s\n", field("\"id\":", text), came);
      if (ran++, !strcmp(came, expected)) passed++;
      else if ((found = strstr(list, entry))) listed++, found[1] = '#';
      else wrong++, printf("unexpected:\t%s", entry + 1);
    }
  }
  for (char *at = strtok(list, "\n"); at; at = strtok(NULL, "\n"))
    if (*at != '#') wrong++, printf("did not happen:\t%s\n", at);
  printf("iconv: %d cases: %d passed, %d departed as expected, %d wrong\n", ran, passed, listed, wrong);
  return !ran || wrong;
}
