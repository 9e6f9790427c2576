// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

// region: interface
nonisolated protocol StorageService: Sendable { var path: String { get } }
protocol PushService: Sendable { func register() async }
// endregion

// region: provider
struct FileStorage: StorageService { let path: String }

@Module
final class StorageModule {
  private let path: String

  init(context: ModuleContext) throws {
    path = context.config.string(forKey: "path", default: "shop.db")
  }

  @Provides var storage: any StorageService { FileStorage(path: path) }
}
// endregion

// region: own
nonisolated protocol PriceService: Sendable { func price(of item: String) async -> Int? }

@Module(provides: (any PriceService).self)
actor PricesModule: PriceService {
  private var prices: [String: Int] = [:]

  @Launch func load() { prices = ["saffron": 12, "tea": 5] }

  func price(of item: String) -> Int? { prices[item] }
}
// endregion

// region: consumer
@Module
final class OrdersModule {
  @Inject let storage: any StorageService  // required: Storage launches first
  @Inject let push: (any PushService)?  // wanted: nil where no module provides it

  @Launch func open() async {
    print("Orders uses \(storage.path)")
    await push?.register()
  }
}
// endregion

// region: init
@Module
actor MessagesModule {
  @Inject let storage: any StorageService
  private var inbox: String

  init(context: ModuleContext) throws {
    storage = try context.inject((any StorageService).self)
    inbox = "\(storage.path)/inbox"
  }
}
// endregion

// region: fallback
@Module
final class MemoryStorageModule {
  @Provides(fallback: true) var storage: any StorageService { FileStorage(path: ":memory:") }
}
// endregion

@main
struct ServicesGuide {
  static func main() async throws {
    // region: choice
    let json = #"{"modules": ["MemoryStorage", "Messages", "Orders"]}"#
    let list = try ModuleList(json: Data(json.utf8), file: "modules.json")
    let chosen = Application(modules: .linked(list: list))
    // endregion
    guard chosen.check().isEmpty else { return }

    // region: missing
    for fault in Application(modules: [OrdersModule.self]).check() { print(fault) }
    // endregion
  }
}
