import JSONRPCCore
import JSONText

extension Method {
  /// `rpc.discover`: the OpenRPC document, written from the method table (J18).
  static let discover = Method(
    "rpc.discover", summary: "Answers the description of all methods, as an OpenRPC document.", role: .observe,
    result: .object([])
  ) { (call, writer) throws(JSONRPCError) in
    call.host.openRPCDocument.withUnsafeBytes { writer.raw($0) }
  }
}
