// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryReports
import LaunchFixture
import TestRounds
import Testing

@Suite struct LaunchPictureTests {
  /// A launch of modules with a few tasks each; every module needs the previous one.
  private func launch(modules: Int, tasks: Int) throws -> LaunchReport {
    var sketch = ReportSketch(ready: Double(modules * tasks))
    for module in 0..<modules {
      for task in 0..<tasks {
        let start = Double(module * tasks + task)
        sketch.ran(
          "M\(module).t\(task)", start, start, start + 1,
          needs: module == 0 ? [] : ["M\(module - 1).t\(task)"], thread: "worker 1")
      }
    }
    return try sketch.report()
  }

  private func labels(_ picture: Markup) -> [String] {
    picture.all("text").filter {
      let style = $0.attributes["class"]
      return $0.attributes["text-anchor"] == "end" && style != "soft" && style != "ready"
    }.map(\.text)
  }

  @Test func `a picture has a row for each task that ran, in order of start`() throws {
    let picture = try Markup(try ReportSketch.shop.report().svg(title: "Shop"))
    #expect(picture.texts("text", "heading") == ["Shop"])
    #expect(
      picture.texts("text", "soft").first == "Ready after 10.0 ms, 6 tasks, 0 skipped, 1 failed")
    #expect(labels(picture) == ["Ads", "Storage", "Theme", "Orders", "Prices", "Upload"])
    #expect(picture.texts("text", "critical") == ["Theme", "›", "Orders", "›"])
    #expect(picture.all("g", "bar").count { $0.attributes["class"] == "bar beforeReady" } == 2)
    #expect(picture.texts("text", "ready") == ["ready 10.0 ms"])
    #expect(picture.texts("text", "soft").contains("6.0 ms · main"))
    #expect(picture.all("path", "path").count == 1)
    #expect(picture.all("rect", "over").count == 1 + 1, "one bar, and its meaning")
    // A color is a stage, and a fill in gray is a thread, whatever the stage.
    #expect(
      picture.texts("text", "soft").suffix(7) == [
        "before ready", "after ready", "on the main thread", "on another thread",
        "waiting for a thread", "› critical path", "did not succeed",
      ])
  }

  @Test func `many tasks share the row of their module`() throws {
    let picture = try Markup(try launch(modules: 20, tasks: 10).svg())
    #expect(labels(picture).count == 20)
    #expect(labels(picture).first == "M0")
    #expect(picture.texts("text", "soft").first?.hasSuffix("; a row for each module") == true)
    #expect(picture.texts("text", "soft").contains("10.0 ms · 10 tasks"))
    // The legend of colors has three more.
    #expect(picture.all("g", "bar").count == 200 + 3)
  }

  @Test func `modules with the longest tasks have rows, and the many others share one`() throws {
    var sketch = ReportSketch(ready: 2_000)
    for number in 0..<2_000 {
      sketch.ran("M\(number).t", 0, 0, Double(number + 1), thread: "pool")
    }
    let text = try sketch.report().svg()
    let labels = labels(try Markup(text))
    #expect(labels.count == 48)
    #expect(labels.contains("M1999") && labels.contains("M1953") && !labels.contains("M1952"))
    #expect(labels.last == "1953 other modules")
    #expect(text == (try sketch.report().svg()))
  }

  @Test(arguments: [(0, ["M5"]), (1, ["M4", "M5", "M6"]), (2, ["M3", "M4", "M5", "M6", "M7"])])
  func `a partial picture shows a module and its neighbors`(depth: Int, expected: [String]) throws {
    let report = try launch(modules: 20, tasks: 10)
    let near = try #require(report.neighborhood(of: "M5", depth: depth))
    #expect(near.modules == Set(expected))
    let rows = labels(try Markup(report.svg(title: "M5", around: near)))
    let modules = rows.map { String($0.drop { "› ".contains($0) }.prefix { $0 != "." }) }
    #expect(Set(modules) == Set(expected))
  }

  @Test func `a partial picture's axis spans from the first wait to the last task`() throws {
    let report = try launch(modules: 20, tasks: 10)
    let near = try #require(report.neighborhood(of: "M5", depth: 0))
    let picture = try Markup(report.svg(title: "M5", around: near))
    #expect(picture.all("line", "ready").isEmpty)
    #expect(picture.texts("text", "soft").contains("50 ms"))
    #expect(!picture.texts("text", "soft").contains("0"))
  }

  @Test func `a task's name selects its module, and an unknown name selects nothing`() throws {
    let report = try launch(modules: 3, tasks: 2)
    #expect(report.neighborhood(of: "M1.t0", depth: 0)?.center == "M1")
    #expect(report.neighborhood(of: "M9", depth: 1) == nil)
    #expect(report.neighborhood(of: "M1", depth: .max)?.modules.count == 3)
  }

  @Test(arguments: [1, 20, 200, 2_000])
  func `everything is inside the picture, including the legend`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    var sketch = ReportSketch(ready: 40)
    for number in 0..<count {
      let queued = Double.random(in: 0...90, using: &random)
      let start = queued + Double.random(in: 0...20, using: &random)
      sketch.ran(
        "m\(number / 3).task\(number)", queued, start,
        start + Double.random(in: 0...30, using: &random),
        stage: LaunchStage.allCases.randomElement(using: &random) ?? .idle,
        lane: random.chance(30) ? .main : .background, thread: "pool",
        outcome: random.chance(5) ? .failed(message: "no") : .succeeded)
    }
    let picture = try Markup(try sketch.report().svg())
    let size = try #require(picture.all("svg").first)
    let height = try #require(size.attributes["height"].flatMap(Double.init))
    #expect(height < 48 * 20 + 200)
    for box in picture.all("rect") {
      let numbers = ["x", "y", "width", "height"].map { box.attributes[$0].flatMap(Double.init) }
      guard let x = numbers[0], let y = numbers[1], let width = numbers[2], let high = numbers[3]
      else { continue }
      #expect(x >= 0 && x + width <= 1_000.1 && y + high <= height && width > 0, "\(box)")
    }
  }

  @Test(arguments: ReportPageTests.hostile)
  func `names are escaped`(name: String) throws {
    var sketch = ReportSketch(ready: 4)
    sketch.ran(name, 0, 0, 4, thread: name, outcome: .failed(message: name))
    let text = try sketch.report().svg(title: name)
    let picture = try Markup(text)
    #expect(picture.all("script").isEmpty && picture.all("b").isEmpty)
    #expect(picture.all("svg").count == 1)
    #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }

  @Test func `a launch in which nothing ran has a picture`() throws {
    let report = LaunchReport(tasks: [], isCancelled: true, timeToReady: nil, total: .zero)
    let picture = try Markup(report.svg())
    #expect(picture.texts("text", "soft") == ["Not ready, 0 tasks, 0 skipped, 0 failed, cancelled"])
  }

  @Test func `a picture adapts to light and dark mode and loads nothing`() throws {
    let text = try ReportSketch.shop.report().svg()
    #expect(text.contains("prefers-color-scheme: dark"))
    #expect(text.matches(of: /url\((.*?)\)/).map { String($0.1) } == ["#hatch"])
    #expect(!text.contains("href") && !text.contains("@import"))
  }
}
