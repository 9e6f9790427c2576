// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The handlers of one lifecycle event, flat and in order, as they were at one version.
@usableFromInline
@MainActor
final class LifecycleSlot<E: LifecycleEvent> {
  /// What a plain call needs, and no more: an entry is copied for each handler.
  @usableFromInline
  struct Entry: Sendable {
    /// nil for what is not simply called: held, once, or in the background.
    @usableFromInline let body: MainBody<E>?
    /// The handler's number, which the stall watch looks up.
    @usableFromInline let number: UInt64
  }

  /// What the rarer ways need of an entry.
  struct Detail: Sendable {
    let record: HandlerRecord
    /// Whether the event is held here, for all handlers of the record's listener.
    let isHolding: Bool
  }

  @usableFromInline let entries: [Entry]
  let details: [Detail]
  @usableFromInline let rule: MergeRule<E.Response>
  /// Whether somebody taps or times, which takes the slower way.
  @usableFromInline let isWatched: Bool

  init(details: [Detail], isWatched: Bool) {
    self.details = details
    self.entries = details.map { detail in
      let isPlain = !detail.isHolding && detail.record.once == nil
      return Entry(
        body: isPlain ? detail.record.mainBody() : nil,
        number: StallWatch.number(detail.record.id))
    }
    self.rule = E.merge
    self.isWatched = isWatched
  }
}

/// The slots of all lifecycle events that were sent.
@usableFromInline
@MainActor
final class LifecycleTable {
  /// Emptied when the registry has changed, so that nothing removed is kept alive.
  @usableFromInline var slots: [ObjectIdentifier: AnyObject] = [:]
  @usableFromInline var version = -1
  @usableFromInline var sends: UInt64 = 0

  nonisolated init() {}
}
