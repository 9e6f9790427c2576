// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import GantrySupport

protocol StorageService: Sendable {
  func save(_ item: String)
  var items: [String] { get }
}

final class MemoryStorage: StorageService {
  private let saved = Mutex<[String]>([])
  func save(_ item: String) { saved.withLock { $0.append(item) } }
  var items: [String] { saved.withLock { $0 } }
}

struct SignedIn: Event, Equatable { let userName: String }

struct OrderPlaced: Event, Equatable { let item: String }

struct Broken: Error, CustomStringConvertible {
  var description: String { "broken" }
}

/// The module of most tests: it injects, launches, hears events, answers URLs and stops.
final class OrdersModule: Module {
  /// How many instances exist in this process, for tests of growth.
  static let living = Mutex(0)

  let storage: any StorageService
  let limit: Int
  private let state = Mutex((user: "nobody", isOpen: false))

  static var manifest: ModuleManifest {
    ModuleManifest(of: OrdersModule.self) { module in
      module.inject((any StorageService).self)
      module.launch(
        "open", body: .background { orders, _ in orders.state.withLock { $0.isOpen = true } })
      module.on(
        SignedIn.self, "signedIn",
        body: .background { orders, event, _ in
          guard event.userName != "" else { throw Broken() }
          orders.state.withLock { $0.user = event.userName }
        })
      module.on(
        OpenURL.self, "open",
        body: .answering { orders, event, context in orders.open(event.url, context) })
      module.shutdown("close") { orders in orders.state.withLock { $0.isOpen = false } }
    }
  }

  init(context: ModuleContext) throws {
    storage = try context.inject((any StorageService).self)
    limit = context.config.int(forKey: "limit", default: 10)
    Self.living.withLock { $0 += 1 }
  }

  deinit { Self.living.withLock { $0 -= 1 } }

  var user: String { state.withLock(\.user) }
  var isOpen: Bool { state.withLock(\.isOpen) }

  private func open(_ url: URL, _ context: ModuleContext) -> Bool {
    guard url.host() == "orders" else { return false }
    let item = url.lastPathComponent
    storage.save(item)
    context.events.send(OrderPlaced(item: item))
    return true
  }
}

extension TestApplication {
  /// Starts only Orders, with storage in memory.
  static func orders(
    _ storage: MemoryStorage = MemoryStorage(), clock: TestClock = TestClock()
  ) async throws -> TestApplication {
    try await start(
      OrdersModule.self, providing: { $0.provide(storage, as: (any StorageService).self) },
      clock: clock)
  }
}
