// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Gantry
import GantryHTTP
import GantryTesting
import Testing

@Suite struct HTTPModuleTests {
  struct Offline: HTTPExchange {
    func response(to request: HTTPExchangeRequest) async throws -> HTTPExchangeResponse {
      HTTPExchangeResponse(status: 503)
    }
  }

  @Module
  final class ReportsModule {
    @Inject let http: any HTTPExchange
  }

  @Module
  final class OwnModule {
    @Provides var http: any HTTPExchange { Offline() }
  }

  @Test func `linking it is enough`() {
    #expect(Manifest.linked.modules.contains { $0.name == "HTTP" })
  }

  @Test func `whoever injects an exchange gets one, launched first`() async throws {
    let host = TestApplication(modules: [ReportsModule.self, HTTPModule.self])
    try await host.start()
    let exchange = try host.application.services.resolveOrThrow((any HTTPExchange).self)
    #expect(exchange is URLSessionExchange)
    let order = try host.application.plan().tasks.map(\.name)
    #expect(order.firstIndex { $0.hasPrefix("HTTP") } == 0, "\(order)")
  }

  @Test func `it stands back for another provider`() async throws {
    let host = TestApplication(modules: [ReportsModule.self, HTTPModule.self, OwnModule.self])
    try await host.start()
    #expect(try host.application.services.resolveOrThrow((any HTTPExchange).self) is Offline)
  }
}
