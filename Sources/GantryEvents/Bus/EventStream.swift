// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The events of one type as an asynchronous sequence, for one reader.
///
/// A slow reader loses the oldest events beyond its buffer; ``droppedCount`` is their number. The
/// closure of `EventBus.observe` gets every event instead, unless an ``EventBacklog`` limits them. The
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
      dropped.wrappingAdd(1, ordering: .relaxed)
    }

    func finish() { continuation.finish() }
  }

  private let storage: Storage
  private let subscription: EventSubscription

  init(_ storage: Storage, _ subscription: EventSubscription) {
    self.storage = storage
    self.subscription = subscription
  }

  /// The number of events that the reader has lost because its buffer was full.
  public var droppedCount: Int { storage.dropped.load(ordering: .relaxed) }

  /// Ends the sequence after the buffered events.
  public func cancel() { subscription.cancel() }

  /// Creates an iterator; several iterators of one sequence share its events.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: storage.elements.makeAsyncIterator(), subscription: subscription)
  }

  /// Reads the events in the order sent.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Element>.Iterator
    let subscription: EventSubscription

    /// The next event; nil when the sequence has ended.
    @concurrent
    public mutating func next() async -> Element? { await base.next() }

    /// The next event; nil when the sequence has ended.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await base.next(isolation: actor)
    }
  }
}
