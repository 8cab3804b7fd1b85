import Glibc

/// How many descriptors the process may have.
enum DescriptorLimit {
  /// 64 beside the connections: the loop's own, listeners, standard streams.
  private static let reserve = 64

  /// Raises the soft limit, as far as the hard one allows, so that all connections fit.
  ///
  /// When they do not fit, the server refuses who comes too late, and says so.
  static func raise(for connections: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = rlim_t(connections + reserve)
    guard limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
