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

/// A configuration value, and where it comes from.
public struct SourcedValue: Sendable, Hashable {
  /// The value.
  public let value: ConfigurationValue
  /// The source as messages name it: `file 'shop.json'`, `ORDERS_LIMIT from the environment`.
  public let source: String
  /// Whether messages and inspectors hide the value; a key with a word such as `password` or
  /// `token` hides it anyway.
  public let isSecret: Bool

  /// Creates a value with its source.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - source: The source as messages name it.
  ///   - isSecret: Whether messages and inspectors hide the value.
  public init(_ value: ConfigurationValue, source: String, isSecret: Bool = false) {
    self.value = value
    self.source = source
    self.isSecret = isSecret
  }
}

/// Configuration values in memory, for tests and for options that the app has parsed itself.
///
/// ```swift
/// Application(sources: [MemoryConfiguration(["Web.port": 8080])])
/// ```
public struct MemoryConfiguration: ConfigurationSource {
  private let values: [String: ConfigurationValue]
  private let name: String

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - values: The values by full key, such as `Orders.limit`.
  ///   - name: The name of the source in messages.
  public init(_ values: [String: ConfigurationValue], name: String = "memory") {
    self.values = values
    self.name = name
  }

  /// Returns the value of a key; nil if there is none.
  public func value(forKey key: String) -> SourcedValue? {
    values[key].map { SourcedValue($0, source: name) }
  }
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
