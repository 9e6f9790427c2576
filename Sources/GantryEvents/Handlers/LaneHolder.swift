// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The work that holds the main actor: a handler, or work that its callers enter under a name.
package struct LaneHolder: Hashable, Sendable {
  /// The kind of work: `handler`, `task` or `page`.
  package let kind: String
  /// The module that it belongs to; nil when no module is known.
  package let module: ModuleName?
  /// Its name: the handler's, the task's, or that of a page with its phase.
  package let name: String
  /// The event that a handler hears; nil for all other work.
  package let event: String?
  /// `file:line`; nil when unknown.
  package let declaredAt: String?

  package init(
    kind: String, module: ModuleName? = nil, name: String, event: String? = nil,
    declaredAt: String? = nil
  ) {
    self.kind = kind
    self.module = module
    self.name = name
    self.event = event
    self.declaredAt = declaredAt
  }
}

/// A type and a part of it, which tell a holder without its name.
package struct LaneKey: Hashable, Sendable {
  private let type: ObjectIdentifier
  private let part: Int

  package init(_ type: ObjectIdentifier, _ part: Int) {
    self.type = type
    self.part = part
  }
}

/// The work seen on the main actor in a row of samples, and since when.
struct LaneSightings: Sendable {
  private struct Sighting {
    let first: Duration
    var isReported = false
  }

  // Invariant: holds only work that can still be running.
  private var sightings: [UInt64: Sighting] = [:]

  init() {}

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - mark: The mark of the running work; zero when the main actor is idle.
  ///   - now: The time of the sample, from any beginning on.
  ///   - threshold: The longest time that it may run.
  /// - Returns: How long it was seen, once, when that is over the threshold: a lower bound.
  mutating func see(
    _ mark: UInt64, at now: Duration, over threshold: Duration
  ) -> Duration? {
    guard mark != 0 else {
      sightings.removeAll(keepingCapacity: true)
      return nil
    }
    // Work that begins later is nested in work that began before: when the earlier is seen again,
    // the later has ended.
    let place = mark >> StallWatch.handlerBits
    for other in sightings.keys where other >> StallWatch.handlerBits > place {
      sightings[other] = nil
    }
    guard let sighting = sightings[mark] else {
      sightings[mark] = Sighting(first: now)
      return nil
    }
    let duration = now - sighting.first
    guard !sighting.isReported, duration >= threshold else { return nil }
    sightings[mark]?.isReported = true
    return duration
  }
}
