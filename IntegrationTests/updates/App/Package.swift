// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gantry", path: "../gantry")],
  targets: [
    .executableTarget(name: "App", dependencies: [.product(name: "Gantry", package: "gantry")])
  ])
