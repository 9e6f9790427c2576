// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Gantry as it is built already; for a user this is a dependency on the package.
let environment = Context.environment
let imports = (environment["GANTRY_IMPORTS"] ?? "").split(separator: "\n").map(String.init)
let gantry = environment["GANTRY_ARCHIVE"] ?? ""
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .unsafeFlags(imports)]

let package = Package(
  name: "Cafe",
  targets: [
    .executableTarget(
      name: "Cafe",
      dependencies: [
        "Coffee",
        "Tea",
      ],
      swiftSettings: settings, linkerSettings: [.unsafeFlags(["-Xlinker", gantry])]),
    .target(name: "Coffee", swiftSettings: settings),
    .target(name: "Milk", swiftSettings: settings),
    .target(name: "Tea", swiftSettings: settings),
  ])
