// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryLaunch
import Testing

/// `gantry plan` of an app.
@Suite struct PlanAppTests {
  /// `Orders` has a condition that does not hold.
  private static let shop: [ModuleManifest] = .shop

  @Test func `the graph of an app is checked, by the name of its manifest or of its program`()
    async throws
  {
    let folder = try ToolFolder()
    let end = try await folder.run("plan check", on: Self.shop)
    #expect(end == ToolFolder.End(output: "app.json: 11 tasks, 11 edges, no faults\n"))
    let app = try AppFolder([], manifest: .of([OrdersModule.manifest, AccountModule.manifest]))
    let built = try await app.run("plan check --no-build --product Shop")
    #expect(built == ToolFolder.End(output: "Shop: 3 tasks, 2 edges, no faults\n"))
  }

  @Test func `the faults of a launch are told in the names of the graph`() async throws {
    let modules: [ModuleManifest] = [
      .sample("A", ModuleOptions(requires: "B")) { $0.task("open") },
      .sample("B", ModuleOptions(after: "A")), .sample("C", ModuleOptions(requires: "Nobody")),
    ]
    let end = try await ToolFolder().run("plan check", on: modules)
    #expect(
      end.output == """
        app.json: C requires Nobody (C/C.swift:1), but nothing is named Nobody. Link it, correct \
        the name, or make it `wants:`.
        app.json: A → A.init → B → A wait for each other. Remove one dependency:
          A waits for A.init: A requires A.init (A/A.swift:1)
          A.init waits for B: A.init requires B (A/A.swift:1)
          B waits for A: B comes after A (B/B.swift:1)

        """)
    #expect(end.status == 1 && end.errors.isEmpty)
    let drawn = try await ToolFolder().run("plan draw --format dot", on: modules)
    #expect(drawn == ToolFolder.End(errors: end.output, status: 1))
  }

  /// A function before ready that takes so long, and one after.
  private static func launch() async throws -> (AppManifest, String) {
    let application = Application(
      modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      builder.launch("First", body: .background { _ in })
      builder.launch("Second", TaskOptions(requires: "First"), body: .background { _ in })
      builder.launch("Later", TaskOptions(.afterReady), body: .background { _ in })
    }
    let times: [String: Duration] = [
      "First": .milliseconds(20), "Second": .milliseconds(30), "Later": .milliseconds(5),
    ]
    let tasks = try application.plan().tasks.map { task in
      LaunchReport.Task(
        task, outcome: .succeeded, releasedBy: nil, attempts: 1, queued: .zero, started: .zero,
        finished: times[task.name] ?? .zero)
    }
    let report = LaunchReport(tasks: tasks, timeToReady: .milliseconds(50), total: .seconds(1))
    let data = try JSONEncoder().encode(report)
    return (application.manifest, String(decoding: data, as: UTF8.self))
  }

  @Test func `tasks of an app take as long as in a launch that is given`() async throws {
    let folder = try ToolFolder()
    let (manifest, report) = try await Self.launch()
    try folder.write(manifest.json(), to: "till.json")
    try folder.write(report, to: "launch.json")
    let end = try await folder.run("plan simulate --manifest till.json --report launch.json")
    #expect(
      end
        == ToolFolder.End(
          output: """
            policy ready, 3 workers
            name  tasks    ready  at least  ratio    total  at least  ratio
            till      3  50.0 ms   50.0 ms  1.000  50.0 ms   50.0 ms  1.000

            """))
    let bare = try await folder.run("plan simulate --manifest till.json")
    #expect(bare.output.contains("till      3  0.00 ms"))
    #expect(
      bare.errors == """
        till.json: each task takes no time here. For the durations of a launch, give its report \
        with '--report'.

        """)
    #expect(bare.status == 0)
    let odd = try await folder.run("plan simulate --manifest till.json --report till.json")
    #expect(odd.status == 1 && odd.errors.hasPrefix("till.json: isn't a launch report; it seems"))
  }

  @Test(arguments: [
    ("", ["Account", "Analytics", "Help", "Orders", "Storage", "setUp"]),
    (" --around Analytics", ["Account", "Analytics"]),
  ])
  func `a drawing has the nodes of the app`(around: String, modules: [String]) async throws {
    let end = try await ToolFolder().run("plan draw --format dot\(around)", on: Self.shop)
    let all = ["Account", "Analytics", "Help", "Orders", "Storage", "setUp"]
    #expect(all.filter { end.output.contains("\"\($0)\"") } == modules, "\(end)")
  }

  @Test func `without a file and an app there is nothing to look at`() async throws {
    let end = try await ToolFolder().run("plan check")
    #expect(end.status == 66 && end.errors.hasPrefix(".: there is no Package.swift."))
  }
}
