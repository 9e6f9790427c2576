// SPDX-License-Identifier: Apache-2.0

import GantryCore
import GantryLaunch
import Testing

@testable import GantryInspector
@testable import GantryTool

@Suite struct InspectPageTests {
  private static func page(_ entries: [InspectedEntry] = []) -> InspectPage {
    let app = InspectedApp(
      program: "Shop", process: 7, state: "ready", waits: [], safeMode: nil, allowsChanges: false,
      recordedSeconds: 5, modules: [])
    return InspectPage(
      app: app, modules: [], report: nil, graph: "", entries: entries, configuration: [],
      values: [])
  }

  @Test func `a failed call is marked, and the event or route is the heading of its row`() {
    let entries = [true, false].map { hasFailed in
      InspectedEntry(
        number: 1, seconds: 1, kind: .call, subject: "a<b", module: nil, details: "c<d",
        milliseconds: 2, hasFailed: hasFailed)
    }
    let html = Self.page(entries).html()
    let start = #"<td class="n">1.000</td><td>call</td><th scope="row">a&lt;b</th><td></td>"#
    #expect(html.contains(start + #"<td>c&lt;d</td><td class="n">2.0 ms</td></tr>"#))
    #expect(html.contains(start + #"<td><span class="failed">c&lt;d</span></td>"#))
  }

  @Test func `the record, which may be long, comes after the timings`() throws {
    let html = Self.page().html()
    let parts = ["modules", "timings", "record", "configuration"]
    let places = try parts.map {
      try #require(html.firstRange(of: "<section id=\"\($0)\"")).lowerBound
    }
    #expect(places == places.sorted())
  }

  /// The other states are on their way, and have a mark of their own without a rule.
  @Test(
    arguments: [
      (ModuleState.launched(.good), "●"), (.launched(.degraded(because: "")), "▲"),
      (.launched(.failed(because: "")), "✗"), (.failed(because: []), "✗"), (.stopped, "○"),
      (.leftOut(because: []), "○"),
    ] as [(ModuleState, String)])
  func `the state of a module has its mark`(state: ModuleState, mark: String) throws {
    let rule = try Regex(#"\.\#(state.name)( \{|, \.[a-zA-Z]+ \{) --mark: "\#(mark) "#)
    #expect(Self.page().html().contains(rule))
  }

  /// Whether the app is suspended, and the reason for the end, the sentence, and whether it is the last one.
  @Test(arguments: [
    (false, nil, "Current at ", false), (true, nil, "Not current: Shop is suspended.", false),
    (true, "the command has ended", "Not current: the command has ended.", true),
  ])
  func `the page says whether it is current`(
    isSuspended: Bool, end: String?, sentence: String, isLast: Bool
  ) {
    var page = Self.page()
    (page.isSuspended, page.end) = (isSuspended, end)
    let html = page.html()
    #expect(html.contains(">\(sentence)") && html.contains("data-ended=\"\(isLast)\""))
  }
}
