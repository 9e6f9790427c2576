// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryMacros

/// Modules and members that only newer systems have.
@Suite struct AvailabilityTests {
  @Test(arguments: [
    ("@available(iOS 26, *)", "if #available(iOS 26, *) { "),
    ("@available(iOS 26.1, macOS 15, *)", "if #available(iOS 26.1, macOS 15, *) { "),
    ("@available(iOS, introduced: 26)", "if #available(iOS 26, *) { "),
    (
      "@available(iOS 26, *) @available(macOS, introduced: 15.4, deprecated: 26)",
      "if #available(iOS 26, *), #available(macOS 15.4, *) { "
    ),
    ("@available(*, deprecated)", ""), ("@available(swift 6)", ""),
    ("@available(iOS, deprecated: 26)", ""),
  ])
  func `a member is registered on the systems that have it`(attribute: String, check: String) {
    let markers = [
      ("@Launch func f() {}", "module.launch("), ("@On func f(_ e: E) {}", "module.on("),
      ("@Route(\"a\") func f() {}", "module.route("), ("@Run func f() async {}", "module.run("),
      ("@Provides var f: any P { q }", "module.provide("),
      ("@Shutdown func f() {}", "module.shutdown("),
    ]
    for (member, registration) in markers {
      let expansion = Expansion(MisuseTests.inModule("  \(attribute) \(member)"))
      #expect(expansion.messages == [])
      #expect(expansion.text.contains(check + registration), "\(expansion.text)")
      #expect(expansion.text.contains("if #available") == !check.isEmpty, "\(expansion.text)")
    }
  }

  @Test func `a debug-only member is checked inside its condition`() {
    let text = Expansion(
      MisuseTests.inModule("  @available(iOS 26, *) @Launch(enabled: .debug) func f() {}")
    ).text
    #expect(text.contains("if #available(iOS 26, *) { module.launch("), "\(text)")
  }

  @Test func `the arguments of a member exist where it does`() {
    let text = Expansion(
      MisuseTests.inModule(
        """
          @available(*, deprecated)
          @available(iOS 26, *)
          @Launch(timeout: limit) func f() {}
        """)
    ).text
    let helper = "@available(iOS 26, *)\n  private nonisolated static func __gantry("
    #expect(text.contains(helper), "\(text)")
  }

  @Test(arguments: [
    ("@available(iOS 26, *) @Module final class A {}", "[\"iOS\": [26]]"),
    ("@available(OSX 15.4, *) @Launch func f() {}", "[\"macOS\": [15, 4]]"),
    (
      "@available(iOS 26, tvOS 18, *) enum E {\n  @available(iOS 26.1, *) @Module actor A {}\n}",
      "[\"iOS\": [26, 1], \"tvOS\": [18]]"
    ),
    (
      "@available(iOS 26.1, *) extension E {\n  @available(iOS 26, *) @Module actor A {}\n}",
      "[\"iOS\": [26, 1]]"
    ),
  ])
  func `a record is read on the systems that have its module`(source: String, systems: String) {
    let expansion = Expansion(source)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains("manifest, at: out, as: type, from: \(systems)) }, 0"),
      "\(expansion.text)")
  }
}
