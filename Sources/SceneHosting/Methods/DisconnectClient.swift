import JSONRPCCore
import JSONText

extension Method {
  /// `disconnectClient {client}`: sends a client away, whether it reads or not.
  static let disconnectClient = Method(
    "disconnectClient", summary: "Says goodbye to a client and closes its connection, also when it does not read.",
    role: .administer, safeguards: [],
    parameters: [.required("client", .string, "The client's name, as listClients gives it.")],
    result: .object([.always("client", .string)]), errors: [.clientNotFound, .valueNotAccepted],
    examples: [Example("Send the other client away", #"{"client":"c1"}"#, result: #"{"client":"c1"}"#)]
  ) { (call, writer) throws(JSONRPCError) in
    let name = Arguments.given(call.arguments.string("client"))
    let clients = call.host.clients
    guard let session = clients.first(where: { $0.name == name }) else {
      throw ApplicationErrorCode.clientNotFound.unknownName(
        name, what: "client", pointer: "/params/client", among: clients.map(\.name),
        advice: "listClients lists those that are connected.")
    }
    guard session !== call.session else {
      throw ApplicationErrorCode.valueNotAccepted.error(
        "\"\(name)\" is this connection; to end it, close it.", [(name: "pointer", value: .string("/params/client"))])
    }
    call.host.disconnect(session, by: call.session)
    writer.beginObject()
    writer.key("client")
    writer.string(name)
    writer.endObject()
  }
}
