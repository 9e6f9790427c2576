// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct KeyedServiceExpansionTests {
  @Test(arguments: [
    ("@Provides(\\.city) var city: String { \"Oslo\" }", "final class A"),
    ("@Provides(\\.city) nonisolated var city: String { \"Oslo\" }", "@MainActor final class A"),
    ("@Provides(\\.city) nonisolated var city: String { \"Oslo\" }", "actor A"),
  ])
  func `a keyed provider is read at each call`(member: String, type: String) {
    let text = Expansion("@Module \(type) {\n  \(member)\n}").text
    #expect(
      text.contains(
        """
        module.provide(\\.city, line: 2, reading: { module in module.city })
        """))
  }

  @Test func `a keyed provider keeps its options`() {
    let text = Expansion(
      "@Module final class A {\n  @Provides(\\.city, overriding: true) func city() -> String { q }\n}"
    ).text
    #expect(
      text.contains(
        """
        module.provide(\\.city, overriding: true, line: 2, \
        reading: { module in module.city() })
        """))
  }

  @Test func `an injected key is declared and assigned`() {
    let text = Expansion(
      "@Module final class A {\n  @Inject(\\.city) let city: @Sendable () -> String?\n}"
    ).text
    #expect(text.contains("module.inject(\\.city, line: 2)"))
    #expect(text.contains("self.city = try context.inject(\\.city)"))
  }
}
