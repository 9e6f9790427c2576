// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A token that identifies an interceptor, to remove it.
public struct InterceptorToken: Hashable, Sendable {
  let number: Int
}
