// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryHTTP
import Logging
import Synchronization

// region: qualifiers
protocol Servers: Sendable { var host: String { get } }

extension ServiceQualifier {
  nonisolated static let europe: Self = "europe"
  nonisolated static let asia: Self = "asia"
}

struct Region: Servers { let host: String }

@Module
final class ServersModule {
  @Provides(.europe) var europe: any Servers { Region(host: "eu.shop.example") }
  @Provides(.asia) var asia: any Servers { Region(host: "asia.shop.example") }
}

@Module
final class CatalogModule {
  @Inject(.europe) let servers: any Servers
}
// endregion

// region: isolated
/// A class of an SDK, which isn't `Sendable`.
final class Ledger { var entries: [String] = [] }

@MainActor
protocol LedgerService: Sendable { var ledger: Ledger { get } }

@Module(provides: (any LedgerService).self)
@MainActor
final class LedgerModule: LedgerService { let ledger = Ledger() }
// endregion

// region: scopes
final class Cart: Sendable {}

@Module
final class CartModule {
  @Provides(scope: .unique) func cart() -> Cart { Cart() }  // a new one for each that asks
}
// endregion

// region: all
nonisolated protocol Banner: Sendable { var text: String { get } }
struct Text: Banner { let text: String }

@Module
final class SalesModule {
  @Provides var banner: any Banner { Text(text: "Sale") }
}

@Module(after: "Sales")
final class NewsModule {
  @Provides var banner: any Banner { Text(text: "New in") }
}

@Module
final class HomeModule {
  @Inject let banners: [any Banner]  // in launch order; there may be none

  @Launch func show() { print(banners.map(\.text)) }
}
// endregion

// region: key
extension ServiceKeys {
  nonisolated var userID: ServiceKey<String?> { .init(sensitive: true) }
  nonisolated var loyaltyLevel: ServiceKey<Int> { .init(default: 0) }
}
// endregion

// region: keyed
@Module
final class AccountModule {
  private let session: Mutex<String?> = Mutex("ada")

  @Provides(\.userID) var userID: String? { session.withLock { $0 } }
}
// endregion

// region: reader
@Module
final class GreetingModule {
  @Inject(\.userID) let userID: @Sendable () -> String?

  @Route("greeting") func greeting() -> String { "Welcome, \(userID() ?? "guest")" }
}
// endregion

// region: overriding
@Module(enabled: .environment("TEST_USER"))
final class TestUserModule {
  @Provides(\.userID, overriding: true) var userID: String? { "tester" }
}
// endregion

// region: lazy
protocol SearchService: Sendable { func hits(for text: String) -> Int }
struct Index: SearchService { func hits(for text: String) -> Int { text.count } }

@Module
final class SearchModule {
  @Launch(.onDemand) func readIndex() async { print("reading the index") }
  @Provides var search: any SearchService { Index() }
}

@Module
final class PagesModule {
  @Inject let search: Lazy<any SearchService>  // no dependency: Search launches at the first use

  func page(for text: String) async throws -> String {
    "\(try await search.get().hits(for: text)) hits"
  }
}
// endregion

// region: standard
@Module
final class CrashReportsModule {
  @Inject let http: any HTTPExchange

  @Launch(.afterReady) func send(context: ModuleContext) async throws {
    guard let url = URL(string: "https://crash.example/reports") else { return }
    let (response, _) = try await http.response(to: HTTPRequest(method: .post, url: url))
    context.logger.info("reports sent: \(response.status)")
  }
}
// endregion

struct FakeExchange: HTTPExchange {
  func response(
    to request: HTTPRequest, body: Data, within limit: Duration?
  ) async throws -> (response: HTTPResponse, body: Data) {
    (HTTPResponse(status: .noContent), Data())
  }
}

@main
struct ServiceFormsGuide {
  static func main() async throws {
    // region: app
    let application = Application {
      $0.provide(FakeExchange(), as: (any HTTPExchange).self)
    }
    // endregion
    try await application.start()

    // region: reading
    let services = application.services  // in a module: context.services
    print(services[\.userID] ?? "nobody")  // String?
    print(services[\.loyaltyLevel])  // Int: the key has a default
    // endregion

    // region: greeting
    print(try await application.router.call("greeting", as: String.self))
    // endregion

    // region: lazyUse
    let search = application.services.lazy((any SearchService).self)
    print(try await search.get().hits(for: "tea"), "hits")
    // endregion
    _ = await application.waitUntilIdle()

    // region: override
    let local = Region(host: "localhost")
    try await ServiceRegistry.withOverride(local, as: (any Servers).self, .europe) {
      print(try application.services.resolve((any Servers).self, .europe).host)
    }
    // endregion
    await application.stop()
  }
}
