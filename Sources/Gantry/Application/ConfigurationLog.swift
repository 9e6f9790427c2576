// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Configuration
internal import Logging
internal import Synchronization

/// Warns of values that are there and cannot be taken, as they are of another type: whoever reads
/// one with a default would not notice.
final class ConfigurationLog: AccessReporter {
  private let logger: Logger
  /// Guards what was said before, each key and place once.
  private let said = Mutex<Set<String>>([])

  init(_ logger: Logger) { self.logger = logger }

  func report(_ event: AccessEvent) {
    let isRefused =
      event.conversionError != nil
      || event.providerResults.contains { result in
        if case .failure = result.result { true } else { false }
      }
    guard isRefused else { return }
    let metadata = event.metadata
    let place = "\(metadata.key) \(metadata.valueType.rawValue) \(metadata.sourceLocation)"
    guard said.withLock({ $0.insert(place).inserted }) else { return }
    let provider = event.providerResults.last?.providerName
    logger.warning(
      """
      configuration key \(metadata.key) cannot be read as \(metadata.valueType.rawValue) at \
      \(metadata.sourceLocation): \(provider ?? "the provider") has a value of another type, \
      which is not used
      """,
      metadata: metadata.key.components.first.map { ["gantry.module": "\($0)"] })
  }
}
