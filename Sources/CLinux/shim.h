// What the toolchain's Glibc module hides. `_GNU_SOURCE` must not be defined here: beside Glibc it fails with "different
// definitions in different modules". GNU-only functions are declared here, with the signatures of their manual pages.
#pragma once
#include <getopt.h>
#include <poll.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// MARK: Sockets

/// The kernel's `struct ucred`, which the headers show to GNU sources only.
struct linux_peer_credentials {
  int process_id;
  unsigned int user_id;
  unsigned int group_id;
};

/// Who connected to (or from) this Unix socket; -1 and `errno` when it cannot be told.
static inline int linux_get_peer_credentials(int descriptor, struct linux_peer_credentials *credentials) {
  socklen_t size = sizeof *credentials;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, credentials, &size);
}

/// The groups of who connected to (or from) this Unix socket, beside its primary one. `count` is the room of `groups`; it
/// becomes how many there are. -1 and `errno` when it cannot be told, ERANGE when there is no room for all.
static inline int linux_get_peer_groups(int descriptor, gid_t *groups, unsigned int *count) {
  socklen_t size = *count * sizeof *groups;
  int result = getsockopt(descriptor, SOL_SOCKET, 59 /* SO_PEERGROUPS */, groups, &size);
  *count = size / sizeof *groups;
  return result;
}

extern int accept4(int descriptor, struct sockaddr *__restrict address, socklen_t *__restrict size, int flags);

/// The next waiting connection, non-blocking and closed on exec; -1 and `errno` when there is none.
static inline int linux_accept(int descriptor) {
  return accept4(descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// A Unix stream socket, non-blocking and closed on exec; -1 and `errno` when there is none.
static inline int linux_unix_stream_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

/// A Unix datagram socket, non-blocking and closed on exec; -1 and `errno` when there is none.
static inline int linux_unix_datagram_socket(void) {
  return socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

/// How many bytes have arrived on a socket and were not read; -1 and `errno` when it cannot be told.
static inline int linux_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

/// Whether the peer of a stream socket has ended its direction; never waits.
static inline int linux_peer_has_ended(int descriptor) {
  struct pollfd question = {descriptor, 0x2000 /* POLLRDHUP */, 0};
  return poll(&question, 1, 0) > 0 && (question.revents & 0x2000) != 0;
}

/// A set of descriptors to learn of their hang-ups, closed on exec; -1 and `errno` when there is none. Readable while one of
/// them has hung up.
static inline int linux_hang_up_set(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Adds a socket to the set; closing it takes it out. It hangs up when both of its directions have ended: the peer has closed
/// it, or has gone, while one that has only ended its own direction still reads. -1 and `errno` when it cannot be added.
static inline int linux_watch_hang_up(int set, int descriptor) {
  // Nothing is asked for: hang-ups and errors are always told.
  struct epoll_event event = {.events = 0, .data = {.fd = descriptor}};
  return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

/// Takes the next descriptor that has hung up out of the set; -1 when there is none. Never waits.
static inline int linux_take_hang_up(int set) {
  struct epoll_event event;
  if (epoll_wait(set, &event, 1, 0) != 1) return -1;
  int descriptor = event.data.fd;
  epoll_ctl(set, EPOLL_CTL_DEL, descriptor, NULL);
  return descriptor;
}

/// Whether a mode, as `stat` gives it, is a socket's.
static inline int linux_mode_is_socket(mode_t mode) { return S_ISSOCK(mode); }

/// Whether a mode, as `stat` gives it, is a regular file's.
static inline int linux_mode_is_regular(mode_t mode) { return S_ISREG(mode); }
// MARK: Standard streams

/// What is printed is written at the end of each line, also into a pipe or a file.
static inline void linux_buffer_standard_output_by_line(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

/// Whether a mode, as `stat` gives it, is that of a pipe or of a character device, such as a terminal.
static inline int linux_mode_is_pipe_or_device(mode_t mode) { return S_ISFIFO(mode) || S_ISCHR(mode); }

// MARK: Memory

/// Gives free memory back to the system, also from between what is in use, which `free` never does.
static inline void linux_trim_heap(void) { malloc_trim(0); }

/// The ends of the program's code, from the linker.
extern const char __executable_start[], etext[];

/// Lets go of the pages of the program's code that are mapped now. They are read-only pages of a file: what is needed again
/// comes back from the page cache, 16 pages at a time.
static inline void linux_drop_code_pages(void) {
  uintptr_t page = sysconf(_SC_PAGESIZE);
  uintptr_t begin = ((uintptr_t)__executable_start + page - 1) / page * page, end = (uintptr_t)etext / page * page;
  if (begin < end) madvise((void *)begin, end - begin, MADV_DONTNEED);
}

// MARK: Options

// Swift 6 refuses C's mutable globals, so these are read through functions.

/// Makes the next `getopt_long` start from the beginning, and print nothing by itself.
static inline void linux_options_reset(void) {
  optind = 0;
  opterr = 0;
}

/// The argument of the option that was just returned, or null.
static inline const char *linux_option_argument(void) { return optarg; }

/// The index of the next element of the argument list.
static inline int linux_option_index(void) { return optind; }

/// The option that was wrong: a letter, a long option's value, or 0.
static inline int linux_option_offender(void) { return optopt; }

// MARK: Signals

/// Whether a signal is ignored by the process.
static inline int linux_ignores_signal(int number) {
  struct sigaction present;
  return sigaction(number, NULL, &present) == 0 && present.sa_handler == SIG_IGN;
}

// MARK: Threads

extern pid_t gettid(void);

/// Whether the calling thread is the one that the process began with.
static inline int linux_is_first_thread(void) { return gettid() == getpid(); }

// MARK: Dispatch

// Dispatch exports these two for run loops other than its own; its public headers do not name them.

/// An eventfd that is readable while the main queue has work, or -1 when another thread serves the main queue.
extern int _dispatch_get_main_queue_handle_4CF(void);

/// Runs what is on the main queue. Only on the main thread, and only when the handle was not -1.
extern void _dispatch_main_queue_callback_4CF(void *ignored);
