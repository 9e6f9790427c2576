// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Configuration
internal import Foundation
internal import Synchronization
internal import SystemPackage

/// The configuration of one application: what was given, then the environment, then one file.
final class ApplicationConfiguration: Sendable {
  private let given: [any ConfigProvider]
  private let file: String?
  private let environment: [String: String]
  /// Guards the reader in force: it is replaced as a whole, so nobody sees half a reload.
  private let current: Mutex<ConfigReader>

  init(given: [any ConfigProvider], file: String?, environment: [String: String]) {
    self.given = given
    self.file = file
    self.environment = environment
    current = Mutex(
      ConfigReader(
        providers: given + [EnvironmentVariablesProvider(environmentVariables: environment)]))
  }

  /// Reads the file, at first and again; when it cannot be read, the values in force stay.
  func load() async throws(ApplicationError) {
    guard let file else { return }
    do {
      let provider = try await FileProvider<JSONSnapshot>(filePath: FilePath(file))
      let reader = ConfigReader(
        providers: given + [
          EnvironmentVariablesProvider(environmentVariables: environment), provider,
        ])
      current.withLock { $0 = reader }
    } catch {
      throw .configuration(file: file, reason: Self.reason(error))
    }
  }

  func reader(for name: ModuleName) -> ConfigReader {
    current.withLock { $0 }.scoped(to: ConfigKey([name.rawValue]))
  }

  private static func reason(_ error: any Error) -> String {
    let text = String(describing: error)
    return text.isEmpty ? String(reflecting: error) : text
  }
}
