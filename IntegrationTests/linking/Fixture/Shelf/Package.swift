// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Shelf",
  products: [.library(name: "Shelf", type: .dynamic, targets: ["Shelf"])],
  targets: [.target(name: "Shelf")]
)
