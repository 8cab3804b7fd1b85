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
        return Console.complain(table.errorText(error.text), status: 2)
      }
    } catch {
      return Console.complain(error.message, status: 2)
    }
    return serve(settings)
  }

  private func serve(_ settings: DaemonSettings) -> Int32 {
    let host = SceneHost(
      identity: SceneHost.Identity(name: name, version: version, processID: getpid()),
      access: settings.access, limits: settings.limits, defaultProfile: settings.profile, now: { EventLoop.now })
    host.onDiagnostic = { [name] in Console.log("\(name): \($0)") }
    for registration in registrations { host.register(registration) }
    do {
      for application in scenes(settings, of: host) { try host.openScene(application) }
      DescriptorLimit.raise(for: host.limits.connections)
      var configuration = SocketServer.Configuration()
      configuration.maximumConnections = host.limits.connections
      configuration.maximumConnectionsPerUser = host.limits.connectionsPerUser
      let server = try SocketServer(service: host, configuration: configuration)
      server.onDiagnostic = { [name] in Console.log("\(name): \($0)") }
      try server.listen(at: settings.socket, mode: settings.socketMode, group: settings.socketGroup)
      if let path = settings.readOnlySocket {
        try server.listen(
          at: path, mode: settings.readOnlySocketMode, group: settings.socketGroup, ceiling: .observe)
      }
      return try server.run()
    } catch {
      return Console.complain("\(name): \(error)", status: 1)
    }
  }

  /// The scenes to open, in order: those of the command line, else the default ones, else one of each application.
  private func scenes(_ settings: DaemonSettings, of host: SceneHost) -> [String] {
    if !settings.scenes.isEmpty { return settings.scenes }
    return defaultScenes ?? host.applicationNames
  }
}
