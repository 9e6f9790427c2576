// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryLaunch
import LaunchFixture
import Testing

@testable import GantryInspector
@testable import GantryTool

@Suite(.timeLimit(.minutes(5))) struct RunningAppTests {
  private func expect(
    _ shop: RunningShop, _ arguments: String, _ parts: [String], status: Int32 = 0,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let end = try await shop.inspect(arguments)
    #expect(end.status == status, "\(end)", sourceLocation: location)
    for part in parts {
      #expect(
        (end.output + end.errors).contains(part), "\(arguments): \(part) in \(end)",
        sourceLocation: location)
    }
  }

  @Test func `the state names the modules that don't run, and why`() async throws {
    let shop = try await RunningShop()
    let end = try await shop.inspect("")
    let lines = end.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0].hasSuffix("(\(ProcessInfo.processInfo.processIdentifier)) is ready"))
    #expect(lines[1] == "4 modules: 3 launched, 1 failed")
    #expect(lines.dropFirst(2).prefix(2) == ["", "module  state   why"])
    #expect(lines[4].hasPrefix("Broken  failed  ") && lines[4].contains("the battery is <flat>"))
    await shop.stop()
  }

  @Test func `the launch of a module ends with its last task before ready`() throws {
    var sketch = ReportSketch(ready: 10)
    sketch.ran("Storage.init", 1, 1, 3)
    sketch.ran("Storage.open", 3, 4, 9)
    sketch.ran("Storage.clean", 10, 10, 90, stage: .afterReady)
    sketch.ran("Sync.send", 10, 10, 70, stage: .idle)
    let report = try sketch.report()
    func time(_ module: String) -> Double? {
      ModuleView.launchMilliseconds(report.tasks.filter { $0.owner == ModuleName(module) })
    }
    #expect(time("Storage") == 8 && time("Sync") == nil)
  }

  @Test func `a module of a running app has the stage of its launch`() throws {
    let manifest = AppManifest.of([
      .sample("Map", ModuleOptions(essential: true)) { $0.task("open", TaskOptions(.onDemand)) }
    ])
    let app = InspectedApp(
      program: "Shop", process: 1, state: "ready", waits: [], safeMode: nil, allowsChanges: false,
      recordedSeconds: 0,
      modules: [.init(name: "Map", state: "waiting", reasons: [], mailbox: nil)])
    let views = ModuleView.all(app, AppGraph(manifest), nil, runs: [])
    #expect(views.map(\.stage) == [.onDemand] && views.map(\.isEssential) == [true])
  }

  @Test func `each list shows its part of the app`() async throws {
    let shop = try await RunningShop()
    try await expect(shop, "modules", ["Orders", "beforeReady", "the battery is <flat>"])
    try await expect(
      shop, "module Stock",
      ["init", "needed by", "Orders", "RunningShop.swift:", "services", "Stock"])
    try await expect(
      shop, "module Orders", ["Stock (service)", "note (OrderPlaced)", "orders/:id", "stage"])
    try await expect(
      shop, "module Order", ["no module 'Order'", "Did you mean Orders?"], status: 64)
    try await expect(shop, "waiting", ["Nothing waits."])
    try await expect(shop, "services", ["state", "launched", "Stock", "Orders"])
    try await expect(shop, "values", [#"\city: String  Oslo"#, #"\pin: String   hidden"#])
    try await expect(shop, "configuration", ["Stock.limit", "7", "default", "memory"])
    try await expect(shop, "graph", ["layer 2\n  Orders ← Stock (requires)"])
    try await expect(shop, "graph --format mermaid", ["Stock -- \"requires\" --> Orders"])
    try await expect(
      shop, "health", ["live: ", "ready: no", "the battery is <flat>"], status: 1)
    try await expect(shop, "timings", ["No calls.", "Watched for"])
    #expect(!(try await shop.inspect("values")).output.contains("1234"))
    await shop.stop()
  }

  @Test(arguments: [
    "state", "modules", "module Stock", "waiting", "services", "values", "configuration", "timings",
    "health", "graph", "open --dry-run shop://orders/7",
  ])
  func `JSON has a version`(command: String) async throws {
    let shop = try await RunningShop()
    let end = try await shop.inspect("\(command) --format json")
    let object = try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any]
    #expect(object?["schemaVersion"] as? Int == 1 && object?.count == 2)
    await shop.stop()
  }

  @Test func `events and calls are followed, filtered and without their values`() async throws {
    let shop = try await RunningShop(changes: true)
    _ = try await shop.inspect("")
    shop.application.events.send(OrderPlaced())
    await shop.application.events.waitUntilHandled()
    try await expect(shop, "open shop://orders/7", ["It was opened.", "reads id = 7"])
    for url in ["shop://nothing/7", "shop://order/7", "shop://orders/seven"] {
      let end = try await shop.inspect("open \(url)")
      #expect(end.status == 1 && end.errors.hasPrefix("The app refuses: it was not opened: "))
      #expect(end.errors.contains(/[^.?][.?]\n$/), "\(end)")
    }
    try await expect(
      shop, "events --since 60 --event OrderPlaced --count 2",
      ["event  OrderPlaced", "handler  OrderPlaced  Orders: note"])
    let json = try await shop.inspect("events --since 60 --module Orders --count 1 --format json")
    #expect(json.output.contains(#""kind":"handler""#) && json.output.contains("schemaVersion"))
    #expect(json.output.split(separator: "\n").count == 1)
    try await expect(
      shop, "routes --since 60 --count 1", ["call  orders/:id  Orders: Orders/show from outside"])
    try await expect(shop, "timings", ["handler", "call", "orders/:id", "median"])
    #expect(!(try await shop.inspect("events --since 60 --count 2")).output.contains("4711"))
    await shop.stop()
  }

  @Test func `a URL is tried without being opened`() async throws {
    let shop = try await RunningShop()
    try await expect(
      shop, "open --dry-run shop://orders/7",
      ["From outside, Orders/show of Orders answers it and reads id = 7."])
    try await expect(shop, "open --dry-run shop://order/7", ["nothing answers it"], status: 1)
    try await expect(
      shop, "open shop://orders/7", ["The app refuses: the app allows no changes"], status: 1)
    await shop.stop()
  }

  @Test func `the only app is found, and of several one has to be chosen`() async throws {
    let shop = try await RunningShop()
    let setup = "export XDG_RUNTIME_DIR=\(shop.folder)"
    let number = ProcessInfo.processInfo.processIdentifier
    for arguments in ["inspect", "inspect --app \(number)"] {
      #expect(try await ToolFolder().run(arguments, after: setup).output.contains("is ready"))
    }
    let none = try await ToolFolder().run("inspect --app 1", after: setup)
    #expect(none.status == 69 && none.errors.hasPrefix("Process 1 is no app that can be inspected"))
    let other = try await RunningShop(in: shop.folder)
    let several = try await ToolFolder().run("inspect", after: setup)
    #expect(several.status == 64)
    #expect(
      several.errors.contains("\(number).sock") && several.errors.contains("\(number)-2.sock"))
    _ = await other.application.stop()
    await shop.stop()
    let gone = try await ToolFolder().run("inspect --app \(shop.socket)")
    #expect(gone.status == 69 && gone.errors.hasPrefix("no app answers at \(shop.socket)"))
  }

  @Test func `the page is current until the app or the command ends, and says so`() async throws {
    let shop = try await RunningShop()
    let folder = try ToolFolder()
    async let end = folder.run("inspect --page --output page.html --app \(shop.socket)")
    var first: String?
    while first == nil {
      first = try? folder.text(of: "page.html")
      await Task.yield()
    }
    let page = try #require(first)
    for part in [
      "<main>", "The app is ready", "the battery is &lt;flat&gt;", "id=\"module-Orders\"",
      "Critical path", "layer 2", "needed by", "hidden", "data-ended=\"false\"", "Current at",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(!page.contains("1234") && !page.contains("src=") && !page.contains("http"))
    await shop.stop()
    let (program, process) = (
      ProcessInfo.processInfo.processName, ProcessInfo.processInfo.processIdentifier
    )
    let said = try await end
    #expect(said.status == 0)
    #expect(
      said.errors.contains(
        "\(program) (\(process)) has ended. After a restart, run the command again."), "\(said)")
    let last = try folder.text(of: "page.html")
    #expect(last.contains("has ended, and this is its last state."))
    #expect(last.contains("data-ended=\"true\""))
  }

  #if canImport(Glibc)
    @Test func `Control-C during a question isn't taken for the end of the app`() async throws {
      let folder = try ToolFolder()
      let path = try HesitantApp.start()
      let end = try await folder.run("inspect --page --output page.html --app \(path)")
      #expect(end.status == 0, "\(end)")
      #expect(try folder.text(of: "page.html").contains("the command has ended"))
    }
  #endif

  @Test(arguments: [
    ("events --count 0", "Error: '--count' must be 1 or more, not 0."),
    ("events --since 61", "Error: '--since' must be from 0 to 60."),
    ("module", "Error: Missing expected argument '<name>'"),
  ])
  func `misuse ends with 64 and a hint`(arguments: String, message: String) async throws {
    let end = try await ToolFolder().run("inspect \(arguments)")
    #expect(end.status == 64 && end.errors.hasPrefix(message))
  }

  @Test func `the middle and the tail of times are those of nearest ranks`() {
    let entries = (1...20).map { number in
      InspectedEntry(
        number: number, seconds: 0, kind: .call, subject: "a", module: "A", details: "",
        milliseconds: Double(number))
    }
    let timing = Timing.all(of: entries)
    #expect(timing.map(\.count) == [20])
    #expect(timing.map(\.medianMilliseconds) == [10])
    #expect(timing.map(\.percentile95Milliseconds) == [19])
    #expect(timing.map(\.longestMilliseconds) == [20])
  }
}
