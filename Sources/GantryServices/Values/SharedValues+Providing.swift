// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension SharedValues {
  /// Provides a value, or changes the one that this owner provides.
  ///
  /// - Parameters:
  ///   - value: The value; nil says that there is none now, and keeps the key.
  ///   - path: The key.
  ///   - overriding: Whether the value hides that of another provider for as long as it is there.
  /// - Throws: ``SharedValueError/claimed(key:by:refused:)`` when another owner provides the key,
  ///   or has declared that it will.
  public func provide<Key: ReadableValueKey>(
    _ value: Key.Value?, for path: KeyPath<SharedValueKeys, Key>, overriding: Bool = false
  ) throws(SharedValueError) {
    try store.provide(
      .value(value), for: SharedValueKeys()[keyPath: path].key, by: owner, overriding: overriding)
  }

  /// Provides a closure that is asked at each read.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - overriding: Whether the value hides that of another provider for as long as it is there.
  ///   - read: Gives the value, on the thread that reads it; nil when there is none now. Call
  ///     ``announce(_:)`` when it would give another one. Where it reads its own key, by itself or
  ///     through other closures, there is no value.
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

  /// Tells the followers of a value that the closure would give another one now.
  ///
  /// - Parameter path: The key.
  public func announce<Key: ReadableValueKey>(_ path: KeyPath<SharedValueKeys, Key>) {
    store.announce(SharedValueKeys()[keyPath: path].key)
  }

  /// Takes this owner's value back; a value that it hid shows again.
  ///
  /// - Parameter path: The key.
  public func withdraw<Key: ReadableValueKey>(_ path: KeyPath<SharedValueKeys, Key>) {
    store.withdraw(SharedValueKeys()[keyPath: path].key, by: owner)
  }

  /// Takes back everything that this owner provides.
  public func withdrawAll() { store.withdrawAll(by: owner) }

  /// Keeps keys free for the modules that have declared to provide them, in place of all kept
  /// before.
  ///
  /// - Parameter claims: The values that are going to be provided.
  public func reserve(_ claims: [SharedValueClaim]) { store.declare(claims) }
}
