// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let gantry: Target.Dependency = .product(name: "Gantry", package: "gantry")
let gantryAppEvents: Target.Dependency = .product(name: "GantryAppEvents", package: "gantry")
let gantryApple: Target.Dependency = .product(name: "GantryApple", package: "gantry")
let gantryInterfaces: Target.Dependency = .product(
  name: "GantryInterfaces", package: "gantry")

// The modules, which are plain Swift: they build and are tested on any system. The apps are in the
// folder App, since an iOS app is a target of an Xcode project.
let package = Package(
  name: "Phone",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [
    .library(name: "PhoneModules", targets: ["PhoneModules", "ScreenAPI"])
  ],
  dependencies: [.package(name: "gantry", path: "../..")],
  targets: [
    // The apps link this target. Remove a module here, and it is gone; nothing else changes.
    .target(
      name: "PhoneModules",
      dependencies: ["Basket", "Catalog", "News", gantry, gantryApple], swiftSettings: settings),
    .target(name: "ScreenAPI", dependencies: [gantryInterfaces], swiftSettings: settings),
    .target(name: "BasketAPI", swiftSettings: settings),
    .target(
      name: "Basket", dependencies: [gantry, gantryAppEvents, "BasketAPI", "ScreenAPI"],
      swiftSettings: settings),
    .target(
      name: "Catalog", dependencies: [gantry, "BasketAPI", "ScreenAPI"], swiftSettings: settings),
    .target(
      name: "News", dependencies: [gantry, gantryAppEvents, "ScreenAPI"], swiftSettings: settings),
    .testTarget(
      name: "PhoneTests",
      dependencies: [
        "Basket", "BasketAPI", "Catalog", "News", "PhoneModules", "ScreenAPI", gantryAppEvents,
        .product(name: "GantryTesting", package: "gantry"),
      ],
      swiftSettings: settings),
  ]
)
