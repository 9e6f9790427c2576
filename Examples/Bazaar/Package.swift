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

let gantry: Target.Dependency = .product(name: "Gantry", package: "gantry")
let gantryEvents: Target.Dependency = .product(name: "GantryEvents", package: "gantry")
let gantryProcess: Target.Dependency = .product(name: "GantryProcess", package: "gantry")
let gantryTesting: Target.Dependency = .product(name: "GantryTesting", package: "gantry")

/// What modules may know of each other: events, protocols, names.
func interface(_ name: String) -> Target {
  .target(name: name, dependencies: [gantryEvents], swiftSettings: settings)
}

/// A module of the app; of other modules, it may see only their interfaces.
func module(
  _ name: String, sees interfaces: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: [gantry, "BazaarKit"] + interfaces, resources: resources,
    swiftSettings: settings)
}

let package = Package(
  name: "Bazaar",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "gantry", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Bazaar",
      dependencies: [
        // The modules of the app. Remove a line, and the module is gone; nothing else changes.
        "Account", "Analytics", "Catalog", "DebugKit", "Messages", "Orders", "Storage",
        // What the executable itself uses.
        "BazaarKit", gantry, gantryProcess,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),

    interface("BazaarKit"),
    interface("AccountAPI"),
    interface("AnalyticsAPI"),
    interface("CatalogAPI"),
    interface("OrdersAPI"),
    interface("StorageAPI"),

    module("Account", sees: ["AccountAPI", "OrdersAPI"]),
    module("Analytics", sees: ["AnalyticsAPI"]),
    module("Catalog", sees: ["CatalogAPI"], resources: [.copy("Resources/goods.json")]),
    module("DebugKit", sees: ["AnalyticsAPI"]),
    module("Messages", sees: ["AccountAPI", "OrdersAPI", "StorageAPI"]),
    module(
      "Orders", sees: ["AccountAPI", "AnalyticsAPI", "CatalogAPI", "OrdersAPI", "StorageAPI"]),
    module("Storage", sees: ["StorageAPI", .product(name: "GRDB", package: "GRDB.swift")]),

    .testTarget(
      name: "BazaarTests",
      dependencies: [
        "Account", "Analytics", "Catalog", "Messages", "Orders", "Storage", "BazaarKit",
        "AccountAPI", "AnalyticsAPI", "CatalogAPI", "OrdersAPI", "StorageAPI",
        gantry, gantryTesting,
      ],
      swiftSettings: settings),
  ]
)
