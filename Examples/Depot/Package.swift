// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let configuration: Target.Dependency = .product(
  name: "Configuration", package: "swift-configuration")
let gantry: Target.Dependency = .product(name: "Gantry", package: "gantry")
let gantryConfiguration: Target.Dependency = .product(
  name: "GantryConfiguration", package: "gantry")
let gantryInterfaces: Target.Dependency = .product(
  name: "GantryInterfaces", package: "gantry")
let gantryProcess: Target.Dependency = .product(name: "GantryProcess", package: "gantry")
let gantryTesting: Target.Dependency = .product(name: "GantryTesting", package: "gantry")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let lifecycle: Target.Dependency = .product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let metrics: Target.Dependency = .product(name: "Metrics", package: "swift-metrics")
let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")

/// A module of the service; it sees only the interface of the others.
func module(_ name: String, uses libraries: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: [gantry, logging, "DepotAPI"] + libraries, swiftSettings: settings)
}

let package = Package(
  name: "Depot",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The trait is for `swift package gantry`: the server itself uses nothing of it.
    .package(name: "gantry", path: "../..", traits: ["Extras"]),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["JSON"]),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "Depot",
      dependencies: [
        // The modules of the service. Remove a line, and the module is gone.
        "Items", "Movements", "Reorder", "Storage", "Web",
        // The dependencies of the executable itself.
        "Telemetry", configuration, gantry, gantryConfiguration, gantryProcess, logging, metrics,
      ],
      swiftSettings: settings),

    // The interface of the modules: endpoints, an event, a route.
    .target(
      name: "DepotAPI", dependencies: [gantryInterfaces, hummingbird],
      swiftSettings: settings),
    // Logs as lines of JSON, and metrics in the format of Prometheus.
    .target(name: "Telemetry", dependencies: [logging, metrics], swiftSettings: settings),

    module("Items", uses: [grdb, httpTypes, hummingbird]),
    module("Movements", uses: [grdb, httpTypes, hummingbird, metrics]),
    module("Reorder", uses: [grdb, lifecycle]),
    module("Storage", uses: [grdb]),
    module(
      "Web",
      uses: [
        "Telemetry", configuration, gantryConfiguration, httpTypes, hummingbird, lifecycle, metrics,
        nio,
      ]),

    .testTarget(
      name: "DepotTests",
      dependencies: [
        "DepotAPI", "Items", "Movements", "Reorder", "Storage", "Telemetry", "Web", configuration,
        gantry, gantryConfiguration, gantryTesting, grdb, logging, metrics,
      ],
      swiftSettings: settings),
  ]
)
