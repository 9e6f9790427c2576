// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Which configuration values never show, by what their keys are called.
enum ConfigurationSecrets {
  private static let words = [
    "password", "passphrase", "secret", "token", "apikey", "credential", "privatekey",
  ]

  /// Whether a key names a secret, in any spelling: `apiKey`, `API_KEY`, `--api-key`.
  static func isSecret(_ key: String) -> Bool {
    let letters = key.lowercased().filter { $0.isLetter || $0.isNumber }
    return words.contains { letters.contains($0) }
  }
}
