// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryLaunch
import Testing

/// `gantry plan` of an app.
@Suite struct PlanAppTests {
  /// `Orders` has a condition that does not hold.
  private static let shop: [ModuleManifest] = .shop

  @Test func `an app's graph is checked by its manifest or its program`() async throws {
    let folder = try ToolFolder()
    let end = try await folder.run("plan check", on: Self.shop)
    #expect(end == ToolFolder.End(output: "app.json: 11 tasks, 11 edges, no faults\n"))
    let app = try AppFolder([], manifest: .of([OrdersModule.manifest, AccountModule.manifest]))
    let built = try await app.run("plan check --no-build --product Shop")
    #expect(built == ToolFolder.End(output: "Shop: 3 tasks, 2 edges, no faults\n"))
  }

  @Test func `an app's faults use the names in the source`() async throws {
    let modules: [ModuleManifest] = [
      .sample("A", ModuleOptions(requires: "B")) { $0.task("open") },
      .sample("B", ModuleOptions(after: "A")), .sample("C", ModuleOptions(requires: "Nobody")),
    ]
    let end = try await AppFolder([], manifest: .of(modules)).run(
      "plan check --manifest manifest.json")
    #expect(
      end.output == """
        manifest.json: C requires Nobody (C/C.swift:1), but nothing is named Nobody. Link it, correct \
        the name, or make it `wants:`.
        manifest.json: A → B → A wait for each other. Remove one dependency:
          A waits for B: A requires B (A/A.swift:1)
          B waits for A: B comes after A (B/B.swift:1)

        """)
    #expect(end.status == 1 && end.errors.isEmpty)
    let drawn = try await AppFolder([], manifest: .of(modules)).run(
      "plan draw --format dot --manifest manifest.json")
    #expect(drawn == ToolFolder.End(errors: end.output, status: 1))
  }

  @Test func `faults outside the graph use the names in the source`() async throws {
    let modules: [ModuleManifest] = [
      .sample("A") { $0.inject((any StorageService).self, at: "A/A.swift:3") },
      .sample("B", ModuleOptions(requires: "A")),
    ]
    let end = try await AppFolder([], manifest: .of(modules)).run(
      "plan check --manifest manifest.json")
    #expect(end.status == 1 && end.errors.isEmpty)
    #expect(end.output.hasPrefix("manifest.json: No module provides StorageService, "), "\(end)")
    let drawn = try await AppFolder([], manifest: .of(modules)).run(
      "plan draw --format dot --manifest manifest.json")
    #expect(drawn.status == 0)
  }

  @Test func `a partial drawing keeps the states of the whole`() async throws {
    let modules: [ModuleManifest] = [
      .sample("A", ModuleOptions(enabled: .when("never") { _ in false })),
      .sample("B", ModuleOptions(requires: "A")),
      .sample("C", ModuleOptions(stage: .afterReady)) {
        $0.task("open", TaskOptions(.afterReady, after: Milestone("seen")))
      },
      .sample("D", ModuleOptions(requires: "C")),
    ]
    let skipped = try await ToolFolder().run(
      "plan draw --format dot --around B --depth 0", on: modules)
    #expect(skipped.output.contains("skipped: B requires A; A: condition does not hold: never"))
    let later = try await ToolFolder().run(
      "plan draw --format dot --around C --depth 0", on: modules)
    #expect(later.output.contains("[label=\"seen\", shape=diamond]"), "\(later)")
    #expect(later.output.contains("needed by D"))
  }

  /// A function before ready that takes this long, and one after ready.
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

  @Test func `an app's tasks take as long as in a given launch report`() async throws {
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
        till.json: each task takes no time here. For real durations, give a launch report with \
        '--report'.

        """)
    #expect(bare.status == 0)
    let odd = try await folder.run("plan simulate --manifest till.json --report till.json")
    #expect(
      odd.status == 1 && odd.errors.hasPrefix("till.json: is a manifest, not a launch report: "))
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

  @Test func `a plan needs a file or an app`() async throws {
    let end = try await ToolFolder().run("plan check")
    #expect(end.status == 66 && end.errors.hasPrefix(".: there is no Package.swift."))
  }
}
