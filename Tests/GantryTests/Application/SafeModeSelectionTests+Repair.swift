// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Logging
import Synchronization
import Testing

import Gantry
@testable import GantryCore

/// The repair of an essential suspect, before a launch.
extension SafeModeSelectionTests {
  @Test func `an essential suspect is repaired before it runs`() async throws {
    let file = try File()
    try file.die(in: "Crystal.cut")
    let repairs = Journal()
    let (lines, status, _) = try await Self.launch(file) { status in
      repairs.write(status.essentialSuspects.map(\.rawValue).joined(separator: " "))
    }
    #expect(repairs.lines == ["Crystal.cut"])
    #expect(lines == Self.all)
    #expect(status?.essentialSuspects == ["Crystal.cut"])
  }

  /// The application, for a repair that stops it.
  private final class Holder: Sendable {
    let application = Mutex<Application?>(nil)
  }

  @Test(arguments: [false, true])
  func `a stop ends a repair, even from inside it`(isInside: Bool) async throws {
    let file = try File()
    try file.die(in: "Crystal.cut")
    let (began, holder, journal) = (Gate(), Holder(), Journal())
    let endless = AsyncStream.makeStream(of: Never.self)
    let safeMode = Application.SafeMode(file: file.path, build: "1") { _ in
      began.open()
      if isInside { await holder.application.withLock(\.self)?.stop() }
      for await _ in endless.stream {}
    }
    let application = Application(
      modules: [], safeMode: safeMode, launchOptions: .test,
      logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() }
    ) { builder in
      for manifest in Self.modules(journal) { builder.add(manifest) }
    }
    holder.application.withLock { $0 = application }
    let start = Task { try await application.start() }
    await began.wait()
    if !isInside { await application.stop() }
    await #expect(throws: ApplicationError.self) { try await start.value }
    #expect(journal.lines == [])
  }

  @Test(arguments: [false, true])
  func `no repair begins once its launch has been stopped`(isStopped: Bool) async throws {
    let file = try File()
    try file.die(in: "Crystal.cut")
    let repairs = Journal()
    let safeMode = Application.SafeMode(file: file.path, build: "1") { _ in
      repairs.write("repaired")
    }
    let store = SafeModeStore(
      safeMode, logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() },
      clock: ContinuousClock())
    let assembly = LaunchAssembly(Self.modules(), skipped: [:], choices: [:], milestones: [])
    // Stopping an earlier launch doesn't affect this one.
    store.cancelRepair()
    _ = store.decide { assembly }
    if isStopped { store.cancelRepair() }
    _ = await store.begin(try assembly.graph.plan())
    #expect(repairs.lines == (isStopped ? [] : ["repaired"]))
  }
}
