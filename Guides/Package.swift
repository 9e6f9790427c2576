// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The programs of the guides. They aren't snippets: a snippet links every library, and would
// contain the module of GantryHTTP, which only one of the guides uses. As packages of users, they
// have no settings.
let guides = [
  "ComingFromGuide", "DiscoveryGuide", "EventsGuide", "FlagsGuide", "Greeter", "Hello",
  "LaunchGuide", "ListsGuide", "ModulesGuide", "OrderGuide", "ProcessGuide",
  "RoutesGuide", "ServiceFormsGuide", "ServicesGuide",
]

func gantry(_ product: String) -> Target.Dependency {
  .product(name: product, package: "gantry")
}

let package = Package(
  name: "Guides",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "gantry", path: "..", traits: ["Extras"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: guides.map { name in
    .executableTarget(
      name: name,
      dependencies: (name == "ServiceFormsGuide" ? [gantry("GantryHTTP")] : []) + [
        gantry("Gantry"), gantry("GantryAppEvents"), gantry("GantryProcess"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: name)
  }
)
