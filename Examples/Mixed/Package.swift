// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let gantry: Target.Dependency = .product(name: "Gantry", package: "gantry")
let gantryC: Target.Dependency = .product(name: "GantryC", package: "gantry")

let package = Package(
  name: "Mixed",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [.package(name: "gantry", path: "../..", traits: ["Extras"])],
  targets: [
    .target(
      name: "Badges", dependencies: [gantryC],
      cSettings: [.define("GANTRY_TARGET", to: "\"Badges\"")]),
    .target(
      name: "Crashes", dependencies: [gantryC],
      cSettings: [.define("GANTRY_TARGET", to: "\"Crashes\"")]),
    .target(
      name: "Map", dependencies: [gantryC],
      cxxSettings: [.define("GANTRY_TARGET", to: "\"Map\"")]),
    .target(name: "Orders", dependencies: [gantry]),
    .executableTarget(
      name: "Mixed", dependencies: ["Badges", "Crashes", "Map", "Orders", gantry]),
  ],
  swiftLanguageModes: [.v6]
)
