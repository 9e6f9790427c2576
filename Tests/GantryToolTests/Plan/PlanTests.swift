// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryLaunch
import Testing

@testable import GantryTool

/// `gantry plan`.
@Suite struct PlanTests {
  @Test func `the plan of an app comes from its manifest or its program`() async throws {
    let end = try await ToolFolder().run("plan", on: .shop)
    let names = end.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").dropFirst().first.map(String.init)
    }
    #expect(end.status == 0 && end.errors.isEmpty && names.first == "name", "\(end)")
    #expect(Set(names.dropFirst()).isSuperset(of: ["Account", "Help", "Orders.load", "setUp"]))
    let order = ["setUp", "Storage.open", "Storage", "Account"]
    #expect(names.filter(order.contains) == order)
    let modules = [OrdersModule.manifest, AccountModule.manifest]
    let app = try AppFolder([], manifest: .of(modules))
    let built = try await app.run("plan --no-build --product Shop")
    let asked = try await ToolFolder().run("plan", on: modules)
    #expect(built.status == 0)
    #expect(built == asked)
  }

  @Test func `the document of a plan has the tasks by name, joins last, with the plan's hash`()
    async throws
  {
    let folder = try ToolFolder()
    let modules: [ModuleManifest] = [
      .sample("B", ModuleOptions(wants: "A")) { $0.task("open") }, .sample("A") { $0.task("z") },
    ]
    let app = AppManifest.of(modules)
    try folder.write(app.json(), to: "shop.json")
    let end = try await folder.run("plan --manifest shop.json --document")
    #expect(end.status == 0 && end.errors.isEmpty)
    let document = try JSONDecoder().decode(PlanDocument.self, from: Data(end.output.utf8))
    let plan = try app.graph.launch.plan()
    #expect(document.v == 1 && document.plan == plan.identity.hash)
    #expect(document.tasks.map(\.position) == Array(document.tasks.indices))
    let names = plan.tasks.filter { !$0.isJoin }.map(\.name.rawValue).sorted()
    let joins = plan.tasks.filter(\.isJoin).map(\.name.rawValue).sorted()
    #expect(document.tasks.map(\.name) == names + joins)
    for task in document.tasks {
      let planned = try #require(plan.task(named: ModuleName(task.name)))
      #expect(task.declared == planned.declaredAt && task.owner == planned.owner.rawValue)
      let needs = task.needs.map { document.tasks[$0.position].name }
      #expect(needs == planned.dependencies.map(\.name))
    }
    let again = try await folder.run("plan --manifest shop.json --document --report other.json")
    #expect(again.status == 1)
  }

  @Test func `an app with faults has no plan`() async throws {
    let modules: [ModuleManifest] = [
      .sample("A", ModuleOptions(requires: "B")) { $0.task("open") },
      .sample("B", ModuleOptions(after: "A")), .sample("C", ModuleOptions(requires: "Nobody")),
    ]
    let end = try await AppFolder([], manifest: .of(modules)).run("plan --manifest manifest.json")
    #expect(
      end.errors == """
        manifest.json: C requires Nobody (C/C.swift:1), but nothing is named Nobody. Link it, correct \
        the name, or make it `wants:`.
        manifest.json: A → B → A wait for each other. Remove one dependency:
          A waits for B: A requires B (A/A.swift:1)
          B waits for A: B comes after A (B/B.swift:1)

        """)
    #expect(end.status == 1 && end.output.isEmpty)
    let silent = try await ToolFolder().run("plan", on: modules)
    #expect(silent.status == 1 && silent.errors.contains("C requires Nobody"))
  }

  @Test func `nor has one with faults outside its graph`() async throws {
    let modules: [ModuleManifest] = [
      .sample("A") { $0.inject((any StorageService).self, fileID: "A/A.swift", line: 3) },
      .sample("B", ModuleOptions(requires: "A")),
    ]
    let end = try await AppFolder([], manifest: .of(modules)).run("plan --manifest manifest.json")
    #expect(end.status == 1 && end.output.isEmpty)
    #expect(end.errors.hasPrefix("manifest.json: No module provides StorageService, "), "\(end)")
  }

  /// Two functions, and the report of a launch in which the second took longer.
  private static func launch() throws -> (AppManifest, String) {
    let application = Application(
      modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      builder.launch("Early", body: .background { _ in })
      builder.launch("Long", body: .background { _ in })
    }
    let times: [ModuleName: Duration] = ["Early": .milliseconds(2), "Long": .milliseconds(30)]
    let tasks = try application.plan().tasks.map { task in
      LaunchReport.Task(
        task, outcome: .succeeded, releasedBy: nil, attempts: 1, queued: .zero, started: .zero,
        finished: times[task.name] ?? .zero)
    }
    let report = LaunchReport(tasks: tasks, timeToReady: .milliseconds(50), total: .seconds(1))
    let data = try JSONEncoder().encode(report)
    return (application.manifest, String(decoding: data, as: UTF8.self))
  }

  @Test func `a longer way to ready goes first if a report has the times`() async throws {
    let folder = try ToolFolder()
    let (manifest, report) = try Self.launch()
    try folder.write(manifest.json(), to: "till.json")
    try folder.write(report, to: "launch.json")
    func order(_ options: String) async throws -> [String] {
      let end = try await folder.run("plan --manifest till.json --format json\(options)")
      #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
      return try JSONDecoder().decode(LaunchPlan.self, from: Data(end.output.utf8)).tasks
        .sorted { $0.rank < $1.rank }.map(\.name.rawValue)
    }
    #expect(try await order("") == ["Early", "Long"])
    #expect(try await order(" --report launch.json") == ["Long", "Early"])
    let odd = try await folder.run("plan --manifest till.json --report till.json")
    #expect(
      odd.status == 1 && odd.errors.hasPrefix("till.json: is a manifest, not a launch report: "))
  }

  @Test func `a plan needs an app`() async throws {
    let end = try await ToolFolder().run("plan")
    #expect(end.status == 66 && end.errors.hasPrefix(".: there is no Package.swift."))
    let folder = try ToolFolder()
    try folder.put("", at: "Shop.xcodeproj/project.pbxproj")
    let xcode = try await folder.run("plan")
    #expect(xcode.status == 66)
    #expect(xcode.errors.contains("An app in Shop.xcodeproj writes its manifest in a unit test"))
  }
}
