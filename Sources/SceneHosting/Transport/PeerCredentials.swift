/// Who is at the other end of a connection, as the kernel says.
public struct PeerCredentials: Sendable, Hashable {
  /// The peer's process id when it connected; 0 when unknown.
  public var processID: Int32
  /// The peer's user id.
  public var userID: UInt32
  /// The peer's primary group id.
  public var groupID: UInt32
  /// The peer's supplementary groups.
  public var supplementaryGroupIDs: [UInt32]

  /// Credentials as given.
  public init(processID: Int32, userID: UInt32, groupID: UInt32, supplementaryGroupIDs: [UInt32] = []) {
    self.processID = processID
    self.userID = userID
    self.groupID = groupID
    self.supplementaryGroupIDs = supplementaryGroupIDs
  }

  /// Whether the peer is in a group. Cost: its groups.
  public func isMember(of group: UInt32) -> Bool {
    groupID == group || supplementaryGroupIDs.contains(group)
  }
}
