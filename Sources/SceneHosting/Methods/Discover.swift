import JSONRPCCore
import JSONText

extension Method {
  /// `rpc.discover`: the OpenRPC document, written from the method table (J18).
  static let discover = Method(
    "rpc.discover", summary: "Answers the description of all methods, as an OpenRPC document.", role: .observe,
    result: .object([
      .always("openrpc", .string), .always("info", .map(.string)), .always("x-apiLevel", .integer),
      .always("methods", .array(.map(.any))), .always("components", .map(.any)),
      .always("x-notifications", .array(.map(.any))),
    ]),
    examples: [
      Example(
        "The description, abridged",
        result: #"""
          {"openrpc":"1.4.0","info":{"title":"controllerd","version":"0.1.0",
          "description":"A daemon that keeps trees of headless UIKit-style view controllers, driven over a Unix socket."},
          "x-apiLevel":1,"methods":[],"components":{},"x-notifications":[]}
          """#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    call.host.openRPCDocument.withUnsafeBytes { writer.raw($0) }
  }
}
