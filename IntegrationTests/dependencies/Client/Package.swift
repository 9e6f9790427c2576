// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A program that writes its modules by hand, and one with macros whose plug-in was built before. Neither compiles
// swift-syntax.
let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gantry", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [
        .product(name: "GantryApple", package: "gantry"),
        .product(name: "GantryC", package: "gantry"),
        .product(name: "GantryCore", package: "gantry"),
        .product(name: "GantryProcess", package: "gantry"),
        .product(name: "GantryTelemetry", package: "gantry"),
      ]),
    .executableTarget(
      name: "Author", dependencies: [.product(name: "Gantry", package: "gantry")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ])
