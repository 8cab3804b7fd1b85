// swift-tools-version: 6.2

import PackageDescription

// A daemon of one's own, as anybody would build it: with this package as a dependency.
let package = Package(
  name: "ExampleDaemon",
  dependencies: [
    // The name is given, since a checkout's folder may be called anything.
    .package(name: "controllerd", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "exampled",
      dependencies: [
        .product(name: "ControllerHost", package: "controllerd"),
        .product(name: "HeadlessUIKit", package: "controllerd"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
