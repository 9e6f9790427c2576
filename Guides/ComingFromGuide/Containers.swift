// SPDX-License-Identifier: Apache-2.0

import Gantry
import Synchronization

// region: interface
nonisolated protocol CartStore: Sendable { func count() -> Int }
// endregion

struct SQLiteCartStore: CartStore {
  func count() -> Int { 2 }
}

// region: modules
@Module
final class CartStoreModule {
  @Provides var store: any CartStore { SQLiteCartStore() }  // made once, at its launch
}

@Module
final class CartModule {
  @Inject let store: any CartStore  // required: CartStore launches first

  @Launch func load() { print("\(store.count()) in the cart") }
}
// endregion

/// A container that an app has already.
nonisolated final class Container: Sendable {
  static let shared = Container()
  private let store: Mutex<(any CartStore)?> = Mutex(nil)

  func register(_ store: any CartStore) { self.store.withLock { $0 = store } }
  func cartStore() -> (any CartStore)? { store.withLock { $0 } }
}

// region: bridge
@Module
final class ContainerModule {
  @Inject let store: any CartStore

  @Launch func fill() { Container.shared.register(store) }
}
// endregion
