// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Linking",
  dependencies: [.package(path: "Shelf")],
  targets: [
    .target(name: "CGantryImages"),
    .target(name: "GantryDiscovery", dependencies: ["CGantryImages"]),
    .target(name: "Tea"),
    .target(name: "Coffee"),
    // Neither program imports what it depends on, but for the scan itself.
    .executableTarget(name: "Probe", dependencies: ["GantryDiscovery", "Tea", "Coffee"]),
    .executableTarget(
      name: "ProbeShared",
      dependencies: ["GantryDiscovery", "Tea", .product(name: "Shelf", package: "Shelf")]),
  ]
)
