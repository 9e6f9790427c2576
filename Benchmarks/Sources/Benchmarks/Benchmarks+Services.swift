// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryServices

private protocol StorageService: Sendable {
  func read() -> Int
}

private final class Storage: StorageService {
  func read() -> Int { 1 }
}

extension Benchmarks {
  /// Resolving one of many shared services.
  static var services: Benchmark {
    Benchmark(
      "service.resolve.shared", aim: 40,
      subject: .init("ServiceRegistry") {
        let registry = ServiceRegistry()
        registry.provide(Storage(), as: (any StorageService).self, by: "Storage")
        fill(registry, Int.self, 0, depth: 100)
        return { count in
          var sum = 0
          for _ in 0..<count {
            sum &+= registry.resolve((any StorageService).self)?.read() ?? 0
          }
          Sink.shared.sum &+= sum
        }
      })
  }

  /// A service under each of many types, as in a large app.
  private static func fill<S: Sendable>(
    _ registry: ServiceRegistry, _: S.Type, _ value: S, depth: Int
  ) {
    registry.provide([value], as: [S].self, by: "Filler")
    if depth > 0 { fill(registry, [S].self, [value], depth: depth - 1) }
  }
}
