// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Configuration

/// How swift-configuration spells a key where names have no dots; it shows that to nobody.
extension AbsoluteConfigKey {
  /// `Orders.apiLimit` as `ORDERS_API_LIMIT`.
  var environmentVariable: String {
    let letters = words("_").uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
    return String(letters)
  }

  /// `Orders.apiLimit` as `--orders-api-limit`.
  var commandLineOption: String { "--\(words("-").lowercased())" }

  /// The components, and the words inside each, which begin with capitals.
  private func words(_ separator: Character) -> String {
    components.map { component in
      var text = ""
      for letter in component {
        if letter.isUppercase, text.last?.isLowercase == true { text.append(separator) }
        text.append(letter)
      }
      return text
    }.joined(separator: String(separator))
  }
}
