// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents

/// The saved state of several modules, each part under its module's name.
public struct SavedState: Hashable, Sendable, Codable, CustomStringConvertible {
  private var parts: [ModuleName: Data] = [:]

  /// Creates an empty state.
  public init() {}

  /// Creates the state of one module.
  ///
  /// - Parameters:
  ///   - data: The data that the module needs to come back to where it was.
  ///   - module: The module's own name.
  public init(_ data: Data, for module: ModuleName) { parts[module] = data }

  /// The modules that saved something, by name.
  public var modules: [ModuleName] { parts.keys.sorted() }

  /// The state that one module saved; nil when it saved nothing.
  public subscript(module: ModuleName) -> Data? { parts[module] }

  /// Adds the parts of another state; where both have a part under one name, the other's wins.
  func merging(_ other: Self) -> Self {
    var merged = self
    merged.parts.merge(other.parts) { _, other in other }
    return merged
  }

  /// The names of the modules and the sizes of their parts, by name; the saved data is not shown.
  public var description: String {
    let parts = modules.map { "\($0): \(self[$0]?.count ?? 0) bytes" }
    return "SavedState(\(parts.joined(separator: ", ")))"
  }

  /// Reads the state as a keyed container of data by module name.
  public init(from decoder: any Decoder) throws {
    let byName = try decoder.singleValueContainer().decode([String: Data].self)
    for (name, data) in byName { parts[ModuleName(name)] = data }
  }

  /// Writes the state as a keyed container of data by module name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let named = parts.map { ($0.key.rawValue, $0.value) }
    try container.encode(Dictionary(uniqueKeysWithValues: named))
  }
}
