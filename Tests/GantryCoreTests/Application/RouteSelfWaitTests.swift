// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

/// Launch tasks that call routes of modules that wait for those tasks.
@Suite struct RouteSelfWaitTests {
  private typealias Body = @concurrent @Sendable (ModuleContext) async throws -> Void

  /// A module that calls a route while it launches, and answers one.
  private static func caller(
    _ name: String, _ stage: LaunchStage = .beforeReady, _ body: @escaping Body
  ) -> ModuleManifest {
    .fake(name) { module in
      module.launch(
        "load", TaskOptions(stage), body: .background { _, context in try await body(context) })
      module.route("\(name)", "show", [], body: .background { _, _, context in "\(context.name)" })
    }
  }

  private static func other(_ name: String, requires module: ModuleName) -> ModuleManifest {
    .fake(name, ModuleOptions(requires: module)) { other in
      other.route("\(name)", "show", [], body: .background { _, _, context in "\(context.name)" })
    }
  }

  private func call(_ path: String, _ journal: Journal, _ context: ModuleContext) async {
    do throws(RouteError) {
      journal.write(try await context.router.call(RouteRequest(path), as: String.self))
    } catch {
      journal.write("\(error)")
    }
  }

  @Test
  func `a before-ready task that calls its own module gets an error, and the launch continues`()
    async throws
  {
    let journal = Journal()
    let host = TestApplication(
      Self.caller("Orders") { await call("Orders", journal, $0) })
    try await host.start()
    #expect(
      journal.lines == [
        """
        Orders/show cannot be called: Orders waits for the task that calls it (Orders.load → \
        Orders → Orders.load). Call the function directly, or make the task .afterReady.
        """
      ])
    await host.stop()
  }

  @Test func `a before-ready task that calls a module requiring its own gets an error`()
    async throws
  {
    let journal = Journal()
    let host = TestApplication(
      Self.caller("Orders") { await call("Cart", journal, $0) },
      Self.other("Cart", requires: "Orders"))
    try await host.start()
    #expect(journal.lines.count == 1)
    #expect(journal.lines.first?.contains("Orders.load → Cart → Orders → Orders.load") == true)
    await host.stop()
  }

  @Test func `a task can call a module that does not depend on it`() async throws {
    let journal = Journal()
    let host = TestApplication(
      Self.caller("Orders") { await call("Cart", journal, $0) },
      Self.other("Cart", requires: "Tax"),
      .fake("Tax"))
    try await host.start()
    #expect(journal.lines == ["Cart"])
    await host.stop()
  }

  @Test func `an after-ready task can call its own module`() async throws {
    let journal = Journal()
    let host = TestApplication(
      Self.caller("Orders", .afterReady) { await call("Orders", journal, $0) })
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines == ["Orders"])
    await host.stop()
  }

  @Test func `a separate task that a before-ready task starts waits for the module`() async throws {
    let journal = Journal()
    let (done, finish) = AsyncStream.makeStream(of: Void.self)
    let host = TestApplication(
      Self.caller("Orders") { context in
        Task {
          await call("Orders", journal, context)
          finish.yield()
        }
      })
    try await host.start()
    _ = await done.first { _ in true }
    #expect(journal.lines == ["Orders"])
    await host.stop()
  }
}
