extension SocketServer {
  /// The server's limits.
  public struct Configuration: Hashable, Sendable {
    /// Connections at once; a client over it gets one error line. 4096, as systemd's own servers have it.
    public var maximumConnections = 4096

    /// Connections at once of one user id. 1024, so that one user does not lock all others out.
    public var maximumConnectionsPerUser = 1024

    /// Seconds that ending waits for clients to take their answers. 2: who reads at all takes megabytes in that time, and who
    /// does not, delays a restart by no more.
    public var drainTime = 2.0

    /// Seconds from the beginning of the end in which no client's time passes while the server itself has still to read, answer or
    /// write, as on a busy machine. 5: with `drainTime` that is less than the 10 after which the daemon ends by force.
    public var answerTime = 5.0

    /// Seconds after which those who have taken all do not wait any more for those who have not. 0.1: usually all have, and hear
    /// the end of the scenes together.
    public var sharedDrainTime = 0.1

    /// The default limits.
    public init() {}
  }
}
