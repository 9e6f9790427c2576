// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GantrySupport

/// A clock on which the sleeps end that have begun before SIGUSR2 comes; later ones, at the next.
final class GatedClock: Clock, Sendable {
  private final class Gate: Sendable {
    private let next = Mutex(Promise<Void>())

    var end: Promise<Void> { next.withLock { $0 } }

    func open() {
      next.withLock { next in
        defer { next = Promise() }
        return next
      }.resolve(())
    }
  }

  private let real = ContinuousClock()
  private let gate: Gate
  // Only kept alive.
  nonisolated(unsafe) private let source: any DispatchSourceSignal

  init() {
    let gate = Gate()
    self.gate = gate
    // Otherwise, the signal would end the process.
    signal(SIGUSR2) { _ in }
    source = DispatchSource.makeSignalSource(
      signal: SIGUSR2, queue: DispatchQueue(label: "fixture.clock"))
    source.setEventHandler { @Sendable in gate.open() }
    source.activate()
  }

  var now: ContinuousClock.Instant { real.now }
  var minimumResolution: Duration { real.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    if await gate.end.valueUnlessCancelled() == nil { throw CancellationError() }
  }
}
