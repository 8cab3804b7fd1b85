#include "module_private.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// From the linker: where the program's file is mapped, and where its code ends.
extern const char __executable_start[], etext[];

static const char *file;
static size_t size;
static const ElfW(Sym) *symbols;
static size_t count;
static const char *names;
static size_t names_size;
static int is_relocated;

static int is_inside(size_t offset, size_t length) { return offset <= size && length <= size - offset; }

static void find_table(const ElfW(Ehdr) *header) {
  if (header->e_shentsize != sizeof(ElfW(Shdr))) return;
  if (!is_inside(header->e_shoff, (size_t)header->e_shnum * sizeof(ElfW(Shdr)))) return;
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  for (size_t index = 0; index < header->e_shnum; index++) {
    const ElfW(Shdr) *table = &sections[index];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
    const ElfW(Shdr) *strings = &sections[table->sh_link];
    if (!is_inside(table->sh_offset, table->sh_size) || !is_inside(strings->sh_offset, strings->sh_size)) continue;
    if (strings->sh_size == 0 || file[strings->sh_offset + strings->sh_size - 1] != 0) continue;
    symbols = (const void *)(file + table->sh_offset);
    count = table->sh_size / sizeof *symbols;
    names = file + strings->sh_offset;
    names_size = strings->sh_size;
    return;
  }
}

void open_symbols(void) {
  count = 0;
  int descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (descriptor < 0 || fstat(descriptor, &status) != 0) return;
  size = (size_t)status.st_size;
  void *mapped = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  if (mapped == MAP_FAILED || size < sizeof(ElfW(Ehdr))) return;
  file = mapped;
  const ElfW(Ehdr) *header = mapped;
  is_relocated = header->e_type == ET_DYN;
  find_table(header);
}

uintptr_t offset_in_program(uintptr_t address) {
  uintptr_t begin = (uintptr_t)__executable_start;
  return address >= begin && address < (uintptr_t)etext ? address - begin : UINTPTR_MAX;
}

struct function_name find_function(uintptr_t address) {
  struct function_name found = {NULL, 0};
  uintptr_t value = is_relocated ? address - (uintptr_t)__executable_start : address;
  uintptr_t nearest = 0;
  for (size_t index = 0; index < count; index++) {
    const ElfW(Sym) *symbol = &symbols[index];
    if ((symbol->st_info & 0xF) != STT_FUNC || symbol->st_value > value || symbol->st_value < nearest) continue;
    if (symbol->st_name >= names_size) continue;
    if (symbol->st_size != 0 && value - symbol->st_value >= symbol->st_size) continue;
    nearest = symbol->st_value;
    found.name = names + symbol->st_name;
    found.offset = value - symbol->st_value;
  }
  return found;
}
