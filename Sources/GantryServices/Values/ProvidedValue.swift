// SPDX-License-Identifier: Apache-2.0

public import GantryText

/// A shared value, as reports show it.
public struct ProvidedValue: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name of the key.
  public let key: String
  /// The type of the value.
  public let type: String
  /// The provider, usually a module's name.
  public let provider: ModuleName
  /// The provider whose value it hides; nil when there is none.
  public let overrides: ModuleName?
  /// Whether the value is kept out of everything that is printed.
  public let isSensitive: Bool
  /// The value as text; nil when there is none now, and for sensitive keys.
  public let text: String?

  init?(_ slot: ValueTable.Slot) {
    guard let entry = slot.override ?? slot.claim else { return nil }
    key = slot.info.name
    type = slot.info.typeName
    provider = entry.owner
    overrides = slot.override == nil ? nil : slot.claim?.owner
    isSensitive = slot.info.isSensitive
    text = slot.info.isSensitive ? nil : entry.text
  }

  /// For example `city = Oslo (Location)`, or `userID = <hidden> (Account)`.
  public var description: String {
    "\(key) = \(isSensitive ? "<hidden>" : text ?? "nil") (\(provider))"
  }
}

/// A promise, made before anything runs, to provide a shared value.
public struct SharedValueClaim: Hashable, Sendable {
  /// The name of the key.
  public let key: String
  /// The type of the value.
  public let type: String
  /// The provider, usually a module's name.
  public private(set) var provider: ModuleName
  /// Whether it hides the value of another provider.
  public let isOverride: Bool
  /// Where it is declared, as `file:line`.
  public let declaredAt: String
  let typeID: ObjectIdentifier

  /// Creates a claim.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - provider: The provider, usually a module's name.
  ///   - isOverride: Whether it hides the value of another provider.
  ///   - declaredAt: Where it is declared, as `file:line`.
  public init<Key: ReadableValueKey>(
    _ path: KeyPath<SharedValueKeys, Key>, by provider: ModuleName, isOverride: Bool = false,
    declaredAt: String
  ) {
    key = SharedValueKeys()[keyPath: path].key.name
    type = String(reflecting: Key.Value.self)
    typeID = ObjectIdentifier(Key.Value.self)
    self.provider = provider
    self.isOverride = isOverride
    self.declaredAt = declaredAt
  }

  /// The same claim for another provider.
  package func provided(by provider: ModuleName) -> Self {
    var claim = self
    claim.provider = provider
    return claim
  }
}
