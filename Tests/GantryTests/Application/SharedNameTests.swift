// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@testable import GantryCore

/// Functions and modules that share a name with others.
@Suite struct SharedNameTests {
  private static func setUp(
    _ file: String, _ signature: String? = "()", _ options: TaskOptions = TaskOptions(),
    _ body: @escaping @Sendable (ModuleContext) -> Void = { _ in }
  ) -> ModuleManifest {
    ModuleManifest(function: "setUp", signature: signature, at: "\(file).swift:1") {
      $0.launch(options, body: .background { body($0) })
    }
  }

  private func names(_ manifests: ModuleManifest...) -> [String] {
    let host = TestApplication(
      modules: [], adding: { for manifest in manifests { $0.add(manifest) } })
    #expect(host.application.check().isEmpty)
    return host.application.manifest.modules.map(\.name.rawValue)
  }

  @Test func `a function with a unique name keeps its name`() {
    #expect(names(Self.setUp("Crash/Start")) == ["setUp"])
  }

  @Test func `functions that share a name use their shortest unique names`() {
    #expect(
      names(Self.setUp("Crash/Start"), Self.setUp("Push/Start"))
        == ["Crash/setUp", "Push/setUp"])
    #expect(
      names(Self.setUp("Crash/Start"), Self.setUp("Crash/A.b"), Self.setUp("Push/Start"))
        == ["Crash/A_b/setUp", "Crash/Start/setUp", "Push/setUp"])
    #expect(
      names(Self.setUp("Crash/Start", "(a: A.B, Int)"), Self.setUp("Crash/Start", "() async"))
        == ["Crash/Start/setUp()async", "Crash/Start/setUp(a:A_B;Int)"])
  }

  @Test func `a module keeps its name over functions`() {
    #expect(
      names(.fake("setUp"), Self.setUp("Crash/Start"), Self.setUp("setUp/setUpModule"))
        == ["Crash/setUp", "setUp", "setUp/setUpModule/setUp()"])
  }

  @Test func `closures of one file that share a name are a fault`() {
    let host = TestApplication(
      Self.setUp("App/main", nil), Self.setUp("App/main", nil))
    #expect(
      host.application.check() == [
        .duplicateFunction(name: "setUp", declaredAt: ["App/main.swift:1", "App/main.swift:1"])
      ])
  }

  @Test func `functions that share a name all run and share a section of the configuration`()
    async throws
  {
    let journal = Journal()
    let host = TestApplication(
      Self.setUp("Crash/Start") { journal.write("\($0.name) \($0.config.string(forKey: "a")!)") },
      Self.setUp("Push/Start") { journal.write("\($0.name) \($0.config.string(forKey: "a")!)") },
      launchOptions: LaunchOptions(
        source: .test, arguments: [], environment: ["SET_UP_A": "b"]))
    try await host.start()
    #expect(journal.lines.sorted() == ["Crash/setUp b", "Push/setUp b"])
    #expect(host.explain("Crash/setUp").state == .launched)
    await host.stop()
  }

  @Test func `functions that share a name have separate routes and results`() async throws {
    func page(_ target: String, _ path: String) -> ModuleManifest {
      ModuleManifest(function: "page", signature: "()", at: "\(target)/Page.swift:1") {
        $0.route(path, body: .background { _, _, _ in target })
      }
    }
    func count(_ target: String) -> ModuleManifest {
      ModuleManifest(function: "count", signature: "()", at: "\(target)/Count.swift:1") {
        if target == "A" {
          $0.launch(
            TaskOptions().returning(Int.self),
            body: .background { try $0.setResult(1, as: Int.self) })
        } else {
          $0.launch(
            TaskOptions().taking(Int.self),
            body: .background { context in
              let count = try context.result(Int.self)
              #expect(count == 1)
            })
        }
      }
    }
    let host = TestApplication(page("A", "a"), page("B", "b"), count("A"), count("B"))
    let report = try await host.start()
    #expect(report.failed.isEmpty)
    #expect(try await host.application.router.call(named: "A/page", as: String.self) == "A")
    #expect(try await host.application.router.call(named: "B/page", as: String.self) == "B")
    await host.stop()
  }

  @Test func `an edge to a shared name points to the function of its own target`() throws {
    let host = TestApplication(
      Self.setUp("Crash/Start"), Self.setUp("Push/Start"),
      .fake("Crash", ModuleOptions(requires: "setUp")),
      .fake("Orders", ModuleOptions(after: "Push/setUp")),
      .fake("Login", ModuleOptions(requires: "Push/Start/setUp")))
    let plan = try host.plan
    #expect(plan.task(named: "Crash")?.dependencies.map(\.name) == ["Crash/setUp"])
    #expect(plan.task(named: "Orders")?.dependencies.map(\.name) == ["Push/setUp"])
    #expect(plan.task(named: "Login")?.dependencies.map(\.name) == ["Push/setUp"])
  }

  @Test func `a unique name can also be written in its longer forms`() throws {
    let host = TestApplication(
      Self.setUp("Crash/Start"),
      .fake("Network") { $0.launch("connect", body: .background { _, _ in }) },
      .fake("Orders", ModuleOptions(requires: "Crash/setUp", after: "Network/Network.connect")),
      only: ["Network/Orders", "Orders/Orders"])
    #expect(
      host.application.check() == [.unknownOnly(name: "Network/Orders", near: [])])
    #expect(host.explain("Crash/Start/setUp").name == "setUp")
  }

  @Test func `an ambiguous name is a fault wherever it is written`() throws {
    let list = try ModuleList(
      json: #"{"modules": ["setUp", "Orders"]}"#)
    let meanings: [ModuleName] = ["Crash/setUp", "Push/setUp"]
    let host = TestApplication(
      Self.setUp("Crash/Start"), Self.setUp("Push/Start"),
      .fake("Orders", ModuleOptions(requires: "setUp")), list: list, only: ["setUp"])
    let faults = host.application.check()
    let uses: [(location: String, by: ModuleName?)] = [
      ("modules.json:modules[0]", nil), ("Orders/OrdersModule.swift:1", "Orders"),
      ("`only:` or GANTRY_ONLY", nil),
    ]
    let expected = uses.map {
      Fault.ambiguousName("setUp", usedAt: $0.location, by: $0.by, meanings: meanings)
    }
    #expect(Set(faults.map(\.message)) == Set(expected.map(\.message)))
    #expect(Set(faults.map(\.modules)) == [meanings, ["Crash/setUp", "Orders", "Push/setUp"]])
    #expect(
      host.explain("setUp").description
        == "setUp is not linked ← several have that name: ask for Crash/setUp or Push/setUp")
  }

  @Test func `a list can disable one of several functions that share a name`() async throws {
    let list = try ModuleList(
      json: #"{"modules": [{"name": "Crash/setUp", "enabled": false}]}"#)
    let host = TestApplication(
      Self.setUp("Crash/Start"), Self.setUp("Push/Start"), list: list)
    try await host.start()
    #expect(host.explain("Crash/setUp").state == .skipped)
    #expect(host.explain("Push/setUp").state == .launched)
    await host.stop()
  }
}
