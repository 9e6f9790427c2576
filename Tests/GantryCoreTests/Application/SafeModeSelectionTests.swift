// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryTesting
import Logging
import Testing

import Gantry
@testable import GantryCore

/// Safe mode: its selection as a table, and launches that find the journal of one that died.
@Suite struct SafeModeSelectionTests {
  /// `Crystal` is essential and requires `Cutter`; `Shelf` requires `Glass`; `Light` is alone.
  static func modules(_ journal: Journal = Journal()) -> [ModuleManifest] {
    func task(
      _ name: String, _ options: TaskOptions = TaskOptions(), of module: inout ModuleBuilder<Fake>
    ) {
      let line = "\(module.name).\(name)"
      module.launch(name, options, body: .background { _, _ in journal.write(line) })
    }
    return [
      .fake("Crystal", ModuleOptions(requires: "Cutter", essential: true)) { module in
        task("cut", of: &module)
        task("show", TaskOptions(.onDemand), of: &module)
        module.run("watch") { _, _ in }
      },
      .fake("Cutter") { task("sharpen", of: &$0) },
      .fake("Glass") { module in
        task("pour", of: &module)
        task("polish", TaskOptions(.afterReady), of: &module)
      },
      .fake("Light") { module in
        task("shine", of: &module)
        module.run("flicker") { _, _ in }
        module.on(DidFinishLaunching.self, "greet", body: .main { _, _, _ in })
      },
      .fake("Shelf", ModuleOptions(requires: "Glass")) { task("fill", of: &$0) },
      ModuleManifest(function: "warmUp", fileID: "App/App.swift", line: 1) { function in
        function.launch(body: .background { _ in journal.write("warmUp") })
      },
    ]
  }

  static var assembly: LaunchAssembly {
    LaunchAssembly(modules(), skipped: [:], milestones: [])
  }

  private static func state(_ isEssentialOnly: Bool, _ suspects: [String]) -> Quarantine {
    var state = Quarantine()
    for name in suspects + (isEssentialOnly ? [Quarantine.others] : []) {
      state.suspects[name] = .init(left: 3, length: 3)
    }
    return state
  }

  private static func selection(
    _ isEssentialOnly: Bool, _ suspects: [String]
  ) -> QuarantineSelection {
    let assembly = LaunchAssembly(modules(), skipped: [:], milestones: [])
    return QuarantineSelection(state(isEssentialOnly, suspects), of: assembly)
  }

  @Test(
    arguments: [
      (false, [], [], []),
      (false, ["Glass.pour"], ["Glass"], []),
      (false, ["Glass.init"], ["Glass"], []),
      (false, ["Glass"], ["Glass"], []),
      (false, ["Glass.polish"], ["Glass.polish"], []),
      (false, ["Glass.polish", "Glass.pour"], ["Glass", "Glass.polish"], []),
      (false, ["warmUp"], ["warmUp"], []),
      (false, ["Crystal.cut"], [], ["Crystal.cut"]),
      (false, ["Cutter.sharpen", "Light.shine"], ["Light"], ["Cutter.sharpen"]),
      (false, ["Cutter.init"], [], ["Cutter.init"]),
      (false, ["gone since"], [], []),
      (false, ["Light.flicker"], ["Light"], []),
      (false, ["Light.greet"], ["Light"], []),
      (false, ["Crystal.watch"], [], ["Crystal.watch"]),
      (true, [], ["Glass", "Light", "Shelf", "warmUp"], []),
      (true, ["Crystal.cut"], ["Glass", "Light", "Shelf", "warmUp"], ["Crystal.cut"]),
    ] as [(Bool, [String], [ModuleName], [ModuleName])])
  func `essential modules and their requirements always run`(
    isEssentialOnly: Bool, suspects: [String], off: [ModuleName], essential: [ModuleName]
  ) {
    let selection = Self.selection(isEssentialOnly, suspects)
    #expect(selection.reasons.keys.sorted() == off)
    #expect(selection.essentialSuspects == essential)
  }

  @Test func `a reason names the suspect or how much is quarantined`() {
    let all = Self.selection(true, ["Glass.pour"]).reasons
    #expect(all["Glass"]?.words == "quarantined: Glass.pour was running when the app died")
    #expect(
      all["Light"]?.words == "quarantined with every non-essential module, because launches died")
    #expect(all["Light"]?.cause == .safeMode)
  }

  @Test(
    arguments: [
      (false, [], nil, 0, "safe mode is off"),
      (false, [], nil, 2, "safe mode (off): 2 launches in a row died"),
      (
        false, [], "Glass.pour", 0,
        "safe mode (off): an earlier launch died; tried again: Glass.pour"
      ),
      (
        false, ["Glass.pour", "Light.shine"], nil, 1,
        "safe mode (suspects): 1 launch died; quarantined: Glass, Light"
      ),
      (
        true, ["Crystal.cut"], nil, 4,
        "safe mode (essentialOnly): 4 launches in a row died; quarantined: Glass, Light, Shelf, "
          + "warmUp; essential, so not quarantined: Crystal.cut"
      ),
    ] as [(Bool, [String], String?, Int, String)])
  func `the status is one readable line`(
    isEssentialOnly: Bool, suspects: [String], trial: String?, deaths: Int, line: String
  ) {
    var state = Self.state(isEssentialOnly, suspects)
    (state.trial, state.deaths) = (trial, deaths)
    let status = SafeModeStatus(state, Self.selection(isEssentialOnly, suspects))
    #expect(status.description == line)
    #expect(
      status.suspects
        == [ModuleName: Int](uniqueKeysWithValues: suspects.map { (ModuleName($0), 3) }))
  }

  // MARK: - Launches

  /// A temporary journal, removed with this object.
  final class File: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    var path: String { url.appending(path: "launch.journal").path }

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Leaves the journal of a launch that died while some tasks were running.
    func die(
      in tasks: String..., build: String = "1", policy: Quarantine.Policy = .init()
    ) throws {
      let journal = try LaunchJournal(path, app: Self.app, build: build)
      let state = journal.quarantine.next(after: journal.end, policy)
      let marks = try journal.begin(tasks.map { .init($0, .task) }, state)
      for index in tasks.indices { marks.begin(index) }
    }

    /// The state of the current session, as a launch of the same build would find it.
    func end() throws -> LaunchJournal.End { try read(\.end) }

    /// The number of launches for which the current session counts.
    func survivals() throws -> Int { try read(\.survivals) }

    private func read<Value>(_ value: (LaunchJournal) -> Value) throws -> Value {
      let copy = url.appending(path: UUID().uuidString).path
      defer {
        for file in [copy, copy + ".lock"] { try? FileManager.default.removeItem(atPath: file) }
      }
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      return value(try LaunchJournal(copy, app: Self.app, build: "1"))
    }

    private static let app =
      Bundle.main.bundleIdentifier ?? Bundle.main.executableURL?.lastPathComponent ?? ""
  }

  /// The lines that the tasks of a launch write, and the state of safe mode.
  static func launch(
    _ file: File, build: String = "1", policy: Quarantine.Policy = .init(),
    before: (Application) -> Void = { _ in },
    whenIdle: (Application) -> Void = { _ in }
  ) async throws -> (lines: [String], status: SafeModeStatus?, notes: [String]) {
    let journal = Journal()
    var safeMode = Application.SafeMode(file: file.path, build: build)
    safeMode.crashesBeforeSkippingSuspects = policy.suspectDeaths
    safeMode.crashesBeforeEssentialOnly = policy.deaths
    safeMode.launchesBeforeRetryingSuspects = policy.survivals
    let application = Application(
      modules: [], safeMode: safeMode,
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:]),
      logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() }
    ) { builder in
      for manifest in modules(journal) { builder.add(manifest) }
    }
    before(application)
    let report = try await application.start()
    _ = await application.waitUntilIdle()
    whenIdle(application)
    let status = application.safeModeStatus
    await application.stop()
    return (journal.lines.sorted(), status, report.notes)
  }

  static let all = [
    "Crystal.cut", "Cutter.sharpen", "Glass.polish", "Glass.pour", "Light.shine", "Shelf.fill",
    "warmUp",
  ]

  @Test func `the first and second launches are ordinary`() async throws {
    let file = try File()
    for _ in 1...2 {
      let (lines, status, notes) = try await Self.launch(file)
      #expect(lines == Self.all)
      #expect(status?.description == "safe mode is off")
      #expect(notes.isEmpty)
    }
  }

  @Test func `the module that was running at the last death is quarantined with its dependents`()
    async throws
  {
    let file = try File()
    try file.die(in: "Light.shine", "Glass.pour")
    let (lines, status, notes) = try await Self.launch(file)
    #expect(lines == ["Crystal.cut", "Cutter.sharpen", "warmUp"])
    #expect(status?.quarantined == ["Glass", "Light"])
    #expect(status?.level == .suspects)
    #expect(notes == ["safe mode (suspects): 1 launch died; quarantined: Glass, Light"])
    for left in [2, 1] {
      let (_, later, _) = try await Self.launch(file)
      #expect(later?.suspects == ["Glass.pour": left, "Light.shine": left])
    }
    // Three launches have survived: one suspect runs again.
    let (next, later, _) = try await Self.launch(file)
    #expect(next == Self.all.filter { $0 != "Light.shine" })
    #expect(later?.quarantined == ["Light"])
    #expect(later?.trial == "Glass.pour")
    let (last, free, _) = try await Self.launch(file)
    #expect(last == Self.all)
    #expect(free?.trial == "Light.shine" && free?.suspects.isEmpty == true)
    #expect(try await Self.launch(file).status?.description == "safe mode is off")
  }

  @Test func `after repeated deaths only essential modules run`() async throws {
    let file = try File()
    for _ in 1...4 { try file.die() }
    let (lines, status, _) = try await Self.launch(file)
    #expect(lines == ["Crystal.cut", "Cutter.sharpen"])
    #expect(status?.level == .essentialOnly && status?.crashes == 4)
  }

  @Test func `a reset applies to the next launch and does not change the current one`()
    async throws
  {
    let file = try File()
    for _ in 1...4 { try file.die() }
    let (lines, status, _) = try await Self.launch(file, whenIdle: { $0.resetSafeMode() })
    #expect(lines == ["Crystal.cut", "Cutter.sharpen"])
    #expect(status?.level == .essentialOnly && status?.quarantined.isEmpty == false)
    let (next, later, notes) = try await Self.launch(file)
    #expect(next == Self.all)
    #expect(later?.description == "safe mode is off")
    #expect(notes.isEmpty)
  }

  @Test func `a reset before the start makes the launch ordinary`() async throws {
    let file = try File()
    for _ in 1...4 { try file.die() }
    let (lines, status, _) = try await Self.launch(file, before: { $0.resetSafeMode() })
    #expect(lines == Self.all)
    #expect(status?.level == .off)
  }

  @Test(arguments: [0, 1]) func `a condition is evaluated once per start`(
    deaths: Int
  ) async throws {
    let (file, journal) = (try File(), Journal())
    for _ in 0..<deaths { try file.die(in: "Light.shine") }
    let application = Application(
      modules: [], safeMode: Application.SafeMode(file: file.path, build: "1"),
      logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() }
    ) { builder in
      for manifest in Self.modules() { builder.add(manifest) }
      let condition = Condition.when("asked") { _ in
        journal.write("asked")
        return true
      }
      builder.add(.fake("Rare", ModuleOptions(enabled: condition)))
    }
    try await application.start()
    #expect(application.safeModeStatus?.level == (deaths == 0 ? .off : .suspects))
    #expect(journal.lines == ["asked"])
    await application.stop()
  }

  @Test func `resetting an application without safe mode does nothing`() async throws {
    let application = Application(modules: [])
    application.resetSafeMode()
    #expect(application.safeModeStatus == nil)
  }

  @Test func `the numbers of deaths and survivals can be configured`() async throws {
    let policy = Quarantine.Policy(suspectDeaths: 2, deaths: 3, survivals: 1)
    let file = try File()
    try file.die(in: "Light.shine", policy: policy)
    let (lines, first, _) = try await Self.launch(file, policy: policy)
    #expect(lines == Self.all, "one death is not enough")
    #expect(first?.level == .off && first?.crashes == 1)
    for _ in 1...2 { try file.die(in: "Light.shine", policy: policy) }
    let (_, second, _) = try await Self.launch(file, policy: policy)
    #expect(second?.level == .suspects && second?.quarantined == ["Light"])
    // One launch has survived, which is enough to try it again.
    let (_, third, _) = try await Self.launch(file, policy: policy)
    #expect(third?.level == .off && third?.trial == "Light.shine")
    for _ in 1...3 { try file.die(policy: policy) }
    let (_, last, _) = try await Self.launch(file, policy: policy)
    #expect(last?.level == .essentialOnly && last?.crashes == 3)
  }

  @Test func `a launch survives once it has been ready for the settling time`() async throws {
    let (file, clock) = (try File(), TestClock())
    var options = Application.SafeMode(file: file.path, build: "1")
    options.settlingTime = .seconds(30)
    let store = SafeModeStore(options, logger: Logger(label: "gantry.test"), clock: clock)
    let assembly = LaunchAssembly(Self.modules(), skipped: [:], milestones: [])
    _ = store.decide { assembly }
    let marks = store.begin(try assembly.graph.plan(), assembly.manifests, .test)
    store.ready()
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(29))
    #expect(try file.end() == .died(inFlight: []), "it might still die of its launch")
    clock.advance(by: .seconds(1))
    var end = try file.end()
    for _ in 0..<10_000 where end != .survived {
      await Task.yield()
      end = try file.end()
    }
    #expect(end == .survived)
    withExtendedLifetime(marks) {}
  }

  @Test func `another build starts over`() async throws {
    let file = try File()
    for _ in 1...4 { try file.die() }
    let (lines, status, notes) = try await Self.launch(file, build: "2")
    #expect(lines == Self.all)
    #expect(status?.level == .off)
    #expect(
      notes == ["the launch journal '\(file.path)' is from another build and starts over"])
  }

  @Test func `an unusable journal is noted, and the launch continues`() async throws {
    let file = try File()
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
    let (lines, status, notes) = try await Self.launch(file)
    #expect(lines == Self.all)
    #expect(status == nil)
    #expect(notes.count == 1 && notes.first?.contains(file.path) == true, "\(notes)")
  }
}
