import JSONRPCCore

/// The request that is being answered. It holds nobody, as `Call`, and its id is valid as long as the request is.
@MainActor
struct RunningRequest {
  unowned(unsafe) let method: Method
  unowned(unsafe) let session: ClientSession
  let id: RequestID
  let isInBatch: Bool
}
