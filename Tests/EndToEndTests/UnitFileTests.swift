import Foundation
import Testing

@Suite("The units and their installation")
struct UnitFileTests {
  /// What `systemd-analyze security` gives the service, times ten; lower is better, and 100 is what a service has that
  /// says nothing. A line that is lost from the unit raises it.
  private static let exposure = 4

  private static let installer = BuiltProducts.checkout.appending(path: "systemd/install").path

  /// A root that holds this system's own units and an installation of ours.
  private struct Root {
    let directory: TemporaryDirectory
    let prefix: String

    init(prefix: String) throws {
      self.prefix = prefix
      directory = try TemporaryDirectory()
      let units = URL(fileURLWithPath: directory.path(of: "root/usr/lib/systemd"))
      try FileManager.default.createDirectory(at: units, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "/usr/lib/systemd/system", toPath: units.appending(path: "system").path)
      // Programs that need no build: what is looked at is whether they are where the units say.
      try FileManager.default.createDirectory(atPath: directory.path(of: "build"), withIntermediateDirectories: true)
      for program in ["controllerd", "controllerctl"] {
        try directory.write("#!/bin/sh\n", to: "build/\(program)")
        chmod(directory.path(of: "build/\(program)"), 0o755)
      }
    }

    var path: String { directory.path(of: "root") }

    func install(_ arguments: String..., build: String? = nil) throws -> Tool.Outcome {
      try Tool.run(
        [UnitFileTests.installer] + arguments,
        environment: ["DESTDIR": path, "PREFIX": prefix, "BUILD": build ?? directory.path(of: "build")])
    }

    func verify() throws -> Tool.Outcome {
      try Tool.run([
        "systemd-analyze", "verify", "--root=\(path)", "controllerd.service", "controllerd.socket",
        "controllerd-observe.socket",
      ])
    }

    /// All files of ours, with their permissions and contents.
    func files() throws -> [String: String] {
      var files: [String: String] = [:]
      for file in try FileManager.default.subpathsOfDirectory(atPath: path) where file.contains("controller") {
        let full = "\(path)/\(file)"
        let attributes = try FileManager.default.attributesOfItem(atPath: full)
        guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
        let mode = String((attributes[.posixPermissions] as? Int) ?? 0, radix: 8)
        files[file] = mode + " " + (try String(contentsOfFile: full, encoding: .utf8))
      }
      return files
    }
  }

  @Test("systemd-analyze finds nothing to say about the units", arguments: ["/usr", "/usr/local"])
  func verify(prefix: String) throws {
    let root = try Root(prefix: prefix)
    let installed = try root.install()
    #expect(installed.status == 0, "\(installed)")
    let outcome = try root.verify()
    #expect(outcome.status == 0)
    #expect(outcome.output + outcome.errors == "")
  }

  @Test("It would say something: a misspelt setting and a missing program are found")
  func planted() throws {
    let root = try Root(prefix: "/usr")
    _ = try root.install()
    let unit = "root/usr/lib/systemd/system/controllerd.service"
    let text = try root.directory.text(unit)
    try root.directory.write(text.replacingOccurrences(of: "\nWatchdogSec=", with: "\nWatchdogSecs="), to: unit)
    #expect(try root.verify().errors.contains("Unknown key 'WatchdogSecs'"))
    try root.directory.write(text, to: unit)
    try FileManager.default.removeItem(atPath: "\(root.path)/usr/bin/controllerd")
    #expect(try root.verify().status == 1)
  }

  @Test("The service's exposure stays where it is")
  func security() throws {
    let unit = BuiltProducts.checkout.appending(path: "systemd/controllerd.service").path
    func analyze(_ threshold: Int) throws -> Tool.Outcome {
      try Tool.run([
        "systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=\(threshold)", unit,
      ])
    }
    let outcome = try analyze(Self.exposure)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try analyze(Self.exposure - 1).status == 1, "It has become better: lower the number that is held here.")
  }

  @Test("An installation has exactly these files; once more changes nothing, and uninstalling leaves none")
  func installation() throws {
    let root = try Root(prefix: "/usr")
    #expect(try root.install().output.isEmpty)
    let files = try root.files()
    let documentation = "usr/share/doc/controllerd/"
    #expect(
      files.filter { !$0.key.hasPrefix(documentation) }.mapValues { String($0.prefix(3)) } == [
        "usr/bin/controllerctl": "755", "usr/bin/controllerd": "755",
        "usr/lib/systemd/system/controllerd-observe.socket": "644",
        "usr/lib/systemd/system/controllerd.service": "644", "usr/lib/systemd/system/controllerd.socket": "644",
        "usr/lib/sysusers.d/controllerd.conf": "644", "usr/lib/tmpfiles.d/controllerd.conf": "644",
      ])
    let documents = files.filter { $0.key.hasPrefix(documentation) }
    #expect(
      documents.mapValues { String($0.prefix(3)) }
        == Dictionary(uniqueKeysWithValues: try Self.documents().map { (documentation + $0, "644") }))
    #expect(try root.install("install").status == 0)
    #expect(try root.files() == files)
    for _ in 1...2 {
      let outcome = try root.install("uninstall")
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try root.files().isEmpty)
    }
  }

  /// What of this checkout is installed for people to read, as git knows it.
  private static func documents() throws -> [String] {
    try Tool.run(
      ["git", "ls-files", "--", "README.md", "Protocol", "Tests/ExampleDaemon"], in: BuiltProducts.checkout
    ).lines.filter { !$0.contains("/.") }
  }

  @Test("Every link in the documents that are installed leads to what is installed, also to a heading")
  func links() throws {
    let root = try Root(prefix: "/usr")
    #expect(try root.install().status == 0)
    let folder = URL(fileURLWithPath: "\(root.path)/usr/share/doc/controllerd")
    var followed = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasSuffix(".md") {
      let document = MarkdownLinks(at: folder.appending(path: name))
      #expect(try document.broken() == [], "\(name)")
      followed += try document.links().count
    }
    #expect(followed > 10)
  }

  @Test("A link that leads nowhere is found: a file, a heading, a heading of another file")
  func brokenLinks() throws {
    let directory = try TemporaryDirectory()
    try directory.write("# One `two`, three\n## One\n## One\n```\n# no heading\n[no](link)\n```\n", to: "other.md")
    let good = ["other.md", "other.md#one-two-three", "#here", "other.md#one-1", "https://example.org/x"]
    let bad = ["another.md", "other.md#four", "#there", "other.md#no-heading", "folder/other.md"]
    let links = (good + bad).map { "[x](\($0))" }.joined(separator: "\n")
    try directory.write("# Here\n\(links)\n", to: "first.md")
    #expect(try MarkdownLinks(at: URL(fileURLWithPath: directory.path(of: "first.md"))).broken() == bad)
  }

  @Test("An installed controllerctl finds the transcripts that are installed with it, and says so where there are none")
  func installedTranscripts() throws {
    let root = try Root(prefix: "/usr")
    #expect(try root.install().status == 0)
    let program = "\(root.path)/usr/bin/controllerctl"
    try FileManager.default.removeItem(atPath: program)
    try FileManager.default.copyItem(atPath: BuiltProducts.program("controllerctl"), toPath: program)
    let list = try Tool.run([program, "conform", "--list"])
    #expect(list.status == 0, "\(list)")
    #expect(list.output.contains("(\(root.path)/usr/share/doc/controllerd/Protocol/transcripts/json-rpc.jsonl:"))
    #expect(try root.install("uninstall").status == 0)
    let elsewhere = root.directory.path(of: "controllerctl")
    try FileManager.default.copyItem(atPath: BuiltProducts.program("controllerctl"), toPath: elsewhere)
    let none = try Tool.run([elsewhere, "conform", "--list"])
    #expect(none.status == 2)
    #expect(none.errors.contains("none are installed"))
  }

  @Test("With another prefix the units name the programs where they are")
  func prefix() throws {
    let root = try Root(prefix: "/opt/controllers")
    #expect(try root.install().status == 0)
    let unit = try root.directory.text("root/opt/controllers/lib/systemd/system/controllerd.service")
    #expect(unit.contains("\nExecStart=/opt/controllers/bin/controllerd "))
    #expect(unit.contains("\nExecPaths=/opt/controllers/bin/controllerd "))
    #expect(!unit.contains("/usr/bin"))
  }

  @Test("A build that needs the toolchain, or that is not there, is refused before anything is installed")
  func refusedBuilds() throws {
    let root = try Root(prefix: "/usr")
    let dynamic = try root.install(build: BuiltProducts.directory.path)
    #expect(dynamic.status == 1)
    #expect(dynamic.errors.contains("swift build -c release --static-swift-stdlib"))
    let missing = try root.install(build: root.path)
    #expect(missing.status == 1)
    #expect(missing.errors.contains("\(root.path)/controllerd is missing"))
    #expect(try root.files().isEmpty)
  }

  @Test(
    "A wrong argument or prefix is refused with status 2", arguments: [("remove", "/usr"), ("install", "usr/../x")])
  func refusedArguments(argument: String, prefix: String) throws {
    let root = try Root(prefix: prefix)
    let outcome = try root.install(argument)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(argument == "remove" ? argument : prefix))
    #expect(try root.files().isEmpty)
  }

  @Test("The group of the socket is one that sysusers makes")
  func group() throws {
    let sysusers = BuiltProducts.checkout.appending(path: "systemd/controllerd.sysusers")
    let root = try Root(prefix: "/usr")
    let outcome = try Tool.run(["systemd-sysusers", "--root=\(root.path)", "--dry-run", sysusers.path])
    #expect(outcome.status == 0, "\(outcome)")
    #expect((outcome.output + outcome.errors).contains("Creating group 'controllerd'"))
    let socket = try String(
      contentsOf: BuiltProducts.checkout.appending(path: "systemd/controllerd.socket"), encoding: .utf8)
    #expect(socket.contains("\nSocketGroup=controllerd\n"))
  }
}
