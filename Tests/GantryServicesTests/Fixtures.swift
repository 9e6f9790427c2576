// SPDX-License-Identifier: Apache-2.0

import GantryServices
import GantrySupport

protocol StorageService: Sendable { var name: String { get } }
protocol PushService: Sendable {}

struct Disk: StorageService { var name = "disk" }
final class Memory: StorageService { let name = "memory" }

/// Types that share their short name with another one.
enum Other {
  protocol StorageService: Sendable {}
}

let storage = ServiceType((any StorageService).self)
let push = ServiceType((any PushService).self)
let otherStorage = ServiceType((any Other.StorageService).self)

func declare(
  _ type: ServiceType, by provider: ModuleName, isFallback: Bool = false
) -> ServiceDeclaration {
  ServiceDeclaration(
    type, by: provider, isFallback: isFallback, declaredAt: "\(provider)/Module.swift:1")
}

func request(
  _ type: ServiceType, for consumer: ModuleName, kind: ServiceRequest.Kind = .required
) -> ServiceRequest {
  ServiceRequest(type, for: consumer, kind: kind, declaredAt: "\(consumer)/Module.swift:2")
}

extension ServiceRegistry {
  /// Begins a life of a declaration's provider, which may provide the service.
  func provision(
    _ declaration: ServiceDeclaration, isCollected: Bool = false
  ) -> ServiceProvision {
    let run = RunID.next()
    expect(provider: declaration.provider, run: run)
    return ServiceProvision(declaration, isCollected: isCollected, run: run)
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func next() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}
