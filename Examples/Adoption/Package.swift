// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// The dependencies of the program, before and after.
let program: [Target.Dependency] = [
  "Postroom",
  .product(name: "ArgumentParser", package: "swift-argument-parser"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]

let package = Package(
  name: "Adoption",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "gantry", path: "../..", traits: ["Extras"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "Postroom",
      dependencies: [.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")],
      swiftSettings: settings),
    .executableTarget(name: "Before", dependencies: program, swiftSettings: settings),
    .executableTarget(
      name: "After",
      dependencies: program + [.product(name: "Gantry", package: "gantry")],
      swiftSettings: settings),
  ]
)
