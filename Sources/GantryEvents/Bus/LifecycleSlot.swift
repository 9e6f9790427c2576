// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The handlers of one lifecycle event, flat and in order, as they were at one version.
@usableFromInline
@MainActor
final class LifecycleSlot<E: LifecycleEvent> {
  /// The part of an entry that a plain call needs, and no more.
  ///
  /// Its closures are called in place, because touching a reference count would cost more than the
  /// call. So it cannot be copied, and its closures are neither optional nor in an enum.
  @usableFromInline
  struct Entry: ~Copyable {
    @usableFromInline
    enum Kind: Sendable {
      case silent, answering
      /// Needs more than a plain call: held, `.once`, or in the background.
      case slow
    }

    @usableFromInline let kind: Kind
    @usableFromInline let silent: @MainActor @Sendable (E) throws -> Void
    @usableFromInline let answering: @MainActor @Sendable (E) throws -> E.Response?
    /// The handler's number, which the watch over the main actor looks up.
    @usableFromInline let number: UInt64

    init(body: MainBody<E>?, number: UInt64) {
      self.number = number
      switch body {
      case .silent(let body)?: (kind, silent, answering) = (.silent, body, { _ in nil })
      case .answering(let body)?: (kind, silent, answering) = (.answering, { _ in }, body)
      case nil: (kind, silent, answering) = (.slow, { _ in }, { _ in nil })
      }
    }

    @inlinable
    @inline(__always)
    @MainActor
    borrowing func tell(_ event: E) throws { try silent(event) }

    @inlinable
    @inline(__always)
    @MainActor
    borrowing func ask(_ event: E) throws -> E.Response? { try answering(event) }
  }

  /// Owns the memory of the entries, which no array of the standard library can hold.
  @usableFromInline
  struct Entries: ~Copyable {
    @usableFromInline let buffer: UnsafeMutableBufferPointer<Entry>

    init(_ details: [Detail]) {
      buffer = .allocate(capacity: details.count)
      for (position, detail) in details.enumerated() {
        let isPlain = !detail.isHolding && detail.record.once == nil && detail.tasks.isEmpty
        buffer.initializeElement(
          at: position,
          to: Entry(
            body: isPlain ? detail.record.mainBody() : nil,
            number: MainActorWatch.number(.handler, detail.record.id)))
      }
    }

    deinit { buffer.deinitialize().deallocate() }
  }

  /// The part of an entry that only uncommon sends need.
  struct Detail: Sendable {
    let record: HandlerRecord
    /// Whether the event is held here, for all handlers of the record's listener.
    let isHolding: Bool
    /// Whether it may answer, or any of its handlers while the event is held for them.
    let answers: Bool
    /// The background tasks that it hears, or all of its handlers together while events are held
    /// for them; empty for all events.
    let tasks: [String]
  }

  @usableFromInline let entries: Entries
  let details: [Detail]
  @usableFromInline let rule: MergeRule<E.Response>
  /// Whether an observer is attached, which takes the slower path.
  @usableFromInline let isWatched: Bool

  init(details: [Detail], isWatched: Bool) {
    self.details = details
    self.entries = Entries(details)
    self.rule = E.merge
    self.isWatched = isWatched
  }
}

/// The slots of all lifecycle events that were sent.
@usableFromInline
@MainActor
final class LifecycleTable {
  /// Emptied when a handler is removed, so that nothing keeps it alive.
  @usableFromInline var slots: [ObjectIdentifier: AnyObject] = [:]
  @usableFromInline var version = -1
  // Invariant: true before a slot takes anything from the registry. So a caller that removes a
  // handler and then reads false knows that no slot keeps it.
  nonisolated let isFilled = Atomic(false)

  nonisolated init() {}

  func removeAll() {
    slots = [:]
    isFilled.store(false, ordering: .sequentiallyConsistent)
  }
}
