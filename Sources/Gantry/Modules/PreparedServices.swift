// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Looks for an injected service, where that may take time; nil when it is not there.
typealias ServiceObtainer =
  @concurrent @Sendable (ServiceRegistry) async throws -> (any Sendable)?

/// Services that were made for one module before its synchronous `init` asks for them.
final class PreparedServices: Sendable {
  struct Key: Hashable {
    let type: ServiceType
    let kind: ServiceRequest.Kind
  }

  /// Guards the services that are not taken yet, the first made first.
  private let services = Mutex<[Key: [any Sendable]]>([:])

  func add(_ service: any Sendable, for request: ServiceRequest) {
    services.withLock {
      $0[Key(type: request.type, kind: request.kind), default: []].append(service)
    }
  }

  func take(_ type: ServiceType, _ kind: ServiceRequest.Kind) -> (any Sendable)? {
    services.withLock { services in
      let key = Key(type: type, kind: kind)
      guard services[key]?.isEmpty == false else { return nil }
      return services[key]?.removeFirst()
    }
  }

  /// Releases the services that were not taken: the context outlives the `init`.
  func removeAll() {
    let rest = services.withLock { services in
      defer { services = [:] }
      return services
    }
    withExtendedLifetime(rest) {}
  }
}
