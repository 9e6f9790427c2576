// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

/// Launch tasks that await the routes of each other's modules.
@Suite struct RouteCircleTests {
  /// A module with a route, whose launch task calls a route of another module.
  private static func caller(_ name: String, of other: String, _ journal: Journal) -> ModuleManifest
  {
    .fake(name) { module in
      module.route("\(name)", "show", [], body: .background { _, _, _ in name })
      module.launch(
        "open",
        body: .background { _, context in
          do throws(RouteError) {
            let answer: String = try await context.router.call(RouteRequest(other))
            journal.write("\(name) got \(answer)")
          } catch {
            journal.write("\(error)")
            throw error
          }
        })
    }
  }

  @Test(arguments: [["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D", "E"]])
  func `the call that closes a cycle fails with the cycle, and the other calls continue`(
    names: [String]
  ) async throws {
    let journal = Journal()
    let modules = names.enumerated().map { index, name in
      Self.caller(name, of: names[(index + 1) % names.count], journal)
    }
    let host = TestApplication(modules: [], adding: { for module in modules { $0.add(module) } })
    _ = try? await host.start()
    let circles = journal.lines.filter { $0.contains("waits for the task that calls it (") }
    #expect(circles.count == 1, "\(journal.lines)")
    for name in names {
      #expect(circles.first?.contains("\(name).open → ") == true, "\(circles)")
    }
    #expect(journal.lines.count == names.count)
    await host.stop()
  }

  @Test func `chained calls without a cycle wait for each other`() async throws {
    let journal = Journal()
    let last = ModuleManifest.fake("C") { module in
      module.route("C", "show", [], body: .background { _, _, _ in "C" })
      module.launch("open", body: .background { _, _ in for _ in 0..<20 { await Task.yield() } })
    }
    let host = TestApplication(
      Self.caller("A", of: "B", journal), Self.caller("B", of: "C", journal), last)
    try await host.start()
    #expect(journal.lines == ["B got C", "A got B"])
    await host.stop()
  }
}
