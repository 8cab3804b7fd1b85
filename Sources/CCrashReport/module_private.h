// What the files of this target share. It stands first in each of them: the C library's own extensions have to be asked for
// before any of its headers.
#pragma once
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>

/// What each line begins with.
extern char crash_report_prefix[64];

/// A line that is put together without memory of the heap, and written whole.
struct line {
  char bytes[512];
  size_t count;
};

void line_begin(struct line *line);
void line_text(struct line *line, const char *text);
void line_bytes(struct line *line, const char *bytes, size_t count);
void line_number(struct line *line, uintptr_t number, unsigned base);
void line_end(struct line *line);

/// Writes the frames of the stack, beginning with the one at `counter`, which a signal has interrupted.
void write_backtrace(uintptr_t counter);

/// The name of the function of the program's own that holds an address, as the compiler spells it.
struct function_name {
  const char *name;
  uintptr_t offset;
};

/// Maps the program's file for `find_function`; nothing is found when that fails.
void open_symbols(void);
struct function_name find_function(uintptr_t address);
/// The distance of an address from the program's beginning; `UINTPTR_MAX` when it is outside of the program's code.
uintptr_t offset_in_program(uintptr_t address);
