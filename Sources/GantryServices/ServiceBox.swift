// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A provided service with its type.
@usableFromInline
final class ServiceBox<S: Sendable>: ServiceEntry {
  @usableFromInline let value: S
  @usableFromInline let provider: String
  @usableFromInline var type: ServiceType { ServiceType(S.self) }

  init(_ value: S, provider: String) {
    self.value = value
    self.provider = provider
  }
}
