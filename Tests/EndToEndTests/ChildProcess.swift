import Foundation

/// A program that a test has started.
///
/// Foundation's `Process` is not used: what it starts from a worker thread inherits that thread's signal mask, and would
/// not be ended by SIGTERM.
final class ChildProcess {
  /// Its process id; never used again once it was waited for.
  let identifier: pid_t

  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program, by name or path, and its arguments.
  ///   - environment: All of its environment.
  ///   - directory: Where it runs.
  ///   - input: A file that it reads; nothing if nil.
  ///   - output: A file that its standard output is added to.
  ///   - errors: A file that its standard error is added to.
  init(
    _ command: [String], environment: [String: String], directory: String, input: String? = nil, output: String,
    errors: String
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    // What the test process has open is not the child's; closing what is not open is no error here.
    for descriptor in (STDERR_FILENO + 1)..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    // posix_spawn's own change of directory is not in the toolchain's Glibc; env(1) replaces itself by the program.
    var words = (["env", "-C", directory] + command).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var identifier: pid_t = 0
    let failure = posix_spawnp(&identifier, "env", &actions, &attributes, &words, &variables)
    guard failure == 0 else {
      throw Daemon.Failed(what: "the start of \(command)", details: String(cString: strerror(failure)))
    }
    self.identifier = identifier
  }

  deinit {
    guard isRunning else { return }
    send(SIGKILL)
    _ = wait()
  }

  /// Whether it has not ended yet.
  var isRunning: Bool {
    if status == nil {
      var raw: Int32 = 0
      let result = waitpid(identifier, &raw, WNOHANG)
      if result == identifier { status = raw }
    }
    return status == nil
  }

  /// Sends a signal, unless it has ended.
  func send(_ signal: Int32) {
    if isRunning { kill(identifier, signal) }
  }

  /// Waits until it ends; ends it when that takes too long.
  ///
  /// - Returns: The exit status, or minus the signal that ended it.
  func wait(patience: Double = Tool.patience) -> Int32 {
    let deadline = Date(timeIntervalSinceNow: patience)
    while isRunning {
      if Date() > deadline { kill(identifier, SIGKILL) }
      usleep(1000)
    }
    guard let status else { preconditionFailure("it has ended, and so it has a status") }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }
}
