#include "module_private.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// glibc's, since 2.34: a fork that may be used in a handler. And Swift's run time's, where that is in the program.
extern pid_t _Fork(void);
extern char *swift_demangle(const char *, size_t, char *, size_t *, uint32_t) __attribute__((weak));

enum {
  /// An endless recursion is told by far fewer.
  frame_limit = 64,
  /// Those of the handler itself, of which the interrupted one is found.
  handler_frames = 16,
};

static void write_frame(size_t number, uintptr_t address, uintptr_t counter, int demangles) {
  struct line line;
  line_begin(&line);
  line_text(&line, "  ");
  line_number(&line, number, 10);
  line_text(&line, " ");
  // What is on the stack is where to go on, which is perhaps in the next function already.
  uintptr_t place = address == counter ? address : address - 1;
  uintptr_t offset = offset_in_program(place);
  struct function_name function = {NULL, 0};
  Dl_info info = {0};
  if (offset != UINTPTR_MAX) {
    function = find_function(place);
  } else if (dladdr((void *)place, &info) != 0) {
    offset = place - (uintptr_t)info.dli_fbase;
    function.name = info.dli_sname;
  }
  const char *name = function.name;
  if (name != NULL && demangles) {
    size_t length = 0;
    while (name[length] != 0) length++;
    const char *readable = swift_demangle(name, length, NULL, NULL, 0);
    if (readable != NULL) name = readable;
  }
  // The place first: names can be longer than a line.
  if (offset != UINTPTR_MAX) {
    line_text(&line, info.dli_fname != NULL ? info.dli_fname : "");
    line_text(&line, "+0x");
    line_number(&line, offset, 16);
  } else {
    line_text(&line, "0x");
    line_number(&line, address, 16);
  }
  line_text(&line, " ");
  line_text(&line, name != NULL ? name : "?");
  line_end(&line);
}

static void write_frames(void *const *frames, int first, int count, uintptr_t counter, int demangles) {
  if (first < 0) write_frame(0, counter, counter, demangles);
  int begin = first < 0 ? handler_frames / 4 : first;
  for (int index = begin; index < count; index++) {
    write_frame((size_t)(index - begin) + (first < 0), (uintptr_t)frames[index], counter, demangles);
  }
}

void write_backtrace(uintptr_t counter) {
  void *frames[frame_limit + handler_frames];
  int count = backtrace(frames, frame_limit + handler_frames);
  int first = -1;
  for (int index = 0; index < count && index < handler_frames; index++) {
    if ((uintptr_t)frames[index] == counter) first = index;
  }
  open_symbols();
  // Swift's names are spelled out in a child, since that takes memory, and the heap may be what has broken. When the child
  // does not come to its end, the names are written as they are.
  pid_t child = swift_demangle != NULL ? _Fork() : -1;
  if (child == 0) {
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    alarm(2);
    write_frames(frames, first, count, counter, 1);
    _exit(0);
  }
  int status = -1;
  if (child > 0 && waitpid(child, &status, 0) == child && status == 0) return;
  write_frames(frames, first, count, counter, 0);
}
