// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import Foundation

/// A source of configuration values.
struct ConfigurationLayer: Sendable {
  /// Its name in messages: `the environment`, `file 'shop.json'`.
  let name: String
  /// Returns a key as the source spells it: `ORDERS_LIMIT`; nil if the source uses the key itself.
  var spelling: (@Sendable (AbsoluteConfigKey) -> String)?
  let provider: any ConfigProvider
  /// The keys with several values in this source, spelled as in an environment.
  var arrays: Set<String> = []

  private static let several = "several values"

  /// Returns the location of a key for messages: `ORDERS_LIMIT of the environment`.
  func place(of key: AbsoluteConfigKey) -> String {
    spelling.map { "\($0(key)) from \(name)" } ?? name
  }

  /// Describes the value of a key, whatever its type is. For a secret, it describes only the type.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isOpen: Whether the reader has declared that the value isn't secret.
  /// - Returns: The description; nil if the source has no value of any type.
  func finding(for key: AbsoluteConfigKey, isOpen: Bool) -> String? {
    if !arrays.isEmpty, arrays.contains(key.environmentVariable) { return Self.several }
    let types: [(ConfigType, String)] = [
      (.int, "the whole number"), (.double, "the number"), (.bool, "the boolean"),
      (.stringArray, "an array"), (.intArray, "an array"), (.doubleArray, "an array"),
      (.boolArray, "an array"),
    ]
    // In variables and options, text holds every type; in a file, each value has its own. There,
    // `true` may read as a number and any number as a boolean, so numbers come first.
    let texts = try? provider.value(forKey: key, type: .string).value
    let found =
      texts.map { ($0, "the text") }
      ?? types.lazy.compactMap { type, words in
        (try? provider.value(forKey: key, type: type).value).map { ($0, words) }
      }.first
    guard let (value, words) = found else { return nil }
    guard isOpen, !value.isSecret, !ConfigurationSecrets.isSecret("\(key)") else {
      return words.replacing("the ", with: "a ")
    }
    switch value.content {
    case .string(let text): return "\(words) \(String(text.prefix(40)).debugDescription)"
    case .int(let number): return "\(words) \(number)"
    case .double(let number): return "\(words) \(number)"
    case .bool(let flag): return "\(words) \(flag)"
    default: return words
    }
  }
}

/// Returns the provider's values; if a value has another type, the error names its location.
extension ConfigurationLayer: ConfigProvider {
  private struct Snapshot: ConfigSnapshot {
    let layer: ConfigurationLayer
    let contents: any ConfigSnapshot

    var providerName: String { contents.providerName }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      do {
        try layer.checkCount(key, type)
        return try contents.value(forKey: key, type: type)
      } catch {
        throw layer.located(error, key, type)
      }
    }
  }

  var providerName: String { provider.providerName }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    do {
      try checkCount(key, type)
      return try provider.value(forKey: key, type: type)
    } catch {
      throw located(error, key, type)
    }
  }

  func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
    do {
      try checkCount(key, type)
      return try await provider.fetchValue(forKey: key, type: type)
    } catch {
      throw located(error, key, type)
    }
  }

  nonisolated(nonsending) func watchValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey, type: ConfigType,
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await provider.watchValue(forKey: key, type: type, updatesHandler: updatesHandler)
  }

  func snapshot() -> any ConfigSnapshot { Snapshot(layer: self, contents: provider.snapshot()) }

  nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await provider.watchSnapshot(updatesHandler: updatesHandler)
  }

  /// Throws an error if the source has several values, but a single one is requested.
  private func checkCount(_ key: AbsoluteConfigKey, _ type: ConfigType) throws {
    // No other layer has any, so their keys need not be spelled for each lookup.
    guard !arrays.isEmpty, arrays.contains(key.environmentVariable), !type.isArray else { return }
    throw ConfigurationValueError(
      key: "\(key)", source: place(of: key), expected: type.rawValue, found: Self.several)
  }

  /// Returns the error with the location of the value; the original error, if there isn't a value.
  private func located(
    _ error: any Error, _ key: AbsoluteConfigKey, _ type: ConfigType
  ) -> any Error {
    guard let found = finding(for: key, isOpen: false) else { return error }
    return ConfigurationValueError(
      key: "\(key)", source: place(of: key), expected: type.rawValue, found: found)
  }
}

extension ConfigType {
  fileprivate var isArray: Bool {
    switch self {
    case .stringArray, .intArray, .doubleArray, .boolArray, .byteChunkArray: true
    default: false
    }
  }
}

/// Spells keys as swift-configuration does where names have no dots; its messages don't show that.
extension AbsoluteConfigKey {
  /// The key as an environment variable: `Orders.apiLimit` is `ORDERS_API_LIMIT`.
  var environmentVariable: String {
    let letters = words("_").uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
    return String(letters)
  }

  /// The key as an option of a command line: `Orders.apiLimit` is `--orders-api-limit`.
  var commandLineOption: String { "--\(words("-").lowercased())" }

  /// Joins the components and the words in them, each of which begins with a capital.
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

/// Decides which configuration values are never shown, by the names of their keys.
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

/// Provides the values of a configuration file, as of the time when its bytes were read.
struct ConfigurationFileProvider: ConfigProvider {
  private let contents: JSONSnapshot

  /// Creates a provider from JSON.
  ///
  /// - Throws: The error of the snapshot if the data isn't JSON, or contains a value of an
  ///   unsupported type.
  init(_ data: Data) throws {
    contents = try JSONSnapshot(
      data: ContiguousArray(data).span.bytes, providerName: "configuration file",
      parsingOptions: JSONSnapshot.ParsingOptions(
        secretsSpecifier: .dynamic { key, _ in ConfigurationSecrets.isSecret(key) }))
  }

  var providerName: String { contents.providerName }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    try contents.value(forKey: key, type: type)
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

  func snapshot() -> any ConfigSnapshot { contents }

  nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
  }
}
