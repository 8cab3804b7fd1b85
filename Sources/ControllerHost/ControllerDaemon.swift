import CCrashReport
import CommandLineOptions
import Glibc
public import HeadlessUIKit
import SceneHosting
import SocketServer

/// A daemon with controllers of one's own.
///
///     let daemon = ControllerDaemon(name: "exampled")
///     daemon.register("hello") { HelloAppDelegate() }
///     daemon.main()
///
/// `main` reads the command line, opens the scenes, serves the socket until SIGTERM, and ends the process.
@MainActor
public final class ControllerDaemon {
  /// The version of this package.
  public static let packageVersion = "0.1.0"

  /// The program's name, as it introduces itself.
  public let name: String

  /// The program's version.
  public let version: String

  private let defaultScenes: [String]?
  private var registrations: [ApplicationRegistration] = []

  /// A daemon without applications.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - version: The program's version.
  ///   - defaultScenes: The applications of which a scene is opened when the command line names none; nil: all that are
  ///     registered.
  public init(
    name: String, version: String = ControllerDaemon.packageVersion, defaultScenes: [String]? = nil
  ) {
    self.name = name
    self.version = version
    self.defaultScenes = defaultScenes
  }

  /// Makes an application known. A name that is known already is replaced.
  ///
  /// - Parameters:
  ///   - application: The name by which scenes of it are opened.
  ///   - makeDelegate: Makes the delegate of a new scene.
  public func register<Delegate: UIApplicationDelegate>(
    _ application: String, makeDelegate: @escaping @MainActor () -> Delegate
  ) {
    registrations.removeAll { $0.name == application }
    registrations.append(ApplicationRegistration(application, makeDelegate: makeDelegate))
  }

  /// Reads the command line of the process, serves until SIGTERM or SIGINT, and ends the process: with 0 when it was told
  /// to end, 1 when it could not serve, 2 when the command line was wrong.
  public func main() -> Never {
    exit(run(CommandLine.arguments.dropFirst()))
  }

  private func run(_ arguments: some Sequence<String>) -> Int32 {
    let diagnostics = DiagnosticOutput(name: name)
    let table = Self.commandLine(name: name, version: version)
    let settings: DaemonSettings
    do throws(CommandLineError) {
      let line = try table.parse(arguments)
      switch line.request {
      case .help: return Console.print(table.helpText)
      case .version: return Console.print(table.versionText)
      case .run: break
      }
      do throws(DaemonSettings.Complaint) {
        settings = try DaemonSettings.read(line)
      } catch {
        diagnostics.write(.error, table.errorText(error.text), isNamed: true)
        return 2
      }
    } catch {
      diagnostics.write(.error, error.message, isNamed: true)
      return 2
    }
    do {
      return try serve(settings, diagnostics)
    } catch {
      diagnostics.write(.error, "\(error)")
      return 1
    }
  }

  private func serve(_ settings: DaemonSettings, _ diagnostics: DiagnosticOutput) throws -> Int32 {
    StandardStreams.keepFromBlocking()
    reportCrashes(diagnostics)
    let environment = try ServiceEnvironment.take()
    for warning in environment.warnings { diagnostics.write(.warning, warning) }
    let inherited = try InheritedSocket.sort(environment.descriptors, program: name)
    let access = settings.access(inheritedGroup: inherited.first { $0.purpose == .control }?.groupID)
    if access.ownerUserID == access.overflowUserID {
      diagnostics.write(
        .warning,
        "runs as user \(access.ownerUserID), whom the kernel shows in place of all users that it cannot name: that user may not "
          + "administer, only root and --admin-group may; run it as a user of its own.")
    }
    let host = SceneHost(
      identity: SceneHost.Identity(name: name, version: version, processID: getpid()), access: access,
      limits: settings.limits, defaultProfile: settings.profile, now: { EventLoop.now })
    host.onDiagnostic = { diagnostics.write(.warning, $0) }
    for registration in registrations { host.register(registration) }
    for application in scenes(settings, of: host) { try host.openScene(application) }
    DescriptorLimit.raise(for: host.limits.connections)
    var configuration = SocketServer.Configuration()
    configuration.maximumConnections = host.limits.connections
    configuration.maximumConnectionsPerUser = host.limits.connectionsPerUser
    let server = try SocketServer(service: host, configuration: configuration)
    server.onDiagnostic = { diagnostics.write(.warning, $0) }
    do {
      try listen(server, inherited, settings, diagnostics)
    } catch {
      // Ended in order, so that a socket that was made before the one that failed does not stay behind.
      server.stop()
      while server.turn() {}
      throw error
    }
    report(server, host, environment, diagnostics)
    return try server.run()
  }

  /// 10 seconds from the signal that tells the daemon to end until it ends by force: more than the 7 that answers may take at
  /// most, less than the 15 that the service manager waits.
  static let endingTime: UInt32 = 10

  /// Makes a crash say which request and callback ran: with the prefix of a critical line where the journal reads it.
  private func reportCrashes(_ diagnostics: DiagnosticOutput) {
    RunningWork.words = crash_report_record()
    RunningWork.keepMessage = crash_report_keep_message
    crash_report_install(diagnostics.isJournal ? "<2>" : "\(name): ")
  }

  private func listen(
    _ server: SocketServer, _ inherited: [InheritedSocket], _ settings: DaemonSettings, _ diagnostics: DiagnosticOutput
  ) throws(SocketServerError) {
    try server.takeSignals()
    crash_report_limit_ending(Self.endingTime)
    var places: [String] = []
    for socket in inherited {
      try listen(on: socket, server)
      places.append("descriptor \(socket.descriptor) (\(socket.name))")
    }
    if settings.socket == nil, inherited.isEmpty { DaemonSettings.makeDefaultDirectory() }
    if let path = settings.socket ?? (inherited.isEmpty ? DaemonSettings.defaultSocket : nil) {
      try server.listen(at: path, mode: settings.socketMode, group: settings.socketGroup)
      places.append(path)
    }
    if let path = settings.readOnlySocket {
      try server.listen(at: path, mode: settings.readOnlySocketMode, group: settings.socketGroup, ceiling: .observe)
      places.append("\(path) (read-only)")
    }
    diagnostics.write(.information, "version \(version) listens on \(places.joined(separator: ", "))")
  }

  private func listen(on socket: InheritedSocket, _ server: SocketServer) throws(SocketServerError) {
    switch socket.purpose {
    case .control: try server.listen(adopting: socket.descriptor, named: socket.name)
    case .observe: try server.listen(adopting: socket.descriptor, named: socket.name, ceiling: .observe)
    }
  }

  /// Tells the service manager, if there is one, how the daemon is. That it cannot be told is no reason not to serve.
  private func report(
    _ server: SocketServer, _ host: SceneHost, _ environment: ServiceEnvironment, _ diagnostics: DiagnosticOutput
  ) {
    guard let address = environment.notifySocket else { return }
    do throws(SocketServerError) {
      let notifier = try ServiceNotifier(address: address)
      try server.report(to: notifier, as: environment) { host.sceneCount }
    } catch {
      diagnostics.write(.warning, error.message)
    }
  }

  /// The scenes to open, in order: those of the command line, else the default ones, else one of each application.
  private func scenes(_ settings: DaemonSettings, of host: SceneHost) -> [String] {
    if !settings.scenes.isEmpty { return settings.scenes }
    return defaultScenes ?? host.applicationNames
  }
}
