// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryLaunch
import Testing

@Suite struct WhyCommandTests {
  private static let target = AppFolder.Target(
    name: "Orders", files: ["OrdersModule.swift": "\n@Module final class OrdersModule {}"])

  private static func end(
    _ name: String, _ target: AppFolder.Target = target, _ manifest: AppManifest
  ) async throws -> ToolFolder.End {
    try await AppFolder([target], manifest: manifest).run("why \(name) --no-build")
  }

  @Test func `a condition that does not hold keeps a module from running`() async throws {
    let manifest = AppManifest.of([OrdersModule.manifest, AccountModule.manifest])
    let answer = "Account is left out ← condition does not hold: environment variable ACCOUNT\n"
    #expect(
      try await Self.end("Account", Self.target, manifest) == ToolFolder.End(output: answer))
  }

  @Test(arguments: [
    ("Orders.open", "Orders.open", "Orders.open"), ("OrdersModule", "Orders", "Orders.init"),
  ])
  func `a module that nothing keeps back would run, with its number in the plan`(
    word: String, name: String, step: String
  ) async throws {
    let manifest = AppManifest.of([OrdersModule.manifest, AccountModule.manifest])
    let app = try AppFolder([Self.target], manifest: manifest)
    let rows = try await app.run("plan --no-build").output.split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ").map(String.init) }
    let row = try #require(rows.first { $0[1] == step } ?? rows.first { $0[1].hasPrefix(name) })
    let answer = """
      \(name) would run: nothing keeps it back, and in 'gantry plan' it begins as number \(row[0]) of \
      \(rows.count)
      For a launch that has happened, add '--report FILE'.

      """
    #expect(try await app.run("why \(word) --no-build") == ToolFolder.End(output: answer))
  }

  @Test func `a module's creation stands for it`() async throws {
    let map = ModuleManifest.sample("Map") { $0.task("open", TaskOptions(.onDemand)) }
    let end = try await Self.end("Map.init", Self.target, .of([map]))
    #expect(end.output.hasPrefix("Map would run on demand, when something asks for it\n"))
  }

  @Test func `the words before a launch are the application's own`() async throws {
    let messages = ModuleManifest.sample("Messages", ModuleOptions(requires: "Account")) { module in
      module.task("open")
      module.task("sync", TaskOptions(enabled: .environment("SYNC")))
    }
    let application = Application(
      modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      for manifest in [messages, AccountModule.manifest, .sample("Help")] { builder.add(manifest) }
    }
    let app = try AppFolder([], manifest: application.manifest)
    for name in ["Messages", "Messages.open", "Messages.sync", "Account", "Nothing"] {
      let end = try await app.run("why \(name) --manifest manifest.json")
      #expect(end.output == "\(application.explain(ModuleName(name)))\n")
    }
  }

  @Test func `long-running work would run after its module`() async throws {
    let mail = ModuleManifest.sample("Mail") { $0.run("poll") { _, _ in } }
    let end = try await Self.end("Mail.poll", Self.target, .of([mail]))
    #expect(end.output.hasPrefix("Mail.poll would run, once Mail has launched\n"))
  }

  @Test(arguments: [
    (
      ModuleOptions(), "Guard/check",
      "Guard/check would be asked about calls of secret/:id and vault, once Guard has launched\n"
    ),
    (
      ModuleOptions(enabled: .environment("NEVER")), "Guard/check",
      "Guard/check is left out ← calls of secret/:id and vault are refused ← Guard is left out"
        + " ← condition does not hold: environment variable NEVER\n"
    ),
    (
      ModuleOptions(requires: "Nothing"), "Guard/check",
      "Guard/check would not be asked ← Guard requires Nothing "
    ),
    (ModuleOptions(), "Guard/chek", "Guard/chek is not linked"),
  ])
  func `an interceptor is asked if its module would run`(
    options: ModuleOptions, name: String, answer: String
  ) async throws {
    let module = ModuleManifest.sample("Guard", options) { module in
      module.intercept("check", ["secret/:id", "vault"], body: .background { _, _, _ in .allow })
    }
    let end = try await Self.end(name, Self.target, .of([module]))
    #expect(end.output.hasPrefix(answer), "\(end.output)")
    if name == "Guard/chek" {
      #expect(end.output.hasSuffix(" ← did you mean Guard/check?\n"), "\(end.output)")
    }
  }

  @Test func `a program without any record says so`() async throws {
    let bare = try AppManifest.of([]).takingLinked(hasNoRecords: true)
    let end = try await AppFolder([], manifest: bare).run("why Orders --manifest manifest.json")
    #expect(
      end.output.contains(" ← this program has no link-time records, not even that of Gantry"),
      "\(end.output)")
    let other = try AppManifest.of([]).takingLinked()
    let silent = try await AppFolder([], manifest: other).run("why Orders --manifest manifest.json")
    #expect(!silent.output.contains("link-time records"))
  }

  @Test func `a requirement that is skipped is in the chain`() async throws {
    let messages = ModuleManifest(
      of: MessagesModule.self, ModuleOptions(requires: "Account"), fileID: "M/M.swift", line: 1
    ) {
      $0.launch("open", TaskOptions(), fileID: "M/M.swift", line: 2, body: .background { _, _ in })
    }
    let end = try await Self.end("Messages", Self.target, .of([messages, AccountModule.manifest]))
    #expect(
      end.output == """
        Messages is left out ← Messages requires Account ← Account: condition does not hold: \
        environment variable ACCOUNT

        """)
  }

  @Test func `a list that omits a module is named with the key path`() async throws {
    let file = try ToolFolder()
    try file.write(
      #"{"modules": [{"name": "Orders", "enabled": false}]}"#, to: "list.json")
    let list = try ModuleList(contentsOf: file.url.appending(path: "list.json"))
    let manifest = AppManifest.of([OrdersModule.manifest, AccountModule.manifest], list: list)
    let orders = try await Self.end("Orders", Self.target, manifest)
    #expect(
      orders.output == "Orders is left out ← disabled in the list (list.json:modules[0].enabled)\n")
    let account = try await Self.end("Account", Self.target, manifest)
    #expect(
      account.output == "Account is left out ← not in the list list.json\n")
  }

  @Test func `a fault that names the module keeps it from running`() async throws {
    let end = try await Self.end("Messages", Self.target, .of([MessagesModule.manifest]))
    #expect(end.status == 0)
    #expect(
      end.output.hasPrefix(
        """
        Messages would not run ← Messages requires Account \
        (Messages/MessagesModule.swift:2), but nothing is named Account.
        """))
    #expect(end.output.contains(" ← Messages requires Stroage (Messages/MessagesModule.swift:2)"))
  }

  @Test func `a fault that mentions the name by chance is not the module's own`() async throws {
    let manifest = AppManifest.of([
      .sample("Messages", ModuleOptions(requires: "Stroage")),
      .sample("Storage", ModuleOptions(requires: "Disk")),
    ])
    let faults = try #require(manifest.findings).faults
    #expect(faults.count == 2 && faults.allSatisfy { $0.message.contains("Storage") })
    let end = try await Self.end("Storage", Self.target, manifest)
    #expect(end.output.hasPrefix("Storage would not run ← Storage requires Disk "))
    #expect(!end.output.contains("Messages requires"))
  }

  @Test func `a module that isn't in the program is traced to its target`() async throws {
    var target = Self.target
    let place = "the target Orders declares it (Sources/Orders/OrdersModule.swift:2)"
    let all = try AppManifest.of([]).takingLinked()
    let named = try await Self.end("Orders", target, .of([]))
    #expect(
      named.output == """
        Orders is not linked ← \(place) ← Shop lists its modules. Add this one to \
        `Application(modules:)`, or leave out the list.

        """)
    #expect(named.status == 1)
    let dropped = try await Self.end("OrdersModule", target, all)
    #expect(
      dropped.output.hasPrefix(
        "OrdersModule is not linked ← \(place) ← the build is older than the source, "))
    target.isLinked = false
    let apart = try await Self.end("Orders.open", target, all)
    #expect(
      apart.output == """
        Orders.open is not linked ← \(place) ← Shop does not depend on the target Orders. Add it to \
        the dependencies of Shop.

        """)
    target.isLinked = true
    target.flags = []
    target.files = ["O.swift": "#if DEBUG\n@Module final class OrdersModule {}\n#endif"]
    let debug = try await Self.end("Orders", target, all)
    #expect(debug.output.contains("it is compiled only under '#if DEBUG'"), "\(debug)")
  }

  @Test(arguments: [("Shop", "."), ("ShopApp", "."), ("Shop", "Tests/apps"), ("Shop", "a/b c")])
  func `an unused package in the app's folder is named`(
    program: String, place: String
  ) async throws {
    let app = try AppFolder(
      [Self.target], manifest: .of([OrdersModule.manifest]), program: program, in: place)
    let source = "import Gantry\n\n@Module public final class TeaModule {}\n"
    try app.write("", to: "Modules/Tea/Package.swift")
    try app.write(source, to: "Modules/Tea/Sources/Tea/TeaModule.swift")
    try app.write(source, to: "Modules/Tea/Tests/TeaTests/TeaModule.swift")
    try app.write("@Launch func pour() {}", to: "Sources/Spare/Pour.swift")
    try app.write("@Launch func hidden() {}", to: ".build/checkouts/pot/Pot.swift")
    let tea = try await app.run("why Tea --no-build")
    #expect(
      tea.output == """
        Tea is not linked ← Modules/Tea/Sources/Tea/TeaModule.swift:3 declares it ← \
        nothing that is built depends on the package Modules/Tea. Add it: swift package \
        add-dependency Modules/Tea --type path, and swift package add-target-dependency Tea \(program) \
        --package Tea

        """)
    let own = try await app.run("why pour --no-build")
    #expect(
      own.output == """
        pour is not linked ← Sources/Spare/Pour.swift:1 declares it ← no target that is \
        built has that file. Add its target to the dependencies of \(program)

        """)
    #expect(try await app.run("why hidden --no-build").status == 1)
    #expect(try await app.run("why Tee --no-build").output.contains("did you mean Tea?"))
  }

  @Test func `an unknown name gets similar names and fails`() async throws {
    let end = try await Self.end("Ordrs", Self.target, .of([AccountModule.manifest]))
    #expect(
      end.output == """
        Ordrs is not linked ← this program has no record or list entry of that name ← did you mean \
        Orders?

        """)
    #expect(end.status == 1)
  }

  @Test func `a launch report says how a module ended`() async throws {
    let application = Application(
      modules: [OrdersModule.self],
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) {
      $0.launch(
        "Broken", TaskOptions(after: "Orders"), body: .background { _ in throw CancellationError() }
      )
    }
    try await application.start()
    let report = try #require(await application.waitUntilIdle())
    await application.stop()
    let app = try AppFolder([], manifest: application.manifest)
    let encoder = JSONEncoder()
    try app.write(
      String(decoding: try encoder.encode(report), as: UTF8.self), to: "launch.json")
    let fine = try await app.run("why Orders --manifest manifest.json --report launch.json")
    #expect(fine == ToolFolder.End(output: "Orders is launched\n"))
    let broken = try await app.run("why Broken --no-build --report launch.json --format json")
    let answer = try JSONSerialization.jsonObject(with: Data(broken.output.utf8)) as? [String: Any]
    #expect(answer?["state"] as? String == "failed" && answer?["schemaVersion"] as? Int == 1)
    #expect(answer?["chain"] as? [String] == ["CancellationError()"])
    let none = try await app.run("why Orders --no-build --report manifest.json")
    #expect(none.status == 1 && none.errors.hasPrefix("manifest.json: is a manifest, not a "))
    let other = try await app.run("why Orders --no-build --report other.json")
    #expect(other.status == 1 && other.errors.hasPrefix("other.json: isn't a launch report. "))
  }

  @Test(
    arguments: [
      (.failed(message: "disk is full"), "has failed ← Storage failed: disk is full"),
      (.timedOut, "has failed ← Storage timed out"),
      (.quarantined, "has failed ← Storage quarantined"),
      (.succeeded, "is launched"),
    ] as [(LaunchOutcome, String)])
  func `a requirement's outcome decides in a launch`(
    outcome: LaunchOutcome, answer: String
  ) async throws {
    let application = Application(
      modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      builder.launch("Storage", body: .background { _ in })
      builder.launch("Orders", TaskOptions(requires: "Storage"), body: .background { _ in })
    }
    let isFine = outcome == .succeeded
    let tasks = try application.plan().tasks.map { task in
      LaunchReport.Task(
        task,
        outcome: task.name == "Storage" || isFine ? outcome : .blocked(by: ["Storage"]),
        releasedBy: nil, attempts: 1, queued: .zero, started: .zero, finished: .zero)
    }
    let report = LaunchReport(tasks: tasks, timeToReady: nil, total: .seconds(1))
    let app = try AppFolder([], manifest: application.manifest)
    let data = try JSONEncoder().encode(report)
    try app.write(String(decoding: data, as: UTF8.self), to: "launch.json")
    let end = try await app.run("why Orders --no-build --report launch.json")
    #expect(end == ToolFolder.End(output: "Orders \(answer)\n"))
  }

  @Test(
    arguments: [
      ("First", "First is still launching ← it is running\n"),
      ("Second", "Second is still launching ← waits for First, which is running\n"),
      ("Third", "Third is still launching ← waits for Second ← First, which is running\n"),
      ("Consent", "Consent is waiting ← milestone consent has not been reached\n"),
      ("Lazy", "Lazy is waiting ← it runs on demand, and nothing has asked for it\n"),
      ("Map", "Map is waiting ← it runs on demand, and nothing has asked for it\n"),
      (
        "Atlas", "Atlas is waiting ← Map ← it runs on demand, and nothing has asked for it\n"
      ),
      (
        "Map.locate",
        """
        Map.locate is waiting ← Map is waiting ← it runs on demand, and nothing has asked for it

        """
      ),
    ])
  func `a task without an end in the report names what it waited for`(
    name: String, answer: String
  ) async throws {
    let application = Application(
      modules: [], milestones: [Milestone("consent")],
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      builder.launch("First", body: .background { _ in })
      builder.launch("Second", TaskOptions(after: "First"), body: .background { _ in })
      builder.launch("Third", TaskOptions(requires: "Second"), body: .background { _ in })
      builder.add(
        ModuleManifest(function: "Consent") { function in
          function.launch(TaskOptions(after: Milestone("consent")), body: .background { _ in })
        })
      builder.launch("Lazy", TaskOptions(.onDemand), body: .background { _ in })
      builder.add(
        .sample("Map") { module in
          module.task("draw", TaskOptions(.onDemand))
          module.run("locate") { _, _ in }
        })
      builder.add(
        .sample("Atlas", ModuleOptions(requires: "Map")) { module in
          module.task("open", TaskOptions(.onDemand))
        })
    }
    // As if the report had been made while the first task ran.
    let tasks = try application.plan().tasks.map { task in
      let began = task.name == "First" ? Duration.zero : nil
      return LaunchReport.Task(
        task, outcome: nil, releasedBy: nil, attempts: began == nil ? 0 : 1, queued: began,
        started: began, finished: nil)
    }
    let report = LaunchReport(tasks: tasks, timeToReady: nil, total: .seconds(1))
    let app = try AppFolder([], manifest: application.manifest)
    let data = try JSONEncoder().encode(report)
    try app.write(String(decoding: data, as: UTF8.self), to: "launch.json")
    let end = try await app.run("why \(name) --no-build --report launch.json")
    #expect(end == ToolFolder.End(output: answer))
  }

  @Test func `a report with a cycle still gets an answer`() async throws {
    let application = Application(
      modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      builder.launch("First", body: .background { _ in })
      builder.launch("Second", TaskOptions(requires: "First"), body: .background { _ in })
    }
    let off = LaunchOutcome.skipped(because: [LaunchSkip("Second", .disabled("off"))])
    for outcome in [LaunchOutcome.blocked(by: ["First"]), off] {
      let tasks = try application.plan().tasks.map { task in
        LaunchReport.Task(
          task, outcome: outcome, releasedBy: nil, attempts: 0, queued: nil, started: nil,
          finished: nil)
      }
      let data = try JSONEncoder().encode(
        LaunchReport(tasks: tasks, timeToReady: nil, total: .seconds(1)))
      // The first task depends on itself now, and the second on the first.
      let text = String(decoding: data, as: UTF8.self)
        .replacing(
          #""dependencies":[]"#,
          with: #""dependencies":[{"position":0,"name":"First","kind":"requires","declaredAt":""}]"#
        )
      let app = try AppFolder([], manifest: application.manifest)
      try app.write(text, to: "launch.json")
      let end = try await app.run("why Second --no-build --report launch.json")
      #expect(end.status == 0 && end.output.hasPrefix("Second "), "\(end)")
    }
  }
}
