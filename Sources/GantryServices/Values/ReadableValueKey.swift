// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A key of a shared value: with a default, or without one.
///
/// ``SharedValueKey`` and ``DefaultedValueKey`` are all there are.
public protocol ReadableValueKey<Value>: Sendable {
  /// The type of the provider's value.
  associatedtype Value: Sendable
  /// The type that readers get: the value's, or an optional where there is no default.
  associatedtype Reading: Sendable

  /// The key without its default.
  var key: SharedValueKey<Value> { get }

  /// The value as readers get it.
  ///
  /// - Parameter value: The provider's value; nil without a provider.
  /// - Returns: The value, or the default in its place.
  func reading(_ value: Value?) -> Reading
}
