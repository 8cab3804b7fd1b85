import CommandLineOptions
import Glibc
import HeadlessUIKit
import SceneHosting
import Testing

@testable import ControllerHost

@MainActor
@Suite("Settings by the command line")
struct DaemonSettingsTests {
  private func read(_ arguments: String...) throws -> DaemonSettings {
    try DaemonSettings.read(ControllerDaemon.commandLine(name: "exampled", version: "1").parse(arguments))
  }

  @Test("Without options the socket is the owner's alone, the read-only one everybody's, and nobody else administers")
  func defaults() throws {
    let settings = try read()
    #expect(settings.socketMode == 0o600)
    #expect(settings.readOnlySocketMode == 0o666)
    #expect(settings.readOnlySocket == nil)
    let access = settings.access(inheritedGroup: nil)
    #expect(access.ownerUserID == geteuid())
    #expect(access.administeringGroupIDs.isEmpty)
    #expect(access.drivingGroupID == getegid())
  }

  @Test("Who may drive: the group of the command line, else that of a socket that was handed over, else the daemon's")
  func drivingGroup() throws {
    let group = try read("--socket-group", "61001")
    #expect(group.socketGroup == 61_001)
    #expect(group.access(inheritedGroup: 61_002).drivingGroupID == 61_001)
    #expect(try read().access(inheritedGroup: 61_002).drivingGroupID == 61_002)
  }

  @Test("Every group that is given administers, by number or by name")
  func administeringGroups() throws {
    let name = try #require(getgrgid(0)?.pointee.gr_name)
    let settings = try read("--admin-group", "61001", "--admin-group", String(cString: name))
    #expect(settings.access(inheritedGroup: nil).administeringGroupIDs == [0, 61_001])
  }

  @Test("A group's number is never that which means none", arguments: ["4294967295", "-1", "", "4294967296"])
  func noGroup(number: String) {
    #expect(throws: DaemonSettings.Complaint.self) { try read("--socket-group", number) }
  }

  @Test("Modes are octal, and hold permissions only")
  func modes() throws {
    #expect(try read("--socket-mode", "660").socketMode == 0o660)
    #expect(try read("--read-only-socket-mode", "0640").readOnlySocketMode == 0o640)
    for mode in ["1777", "4666", "8", "rw", "-1", ""] {
      let error = #expect(throws: DaemonSettings.Complaint.self) { try read("--socket-mode", mode) }
      #expect(error?.text == "--socket-mode takes an octal number from 0 to 777, such as 660; got '\(mode)'")
    }
  }

  @Test("What is no option is refused: a path without its option would be listened at nowhere")
  func extra() {
    let error = #expect(throws: DaemonSettings.Complaint.self) { try read("/run/exampled.sock") }
    #expect(error?.text == "'/run/exampled.sock' is no option, and nothing else is expected")
  }

  @Test("The soft limit of descriptors is raised so that all connections fit, as far as the hard one allows")
  func descriptorLimit() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        func raised(from soft: rlim_t, for connections: Int) -> rlim_t {
          var limit = rlimit(rlim_cur: soft, rlim_max: 500)
          #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
          DescriptorLimit.raise(for: connections)
          getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
          return limit.rlim_cur
        }
        #expect(raised(from: 100, for: 200) == 264)
        #expect(raised(from: 300, for: 200) == 300)
        #expect(raised(from: 100, for: 4096) == 500)
      }
    }
  }
}
