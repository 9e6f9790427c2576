// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let gantry: Target.Dependency = .product(name: "Gantry", package: "gantry")
let gantryAppEvents: Target.Dependency = .product(name: "GantryAppEvents", package: "gantry")
let gantryApple: Target.Dependency = .product(name: "GantryApple", package: "gantry")
let gantryTesting: Target.Dependency = .product(name: "GantryTesting", package: "gantry")

var settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let features = ["Account", "Basket", "Catalog", "News", "Orders"]

// On Linux, the pages are compiled against classes with the names of UIKit's, so that they can run.
#if os(Linux)
  let uiKit: [Target.Dependency] = ["UIKitStandIn"]
  let renamed: [SwiftSetting] = [.unsafeFlags(["-module-alias", "UIKit=UIKitStandIn"])]
  let onLinux: [Target] = [
    .target(
      name: "UIKitStandIn", dependencies: [gantry], path: "Tests/UIKitStandIn",
      swiftSettings: settings),
    // Draws pages for the guides.
    .executableTarget(
      name: "Screens", dependencies: ["PhoneModules", "UIKitStandIn", gantry],
      path: "Tests/Screens", swiftSettings: settings),
  ]
#else
  let uiKit: [Target.Dependency] = []
  let renamed: [SwiftSetting] = []
  let onLinux: [Target] = []
#endif

// The apps are targets of an Xcode project, in the folder App; everything else is here.
let package = Package(
  name: "Phone",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [
    .library(name: "PhoneModules", targets: ["PhoneModules"]),
    .library(name: "ShopKit", targets: ["ShopKit"]),
  ],
  dependencies: [.package(name: "gantry", path: "../..")],
  targets: [
    // The apps link this target. Remove a feature here, and it is gone.
    .target(
      name: "PhoneModules", dependencies: features.map { .init(stringLiteral: $0) } + [gantryApple],
      swiftSettings: settings),
    // What the features know of each other, and the controller that their pages use.
    .target(name: "ShopKit", dependencies: uiKit, swiftSettings: settings + renamed),
    .testTarget(
      name: "PhoneTests",
      dependencies: features.map { .init(stringLiteral: $0) } + uiKit
        + ["PhoneModules", "ShopKit", gantryAppEvents, gantryTesting],
      swiftSettings: settings),
  ]
    + features.map { name in
      .target(
        name: name, dependencies: ["ShopKit", gantry, gantryAppEvents, gantryApple] + uiKit,
        swiftSettings: settings + renamed)
    } + onLinux
)
