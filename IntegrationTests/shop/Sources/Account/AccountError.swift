// SPDX-License-Identifier: Apache-2.0

/// Why a name cannot sign in.
enum AccountError: Error, CustomStringConvertible {
  case nobody(String)

  var description: String {
    switch self {
    case .nobody(let name): "'\(name)' is whoever has no name"
    }
  }
}
