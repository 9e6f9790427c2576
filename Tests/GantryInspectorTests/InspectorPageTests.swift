// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryInspector

/// The contents of pages, and the HTML that templates make of them.
@Suite struct InspectorPageTests {
  private let templates: InspectorTemplates

  init() throws { templates = try InspectorTemplates() }

  private func html(_ change: (inout InspectorPage) -> Void) -> String {
    var page = InspectorPage("Orders & more", at: "/routes")
    change(&page)
    return templates.html(of: page)
  }

  @Test func `a page has a heading and is marked in the menu`() {
    let html = html { _ in }
    #expect(html.contains("<h1>Orders &amp; more</h1>"))
    #expect(html.contains("<a href=\"/routes\" aria-current=\"page\">Routes</a>"))
    #expect(html.contains("<a href=\"/values\">Values</a>"))
    #expect(html.components(separatedBy: "aria-current=").count == 2)
    for absent in ["class=\"bad\"", "<form", "<table", "<script"] {
      #expect(!html.contains(absent), "\(absent)")
    }
  }

  @Test func `a page that isn't in the menu marks no entry`() {
    #expect(!templates.menu(of: InspectorPage("Lost", at: "/lost")).contains("aria-current"))
  }

  @Test func `a failure, notes and facts are escaped`() {
    let html = html {
      $0.failure = "<b>"
      $0.notes = ["1 < 2", "\"quoted\""]
      $0.facts = [.init("A&B", "<i>")]
    }
    #expect(html.contains("<p class=\"bad\">&lt;b&gt;</p>"))
    #expect(html.contains("<p>1 &lt; 2</p>\n<p>&quot;quoted&quot;</p>"))
    #expect(html.contains("<dt>A&amp;B</dt><dd>&lt;i&gt;</dd>"))
  }

  @Test func `a table cell that leads to a page is a link`() {
    let html = html {
      $0.tables = [
        .init(
          "Modules", ["Name", "State"], ifEmpty: "None.",
          [
            [.init("Cart", path: "/modules/Cart"), .init("failed", tone: "bad")],
            ["<Shop>", "ready"],
          ])
      ]
    }
    #expect(html.contains("<h2>Modules</h2>"))
    #expect(html.contains("<tr><th>Name</th><th>State</th></tr>"))
    #expect(html.contains("<td class=\"\"><a href=\"/modules/Cart\">Cart</a></td>"))
    #expect(html.contains("<td class=\"bad\">failed</td>"))
    #expect(html.contains("<td class=\"\">&lt;Shop&gt;</td>"))
    #expect(!html.contains("None."))
  }

  @Test func `an empty table is a sentence`() {
    let html = html { $0.tables = [.init("Routes", ["Pattern"], ifEmpty: "No route yet.", [])] }
    #expect(html.contains("<h2>Routes</h2>\n<p>No route yet.</p>"))
    #expect(!html.contains("<table") && !html.contains("Pattern"))
  }

  @Test(arguments: [false, true])
  func `the form has a button to open only if that is allowed`(canOpen: Bool) {
    let html = html { $0.form = .init(url: "shop://a?b=\"c\"", canOpen: canOpen) }
    #expect(html.contains("value=\"shop://a?b=&quot;c&quot;\""))
    #expect(html.contains("formmethod=\"post\"") == canOpen)
  }

  @Test func `buttons switch their own module`() {
    let html = html { $0.switchable = "/modules/Cart" }
    #expect(html.contains("<form method=\"post\">"))
    #expect(html.contains("formaction=\"/modules/Cart/disable\""))
    #expect(html.contains("formaction=\"/modules/Cart/enable\""))
  }

  @Test(
    arguments: [
      (.zero, "0.0 µs"), (.nanoseconds(340), "0.3 µs"), (.nanoseconds(99_940), "99.9 µs"),
      (.microseconds(1_400), "1.4 ms"), (.seconds(2), "2.0 s"),
    ] as [(Duration, String)])
  func `a short time is shown to a tenth of a microsecond`(time: Duration, text: String) {
    #expect(InspectorPage.time(time) == text)
  }

  @Test(arguments: [
    (0, ""), (300, ""), (301, "… (301 characters)"), (9_000, "… (9000 characters)"),
  ])
  func `a long value is cut, and its length is given`(count: Int, end: String) {
    let text = String(repeating: "é", count: count)
    #expect(InspectorPage.brief(text) == text.prefix(300) + end)
  }

  @Test(arguments: [
    ([], "/"), (["modules", "Cart"], "/modules/Cart"), (["Order 7"], "/Order%207"),
    (["a/b", "c?d#e"], "/a%2Fb/c%3Fd%23e"), (["100%", "ä"], "/100%25/%C3%A4"),
    (["-._~", "A9"], "/-._~/A9"), (["\"<>&'"], "/%22%3C%3E%26%27"),
  ])
  func `a path can contain any name`(steps: [String], path: String) {
    #expect(InspectorSite.path(steps) == path)
  }
}
