// SPDX-License-Identifier: Apache-2.0

/// The keys of services that are values with many readers; an extension adds more.
///
/// An interface package declares the keys of the values that its module provides:
///
/// ```swift
/// extension ServiceKeys {
///   public nonisolated var userID: ServiceKey<String?> { .init(sensitive: true) }
///   public nonisolated var loyaltyLevel: ServiceKey<Int> { .init(default: 0) }
/// }
/// let user = context.services[\.userID]
/// ```
public struct ServiceKeys: Sendable {
  @usableFromInline package init() {}
}
