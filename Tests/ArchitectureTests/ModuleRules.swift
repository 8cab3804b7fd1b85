/// Which module may import which. Whoever needs a new arrow adds it here, and says in the commit why the layers allow it.
enum ModuleRules {
  /// Modules of this package, each with what it may import of this package.
  static let allowed: [String: Set<String>] = [
    "CCrashReport": [],
    "CExpat": [],
    "CJansson": [],
    "CLibUV": [],
    "CLinux": [],
    "CSQLite": [],
    "CommandLineOptions": ["CLinux"],
    "ControllerHost": ["CCrashReport", "CommandLineOptions", "HeadlessUIKit", "SceneHosting", "SocketServer"],
    "HeadlessUIKit": [],
    "JSONRPCCore": ["JSONText"],
    "JSONText": ["CJansson"],
    "SampleApplications": ["ControllerHost", "HeadlessUIKit"],
    "SceneHosting": ["CSQLite", "HeadlessUIKit", "JSONRPCCore", "JSONText", "StoryboardFormats"],
    "SocketServer": ["CLibUV", "CLinux", "SceneHosting"],
    "StoryboardFormats": ["CExpat", "HeadlessUIKit", "JSONText"],
    "Transcripts": ["JSONText"],
    "controllerbench": ["CLibUV", "CLinux", "CommandLineOptions"],
    "controllerctl": ["CLinux", "CommandLineOptions", "JSONText", "Transcripts"],
    "controllerd": ["ControllerHost", "SampleApplications"],
  ]

  /// Modules that hold a module map and a shim header, and no code.
  static let moduleMapsOnly: Set<String> = ["CExpat", "CJansson", "CLibUV", "CLinux", "CSQLite"]

  /// Programs whose sources are C: nothing imports them and they import nothing.
  static let cPrograms: Set<String> = ["controllerfloor"]

  /// The toolchain's modules that a module may import. Foundation is in no list: whatever of it one would reach for links
  /// its formatters and their tables into the daemon.
  static func toolchainModules(for module: String) -> Set<String> {
    switch module {
    case "HeadlessUIKit": []  // not even the C library: the engine runs wherever Swift does
    case "SocketServer": ["Dispatch", "Glibc", "Synchronization"]  // Dispatch: only to serve its main queue
    default: ["Glibc", "Synchronization"]
    }
  }

  /// What is wrong with the imports of one source file; empty when nothing is.
  ///
  /// - Parameters:
  ///   - module: The module that the file belongs to.
  ///   - source: The file's text.
  static func violations(module: String, source: String) -> [String] {
    guard let own = allowed[module] else {
      return ["\(module) is in no row of ModuleRules.allowed; add one, with what it may import"]
    }
    let toolchain = toolchainModules(for: module)
    return ImportScanner.modules(in: source).compactMap { imported in
      if own.contains(imported) || toolchain.contains(imported) { return nil }
      let names = own.union(toolchain).sorted().joined(separator: ", ")
      return "\(module) imports \(imported); allowed: \(names.isEmpty ? "nothing" : names)"
    }
  }
}
