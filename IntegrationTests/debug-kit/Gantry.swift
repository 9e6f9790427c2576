// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
let configuration: Target.Dependency = .product(
  name: "Configuration", package: "swift-configuration")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

// Gantry as Bazaar sees it, without its compiler plug-in: that is the one of the debug build, since
// building it in release takes minutes.
let package = Package(
  name: "Gantry",
  platforms: [.macOS(.v15)],
  products: [
    "Gantry", "GantryEvents", "GantryLaunch", "GantryMonitor", "GantryProcess", "GantryRouting",
    "GantryReports", "GantryTesting",
  ].map { .library(name: $0, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.4.0",
      traits: ["CommandLineArguments", "JSON"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(name: "CGantryImages"),
    .target(name: "CGantryProcess"),
    .target(name: "CGantryTiming"),
    room("GantryDiscovery", ["CGantryImages"]),
    room("GantryEvents", ["GantryText"]),
    room("GantryRouting", ["GantryText"]),
    room("GantryText"),
    room("GantryServices", ["GantryText"]),
    room("GantryLaunch", ["GantryText"]),
    room("GantryReports", ["GantryLaunch", "GantryText"]),
    room(
      "GantryMonitor",
      [
        "CGantryTiming", "GantryEvents", "GantryLaunch", "GantryReports", "GantryRouting",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    room(
      "Gantry",
      [
        "GantryDiscovery", "GantryEvents", "GantryLaunch", "GantryRouting", "GantryServices",
        "GantryText", configuration, logging,
      ]),
    room(
      "GantryProcess",
      [
        "CGantryProcess", "Gantry", "GantryText", logging,
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    room("GantryTesting", ["Gantry", "GantryText", configuration, logging]),
  ]
)
