// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why something cannot be ordered.
enum OrderError: Error, CustomStringConvertible {
  case unknownItem(String)
  case unpriced(String)

  var description: String {
    switch self {
    case .unknownItem(let name): "there is no '\(name)'"
    case .unpriced(let name): "there is no price for '\(name)'"
    }
  }
}
