// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

/// Keeps a subscription, a tap or an observation alive.
///
/// It ends with ``cancel()``, and also when the last reference to this token goes away: store the
/// token for as long as the closure shall be called. Events accepted for it and not yet handled are
/// dropped then. The closure of a lifecycle event goes when the main actor is free.
public final class EventSubscription: Sendable {
  /// Taken out before it is called, so that it runs once.
  private let ending: Handover<@Sendable () -> Void>

  /// Makes a token of the closure that ends the subscription.
  package init(ending: @escaping @Sendable () -> Void) { self.ending = Handover(ending) }

  deinit { cancel() }

  /// Ends the subscription; a second call does nothing.
  public func cancel() { ending.take()?() }
}

/// The events of one type as an asynchronous sequence, for one reader.
///
/// A slow reader loses the oldest events beyond its buffer; ``droppedCount`` says how many. The
/// subscription ends when the sequence and its iterators are gone.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable {
  final class Storage: Sendable {
    let elements: AsyncStream<Element>
    let dropped = Atomic<Int>(0)
    private let continuation: AsyncStream<Element>.Continuation

    init(bufferingNewest count: Int) {
      (elements, continuation) = AsyncStream.makeStream(
        bufferingPolicy: .bufferingNewest(Swift.max(1, count)))
    }

    func yield(_ element: Element) {
      guard case .dropped = continuation.yield(element) else { return }
      dropped.add(1, ordering: .relaxed)
    }

    func finish() { continuation.finish() }
  }

  private let storage: Storage
  private let subscription: EventSubscription

  init(_ storage: Storage, _ subscription: EventSubscription) {
    self.storage = storage
    self.subscription = subscription
  }

  /// How many events the reader has lost because its buffer was full.
  public var droppedCount: Int { storage.dropped.load(ordering: .relaxed) }

  /// Ends the sequence after the buffered events.
  public func cancel() { subscription.cancel() }

  /// Makes the iterator; several of one sequence share its events.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: storage.elements.makeAsyncIterator(), subscription: subscription)
  }

  /// Reads the events in the order sent.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Element>.Iterator
    let subscription: EventSubscription

    /// The next event; nil when the sequence has ended.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await base.next(isolation: actor)
    }
  }
}

/// Whether a handler from outside the modules hears an event before or after them.
public enum SubscriptionPlace: String, Sendable, Codable, CaseIterable {
  /// Before every module, independent of priority.
  case beforeModules
  /// After every module, independent of priority.
  case afterModules
}
