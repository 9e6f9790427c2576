// SPDX-License-Identifier: Apache-2.0

public import GantryText

/// Values that many read and one provides: the signed-in user, the device's location, push tokens.
///
/// Each key has one provider at a time, which provides a value, or a closure that is called at each
/// read. Reading is synchronous, works from any thread and allocates nothing; a value without a
/// provider is nil, or the key's default.
///
/// ```swift
/// let user = context.values.userID                             // String?, now
/// let known = try await context.values.value(for: \.userID)    // waits until there is one
/// for await user in context.values.changes(of: \.userID) { … } // the value now, then each change
///
/// try context.values.provide("ada", for: \.userID)
/// ```
///
/// Copies share everything but the name under which they provide.
@dynamicMemberLookup
public struct SharedValues: Sendable {
  @usableFromInline let store: ValueStore
  /// The name under which values are provided, usually a module's.
  public let owner: ModuleName

  /// Creates values that no other instance shares.
  ///
  /// - Parameter owner: The name under which values are provided.
  public init(owner: ModuleName) { self.init(ValueStore(), owner: owner) }

  private init(_ store: ValueStore, owner: ModuleName) {
    self.store = store
    self.owner = owner
  }

  /// The same values for another provider.
  ///
  /// - Parameter owner: The name under which values are provided.
  package func scoped(to owner: ModuleName) -> SharedValues { SharedValues(store, owner: owner) }

  /// The current value: `values.userID`.
  @inlinable
  public subscript<Key: ReadableValueKey>(
    dynamicMember path: KeyPath<SharedValueKeys, Key>
  ) -> Key.Reading {
    @inline(__always) get { read(SharedValueKeys()[keyPath: path]) }
  }

  /// The current value: `values[\.userID]`.
  @inlinable
  public subscript<Key: ReadableValueKey>(
    path: KeyPath<SharedValueKeys, Key>
  ) -> Key.Reading {
    @inline(__always) get { read(SharedValueKeys()[keyPath: path]) }
  }

  @inlinable @inline(__always)
  func read<Key: ReadableValueKey>(_ key: Key) -> Key.Reading { key.reading(store.read(key.key)) }

  /// The values that are provided now, by key, without sensitive ones.
  public var provided: [ProvidedValue] { store.provided }
}

extension SharedValues: CustomStringConvertible, CustomReflectable {
  /// One line for each provided value, `key = value (provider)`, with sensitive values hidden.
  public var description: String { provided.map(\.description).joined(separator: "\n") }

  /// Shows the same as ``provided``, so that a dump doesn't reveal sensitive values.
  public var customMirror: Mirror {
    Mirror(self, children: ["owner": owner, "provided": provided])
  }
}

extension SharedValues {
  /// Provides a value, or changes the one that this owner provides.
  ///
  /// - Parameters:
  ///   - value: The value; nil means that there is none now, and keeps the key.
  ///   - path: The key.
  ///   - overriding: Whether the value hides another provider's value for as long as it exists.
  /// - Throws: ``SharedValueError/claimed(key:by:refused:)`` when another owner provides the key,
  ///   or has declared that it will.
  public func provide<Key: ReadableValueKey>(
    _ value: Key.Value?, for path: KeyPath<SharedValueKeys, Key>, overriding: Bool = false
  ) throws(SharedValueError) {
    try store.provide(
      .value(value), for: SharedValueKeys()[keyPath: path].key, by: owner, overriding: overriding)
  }

  /// Provides a closure that is called at each read.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - overriding: Whether the value hides another provider's value for as long as it exists.
  ///   - read: Returns the value, on the reading thread; nil when there is none now. Call
  ///     ``announce(_:)`` when its value changes. If it reads its own key, directly or through
  ///     other closures, that read gets no value.
  /// - Throws: ``SharedValueError/claimed(key:by:refused:)`` when another owner provides the key,
  ///   or has declared that it will.
  public func provide<Key: ReadableValueKey>(
    for path: KeyPath<SharedValueKeys, Key>, overriding: Bool = false,
    _ read: @escaping @Sendable () -> Key.Value?
  ) throws(SharedValueError) {
    try store.provide(
      .closure(read), for: SharedValueKeys()[keyPath: path].key, by: owner, overriding: overriding)
  }

  /// Provides a value under a key that was looked up before.
  package func provide<Value>(
    _ value: Value?, for key: SharedValueKey<Value>, overriding: Bool
  ) throws(SharedValueError) {
    try store.provide(.value(value), for: key, by: owner, overriding: overriding)
  }

  /// Provides a closure under a key that was looked up before.
  package func provide<Value>(
    for key: SharedValueKey<Value>, overriding: Bool, _ read: @escaping @Sendable () -> Value?
  ) throws(SharedValueError) {
    try store.provide(.closure(read), for: key, by: owner, overriding: overriding)
  }

  /// Tells readers of a value that its closure now returns another one.
  ///
  /// - Parameter path: The key.
  public func announce<Key: ReadableValueKey>(_ path: KeyPath<SharedValueKeys, Key>) {
    store.announce(SharedValueKeys()[keyPath: path].key)
  }

  /// Withdraws this owner's value; a value that it hid is visible again.
  ///
  /// - Parameter path: The key.
  public func withdraw<Key: ReadableValueKey>(_ path: KeyPath<SharedValueKeys, Key>) {
    store.withdraw(SharedValueKeys()[keyPath: path].key, by: owner)
  }

  /// Withdraws everything that this owner provides.
  public func withdrawAll() { store.withdrawAll(by: owner) }

  /// Reserves keys for the modules that declare them, and replaces all earlier reservations.
  ///
  /// - Parameter claims: The values that will be provided.
  package func reserve(_ claims: [SharedValueClaim]) { store.declare(claims) }
}

extension SharedValues {
  /// The current value, and the value after each change, for as long as you iterate.
  ///
  /// A slow reader misses values in between, but never the last one: it gets the value at the time
  /// of the read, not of the change.
  ///
  /// - Parameter path: The key.
  /// - Returns: A sequence that does not end before its task is cancelled.
  public func changes<Key: ReadableValueKey>(
    of path: KeyPath<SharedValueKeys, Key>
  ) -> SharedValueChanges<Key> {
    SharedValueChanges(store: store, key: SharedValueKeys()[keyPath: path])
  }

  /// Waits until a module provides a value.
  ///
  /// - Parameter path: The key.
  /// - Returns: The value, at once if there is one; a default does not count.
  /// - Throws: `CancellationError` when the waiting task is cancelled.
  public func value<Key: ReadableValueKey>(
    for path: KeyPath<SharedValueKeys, Key>
  ) async throws(CancellationError) -> Key.Value {
    let key = SharedValueKeys()[keyPath: path].key
    for await value in SharedValueChanges(store: store, key: key) {
      if let value { return value }
    }
    throw CancellationError()
  }
}

/// A shared value as an asynchronous sequence: the current value, then the value after each change.
///
/// Any number of readers can iterate; each has its own position.
public struct SharedValueChanges<Key: ReadableValueKey>: AsyncSequence, Sendable {
  /// The value as readers get it.
  public typealias Element = Key.Reading

  let store: ValueStore
  let key: Key

  /// Creates an independent iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(store, key) }

  /// Follows one value; its watch on the store ends with it.
  public struct Iterator: AsyncIteratorProtocol {
    /// Ends the watch when the last copy of the iterator goes away.
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
      // Read now, not at the time of the change, so that the last value is never missed.
      return watch.key.reading(watch.store.read(watch.key.key))
    }
  }
}

/// The reason why a shared value could not be provided.
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
