public import JSONRPCCore

/// What the daemon holds at most. Each refusal names the limit and its value; `getServerInfo` lists them all.
public struct HostLimits: Sendable, Hashable {
  /// What a line may hold.
  public var lines = Limits()
  /// 32 lines in a row that are no JSON: a client that sends more speaks another protocol, or has lost its place.
  public var malformedLines = 32
  /// 256 scenes: a scene is an application; more than that is a loop that opens them.
  public var scenes = 256
  /// 64 subscriptions a connection: each is a filter that every event is held against.
  public var subscriptions = 64
  /// 64 streams of state a scene, one for each scope that somebody follows: every change is held against each of them.
  public var streams = 64
  /// 1,024 deltas a stream are kept for clients that come back: some seconds of a busy scene.
  public var replayDeltas = 1024
  /// 1 MiB of deltas a stream are kept: beyond it a snapshot is mostly shorter.
  public var replayBytes = 1_048_576
  /// 64 calls a connection that wait for their answers: each is looked at whenever its scene changes.
  public var waits = 64
  /// 1,024 answers of calls with a key: a client repeats a call within seconds, when its connection was cut.
  public var keys = 1024
  /// 1 MiB of keys and answers that are kept for that.
  public var keyBytes = 1_048_576
  /// 4 MiB of output a connection: beyond it events are dropped, and told as lost; in place of deltas comes a snapshot.
  public var outputQueue = 4_194_304
  /// 1 MiB of output a connection: beyond it the daemon stops reading from who does not take its own answers.
  public var unreadAnswers = 1_048_576
  /// 256 KiB of answers a batch: they are held back until the last is done, and nobody else is looked after meanwhile. To write
  /// as much takes 10 us. What comes after them in the batch is refused.
  public var batchAnswers = 262_144
  /// 256 calls a transaction, as many as in a batch.
  public var transactionCalls = 256
  /// 8 complaints a controller in 10 seconds are told to the operator: enough to see what it does wrong. Of more of them only
  /// the number is told: a controller that breaks a rule in a loop must not fill the log.
  public var complaints = 8
  /// 4,096 connections; the socket's to hold, listed here.
  public var connections = 4096
  /// 1,024 connections a user, so that one cannot take all; the socket's to hold, listed here.
  public var connectionsPerUser = 1024

  /// The defaults.
  public init() {}
}
