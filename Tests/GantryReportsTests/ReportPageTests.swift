// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import TestRounds
import Testing

@Suite struct ReportPageTests {
  /// Names that tasks may have, and that must be escaped.
  static let hostile = [
    "</script><script>alert(1)</script>", "<b>\"&'</b>", "]]>", "<!-- -->", "a\u{0}\u{1B}b\u{FFFF}",
    "&lt;amp;", "日本 🚀", String(repeating: "long", count: 200),
  ]

  @Test func `a page says how long the launch took, why, and what each task did`() throws {
    let page = try Markup(try ReportSketch.shop.report().html(title: "Shop"))
    #expect(page.texts("title").first == "Shop")
    #expect(page.texts("h1") == ["Ready after 10.0 ms"])
    #expect(
      zip(page.texts("dt"), page.texts("dd")).map { "\($0): \($1)" } == [
        "Lower bound: 8.0 ms (ready is 1.25 ×)",
        "Critical path: ran 9.0 ms, with 1.0 ms between its tasks",
        "Main lane: busy for 9.0 ms", "Whole launch: 16.0 ms", "Tasks: 6", "Failed: 1",
        "Skipped: 0",
      ])
    #expect(page.texts("h2") == ["Timeline", "Critical path", "Did not succeed", "Tasks"])
    // The join represents other tasks, so it has no row.
    #expect(page.all("tr").count == 1 + 6)
    #expect(page.texts("td", "o").filter { $0 == "succeeded" }.count == 5)
    #expect(page.texts("td", "o").last == "failed: no network")
    #expect(page.all("tr", "critical").count == 2)
    #expect(page.all("tr", "bad").count == 1)
  }

  @Test func `the timeline has a row per thread, main first, with bars for tasks`() throws {
    let page = try Markup(try ReportSketch.shop.report().html())
    let rows = page.all("div").filter { $0.attributes["class"] == nil }.map(\.text)
    #expect(rows.suffix(4) == ["main", "worker 1", "pool 1", "pool 2"])
    let bars = page.all("svg", "bar")
    #expect(bars.map { $0.percent("x") } == [6.25, 43.75, 0, 0, 62.5, 62.5])
    #expect(bars.map { $0.percent("width") } == [37.5, 18.75, 25, 12.5, 37.5, 12.5])
    #expect(page.all("svg", "critical").count == 2)
    #expect(page.all("svg", "afterReady").count == 2)
    #expect(page.all("rect", "over").count == 1)
    #expect(page.all("line", "path").count == 1)
    let ready = page.all("line", "ready").map { $0.attributes["x1"] }
    #expect(ready == Array(repeating: "62.500%", count: 7))
    #expect(page.texts("text", "ready") == ["ready 10.0 ms"])
    #expect(page.all("line", "waiting").first?.percent("x2") == 6.25)
    let hover = page.texts("title").first { $0.hasPrefix("Orders\n") }
    #expect(
      hover == """
        Orders
        before ready, on main
        started at 7.0 ms
        waited for its thread 3.0 ms
        ran 3.0 ms
        on the critical path
        started by Disk
        succeeded
        """)
  }

  /// The positions of the axis labels or lines for one zoom, in percent.
  private func ticks(_ page: Markup, _ element: String, _ zoom: String, at x: String) -> [Double] {
    page.all(element, "tick").filter { $0.attributes["class"]?.hasSuffix(zoom) == true }
      .compactMap { $0.percent(x) }
  }

  @Test func `a task on the critical path has no slack, and waited as long in each place`() throws {
    var sketch = ReportSketch(ready: 12)
    // The thread of the second task begins it late, so that the first one seems to have slack.
    sketch.ran("Catalog", 2, 4, 6)
    sketch.ran("Orders", 6, 9, 12, needs: ["Catalog"])
    let report = try sketch.report()
    #expect(report.tasks.map(\.slack) == [.zero, .zero])
    let page = try Markup(report.html())
    let numbers = page.texts("td", "n")
    #expect(numbers == ["4.0 ms", "2.0 ms", "2.0 ms", "–", "9.0 ms", "3.0 ms", "3.0 ms", "–"])
    #expect(page.texts("small") == ["waited 2.0 ms", "waited 3.0 ms"])
    #expect(page.texts("title").filter { $0.contains("slack") }.isEmpty)
    #expect("\(report)".contains("Catalog 2.0 ms (waited 2.0 ms)"))
  }

  @Test func `numbers have separators and no break, and names break after a dot`() throws {
    var sketch = ReportSketch(ready: 1)
    for number in 0..<1_234 { sketch.ran("t\(number)", 0, 0, 1) }
    sketch.ran("v1.5.load", 0, 0, 1)
    let text = try sketch.report().html()
    #expect(try Markup(text).texts("dd").contains("1,235"))
    #expect(text.contains("v1.5.<wbr/>load</th>"))
    #expect(!text.contains(/[0-9][.,]<wbr\/>[0-9]/))
    #expect("/a/b1.2/c.d 7.9 ms".breakable == "/<wbr/>a/<wbr/>b1.2/<wbr/>c.<wbr/>d 7.9 ms")
  }

  @Test(arguments: [0.1, 3, 4.9, 5, 5.1, 7, 9.9, 10] as [Double])
  func `each line of the axis has a label, below that of ready and inside the page`(
    ready: Double
  )
    throws
  {
    var sketch = ReportSketch(ready: ready)
    sketch.ran("first", 0, 0, ready)
    sketch.ran("last", 0, 0, 10, stage: .afterReady)
    let page = try Markup(try sketch.report().html())
    let isCut = 10 > 3 * ready
    let line = isCut ? 70 : ready * 10
    #expect(page.all("line", "ready").first?.percent("x1") == line)
    for (zoom, width) in [("z1", 1.0), ("z4", 4.0)] {
      let drawn = ticks(page, "text", zoom, at: "x")
      #expect(!drawn.isEmpty && drawn == ticks(page, "line", zoom, at: "x1"), "\(zoom)")
      let leaning = page.all("text", "tick").filter {
        $0.attributes["class"]?.hasSuffix(zoom) == true && $0.attributes["text-anchor"] == "end"
      }
      #expect(leaning.compactMap { $0.percent("x") } == drawn.filter { $0 > 100 - 6 / width })
      if zoom == "z1" {
        let gaps = zip(drawn, drawn.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 >= 6 }, "labels have 58 pixels each")
      }
    }
    let heights = Set(page.all("text", "tick").map { $0.attributes["y"] })
    #expect(heights == ["34"] && page.all("text", "ready").map { $0.attributes["y"] } == ["14"])
    #expect(page.all("rect", "later").compactMap { $0.percent("width") } == (isCut ? [30] : []))
  }

  @Test func `concurrent tasks of threads and pools have rows of their own, main first`() throws {
    var sketch = ReportSketch(ready: 9)
    let threads = ["pool", "worker", nil, "worker 10", "worker 9", "main", "render"]
    for (number, thread) in (threads + threads).enumerated() {
      sketch.ran("t\(number)", 0, 0, 9, thread: thread)
    }
    let rows = try Markup(try sketch.report().html()).all("div").map(\.text).filter {
      $0.first?.isLetter == true
    }
    #expect(
      rows == [
        "time since start", "main", "main (2)", "render", "render (2)", "worker 9", "worker 9 (2)",
        "worker 10",
        "worker 10 (2)", "worker 1", "worker 2", "background 1", "background 2", "pool 1", "pool 2",
      ])
  }

  @Test func `a stopped launch names its cause, and an empty one has no timeline`() throws {
    let graph = LaunchGraph(nodes: [LaunchNode("Key", owner: "Key", isEssential: true)])
    let task = LaunchReport.Task(
      try graph.plan().tasks[0], outcome: .timedOut, releasedBy: .start, attempts: 1,
      queued: .zero, started: .zero, finished: .seconds(1))
    let stopped = LaunchReport(
      tasks: [task], stoppedBy: "Key", isCancelled: true, timeToReady: nil, total: .seconds(1))
    #expect(try Markup(stopped.html()).texts("h1") == ["Not ready: stopped by Key"])
    let cancelled = LaunchReport(tasks: [], isCancelled: true, timeToReady: nil, total: .zero)
    let page = try Markup(cancelled.html())
    #expect(page.texts("h1") == ["Not ready: cancelled"])
    #expect(page.texts("h2") == ["Tasks"])
  }

  @Test func `tasks that did not run are listed with their reasons`() throws {
    var sketch = ReportSketch.shop
    sketch.settled(
      "Lab", at: 0,
      outcome: .skipped(because: [LaunchSkip("Lab", .disabled("condition .debug is false"))]))
    sketch.settled("Beta", at: 0, needs: ["Lab"], outcome: .blocked(by: ["Lab", "Base"]))
    let page = try Markup(try sketch.report().html())
    let reasons = page.all("td", "o").filter { $0.attributes["colspan"] != nil }.map(\.text)
    #expect(reasons == ["skipped: condition .debug is false", "blocked by Lab ← Base"])
  }

  @Test(arguments: hostile)
  func `names are escaped in the page`(name: String) throws {
    var sketch = ReportSketch(ready: 4)
    sketch.ran(name, 0, 0, 4, thread: name, outcome: .failed(message: name))
    let text = try sketch.report().html(title: name)
    let page = try Markup(text)
    #expect(page.all("script").count == 1)
    #expect(page.all("b").count == 2)
    #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    let harmless = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { ["\u{0}", "\u{1B}", "\u{FFFF}"].contains($0) ? "\u{FFFD}" : $0 }))
    #expect(page.texts("title").first == harmless)
    #expect(page.texts("b").allSatisfy { $0 == harmless || $0 == "4.0 ms" })
  }

  @Test func `a page loads nothing`() throws {
    let text = try ReportSketch.shop.report().html()
    let page = try Markup(text)
    let links = page.elements.flatMap { element in
      ["src", "href", "srcset", "data", "action"].compactMap { element.attributes[$0] }
    }
    #expect(links.isEmpty)
    #expect(!text.contains("http") && !text.contains("@import"))
    #expect(text.matches(of: /url\((.*?)\)/).map { String($0.1) } == ["#hatch"])
    #expect(text.contains("prefers-color-scheme: dark"))
    #expect(try ReportSketch.shop.report().html() == text)
  }

  @Test(arguments: [20, 200])
  func `everything is drawn inside the timeline`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    var sketch = ReportSketch(ready: 40)
    for number in 0..<count {
      let queued = Double.random(in: 0...90, using: &random)
      let start = queued + Double.random(in: 0...20, using: &random)
      let end = start + Double.random(in: 0...30, using: &random)
      let stage = LaunchStage.allCases.randomElement(using: &random) ?? .idle
      sketch.ran("m\(number).task", queued, start, end, stage: stage, thread: "pool")
    }
    let page = try Markup(try sketch.report().html())
    // A bar without room for its name, even in the widest drawing, is plain.
    #expect(page.all("svg", "bar").count + page.all("rect", "bar").count == count)
    #expect(page.all("tr").count == count + 1)
    for element in page.elements {
      for place in ["x", "x1", "x2", "width"].compactMap({ element.percent($0) }) {
        #expect((0...100).contains(place))
      }
      let end = (element.percent("x") ?? 0) + (element.percent("width") ?? 0)
      #expect(end <= 101, "\(element)")
    }
  }

  @Test func `a table with fewer rows has failures, the critical path, and the longest tasks`()
    throws
  {
    var sketch = ReportSketch.shop
    for number in 0..<50 { sketch.ran("short\(number)", 0, 0, 1, thread: "pool") }
    let report = try sketch.report()
    let page = try Markup("<main>\(report.pageSections(rows: 6))</main>")
    #expect(page.all("tr").count == 1 + 6)
    #expect(page.all("tr", "critical").count == 2 && page.all("tr", "bad").count == 1)
    #expect(page.texts("th").allSatisfy { !$0.hasPrefix("short") })
    #expect(page.texts("p").joined().contains("Of 56 tasks, these are the longest"))
  }
}

@Suite struct LaunchReportFormTests {
  @Test(
    arguments: [
      ("launch.txt", LaunchReportForm.text), ("a/launch.html", .html), ("launch.json", .json),
      ("launch.svg", .svg), ("launch.trace.json", .trace), ("L.JSON", .json), ("trace.json", .json),
      ("launch.pdf", nil), ("launch", nil), ("", nil), ("svg", nil), ("launch.svg/", nil),
    ])
  func `a file name's extension selects the format`(name: String, form: LaunchReportForm?) {
    #expect(LaunchReportForm(file: name) == form)
  }

  @Test func `each format equals that of its own function and ends with one line break`() throws {
    let report = try ReportSketch.shop.report()
    for form in LaunchReportForm.allCases {
      let text = try report.text(as: form, title: "Shop")
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(form)")
    }
    #expect(try report.text(as: .text) == "\(report)\n")
    #expect(try report.text(as: .html, title: "Shop") == report.html(title: "Shop"))
    #expect(try report.text(as: .svg, title: "Shop") == report.svg(title: "Shop"))
    #expect(try report.text(as: .trace, title: "Shop").contains("\"name\":\"Shop\""))
  }

  @Test func `JSON decodes to the same report and is stable`() throws {
    let report = try ReportSketch.shop.report()
    let text = try report.text(as: .json)
    #expect(try JSONDecoder().decode(LaunchReport.self, from: Data(text.utf8)) == report)
    #expect(try report.text(as: .json) == text)
  }
}
