// SPDX-License-Identifier: Apache-2.0

public import GantryText

/// A shared value as an asynchronous sequence: the value now, then after each change.
///
/// Any number of readers may iterate; each has its own place.
public struct SharedValueChanges<Key: ReadableValueKey>: AsyncSequence, Sendable {
  /// The value as readers get it.
  public typealias Element = Key.Reading

  let store: ValueStore
  let key: Key

  /// Makes a reader of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(store, key) }

  /// Follows one value; its watch on the store ends with it.
  public struct Iterator: AsyncIteratorProtocol {
    /// Ends the watch when the last copy of the iterator goes.
    private final class Watch: Sendable {
      let store: ValueStore
      let key: Key
      let id: Int

      init(_ store: ValueStore, _ key: Key, _ id: Int) {
        self.store = store
        self.key = key
        self.id = id
      }

      deinit { store.unwatch(key.key, id) }
    }

    private let watch: Watch
    private var ticks: AsyncStream<Void>.Iterator

    init(_ store: ValueStore, _ key: Key) {
      let (id, ticks) = store.watch(key.key)
      watch = Watch(store, key, id)
      self.ticks = ticks.makeAsyncIterator()
    }

    /// The value after the next change; nil when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Key.Reading? {
      guard await ticks.next(isolation: actor) != nil else { return nil }
      // Read now, not when the change was made: so the last value is never missed.
      return watch.key.reading(watch.store.read(watch.key.key))
    }
  }
}

/// Why a shared value could not be provided.
@nonexhaustive
public enum SharedValueError: Error, Hashable, Sendable {
  /// Another owner provides the value already, or has declared that it will.
  case claimed(key: String, by: ModuleName, refused: ModuleName)
  /// Another owner provides a value of another type under the same name, or has declared to.
  case otherType(
    key: String, type: String, by: ModuleName, refused: ModuleName, refusedType: String)
}

extension SharedValueError: CustomStringConvertible {
  /// The value's provider, and how to provide another one.
  public var description: String {
    switch self {
    case .claimed(let key, let owner, let refused):
      """
      \(refused) cannot provide \\.\(key): \(owner) provides it. Let one of them provide it, or \
      provide it with `overriding: true`.
      """
    case .otherType(let key, let type, let owner, let refused, let refusedType):
      """
      \(refused) cannot provide \\.\(key) as \(refusedType): \(owner) provides it as \(type). Declare \
      the key once, in an interface that both import.
      """
    }
  }
}
