// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension SharedValues {
  /// The value now and after each change, for as long as it is iterated.
  ///
  /// A slow reader misses values in between, never the last one: it gets the value at the moment of
  /// the read, not at the moment of the change.
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
