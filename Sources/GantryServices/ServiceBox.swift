// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// A provided service with its type.
@usableFromInline
final class ServiceBox<S: Sendable>: ServiceEntry {
  @usableFromInline enum Source: Sendable {
    case shared(S)
    case made(ServiceMaker<S>)
  }

  @usableFromInline let source: Source
  let key: ServiceType
  @usableFromInline let provider: String

  init(_ source: Source, _ key: ServiceType, provider: String) {
    self.source = source
    self.key = key
    self.provider = provider
  }

  @usableFromInline var type: ServiceType { key }

  @usableFromInline var scope: ServiceScope {
    switch source {
    case .shared: .shared
    case .made(let maker): maker.scope
    }
  }

  /// The service, without waiting.
  func value() throws(ServiceError) -> S {
    switch source {
    case .shared(let value): value
    case .made(let maker): try maker.value(type, provider)
    }
  }

  /// The service, also where making one takes time.
  func obtained() async throws(ServiceError) -> S {
    switch source {
    case .shared(let value): value
    case .made(let maker): try await maker.obtained(type, provider)
    }
  }
}

extension ServiceBox: ServiceObject {
  var object: WeakReference? {
    switch source {
    case .shared(let service): WeakReference(service)
    case .made(let maker): maker.object
    }
  }
}
