/// Who may do what, by what the kernel says of a client.
public struct AccessPolicy: Sendable, Hashable {
  /// The user that the daemon runs as; may administer, as root may.
  public var ownerUserID: UInt32
  /// A member of one of these groups may administer.
  public var administeringGroupIDs: Set<UInt32> = []
  /// The socket's group: its members may drive. Nil: whoever can connect may drive, since the socket's permissions let in
  /// nobody but its owner and those who were meant.
  public var drivingGroupID: UInt32?

  /// What the kernel shows in place of a user that it cannot name here, one of another user namespace for instance. So it is
  /// nobody's own: not the daemon's either, when it runs as that user.
  public var overflowUserID: UInt32 = 65_534
  /// The same for groups: nobody is a member of it.
  public var overflowGroupID: UInt32 = 65_534

  /// A policy without groups.
  public init(ownerUserID: UInt32) {
    self.ownerUserID = ownerUserID
  }

  /// The role of a client: by its user, by its groups (supplementary ones too), at most what its socket gives.
  ///
  /// - Parameter ceiling: What clients of the socket may do at most.
  public func role(of peer: PeerCredentials, ceiling: Role) -> Role {
    min(ceiling, roleByIdentity(of: peer))
  }

  /// Whether the kernel says who a client is.
  func isKnown(_ peer: PeerCredentials) -> Bool { peer.userID != overflowUserID && peer.userID != .max }

  private func roleByIdentity(of peer: PeerCredentials) -> Role {
    if isKnown(peer), peer.userID == ownerUserID || peer.userID == 0 { return .administer }
    if administeringGroupIDs.contains(where: { isMember(peer, of: $0) }) { return .administer }
    guard let drivingGroupID else { return .drive }
    return isMember(peer, of: drivingGroupID) ? .drive : .observe
  }

  private func isMember(_ peer: PeerCredentials, of group: UInt32) -> Bool {
    group != overflowGroupID && group != .max && peer.isMember(of: group)
  }
}
