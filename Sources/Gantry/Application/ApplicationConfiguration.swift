// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Configuration
internal import Foundation
internal import Logging
internal import Synchronization
internal import SystemPackage

/// The configuration of one application: what was given, then the environment, then one file.
final class ApplicationConfiguration: Sendable {
  /// What is read, all of one time.
  private struct Snapshot {
    let providers: [any ConfigProvider]
    let reader: ConfigReader

    init(_ providers: [any ConfigProvider], _ logger: Logger) {
      self.providers = providers
      reader = ConfigReader(providers: providers, accessReporter: ConfigurationLog(logger))
    }
  }

  private let given: [any ConfigProvider]
  private let file: String?
  private let logger: Logger
  /// Guards what is in force: it is replaced as a whole, so nobody sees half a reload.
  private let current: Mutex<Snapshot>

  init(
    given: [any ConfigProvider], file: String?, environment: [String: String], logger: Logger
  ) {
    self.given = given + [EnvironmentVariablesProvider(environmentVariables: environment)]
    self.file = file
    self.logger = logger
    current = Mutex(Snapshot(self.given, logger))
  }

  /// Reads the file, at first and again; when it cannot be read, the values in force stay.
  func load() async throws(ApplicationError) {
    guard let file else { return }
    do {
      let provider = try await FileProvider<JSONSnapshot>(filePath: FilePath(file))
      current.withLock { $0 = Snapshot(given + [provider], logger) }
    } catch {
      throw .configuration(file: file, reason: Self.reason(error, file))
    }
  }

  func reader(for name: ModuleName) -> ConfigReader {
    current.withLock { $0.reader }.scoped(to: ConfigKey([name.rawValue]))
  }

  /// What is under a key that should hold a boolean, in words.
  func finding(for key: AbsoluteConfigKey) -> String {
    for provider in current.withLock({ $0.providers }) {
      do {
        guard let value = try provider.value(forKey: key, type: .bool).value else { continue }
        return value.isSecret ? "is set" : "is \(value.content == .bool(true))"
      } catch {
        let text = try? provider.value(forKey: key, type: .string).value
        guard let text, !text.isSecret, case .string(let held) = text.content else {
          return "is neither true nor false"
        }
        return "is \"\(held)\", which is neither true nor false"
      }
    }
    return "is not set"
  }

  /// Looks at the file itself for what is wrong with it; where that is nothing, the error says it.
  private static func reason(_ error: any Error, _ file: String) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: file))
    } catch {
      return FileProblem.unreadable(error)
    }
    do {
      _ = try JSONSerialization.jsonObject(with: data)
    } catch {
      return FileProblem.malformed(error, data)
    }
    return FileProblem.clause(String(describing: error))
  }
}
