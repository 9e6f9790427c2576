// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What is wrong with the goods.
enum CatalogError: Error, CustomStringConvertible {
  case unpriced([String])

  var description: String {
    switch self {
    case .unpriced(let names): "no price for \(names.joined(separator: ", "))"
    }
  }
}
