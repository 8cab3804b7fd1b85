// What a process says when it crashes, or is ended by force: who asked for what, which callback ran, where the program was.
//
// A C target, not a shim header: a handler of signals needs one record for the whole program, and code of which it is
// certain that it neither allocates nor calls Swift's runtime.
#pragma once
#include <stdint.h>

enum {
  /// The words of the record: the request's method (address, length), client, and id (address, length); what a failed check
  /// said (address, length), which `crash_report_keep_message` writes; how many callbacks run inside of each other.
  crash_report_word_method = 0,
  crash_report_word_method_length = 1,
  crash_report_word_client = 2,
  crash_report_word_id = 3,
  crash_report_word_id_length = 4,
  crash_report_word_message = 5,
  crash_report_word_message_length = 6,
  crash_report_word_depth = 7,
  crash_report_word_frames = 8,
  /// A callback: its depth (from 1), the object's id (0: a scene; all ones: an object without one), a name of 64 bytes, what
  /// is called, 48 bytes; both end with NUL.
  crash_report_frame_words = 16,
  /// The innermost ones are kept.
  crash_report_frame_count = 16,
};

/// The record of what runs. Whoever runs something writes it there; the handlers read it.
uintptr_t *crash_report_record(void);

/// Keeps what a failed check says, which has to stay where it is, for the crash that follows.
void crash_report_keep_message(const uint8_t *bytes, uintptr_t length);

/// Makes a crash of the process tell what ran, on standard error; then the signal has its usual effect. SIGUSR1 makes it
/// tell that and go on; SIGUSR2 is ignored.
///
/// - `prefix`: what each line begins with; at most 63 bytes.
void crash_report_install(const char *prefix);

/// From here on the process is ended by force `seconds` after the first of the signals SIGTERM, SIGINT and SIGHUP, and at
/// once by a second one. Their handlers of now are called as before. SIGALRM belongs to this.
void crash_report_limit_ending(unsigned seconds);
