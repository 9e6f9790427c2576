// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import PackageDescription

let package = Package(
  name: "Shelf",
  products: [.library(name: "Shelf", type: .dynamic, targets: ["Shelf"])],
  targets: [.target(name: "Shelf")]
)
