// swift-tools-version: 6.2

import PackageDescription

// The layers, lowest first. Imports point downwards only; `ArchitectureTests` reads the sources and holds them to it.
let package = Package(
  name: "controllerd",
  products: [
    .library(name: "HeadlessUIKit", targets: ["HeadlessUIKit"]),
    .library(name: "ControllerHost", targets: ["ControllerHost"]),
    .executable(name: "controllerd", targets: ["controllerd"]),
    .executable(name: "controllerctl", targets: ["controllerctl"]),
    .executable(name: "controllerbench", targets: ["controllerbench"]),
  ],
  targets: [
    // MARK: C libraries (module maps and shim headers only)
    .systemLibrary(name: "CJansson"),
    .systemLibrary(name: "CLibUV"),
    .systemLibrary(name: "CLinux"),

    // What a crash tells: code that must run in a handler of signals, and so is C.
    .target(
      name: "CCrashReport",
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),

    // MARK: The engine
    // It imports nothing, so that nothing else names the library that rounding is in.
    .target(name: "HeadlessUIKit", linkerSettings: [.linkedLibrary("m")]),

    // MARK: The wire
    .target(name: "JSONText", dependencies: ["CJansson"]),
    .target(name: "JSONRPCCore", dependencies: ["JSONText"]),
    .target(name: "Transcripts", dependencies: ["JSONText"]),
    .target(name: "SceneHosting", dependencies: ["HeadlessUIKit", "JSONRPCCore", "JSONText"]),
    .target(name: "SocketServer", dependencies: ["CLibUV", "CLinux", "SceneHosting"]),

    // MARK: What Swift authors import, and the samples
    .target(name: "CommandLineOptions", dependencies: ["CLinux"]),
    .target(
      name: "ControllerHost",
      dependencies: ["CCrashReport", "CommandLineOptions", "HeadlessUIKit", "SceneHosting", "SocketServer"]),
    .target(name: "SampleApplications", dependencies: ["ControllerHost", "HeadlessUIKit"]),

    // MARK: Programs
    .executableTarget(name: "controllerbench", dependencies: ["CLibUV", "CLinux", "CommandLineOptions"]),
    .executableTarget(
      name: "controllerctl", dependencies: ["CLinux", "CommandLineOptions", "JSONText", "Transcripts"]),
    .executableTarget(name: "controllerd", dependencies: ["ControllerHost", "SampleApplications"]),
    .executableTarget(
      name: "controllerfloor",
      cSettings: [
        .define("_GNU_SOURCE"), .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
      ],
      linkerSettings: [.linkedLibrary("uv")]),

    // MARK: Tests
    // What several test targets share, and a daemon with the methods of JSON-RPC's specification; in no product.
    .target(
      name: "ConformanceSupport", dependencies: ["CJansson", "JSONRPCCore", "JSONText", "Transcripts"],
      path: "Tests/ConformanceSupport"),
    // What `.ci/fuzz` feeds. The program around it is no target: libFuzzer brings its `main`, which SwiftPM would rename.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "ConformanceSupport", "HeadlessUIKit", "JSONRPCCore", "JSONText", "SampleApplications", "SceneHosting",
      ],
      path: "Tests/Fuzz/Targets"),
    .executableTarget(
      name: "specificationd",
      dependencies: ["ConformanceSupport", "JSONRPCCore", "JSONText", "SceneHosting", "SocketServer"],
      path: "Tests/SpecificationDaemon"),
    // A daemon whose controllers crash it.
    .executableTarget(
      name: "crashd", dependencies: ["ControllerHost", "HeadlessUIKit"], path: "Tests/CrashDaemon"),
    // The package in Tests/ExampleDaemon, built with this one; and a program that needs the engine and nothing else.
    .executableTarget(
      name: "exampled", dependencies: ["ControllerHost", "HeadlessUIKit"], path: "Tests/ExampleDaemon/Sources/exampled"),
    .executableTarget(name: "engineprogram", dependencies: ["HeadlessUIKit"], path: "Tests/EngineProgram"),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(name: "CommandLineOptionsTests", dependencies: ["CommandLineOptions"]),
    .testTarget(
      name: "ControllerHostTests",
      dependencies: ["CommandLineOptions", "ControllerHost", "HeadlessUIKit", "SceneHosting", "SocketServer"]),
    .testTarget(name: "ControllerbenchTests", dependencies: ["controllerbench"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "ConformanceSupport", "Transcripts", "controllerbench", "controllerctl", "controllerd", "crashd",
        "engineprogram", "exampled", "specificationd",
      ],
      exclude: ["Python"]),
    .testTarget(name: "FuzzTargetsTests", dependencies: ["ConformanceSupport", "FuzzTargets", "SceneHosting"]),
    .testTarget(name: "HeadlessUIKitTests", dependencies: ["HeadlessUIKit"]),
    .testTarget(
      name: "JSONRPCCoreTests", dependencies: ["ConformanceSupport", "JSONRPCCore", "JSONText", "Transcripts"]),
    .testTarget(name: "JSONTextTests", dependencies: ["ConformanceSupport", "JSONText"]),
    .testTarget(
      name: "SampleApplicationsTests",
      dependencies: ["ConformanceSupport", "ControllerHost", "HeadlessUIKit", "SampleApplications", "SceneHosting"]),
    .testTarget(
      name: "SceneHostingTests",
      dependencies: ["ConformanceSupport", "HeadlessUIKit", "JSONRPCCore", "JSONText", "SceneHosting"]),
    .testTarget(name: "SocketServerTests", dependencies: ["CLinux", "SceneHosting", "SocketServer"]),
    .testTarget(name: "TranscriptsTests", dependencies: ["ConformanceSupport", "Transcripts"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && target.name != "CCrashReport" {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
