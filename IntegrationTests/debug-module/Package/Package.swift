// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import PackageDescription

// region: trait
let package = Package(
  name: "App",
  traits: [.default(enabledTraits: ["Debugging"]), "Debugging"],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [.target(name: "Toolbox", condition: .when(traits: ["Debugging"]))]),
    .target(name: "Toolbox", resources: [.copy("Resources/toolbox.txt")]),
  ])
// endregion
