// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Values that many read and one provides: the signed-in user, the device's location, push tokens.
///
/// Each key has one provider at a time, which gives a value, or a closure that is asked at each
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
  /// Under which name values are provided, usually a module's.
  public let owner: String

  /// Makes values that are shared with no other instance.
  ///
  /// - Parameter owner: The name under which values are provided.
  public init(owner: String) { self.init(ValueStore(), owner: owner) }

  private init(_ store: ValueStore, owner: String) {
    self.store = store
    self.owner = owner
  }

  /// The same values for another provider.
  ///
  /// - Parameter owner: Under which name values are provided.
  public func scoped(to owner: String) -> SharedValues { SharedValues(store, owner: owner) }

  /// The value now: `values.userID`.
  @inlinable
  public subscript<Key: ReadableValueKey>(
    dynamicMember path: KeyPath<SharedValueKeys, Key>
  ) -> Key.Reading {
    @inline(__always) get { read(SharedValueKeys()[keyPath: path]) }
  }

  /// The value now: `values[\.userID]`.
  @inlinable
  public subscript<Key: ReadableValueKey>(
    path: KeyPath<SharedValueKeys, Key>
  ) -> Key.Reading {
    @inline(__always) get { read(SharedValueKeys()[keyPath: path]) }
  }

  @inlinable @inline(__always)
  func read<Key: ReadableValueKey>(_ key: Key) -> Key.Reading { key.reading(store.read(key.key)) }

  /// The values that are provided now, by key; sensitive ones are not in it.
  public var provided: [ProvidedValue] { store.provided }
}

extension SharedValues: CustomStringConvertible, CustomReflectable {
  /// One line for each value that is provided, `key = value (provider)`; sensitive ones hidden.
  public var description: String { provided.map(\.description).joined(separator: "\n") }

  /// Shows the same as ``provided``: a dump has no other way to the values either.
  public var customMirror: Mirror {
    Mirror(self, children: ["owner": owner, "provided": provided])
  }
}
