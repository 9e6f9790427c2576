// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A key of a shared value: with a default, or without one.
///
/// ``SharedValueKey`` and ``DefaultedValueKey`` are all there are.
public protocol ReadableValueKey<Value>: Sendable {
  /// What a provider gives.
  associatedtype Value: Sendable
  /// What a reader gets: the value, or an optional where there is no default.
  associatedtype Reading: Sendable

  /// The key without its default.
  var key: SharedValueKey<Value> { get }

  /// What a reader gets.
  ///
  /// - Parameter value: What the provider gives; nil where nobody does.
  /// - Returns: The value, or the default in its place.
  func reading(_ value: Value?) -> Reading
}
