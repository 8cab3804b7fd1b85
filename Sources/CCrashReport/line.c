#include "module_private.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

char crash_report_prefix[64];

void line_begin(struct line *line) {
  line->count = 0;
  line_text(line, crash_report_prefix);
}

void line_text(struct line *line, const char *text) {
  size_t count = 0;
  while (text[count] != 0) count++;
  line_bytes(line, text, count);
}

void line_bytes(struct line *line, const char *bytes, size_t count) {
  // One is left for the LF.
  for (size_t index = 0; index < count && line->count < sizeof line->bytes - 1; index++) {
    unsigned char byte = (unsigned char)bytes[index];
    // What clients have sent must not begin a line of its own, or command a terminal.
    line->bytes[line->count++] = byte < 0x20 || byte == 0x7F ? '?' : (char)byte;
  }
}

void line_number(struct line *line, uintptr_t number, unsigned base) {
  char digits[64];
  size_t count = 0;
  do {
    digits[count++] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number != 0);
  while (count > 0) line_bytes(line, &digits[--count], 1);
}

void line_end(struct line *line) {
  line->bytes[line->count++] = '\n';
  size_t position = 0;
  while (position < line->count) {
    ssize_t written = write(STDERR_FILENO, line->bytes + position, line->count - position);
    if (written > 0) {
      position += (size_t)written;
      continue;
    }
    if (written < 0 && errno == EINTR) continue;
    if (written == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return;
    // Half a second for who reads slowly; who does not read at all must not keep the process.
    struct pollfd state = {STDERR_FILENO, POLLOUT, 0};
    if (poll(&state, 1, 500) <= 0) return;
  }
}
