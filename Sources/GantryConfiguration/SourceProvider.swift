// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import GantryCore

/// A source of an application's configuration as a provider of swift-configuration.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct SourceProvider: ConfigProvider, ConfigSnapshot {
  let find: @Sendable (_ key: String) -> SourcedValue?

  var providerName: String { "Gantry" }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    let name = key.components.joined(separator: ".")
    guard let found = find(name) else { return LookupResult(encodedKey: name, value: nil) }
    guard let content = Self.content(of: found.value, type) else {
      throw ConfigurationError.wrongType(
        key: name, source: found.source, expected: type.rawValue, found: found.value.kind)
    }
    return LookupResult(
      encodedKey: name, value: ConfigValue(content, isSecret: found.isSecret))
  }

  private static func content(of value: ConfigurationValue, _ type: ConfigType) -> ConfigContent? {
    func all<Value>(_ read: (ConfigurationValue) -> Value?) -> [Value]? {
      let items: [ConfigurationValue]
      switch value {
      case .array(let values): items = values
      default: items = value.strings?.map { .string($0) } ?? []
      }
      let values = items.compactMap(read)
      return values.count == items.count ? values : nil
    }
    return switch type {
    case .string: value.string.map { .string($0) }
    case .int: value.int.map { .int($0) }
    case .double: value.double.map { .double($0) }
    case .bool: value.bool.map { .bool($0) }
    case .stringArray: value.strings.map { .stringArray($0) }
    case .intArray: all(\.int).map { .intArray($0) }
    case .doubleArray: all(\.double).map { .doubleArray($0) }
    case .boolArray: all(\.bool).map { .boolArray($0) }
    case .bytes, .byteChunkArray: nil
    }
  }

  func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
    try value(forKey: key, type: type)
  }

  nonisolated(nonsending) func watchValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey, type: ConfigType,
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
  }

  func snapshot() -> any ConfigSnapshot { self }

  nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
  }
}
