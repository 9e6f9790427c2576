// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

/// Launch tasks that call routes whose modules wait for them.
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
      journal.write(try await context.router.call(path, as: String.self))
    } catch {
      journal.write("\(error)")
    }
  }

  @Test func `a before-ready task that calls its own module is told so, and the launch goes on`()
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

  @Test func `so is one that calls a module that requires its own`() async throws {
    let journal = Journal()
    let host = TestApplication(
      Self.caller("Orders") { await call("Cart", journal, $0) },
      Self.other("Cart", requires: "Orders"))
    try await host.start()
    #expect(journal.lines.count == 1)
    #expect(journal.lines.first?.contains("Orders.load → Cart → Orders → Orders.load") == true)
    await host.stop()
  }

  @Test func `a call of a module that the task waits for is answered`() async throws {
    let journal = Journal()
    let host = TestApplication(
      Self.caller("Orders") { await call("Cart", journal, $0) },
      Self.other("Cart", requires: "Tax"),
      .fake("Tax"))
    try await host.start()
    #expect(journal.lines == ["Cart"])
    await host.stop()
  }

  @Test func `an after-ready task may call its own module`() async throws {
    let journal = Journal()
    let host = TestApplication(
      Self.caller("Orders", .afterReady) { await call("Orders", journal, $0) })
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines == ["Orders"])
    await host.stop()
  }

  @Test func `a task that a blocking one starts waits for the module`() async throws {
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
