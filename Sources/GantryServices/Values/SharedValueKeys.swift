// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The names of shared values; an extension adds more.
///
/// An interface package declares the values that its module will provide:
///
/// ```swift
/// extension SharedValueKeys {
///   public var loyaltyLevel: DefaultedValueKey<Int> { .init("loyaltyLevel", default: 0) }
/// }
/// let level = context.values.loyaltyLevel
/// ```
public struct SharedValueKeys: Sendable {
  @usableFromInline package init() {}
}
