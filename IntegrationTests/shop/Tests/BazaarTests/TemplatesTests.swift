// SPDX-License-Identifier: Apache-2.0

import BazaarKit
import Foundation
import Gantry
import GantryTesting
import PageKit
import Testing
import WebAPI

@Suite struct TemplatesTests {
  private func templates(_ texts: [String: String]) throws(TemplateError) -> Templates {
    try Templates(texts, from: "Test", events: EventBus())
  }

  @Test(arguments: [
    ("Ada", "Ada"), ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("a & b", "a &amp; b"), ("\"'", "&quot;&#39;"), ("{{x}}", "{{x}}"), ("", ""),
    // With an accent, these are other characters to Swift, but the same bytes to a browser.
    ("\"\u{301} onfocus=x", "&quot;\u{301} onfocus=x"), ("<\u{338}b", "&lt;\u{338}b"),
    ("Zoë 茶", "Zoë 茶"),
  ])
  func `what is inserted is escaped, everywhere`(text: String, html: String) throws {
    let templates = try templates([
      "plain": "{{x}}", "attribute": "<a title=\"{{x}}\">",
      "list": "{{#all}}{{x}}{{/all}}", "outer": "{{>plain}}",
    ])
    #expect(try templates.render("plain", ["x": text]) == html)
    #expect(try templates.render("attribute", ["x": text]) == "<a title=\"\(html)\">")
    #expect(try templates.render("list", ["all": [["x": text], ["x": text]]]) == html + html)
    #expect(try templates.render("outer", ["x": text]) == html)
  }

  @Test func `three braces insert HTML`() throws {
    #expect(try templates(["a": "{{{x}}}"]).render("a", ["x": "<b>"]) == "<b>")
  }

  @Test(arguments: [("one\n{{#a}}two", 2), ("{{/a}}", 1), ("a\nb\n{{#a}}{{/b}}", 3)])
  func `a damaged template is named, with the line`(text: String, line: Int) {
    let error = #expect(throws: TemplateError.self) { try templates(["page": text]) }
    guard case .malformed("page", line, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a template that is not there is an error`() throws {
    #expect(throws: TemplateError.missing(name: "b")) { try templates(["a": ""]).render("b", [:]) }
  }

  @Test func `a page is shown at the terminal unless a browser asked for it`() async throws {
    let events = EventBus()
    let stream = events.stream(of: Notice.self, bufferingNewest: 8)
    let templates = try Templates(["a": "<p>{{x}}"], from: "Test", events: events)
    _ = try Visit.$current.withValue(Visit(customer: nil, path: "/", ticket: { "" })) {
      try templates.page("a", title: "A", lines: "unseen", [:])
    }
    let page = try templates.page("a", title: "A", lines: "one line", ["x": 1])
    #expect(page.content == "<p>1")
    let first = await stream.first { _ in true }
    #expect(first == Notice(from: "Test", "one line"))
  }
}
