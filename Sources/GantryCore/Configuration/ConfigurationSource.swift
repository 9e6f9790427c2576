// SPDX-License-Identifier: Apache-2.0

/// A source of configuration values, such as the environment, a file or an app's own store.
///
/// ```swift
/// struct Preferences: ConfigurationSource {
///   func value(forKey key: String) -> SourcedValue? {
///     UserDefaults.standard.string(forKey: key).map { SourcedValue(.string($0), source: "preferences") }
///   }
/// }
/// ```
///
/// Modules ask it on any thread, each time that they read a value. A key has the value of the first
/// source that has one: the application's `sources` in their order, the environment, and then the
/// configuration file.
public protocol ConfigurationSource: Sendable {
  /// Returns the value of a key.
  ///
  /// - Parameter key: The full key, which begins with the module's name: `Orders.apiLimit`.
  /// - Returns: The value and the name of its source; nil if the source has none.
  func value(forKey key: String) -> SourcedValue?
}

/// The variables of an environment: `Orders.apiLimit` is `ORDERS_API_LIMIT`.
struct EnvironmentConfiguration: ConfigurationSource {
  let variables: [String: String]

  func value(forKey key: String) -> SourcedValue? {
    let name = Self.variable(key)
    return variables[name].map { SourcedValue(.string($0), source: "\(name) from the environment") }
  }

  /// The variable of a key; a new word begins at a capital after a lower-case letter.
  static func variable(_ key: String) -> String {
    var name = ""
    var isAfterLowercase = false
    for letter in key {
      if letter.isUppercase, isAfterLowercase { name.append("_") }
      isAfterLowercase = letter.isLowercase
      name += letter.isLetter || letter.isNumber ? letter.uppercased() : "_"
    }
    return name
  }
}
