// The floor under every figure: a server on libuv that does nothing but answer.
//
// It accepts on a Unix socket, counts the lines that it reads, and answers each with the same bytes. It has what a fast
// server on libuv has (one read buffer for all, one write a connection and iteration, tried at once) and nothing else, so
// that no server on libuv answers faster. `controllerbench` measures it beside controllerd.

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <uv.h>

enum {
  // What controllerd answers to a getNavigationItem that controllerbench sends.
  default_answer_size = 253,
  // An answer has at least its line feed. One of a mebibyte is as long as a line may be anywhere here.
  smallest_answer_size = 1,
  largest_answer_size = 1 << 20,
  // As controllerd: one read takes what a client pipelines usually.
  read_buffer_size = 1 << 16,
  // What one write takes at most, so that a connection's turn ends. At least one answer.
  write_block_size = 1 << 18,
  // A client that owes us this many bytes of reading is not read from any more.
  most_owed = 1 << 20,
  // More than a load generator opens; beyond that a client is hung up on.
  most_connections = 8192,
  backlog = 512,
};

struct connection {
  uv_pipe_t pipe;
  uv_write_t request;
  struct connection *next_ready;
  // Bytes of answers that the client has not been sent. There is no buffer: all answers are alike, so that the number
  // says what they are.
  size_t owed;
  // Bytes that libuv waits to write; 0 when it has none.
  size_t writing;
  bool is_ready, is_reading, has_ended, has_failed;
};

static struct {
  uv_loop_t loop;
  uv_pipe_t listener;
  uv_prepare_t before_sleep;
  uv_signal_t signals[2];
  const char *path;
  size_t answer_size;
  // Whole answers, one after the other.
  char *block;
  size_t block_size;
  struct connection *ready;
  int connections;
  char read_buffer[read_buffer_size];
} server;

static void did_close(uv_handle_t *handle) {
  free(handle->data);
  server.connections -= 1;
}

static void end(struct connection *connection) {
  uv_handle_t *handle = (uv_handle_t *)&connection->pipe;
  if (!uv_is_closing(handle)) uv_close(handle, did_close);
}

// MARK: Reading

static void lend(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer) {
  (void)handle;
  (void)wanted;
  *buffer = uv_buf_init(server.read_buffer, read_buffer_size);
}

static size_t line_feeds(const char *bytes, size_t count) {
  const char *end = bytes + count;
  size_t found = 0;
  while (bytes < end && (bytes = memchr(bytes, '\n', (size_t)(end - bytes))) != NULL) {
    found += 1;
    bytes += 1;
  }
  return found;
}

// What is on the list is closed only when its turn comes, so that the list names nobody who is gone.
static void enqueue(struct connection *connection) {
  if (connection->is_ready || uv_is_closing((uv_handle_t *)&connection->pipe)) return;
  connection->is_ready = true;
  connection->next_ready = server.ready;
  server.ready = connection;
}

static void did_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
  struct connection *connection = stream->data;
  if (count > 0) {
    connection->owed += line_feeds(buffer->base, (size_t)count) * server.answer_size;
    enqueue(connection);
  } else if (count < 0) {
    connection->has_ended = true;
    connection->has_failed = count != UV_EOF;
    enqueue(connection);
  }
}

static void update_reading(struct connection *connection) {
  uv_stream_t *stream = (uv_stream_t *)&connection->pipe;
  bool wanted = !connection->has_ended && connection->owed < most_owed;
  if (wanted == connection->is_reading) return;
  connection->is_reading = wanted;
  if (wanted) {
    uv_read_start(stream, lend, did_read);
  } else {
    uv_read_stop(stream);
  }
}

// MARK: Writing

// The next bytes that the client is owed: they begin inside an answer when the kernel took only a part of it before.
static uv_buf_t next_bytes(const struct connection *connection) {
  size_t unsent = connection->owed % server.answer_size;
  size_t offset = unsent == 0 ? 0 : server.answer_size - unsent;
  size_t room = server.block_size - offset;
  size_t count = connection->owed < room ? connection->owed : room;
  return uv_buf_init(server.block + offset, (unsigned)count);
}

static void did_write(uv_write_t *request, int status) {
  struct connection *connection = request->handle->data;
  connection->owed -= connection->writing;
  connection->writing = 0;
  if (status != 0) connection->has_failed = true;
  enqueue(connection);
}

static void flush(struct connection *connection) {
  uv_stream_t *stream = (uv_stream_t *)&connection->pipe;
  if (connection->owed > 0 && connection->writing == 0 && !connection->has_failed) {
    uv_buf_t bytes = next_bytes(connection);
    int written = uv_try_write(stream, &bytes, 1);
    if (written > 0) connection->owed -= (size_t)written;
    connection->has_failed = written < 0 && written != UV_EAGAIN;
  }
  if (connection->owed > 0 && connection->writing == 0 && !connection->has_failed) {
    uv_buf_t rest = next_bytes(connection);
    connection->has_failed = uv_write(&connection->request, stream, &rest, 1, did_write) != 0;
    connection->writing = rest.len;
  }
  if (connection->has_failed || (connection->has_ended && connection->owed == 0)) {
    end(connection);
  } else {
    update_reading(connection);
  }
}

static void flush_all(uv_prepare_t *prepare) {
  (void)prepare;
  struct connection *connection = server.ready;
  server.ready = NULL;
  while (connection != NULL) {
    struct connection *next = connection->next_ready;
    connection->is_ready = false;
    flush(connection);
    connection = next;
  }
}

// MARK: Beginning and end

static void accept_client(uv_stream_t *listener, int status) {
  if (status != 0) return;
  struct connection *connection = calloc(1, sizeof *connection);
  if (connection == NULL) abort();  // to go on would leave the listener waiting for ever
  uv_pipe_init(&server.loop, &connection->pipe, 0);
  connection->pipe.data = connection;
  server.connections += 1;
  if (uv_accept(listener, (uv_stream_t *)&connection->pipe) != 0 || server.connections > most_connections) {
    end(connection);
    return;
  }
  update_reading(connection);
}

static void close_handle(uv_handle_t *handle, void *ignored) {
  (void)ignored;
  if (handle->type == UV_NAMED_PIPE && handle != (uv_handle_t *)&server.listener) {
    end(handle->data);
  } else if (!uv_is_closing(handle)) {
    uv_close(handle, NULL);
  }
}

static void stop(uv_signal_t *watcher, int number) {
  (void)number;
  unlink(server.path);
  server.ready = NULL;
  uv_walk(watcher->loop, close_handle, NULL);
}

static int complain(const char *what, const char *why) {
  fprintf(stderr, "controllerfloor: %s: %s\n", what, why);
  return 1;
}

// libuv's own bind would unlink whatever lies at the path when it closes.
static int listen_on_socket(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(server.path);
  if (length == 0 || length >= sizeof address.sun_path) return complain(server.path, "a path has 1 to 107 bytes");
  memcpy(address.sun_path, server.path, length);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return complain(server.path, strerror(errno));
  umask(0077);
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    int error = errno;
    close(descriptor);
    return complain(server.path, strerror(error));
  }
  uv_pipe_init(&server.loop, &server.listener, 0);
  int result = uv_pipe_open(&server.listener, descriptor);
  if (result == 0) result = uv_listen((uv_stream_t *)&server.listener, backlog, accept_client);
  if (result == 0) return 0;
  unlink(server.path);
  return complain(server.path, uv_strerror(result));
}

static int fill_block(void) {
  size_t answers = write_block_size / server.answer_size + 2;
  server.block_size = answers * server.answer_size;
  server.block = malloc(server.block_size);
  if (server.block == NULL) return complain("the answers", strerror(ENOMEM));
  memset(server.block, 'x', server.block_size);
  for (size_t one = 1; one <= answers; one += 1) server.block[one * server.answer_size - 1] = '\n';
  return 0;
}

static int run(void) {
  signal(SIGPIPE, SIG_IGN);
  uv_loop_init(&server.loop);
  if (fill_block() != 0 || listen_on_socket() != 0) return 1;
  uv_prepare_init(&server.loop, &server.before_sleep);
  uv_prepare_start(&server.before_sleep, flush_all);
  static const int numbers[] = {SIGTERM, SIGINT};
  for (int index = 0; index < 2; index += 1) {
    uv_signal_init(&server.loop, &server.signals[index]);
    uv_signal_start(&server.signals[index], stop, numbers[index]);
  }
  uv_run(&server.loop, UV_RUN_DEFAULT);
  free(server.block);
  return uv_loop_close(&server.loop) == 0 ? 0 : complain("the loop", "something was left open");
}

static const char help[] =
    "Usage: controllerfloor [--bytes=N] --socket=PATH\n"
    "Answers each line on a Unix socket with the same N bytes, as fast as libuv can, until SIGTERM.\n"
    "\n"
    "  -s, --socket=PATH  listen there; nothing may lie there yet\n"
    "  -b, --bytes=N      how long an answer is, its line feed counted: 1 to 1048576; 253 if not given\n"
    "  -h, --help         print this help and end\n";

int main(int count, char **arguments) {
  static const struct option options[] = {{"socket", required_argument, NULL, 's'},
                                          {"bytes", required_argument, NULL, 'b'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  long bytes = default_answer_size;
  char *rest = "";
  for (int option; (option = getopt_long(count, arguments, "s:b:h", options, NULL)) != -1;) {
    if (option == 's') server.path = optarg;
    if (option == 'b') bytes = strtol(optarg, &rest, 10);
    if (option == 'h') return fputs(help, stdout) < 0;
    if (option == '?') return 2;
  }
  if (server.path == NULL || optind != count || *rest != '\0' || bytes < smallest_answer_size ||
      bytes > largest_answer_size) {
    fputs(help, stderr);
    return 2;
  }
  server.answer_size = (size_t)bytes;
  return run();
}
