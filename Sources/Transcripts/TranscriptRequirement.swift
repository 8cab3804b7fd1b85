/// What a server must have for a case to be run.
public struct TranscriptRequirement: Sendable {
  /// How it is found out.
  enum Probe: Sendable {
    /// A call of the method is not answered with -32601.
    case method(String)
    /// The method that was named on the command line takes no parameters.
    case noParameters
    /// The message is answered so.
    case exchange(TranscriptText, JSONPattern)
  }

  /// What the server must have, for people.
  public let text: String

  var probe: Probe
}
