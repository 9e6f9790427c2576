// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantrySupport

final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add(_ number: Int) { count.withLock { $0 += number } }

  /// The count once the last jobs have released their values, shortly after they end.
  func settled(at expected: Int) async -> Int {
    for _ in 0..<100_000 where value != expected { await Task.yield() }
    return value
  }
}

/// A module that counts its living instances.
final class Counted: Module {
  private let counter: Counter?

  static var manifest: ModuleManifest {
    ModuleManifest(of: Counted.self) { module in
      module.inject(Counter.self)
      module.launch("work", body: .background { _, _ in })
      module.launch("later", TaskOptions(.afterReady), body: .background { _, _ in })
      module.on(SignedIn.self, "signedIn", body: .background { _, _, _ in })
      module.on(DidBecomeActive.self, "active", body: .main { _, _, _ in })
      module.provide(Int.self, "number") { _ in 7 }
      module.shutdown("close") { _ in }
    }
  }

  init(context: ModuleContext) throws {
    counter = try context.inject(Counter.self)
    counter?.add(1)
  }

  deinit { counter?.add(-1) }

  static func start(_ counter: Counter) async throws -> TestApplication {
    try await TestApplication.start(
      Counted.self, providing: { $0.provide(counter, as: Counter.self) })
  }
}
