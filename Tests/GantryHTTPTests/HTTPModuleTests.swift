// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryHTTP
import GantryTesting
import Testing

@Suite struct HTTPModuleTests {
  struct Offline: HTTPExchange {
    func response(
      to request: HTTPRequest, body: Data, within limit: Duration?
    ) async throws -> (response: HTTPResponse, body: Data) {
      (HTTPResponse(status: .serviceUnavailable), Data("\(body.count) \(limit ?? .zero)".utf8))
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

  @Test func `linking the module is enough`() {
    #expect(AppManifest.linked.modules.contains { $0.name == "HTTP" })
  }

  @Test func `a module that injects an exchange gets one that is launched first`() async throws {
    let host = TestApplication(modules: [ReportsModule.self, HTTPModule.self])
    try await host.start()
    let exchange = try host.application.services.resolve((any HTTPExchange).self)
    #expect(exchange is URLSessionExchange)
    let order = try host.application.plan().tasks.map(\.name.rawValue)
    #expect(order.firstIndex { $0.hasPrefix("HTTP") } == 0, "\(order)")
  }

  @Test func `another provider takes precedence`() async throws {
    let host = TestApplication(modules: [ReportsModule.self, HTTPModule.self, OwnModule.self])
    try await host.start()
    #expect(try host.application.services.resolve((any HTTPExchange).self) is Offline)
  }

  @Test func `the body and the time limit are optional`() async throws {
    let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/")
    let plain = try await Offline().response(to: request)
    #expect(String(decoding: plain.body, as: UTF8.self) == "0 0.0 seconds")
    let filled = try await Offline().response(to: request, body: Data("two".utf8))
    #expect(String(decoding: filled.body, as: UTF8.self) == "3 0.0 seconds")
  }
}
