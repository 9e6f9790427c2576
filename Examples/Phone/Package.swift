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
let gantryTesting: Target.Dependency = .product(name: "GantryTesting", package: "gantry")

let interfaces: [Target.Dependency] = ["BasketAPI", "CatalogAPI", "NewsAPI", "OrdersAPI"]

// On Linux, the pages are compiled against classes with the names of UIKit's, so that they can run.
#if os(Linux)
  let uiKit: [Target.Dependency] = ["UIKitStandIn"]
  let renamed: [SwiftSetting] = [.unsafeFlags(["-module-alias", "UIKit=UIKitStandIn"])]
  let onLinux: [Target] = [
    .target(
      name: "UIKitStandIn", dependencies: [gantry], path: "Tests/UIKitStandIn",
      swiftSettings: settings),
    .testTarget(
      name: "PagesTests",
      dependencies: [
        "Basket", "Catalog", "News", "Orders", "UIKitPages", "UIKitStandIn", gantryAppEvents,
        gantryTesting,
      ],
      swiftSettings: settings),
    // Draws pages for the guides.
    .executableTarget(
      name: "Screens",
      dependencies: ["PhoneModules", "UIKitPages", "UIKitStandIn", gantry],
      path: "Tests/Screens", swiftSettings: settings),
  ]
#else
  let uiKit: [Target.Dependency] = []
  let renamed: [SwiftSetting] = []
  let onLinux: [Target] = []
#endif

// The app is a target of an Xcode project, in the folder App; everything else of it is here.
let package = Package(
  name: "Phone",
  // `@Observable` in SwiftUIPages needs iOS 17. The rest is also compiled for iOS 16.
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [
    .library(name: "PhoneWithUIKit", targets: ["PhoneModules", "UIKitPages"]),
    .library(name: "PhoneWithSwiftUI", targets: ["PhoneModules", "SwiftUIPages"]),
  ],
  dependencies: [.package(name: "gantry", path: "../..")],
  targets: [
    // The apps link this target. Remove a module and its pages, and the feature is gone.
    .target(
      name: "PhoneModules",
      dependencies: ["Basket", "Catalog", "News", "Orders", gantry, gantryApple],
      swiftSettings: settings),
    .target(name: "OrdersAPI", swiftSettings: settings),
    .target(name: "Orders", dependencies: ["OrdersAPI", gantry], swiftSettings: settings),
    .target(name: "BasketAPI", swiftSettings: settings),
    .target(
      name: "Basket",
      dependencies: ["BasketAPI", "OrdersAPI", gantry, gantryAppEvents],
      swiftSettings: settings),
    .target(name: "CatalogAPI", swiftSettings: settings),
    .target(name: "Catalog", dependencies: ["CatalogAPI", gantry], swiftSettings: settings),
    .target(name: "NewsAPI", swiftSettings: settings),
    .target(
      name: "News", dependencies: ["NewsAPI", gantry, gantryAppEvents], swiftSettings: settings),
    .target(
      name: "UIKitPages", dependencies: interfaces + uiKit + [gantry],
      swiftSettings: settings + renamed),
    .target(
      name: "SwiftUIPages", dependencies: interfaces + [gantry],
      swiftSettings: settings),
    .testTarget(
      name: "PhoneTests",
      dependencies: [
        "Basket", "BasketAPI", "Catalog", "News", "Orders", "OrdersAPI", "PhoneModules",
        gantryAppEvents, gantryTesting,
      ],
      swiftSettings: settings),
  ] + onLinux
)
