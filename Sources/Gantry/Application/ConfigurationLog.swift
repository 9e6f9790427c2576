// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Configuration
internal import Logging
internal import Synchronization

/// Warns of values that are there and cannot be taken, as they are of another type: whoever reads
/// one with a default would not notice.
final class ConfigurationLog: Sendable {
  /// Reports what is read from these layers.
  private struct Reporter: AccessReporter {
    let log: ConfigurationLog
    let layers: [ConfigurationLayer]

    func report(_ event: AccessEvent) { log.report(event, layers) }
  }

  private let logger: Logger
  /// Guards what was said before, each key and place once.
  private let said = Mutex<Set<String>>([])
  /// Guards which keys were asked for, and whether there was a value; nil while it is not noted.
  private let asked = Mutex<[String: Bool]?>(nil)

  init(_ logger: Logger) { self.logger = logger }

  /// Who reports what is read from layers.
  func reporter(of layers: [ConfigurationLayer]) -> any AccessReporter {
    Reporter(log: self, layers: layers)
  }

  /// Begins anew: what was said of earlier values is said again of new ones.
  func forget() { said.withLock { $0 = [] } }

  /// Notes what is asked for from now on.
  func beginNoting() { asked.withLock { $0 = [:] } }

  /// What was asked for since, by full key, and whether there was a value; notes no more.
  func endNoting() -> [String: Bool] {
    asked.withLock { asked in
      defer { asked = nil }
      return asked ?? [:]
    }
  }

  private func note(_ event: AccessEvent) {
    guard asked.withLock({ $0 != nil }) else { return }
    let hasValue = event.providerResults.contains { result in
      switch result.result {
      case .success(let found): found.value != nil
      case .failure: true
      }
    }
    let key = "\(event.metadata.key)"
    asked.withLock { $0?[key, default: false] = hasValue }
  }

  /// Whether a read is known not to be of a secret: one that got nothing does not tell.
  private static func isOpen(_ event: AccessEvent) -> Bool {
    // Here stands the default, marked as the read was.
    if let value = try? event.result.get() { return !value.isSecret }
    if case .success(let found)? = event.providerResults.last?.result, let value = found.value {
      return !value.isSecret
    }
    return false
  }

  private func report(_ event: AccessEvent, _ layers: [ConfigurationLayer]) {
    note(event)
    let isRefused =
      event.conversionError != nil
      || event.providerResults.contains { result in
        if case .failure = result.result { true } else { false }
      }
    guard isRefused else { return }
    let metadata = event.metadata
    let place = "\(metadata.key) \(metadata.valueType.rawValue) \(metadata.sourceLocation)"
    guard said.withLock({ $0.insert(place).inserted }) else { return }
    // Layers are asked in their order, until one has something.
    let asked = event.providerResults.count - 1
    let layer = layers.indices.contains(asked) ? layers[asked] : nil
    let finding = layer?.finding(for: metadata.key, isOpen: Self.isOpen(event))
    logger.warning(
      """
      configuration key \(metadata.key) cannot be read as \(metadata.valueType.rawValue) at \
      \(metadata.sourceLocation): \(layer?.place(of: metadata.key) ?? "the provider") has \
      \(finding ?? "a value of another type"), which is not used
      """,
      metadata: metadata.key.components.first.map { ["gantry.module": "\($0)"] })
  }
}
