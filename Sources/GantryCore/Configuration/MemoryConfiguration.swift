// SPDX-License-Identifier: Apache-2.0

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
