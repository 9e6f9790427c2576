// SPDX-License-Identifier: Apache-2.0

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
