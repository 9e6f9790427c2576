// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A token that identifies an interceptor, to remove it.
///
/// Its release removes nothing, unlike that of an `EventSubscription`: call ``Router/remove(_:)``.
public struct InterceptorToken: Hashable, Sendable {
  let number: Int
}
