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
let gantryFleet: Target.Dependency = .product(name: "GantryFleet", package: "gantry")
let gantryInterfaces: Target.Dependency = .product(
  name: "GantryInterfaces", package: "gantry")
let gantryMonitor: Target.Dependency = .product(name: "GantryMonitor", package: "gantry")
let gantryProcess: Target.Dependency = .product(name: "GantryProcess", package: "gantry")
let gantryTesting: Target.Dependency = .product(name: "GantryTesting", package: "gantry")
let flyingFox: Target.Dependency = .product(name: "FlyingFox", package: "FlyingFox")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")

/// The interface of a module: events, routes, protocols, names.
func interface(_ name: String, sees interfaces: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: [gantryInterfaces] + interfaces, swiftSettings: settings)
}

/// A module of the app; it may see only the interfaces of other modules.
func module(
  _ name: String, sees interfaces: [Target.Dependency], resources: [String] = []
) -> Target {
  .target(
    name: name, dependencies: [gantry, "BazaarKit"] + interfaces,
    resources: resources.map { .copy("Resources/\($0)") }, swiftSettings: settings)
}

let package = Package(
  name: "Bazaar",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(name: "DebugKit", description: "Pages for developers, not for a build for customers."),
    .default(enabledTraits: ["DebugKit"]),
  ],
  dependencies: [
    .package(name: "gantry", path: "../..", traits: ["Extras"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "Bazaar",
      dependencies: [
        // The modules of the app. Remove a line, and the module is gone; nothing else changes.
        "Account", "Analytics", "Catalog", "Messages", "Monitor", "Orders", "Storage", "Web",
        // Its files are copied in every configuration, unless the trait is off.
        .target(name: "DebugKit", condition: .when(traits: ["DebugKit"])),
        .product(
          name: "GantryInspector", package: "gantry", condition: .when(traits: ["DebugKit"])),
        // The dependencies of the executable itself.
        "BazaarKit", gantry, gantryProcess,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        logging,
      ],
      swiftSettings: settings),

    interface("BazaarKit"),
    interface("AccountAPI", sees: ["WebAPI"]),
    interface("AnalyticsAPI"),
    interface("CatalogAPI", sees: ["WebAPI"]),
    interface("MonitorAPI"),
    interface("OrdersAPI", sees: ["StorageAPI", "WebAPI"]),
    interface("StorageAPI"),
    interface("WebAPI", sees: ["BazaarKit"]),

    // How modules make their pages.
    .target(
      name: "PageKit", dependencies: [gantry, mustache, "BazaarKit", "WebAPI"],
      swiftSettings: settings),

    module(
      "Account", sees: ["AccountAPI", "OrdersAPI", "PageKit", "WebAPI"],
      resources: ["Templates"]),
    module("Analytics", sees: ["AnalyticsAPI", gantryFleet]),
    module(
      "Catalog", sees: ["CatalogAPI", "PageKit", "WebAPI", logging],
      resources: ["Templates", "goods.json"]),
    module(
      "DebugKit",
      sees: ["MonitorAPI", "PageKit", "WebAPI"],
      resources: ["Templates", "debug.css"]),
    module(
      "Messages", sees: ["AccountAPI", "OrdersAPI", "PageKit", "StorageAPI", "WebAPI"],
      resources: ["Templates"]),
    module("Monitor", sees: ["MonitorAPI", "WebAPI", gantryMonitor, logging]),
    module(
      "Orders",
      sees: [
        "AccountAPI", "AnalyticsAPI", "CatalogAPI", "OrdersAPI", "PageKit", "StorageAPI", "WebAPI",
      ],
      resources: ["Templates"]),
    module("Storage", sees: ["StorageAPI", .product(name: "GRDB", package: "GRDB.swift")]),
    module(
      "Web", sees: ["PageKit", "WebAPI", flyingFox, logging],
      resources: ["Templates", "icon.svg", "redirects.json", "style.css"]),

    .testTarget(
      name: "BazaarTests",
      dependencies: [
        "Account", "Analytics", "Catalog", "DebugKit", "Messages", "Monitor", "Orders", "Storage",
        "Web", "BazaarKit", "AccountAPI", "AnalyticsAPI", "CatalogAPI", "MonitorAPI",
        "OrdersAPI", "PageKit", "StorageAPI", "WebAPI", gantry, gantryMonitor, gantryTesting,
        flyingFox, logging, .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
  ]
)
