// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import Testing

// Each function is named like a parameter of the closures in a macro's expansion.

@RoutePattern("names/typed/:id")
private struct NamedPage {
  typealias Output = Int
  var id: Int
}

private struct NamedAfter: Event { let names = Journal() }

@Route private func route(_ page: NamedPage) -> Int { page.id }

@Route("names/call/:id")
private func call(id: Int, limit: Int = 20) -> Int { id + limit }

@On private func event(_ happened: NamedAfter) { happened.names.write("event") }

@On private func function(_ happened: NamedAfter) { happened.names.write("function") }

@On private func context(_ happened: NamedAfter, context: ModuleContext) {
  happened.names.write(context.name.rawValue)
}

@Launch(.onDemand) private func token(end: LaunchToken) { end.complete() }

@Suite struct ClosureNameTests {
  @Test func `a free function may be named like any closure parameter of its macro`() async throws {
    let host = TestApplication(
      modules: .linked(only: ["route", "call", "event", "function", "context", "token"]))
    try await host.start()
    let router = host.application.router
    #expect(try await router.call(NamedPage(id: 7)) == 7)
    #expect(try await router.call("names/call/1", as: Int.self) == 21)
    let sent = NamedAfter()
    await host.send(sent)
    #expect(Set(sent.names.lines) == ["event", "function", "context"])
    #expect(try host.plan.task(named: "token") != nil)
    await host.stop()
  }
}
