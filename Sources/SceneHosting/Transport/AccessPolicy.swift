/// Who may do what, by what the kernel says of a client.
public struct AccessPolicy: Sendable, Hashable {
  /// The user that the daemon runs as; may administer, as root may.
  public var ownerUserID: UInt32
  /// A member of one of these groups may administer.
  public var administeringGroupIDs: Set<UInt32> = []
  /// The socket's group: its members may drive. Nil: whoever can connect may drive, since the socket's permissions let in
  /// nobody but its owner and those who were meant.
  public var drivingGroupID: UInt32?

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

  private func roleByIdentity(of peer: PeerCredentials) -> Role {
    if peer.userID == ownerUserID || peer.userID == 0 { return .administer }
    if administeringGroupIDs.contains(where: peer.isMember) { return .administer }
    guard let drivingGroupID else { return .drive }
    return peer.isMember(of: drivingGroupID) ? .drive : .observe
  }
}
