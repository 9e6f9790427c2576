// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

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
