// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import Testing

@testable import GantryCore

@Suite struct SkippingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let condition: Condition
    let launch: LaunchOptions
    let isEnabled: Bool
    /// What the reason says, if that is more than the condition's description.
    let finding: String?
    var testDescription: String { "\(condition), \(isEnabled)" }

    init(
      _ condition: Condition, _ isEnabled: Bool, _ launch: LaunchOptions = .test,
      finding: String? = nil
    ) {
      self.finding = finding
      self.condition = condition
      self.isEnabled = isEnabled
      self.launch = launch
    }
  }

  static func environment(_ values: [String: String]) -> LaunchOptions {
    LaunchOptions(source: .test, arguments: [], environment: values)
  }

  static let rows = [
    Row(.process(.app, .daemon), true), Row(.process(.appExtension), false),
    Row(.launchSource(.test), true), Row(.launchSource(.push), false),
    Row(.environment("X"), false), Row(.environment("X"), true, environment(["X": "1"])),
    Row(.environment("X"), false, environment(["X": "no"])),
    Row(.environment("X"), false, environment(["X": ""])),
    Row(.environment("X"), false, environment(["X": "FALSE"])),
    Row(.environment("X"), true, environment(["X": "off"])),
    Row(.config("on"), false, finding: "configuration key Orders.on is not set"),
    Row(.config("on"), true, environment(["ORDERS_ON": "true"])),
    Row(
      .config("on"), false, environment(["ORDERS_ON": "no"]),
      finding: "configuration key Orders.on is false"),
    Row(
      .config("beta.on"), false, environment(["ORDERS_BETA_ON": "perhaps"]),
      finding: """
        configuration key Orders.beta.on is the text "perhaps", which is neither true nor false
        """),
    Row(.when("never") { _ in false }, false), Row(.when { $0.name == "Orders" }, true),
  ]

  @Test(arguments: rows) func `a condition decides whether a module runs`(row: Row) async throws {
    let host = TestApplication(
      .fake("Orders", ModuleOptions(enabled: row.condition)), launchOptions: row.launch)
    try await host.start()
    let reason = OffReason(
      .condition, "condition does not hold: \(row.finding ?? "\(row.condition)")")
    let skipped = LaunchOutcome.skipped(because: [LaunchSkip("Orders", .disabled(reason))])
    #expect(host.outcome(of: "Orders") == (row.isEnabled ? .succeeded : skipped))
  }

  @Test func `a reason with a semicolon stays one link before and after the start`() async throws {
    let host = TestApplication(
      .fake("Orders", ModuleOptions(enabled: .when("beta; EU only: yes") { _ in false })))
    let before = host.explain("Orders").texts
    #expect(before == ["condition does not hold: beta; EU only: yes"])
    try await host.start()
    #expect(host.explain("Orders").texts == before)
    await host.stop()
    #expect(host.explain("Orders").texts == before)
  }

  @Test func `a module that requires a skipped module is skipped with the chain`() async throws {
    let host = TestApplication(
      .fake("Account", ModuleOptions(requires: "Storage")),
      .fake("Orders", ModuleOptions(requires: "Account")) {
        $0.launch("open", body: .background { _, _ in })
      },
      .fake("Storage", ModuleOptions(enabled: .environment("DISK"))),
      .fake("Trace", ModuleOptions(wants: "Storage", after: "Orders")))
    #expect(host.application.check() == [])
    try await host.start()
    #expect(host.outcome(of: "Trace") == .succeeded)
    #expect(
      host.explain("Orders.init").description
        == "Orders.init is left out ← Orders requires Account ← Account requires Storage"
        + " ← Storage: condition does not hold: environment variable DISK")
    #expect(host.explain("Orders").isLeftOut)
    #expect(host.report?.failed == [])
  }

  @Test func `a disabled task does not keep its module from launching`() async throws {
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch(
          "warm", TaskOptions(enabled: .environment("WARM")), body: .background { _, _ in })
        module.launch("open", body: .background { _, _ in })
      })
    try await host.start()
    #expect(host.report?.skipped == ["Orders.warm"])
    #expect(host.outcome(of: "Orders") == .succeeded)
  }

  @Test func `skipping a provider skips the modules that inject its service`() async throws {
    let host = TestApplication(
      .fake("Orders") { $0.inject(String.self) },
      .fake("Storage", ModuleOptions(enabled: .environment("DISK"))) {
        $0.provide(String.self, "path") { _ in "disk" }
      })
    try await host.start()
    #expect(host.report?.skipped.sorted() == ["Orders", "Storage"])
  }

  @Test func `a selection runs the named modules and what they require`() async throws {
    func manifests(_ builder: inout ApplicationBuilder) {
      builder.add(.fake("Catalog"))
      builder.add(.fake("Orders") { $0.inject(String.self) })
      builder.add(.fake("Storage") { $0.provide(String.self, "path") { _ in "disk" } })
    }
    let host = TestApplication(modules: ModuleSelection([], only: ["Orders"]), adding: manifests)
    try await host.start()
    #expect(host.report?.skipped == ["Catalog"])
    let byEnvironment = try await TestApplication.start(
      launchOptions: Self.environment(["GANTRY_ONLY": "Catalog"]), adding: manifests)
    #expect(byEnvironment.report?.skipped.sorted() == ["Orders", "Storage"])
    let unknown = TestApplication(modules: ModuleSelection([], only: ["Ordres"]), adding: manifests)
    #expect(
      unknown.application.check() == [.unknownOnly(name: "Ordres", near: ["Orders"])])
  }

  @Test func `only the first twenty unknown names get suggestions`() {
    let names = (0..<25).map { "Ordr\($0)s" }
    let host = TestApplication(
      modules: [],
      launchOptions: Self.environment(["GANTRY_ONLY": names.joined(separator: ",")])
    ) { builder in
      for name in names { builder.add(.fake(name.replacing("Ordr", with: "Order"))) }
    }
    let faults = host.application.check()
    #expect(faults.map(\.kind) == Array(repeating: "unknownOnly", count: 25))
    #expect(faults.map { $0.message.contains("Did you mean") } == (0..<25).map { $0 < 20 })
  }

  @Test func `only the first twenty unknown names in a module list get suggestions`() throws {
    let entries = (0..<25).map { "\"Ordr\($0)s\"" }.joined(separator: ",")
    let list = try ModuleList(json: #"{"modules": [\#(entries)]}"#)
    let host = TestApplication(
      modules: ModuleSelection([], list: list),
      adding: { builder in
        for index in 0..<25 { builder.add(.fake("Order\(index)s")) }
      })
    let faults = host.application.check()
    #expect(faults.map(\.kind) == Array(repeating: "unknownListed", count: 25))
    #expect(faults.map { $0.message.contains("Did you mean") } == (0..<25).map { $0 < 20 })
  }

  @Test func `only the first forty unknown targets of edges get suggestions`() {
    let host = TestApplication(
      modules: [],
      adding: { builder in
        for index in 0..<50 {
          let name = ModuleName("Ordr\(index)s")
          builder.add(.fake("Order\(index)s", ModuleOptions(requires: name)))
        }
      })
    let faults = host.application.check()
    #expect(faults.map(\.kind) == Array(repeating: "unknownTarget", count: 50))
    #expect(faults.count { $0.message.contains("Did you mean") } == 40)
  }
}
