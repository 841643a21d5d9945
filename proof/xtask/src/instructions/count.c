/* A plugin of qemu's user mode that counts what callgrind counts for `cargo xtask instructions`: for each call
 * of the function `counted_calls` of an aarch64 program, it writes a line with the number of instructions.
 *
 * The declarations are those of qemu-plugin.h, which distributions do not package. Version 1 of the interface
 * is that of qemu 4.2 to 8.2. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void callback(unsigned cpu, void *data);
enum { READS_NO_REGISTERS = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*)(uint64_t id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, callback *, int, void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, callback *, int, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);

int qemu_plugin_version = 1;

static FILE *file;
static uint64_t count, start, entry;

/* Counts a block when it begins. */
static void block(unsigned cpu, void *instructions) { count += (uintptr_t)instructions; }

static void enter(unsigned cpu, void *data) { start = count; }

static void leave(unsigned cpu, void *data) {
  fprintf(file, "totals: %" PRIu64 "\n", count - start);
  fflush(file);
}

static void translate(uint64_t id, struct qemu_plugin_tb *tb) {
  static const unsigned char RET[] = {0xC0, 0x03, 0x5F, 0xD6};
  size_t len = qemu_plugin_tb_n_insns(tb);
  qemu_plugin_register_vcpu_tb_exec_cb(tb, block, READS_NO_REGISTERS, (void *)len);
  struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0), *last = qemu_plugin_tb_get_insn(tb, len - 1);
  const char *name = qemu_plugin_insn_symbol(first);
  if (name == NULL || strstr(name, "counted_calls") == NULL) return;
  /* The first block of the function is translated first. */
  if (entry == 0) entry = qemu_plugin_insn_vaddr(first);
  if (entry == qemu_plugin_insn_vaddr(first)) {
    qemu_plugin_register_vcpu_insn_exec_cb(first, enter, READS_NO_REGISTERS, NULL);
  }
  if (memcmp(qemu_plugin_insn_data(last), RET, sizeof RET) == 0) {
    qemu_plugin_register_vcpu_insn_exec_cb(last, leave, READS_NO_REGISTERS, NULL);
  }
}

/* The argument is `out=FILE`. */
int qemu_plugin_install(uint64_t id, const void *info, int len, char **arguments) {
  if (len != 1 || strncmp(arguments[0], "out=", 4) != 0) return 1;
  file = fopen(arguments[0] + 4, "w");
  if (file == NULL) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  return 0;
}
