// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryTesting
import GantrySupport
import Testing

/// Routes and services between modules that don't import each other.
@Suite struct SharingUses {
  @Test @MainActor
  func `S11: a router by name, by scheme://module/method?args, by a remote map; answers at once`()
    async throws
  {
    let app = Application(modules: [UsePhotoModule.self], schemes: ["use"])
    try await app.start()
    let router = app.router
    #expect(
      try await router.call(RouteRequest(named: "UsePhoto/show", ["id": 7]), as: String.self)
        == "photo 7, small")
    #expect(try await router.open("use://photo/8?big=true", as: String.self) == "photo 8, big")
    #expect(
      try router.callNow("photo/9", as: String.self) == "photo 9, small", "at once")
    let map = #"{"redirects": [{"from": "p/:id", "to": "photo/:id"}]}"#
    router.replaceRedirects(try RouteRedirects(json: Data(map.utf8)))
    #expect(try await router.call("p/10", as: String.self) == "photo 10, small")
    await app.stop()
  }

  @Test
  func `S16: an SDK's core plus ready-made adapters; common values with many readers`() async throws
  {
    let alone = try await TestApplication.start(UseLoginModule.self, UsePlainStoreModule.self)
    #expect(alone.application.services.resolveIfPresent((any UseStore).self)?.name == "plain")
    await alone.stop()
    let host = try await TestApplication.start(
      UseLoginModule.self, UsePlainStoreModule.self, UseSecureStoreModule.self)
    let services = host.application.services
    #expect(services.resolveIfPresent((any UseStore).self)?.name == "secure", "the fallback yields")
    #expect(services[\.useCustomer] == nil, "no module provides it")
    await host.stop()
    let shop = try await TestApplication.start(UseCustomerModule.self, UseReaderModule.self)
    let (customers, readers) = (
      shop.module(UseCustomerModule.self), shop.module(UseReaderModule.self)
    )
    #expect(shop.application.services[\.useCustomer] == "Ada")
    customers?.name.withLock { $0 = "Grace" }
    #expect(shop.application.services[\.useCustomer] == "Grace", "it is read at each call")
    #expect(readers?.customer() == "Grace")
    await shop.stop()
    #expect(shop.application.services[\.useCustomer] == nil)
  }
}

@Module(name: "UsePhoto")
@MainActor
final class UsePhotoModule {
  @Route("photo/:id", access: .external)
  func show(id: Int, big: Bool = false) -> String { "photo \(id), \(big ? "big" : "small")" }
}

protocol UseStore: Sendable { var name: String { get } }

struct UseNamedStore: UseStore { let name: String }

extension ServiceKeys {
  fileprivate var useCustomer: ServiceKey<String?> { .init() }
}

@Module
final class UseCustomerModule {
  let name = Mutex<String?>("Ada")
  @Provides(\.useCustomer) var customer: String? { name.withLock(\.self) }
}

@Module
final class UseReaderModule {
  @Inject(\.useCustomer) let customer: @Sendable () -> String?
}

@Module
final class UseLoginModule {
  @Inject let store: any UseStore
}

@Module
final class UsePlainStoreModule {
  @Provides(fallback: true) var store: any UseStore { UseNamedStore(name: "plain") }
}

@Module
final class UseSecureStoreModule {
  @Provides var store: any UseStore { UseNamedStore(name: "secure") }
}
