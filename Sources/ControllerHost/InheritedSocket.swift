import SocketServer

/// A socket that a service manager has handed over, and what it is for.
struct InheritedSocket: Equatable {
  /// What the clients of a socket may do.
  enum Purpose: Equatable {
    /// Whatever their user may do.
    case control
    /// Look, whoever they are.
    case observe
  }

  let descriptor: Int32
  let name: String
  let purpose: Purpose
  /// The group of its file, whose members may drive; nil when it has no file.
  let groupID: UInt32?

  /// Decides by the names what the sockets are for.
  ///
  /// A name that nobody knows is an error: to guess could give everything to clients that were meant to look only.
  ///
  /// - Parameters:
  ///   - descriptors: What was handed over.
  ///   - program: The daemon's name, which the default names of its units begin with.
  static func sort(
    _ descriptors: ListenDescriptors, program: String
  ) throws(InheritedSocketError) -> [InheritedSocket] {
    var sockets: [InheritedSocket] = []
    for entry in descriptors.entries {
      let purpose: Purpose
      switch entry.name {
      case "control", "\(program).socket", ListenDescriptors.unnamed: purpose = .control
      case "observe", "\(program)-observe.socket": purpose = .observe
      default: throw InheritedSocketError(descriptor: entry.descriptor, name: entry.name)
      }
      sockets.append(
        InheritedSocket(
          descriptor: entry.descriptor, name: entry.name, purpose: purpose, groupID: entry.fileGroupID))
    }
    return sockets
  }
}

/// A socket was handed over under a name that says nothing.
struct InheritedSocketError: Error, CustomStringConvertible {
  let descriptor: Int32
  let name: String

  var description: String {
    "descriptor \(descriptor) was handed over under the name '\(name)'; allowed: control, observe; set FileDescriptorName= in "
      + "its socket unit"
  }
}
