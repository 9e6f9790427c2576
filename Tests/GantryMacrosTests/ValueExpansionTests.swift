// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct ValueExpansionTests {
  /// A provided member and the statement in its module's manifest.
  private func statement(_ member: String, in type: String = "final class A") -> String {
    let text = Expansion("@Module \(type) {\n  \(member)\n}").text
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    guard let first = lines.firstIndex(where: { $0.hasPrefix("module.provides(") }) else {
      return ""
    }
    let rest = lines[first...]
    let end = rest.firstIndex { $0 == ")" || $0 == "}" } ?? rest.endIndex - 1
    return rest[...end].joined(separator: "\n")
  }

  private static let asked = """
    module.provides(\\.city, at: "Orders/OrdersModule.swift:2", reading: { module in module.city })
    """

  /// The statement of an isolated value; `atOnce` says that reading it doesn't suspend.
  private static func readOnce(_ atOnce: String) -> String {
    """
    module.provides(\\.city, at: "Orders/OrdersModule.swift:2"\(atOnce)) { module in await Gantry.MacroSupport.value(module.city) }
    """
  }

  @Test(arguments: [
    ("@Provides(\\.city) var city: String { \"Oslo\" }", "final class A"),
    ("@Provides(\\.city) nonisolated var city: String { \"Oslo\" }", "@MainActor final class A"),
    ("@Provides(\\.city) nonisolated var city: String { \"Oslo\" }", "actor A"),
  ])
  func `a nonisolated value is read anew on each access`(member: String, type: String) {
    #expect(statement(member, in: type).hasPrefix(Self.asked))
  }

  @Test(arguments: [
    (
      "@Provides(\\.city) var city: String { \"Oslo\" }", "@MainActor final class A",
      ", atOnce: true"
    ),
    ("@Provides(\\.city) var city: String { \"Oslo\" }", "actor A", ""),
    (
      "@Provides(\\.city) @MainActor var city: String { \"Oslo\" }", "final class A",
      ", atOnce: true"
    ),
  ])
  func `an isolated value is read once`(member: String, type: String, atOnce: String) {
    #expect(statement(member, in: type).hasPrefix(Self.readOnce(atOnce)))
  }

  @Test func `a value that suspends or throws is read once, and keeps its options`() {
    let member = "@Provides(\\.city, overriding: true) func city() async throws -> String { q }"
    #expect(
      statement(member).hasPrefix(
        """
        module.provides(\\.city, overriding: true, at: "Orders/OrdersModule.swift:2") { module in try await module.city() }
        """))
  }
}
