// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The observers of an application's health.
final class HealthObservers: Sendable {
  private struct Observers {
    var changes: [Int: AsyncStream<Void>.Continuation] = [:]
    var last = 0
  }

  private let observers = Mutex(Observers())

  /// The number of observers.
  var count: Int { observers.withLock(\.changes.count) }

  /// Notifies the observers that the health of a module or of the application may have changed.
  func changed() {
    for observer in observers.withLock(\.changes).values { observer.yield() }
  }

  /// Ends all sequences.
  func finish() {
    for observer in observers.withLock(\.changes).values { observer.finish() }
  }

  /// Returns a sequence with an element now and after changes; several changes may be one element.
  func observe() -> AsyncStream<Void> {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = observers.withLock { observers in
      observers.last += 1
      observers.changes[observers.last] = change
      return observers.last
    }
    change.onTermination = { [weak self] _ in
      _ = self?.observers.withLock { $0.changes.removeValue(forKey: id) }
    }
    change.yield()
    return changes
  }
}
