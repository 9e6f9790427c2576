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

let gantry: Target.Dependency = .product(name: "Gantry", package: "gantry")
let gantryInterfaces: Target.Dependency = .product(name: "GantryInterfaces", package: "gantry")
let gantryProcess: Target.Dependency = .product(name: "GantryProcess", package: "gantry")
let gantryTesting: Target.Dependency = .product(name: "GantryTesting", package: "gantry")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

/// The interface of a module: events, routes, protocols, names.
func interface(_ name: String) -> Target {
  .target(name: name, dependencies: [gantryInterfaces], swiftSettings: settings)
}

/// A module of the app; it may see only the interfaces of other modules.
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
    .package(name: "gantry", path: "../..", traits: ["Extras"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .executableTarget(
      name: "Bazaar",
      dependencies: [
        // The modules of the app. Remove a line, and the module is gone; nothing else changes.
        "Account", "Catalog", "Messages", "Orders", "Storage",
        // The dependencies of the executable itself.
        "BazaarKit", gantry, gantryProcess, argumentParser, logging,
      ],
      swiftSettings: settings),

    interface("AccountAPI"),
    interface("BazaarKit"),
    interface("CatalogAPI"),
    interface("OrdersAPI"),
    interface("StorageAPI"),

    module("Account", sees: ["AccountAPI", "OrdersAPI"]),
    module("Catalog", sees: ["CatalogAPI"], resources: [.copy("Resources/goods.json")]),
    module("Messages", sees: ["AccountAPI", "OrdersAPI", "StorageAPI"]),
    module("Orders", sees: ["AccountAPI", "CatalogAPI", "OrdersAPI", "StorageAPI"]),
    module("Storage", sees: ["CSQLite", "StorageAPI"]),
    .systemLibrary(name: "CSQLite"),

    .testTarget(
      name: "BazaarTests",
      dependencies: [
        "Account", "AccountAPI", "BazaarKit", "Catalog", "CatalogAPI", "Messages", "Orders",
        "OrdersAPI", "Storage", "StorageAPI", gantry, gantryTesting, logging,
      ],
      swiftSettings: settings),
  ]
)
