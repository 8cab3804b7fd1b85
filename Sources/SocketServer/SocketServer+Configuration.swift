extension SocketServer {
  /// The server's limits.
  public struct Configuration: Hashable, Sendable {
    /// Connections at once; a client over it gets one error line. 4096, as systemd's own servers have it.
    public var maximumConnections = 4096

    /// Connections at once of one user id. 1024, so that one user does not lock all others out.
    public var maximumConnectionsPerUser = 1024

    /// Seconds that ending waits for clients to take their answers. 4: a process has ended within 5, whatever its clients do,
    /// well below the 90 after which systemd kills.
    public var drainTime = 4.0

    /// The default limits.
    public init() {}
  }
}
