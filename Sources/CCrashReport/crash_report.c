#include "module_private.h"

#include "include/crash_report.h"

#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

static uintptr_t record[crash_report_word_frames + crash_report_frame_words * crash_report_frame_count];

uintptr_t *crash_report_record(void) { return record; }

void crash_report_keep_message(const uint8_t *bytes, uintptr_t length) {
  record[crash_report_word_message_length] = length;
  record[crash_report_word_message] = (uintptr_t)bytes;
}

// MARK: What ran

static uintptr_t program_counter(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.pc;
#endif
}

static uintptr_t stack_pointer(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.sp;
#endif
}

static void write_request(void) {
  struct line line;
  line_begin(&line);
  const char *method = (const char *)record[crash_report_word_method];
  if (method == NULL) {
    line_text(&line, "no request ran");
    line_end(&line);
    return;
  }
  line_text(&line, "the request ");
  line_bytes(&line, method, record[crash_report_word_method_length]);
  line_text(&line, " of client c");
  line_number(&line, record[crash_report_word_client], 10);
  if (record[crash_report_word_id_length] == 0) {
    line_text(&line, " ran, without an id");
  } else {
    line_text(&line, " ran, with the id ");
    line_bytes(&line, (const char *)record[crash_report_word_id], record[crash_report_word_id_length]);
  }
  line_end(&line);
}

static void write_callbacks(void) {
  uintptr_t depth = record[crash_report_word_depth];
  uintptr_t shown = 0;
  while (depth > 0 && shown < crash_report_frame_count) {
    uintptr_t place = (depth - 1) % crash_report_frame_count;
    const uintptr_t *frame = &record[crash_report_word_frames + place * crash_report_frame_words];
    // One that an inner callback has taken the place of.
    if (frame[0] != depth) break;
    struct line line;
    line_begin(&line);
    line_text(&line, frame[1] == 0 ? "in the scene " : "in ");
    line_bytes(&line, (const char *)&frame[2], strnlen((const char *)&frame[2], 64));
    if (frame[1] != 0 && frame[1] != UINTPTR_MAX) {
      line_text(&line, " n");
      line_number(&line, frame[1], 10);
    }
    size_t length = strnlen((const char *)&frame[10], 48);
    if (length > 0) {
      line_text(&line, ", ");
      line_bytes(&line, (const char *)&frame[10], length);
    }
    line_end(&line);
    shown++;
    depth--;
  }
  if (depth == 0) return;
  struct line line;
  line_begin(&line);
  line_text(&line, "in ");
  line_number(&line, depth, 10);
  line_text(&line, " more callbacks");
  line_end(&line);
}

static void write_work(void *context) {
  write_request();
  write_callbacks();
  struct line line;
  line_begin(&line);
  line_text(&line, "the program was in");
  line_end(&line);
  write_backtrace(program_counter(context));
}

// MARK: Crashes

static const struct {
  int number;
  const char *name;
} crashes[] = {
    {SIGILL, "SIGILL, a failed check of the program"},
    {SIGTRAP, "SIGTRAP, a failed check of the program"},
    {SIGSEGV, "SIGSEGV, an access to memory that is not there"},
    {SIGBUS, "SIGBUS, an access to memory that is not there"},
    {SIGFPE, "SIGFPE, an impossible calculation"},
    {SIGSYS, "SIGSYS, a system call that is not allowed"},
    {SIGABRT, "SIGABRT"},
    {SIGQUIT, "SIGQUIT"},
};

enum { crash_count = sizeof crashes / sizeof *crashes };

static void begin_crash_line(struct line *line, int number, const siginfo_t *info, const ucontext_t *context) {
  line_begin(line);
  line_text(line, "ends by ");
  for (int index = 0; index < crash_count; index++) {
    if (crashes[index].number == number) line_text(line, crashes[index].name);
  }
  if (info->si_code <= 0) {
    // Sent by `kill`; by the process itself in `abort`.
    line_text(line, info->si_pid == getpid() ? ", by itself" : ", sent by the process ");
    if (info->si_pid != getpid()) line_number(line, (uintptr_t)info->si_pid, 10);
    return;
  }
  if (number != SIGSEGV && number != SIGBUS) return;
  uintptr_t address = (uintptr_t)info->si_addr, stack = stack_pointer(context);
  line_text(line, ", at 0x");
  line_number(line, address, 16);
  // A function's frame is rarely larger.
  uintptr_t reach = 65536;
  if (address + reach > stack && address < stack + reach) line_text(line, ": the stack has overflowed");
}

/// A fault of a handler, and one that waits for ever, end the process without more words.
static void bound_handler(void) {
  for (int index = 0; index < crash_count; index++) signal(crashes[index].number, SIG_DFL);
  signal(SIGALRM, SIG_DFL);
  alarm(10);
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &alarms, NULL);
}

static void crashed(int number, siginfo_t *info, void *context) {
  int error = errno;
  bound_handler();
  struct line line;
  begin_crash_line(&line, number, info, context);
  line_end(&line);
  if (record[crash_report_word_message] != 0) {
    line_begin(&line);
    line_bytes(&line, (const char *)record[crash_report_word_message], record[crash_report_word_message_length]);
    line_end(&line);
  }
  write_work(context);
  errno = error;
  // It waits until the handler returns, and has its default action then: the service manager sees it, the core has the place.
  raise(number);
}

static void asked(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  int error = errno;
  struct line line;
  line_begin(&line);
  line_text(&line, "was asked by SIGUSR1 what runs");
  line_end(&line);
  write_work(context);
  errno = error;
}

static void handle(int number, void (*action)(int, siginfo_t *, void *)) {
  struct sigaction handler = {0};
  handler.sa_sigaction = action;
  handler.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigfillset(&handler.sa_mask);
  // A fault in the handler has to be seen.
  for (int index = 0; index < crash_count; index++) sigdelset(&handler.sa_mask, crashes[index].number);
  sigaddset(&handler.sa_mask, number);
  sigaction(number, &handler, NULL);
}

static int has_default_action(int number) {
  struct sigaction present;
  return sigaction(number, NULL, &present) == 0 && present.sa_handler == SIG_DFL;
}

void crash_report_install(const char *prefix) {
  size_t length = strnlen(prefix, sizeof crash_report_prefix - 1);
  memcpy(crash_report_prefix, prefix, length);
  crash_report_prefix[length] = 0;
  // A stack that has overflowed has no room for a handler. 256 KiB, for the names too; pages count when they are used.
  size_t size = 262144;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) {
    stack_t stack = {.ss_sp = memory, .ss_size = size};
    sigaltstack(&stack, NULL);
  }
  // The first call loads a library, which a handler may not.
  void *frames[1];
  backtrace(frames, 1);
  for (int index = 0; index < crash_count; index++) handle(crashes[index].number, crashed);
  // What an author has set up for these two stays.
  if (has_default_action(SIGUSR1)) handle(SIGUSR1, asked);
  if (has_default_action(SIGUSR2)) signal(SIGUSR2, SIG_IGN);
}

// MARK: Ending

static const int endings[] = {SIGTERM, SIGINT, SIGHUP};
enum { ending_count = sizeof endings / sizeof *endings };

static struct sigaction previous[ending_count];
static volatile sig_atomic_t was_told_to_end;
static volatile sig_atomic_t ending_signal;
static unsigned ending_seconds;

static void end_by_force(const char *why, void *context) {
  struct line line;
  line_begin(&line);
  line_text(&line, "ends by force, ");
  line_text(&line, why);
  line_end(&line);
  bound_handler();
  write_work(context);
  int number = ending_signal;
  signal(number, SIG_DFL);
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &ending, NULL);
}

static void told_to_end(int number, siginfo_t *info, void *context) {
  int error = errno;
  ending_signal = number;
  if (was_told_to_end) end_by_force("since it was told to a second time", context);
  was_told_to_end = 1;
  alarm(ending_seconds);
  for (int index = 0; index < ending_count; index++) {
    if (endings[index] != number) continue;
    if (previous[index].sa_flags & SA_SIGINFO) {
      previous[index].sa_sigaction(number, info, context);
    } else if (previous[index].sa_handler != SIG_DFL && previous[index].sa_handler != SIG_IGN) {
      previous[index].sa_handler(number);
    }
  }
  errno = error;
}

static void time_is_over(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  struct line line;
  line.count = 0;
  line_text(&line, "since it did not within ");
  line_number(&line, ending_seconds, 10);
  line_text(&line, " s of being told to; a controller that does not return keeps it");
  line.bytes[line.count] = 0;
  end_by_force(line.bytes, context);
}

void crash_report_limit_ending(unsigned seconds) {
  ending_seconds = seconds;
  handle(SIGALRM, time_is_over);
  for (int index = 0; index < ending_count; index++) {
    // Nobody waits for a signal that is ignored or that ends the process at once.
    if (sigaction(endings[index], NULL, &previous[index]) != 0) continue;
    if (previous[index].sa_handler == SIG_DFL || previous[index].sa_handler == SIG_IGN) continue;
    handle(endings[index], told_to_end);
  }
}
