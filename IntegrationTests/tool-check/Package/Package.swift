// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// An app with faults. It has no dependencies, so that it builds in seconds: a global actor stands
// in for the macro, and the program has its manifest as text.
let package = Package(
  name: "Shop",
  targets: [
    .target(name: "Marks"),
    .target(name: "OrdersAPI"),
    .target(name: "Account", dependencies: ["Marks"]),
    .target(name: "Kit", dependencies: ["Marks"]),
    .target(name: "Orders", dependencies: ["Account", "Marks", "OrdersAPI"]),
    .executableTarget(name: "Shop", dependencies: ["Account", "Orders"]),
  ]
)
