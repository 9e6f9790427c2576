// SPDX-License-Identifier: Apache-2.0

import Gantry
import Synchronization

private protocol StorageService: Sendable {
  func read() -> Int
}

private final class Storage: StorageService {
  func read() -> Int { 1 }
}

extension Benchmarks {
  /// Resolving one of many shared services, beside the table that most containers are.
  static var services: Benchmark {
    Benchmark(
      "service.resolve.shared", allocations: 0,
      subject: .init("ServiceRegistry") { resolving(from: ServiceRegistry()) },
      peers: [.init("[ObjectIdentifier: Any], locked", aim: 0.4) { resolving(from: Table()) }],
      remark: "measured elsewhere, not in this run: Swinject 1140 ns, Factory 1240 ns")
  }

  @inline(__always)
  private static func resolving(from container: some Container) -> Contender.Body {
    fill(container, Int.self, 0, depth: 100)
    container.provide(Storage(), as: (any StorageService).self, nil, by: "Storage")
    return { count in
      var sum = 0
      for _ in 0..<count {
        sum &+= container.resolveIfPresent((any StorageService).self, nil)?.read() ?? 0
      }
      Sink.shared.sum &+= sum
    }
  }

  /// A service under each of many types, as in a large app.
  private static func fill<S: Sendable>(
    _ container: some Container, _: S.Type, _ value: S, depth: Int
  ) {
    container.provide([value], as: [S].self, nil, by: "Filler")
    if depth > 0 { fill(container, [S].self, [value], depth: depth - 1) }
  }
}

/// What both contenders can do.
private protocol Container: AnyObject, Sendable {
  func provide<S: Sendable>(
    _ value: S, as type: S.Type, _ qualifier: ServiceQualifier?, by provider: ModuleName)
  func resolveIfPresent<S: Sendable>(_ type: S.Type, _ qualifier: ServiceQualifier?) -> S?
}

extension ServiceRegistry: Container {}

/// What one writes without a framework.
private final class Table: Container {
  private let services = Mutex<[ObjectIdentifier: any Sendable]>([:])

  func provide<S: Sendable>(
    _ value: S, as type: S.Type, _: ServiceQualifier?, by _: ModuleName
  ) {
    services.withLock { $0[ObjectIdentifier(type)] = value }
  }

  func resolveIfPresent<S: Sendable>(_ type: S.Type, _: ServiceQualifier?) -> S? {
    services.withLock { $0[ObjectIdentifier(type)] as? S }
  }
}
