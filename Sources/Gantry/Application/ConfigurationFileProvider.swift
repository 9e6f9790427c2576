// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Configuration
internal import Foundation

/// Gives what stood in a configuration file when its bytes were read.
struct ConfigurationFileProvider: ConfigProvider {
  private let contents: JSONSnapshot

  /// Reads JSON.
  ///
  /// - Throws: What the snapshot throws for something else, and for a value it has no type for.
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
