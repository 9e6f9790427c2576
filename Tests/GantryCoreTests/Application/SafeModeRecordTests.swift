// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryTesting
import Logging
import Testing

import Gantry
@testable import GantryCore

/// What the journal knows of a launch while it goes on.
@Suite struct SafeModeRecordTests {
  @Test(
    arguments: [
      ("launch", LaunchJournal.End.died(inFlight: ["Light.greet"], runs: ["Light.flicker"])),
      ("background", .excused(reason: "it was in the background")),
      ("stop", .excused(reason: "it was asked to stop")),
    ]) func `long-running work and handlers of launch events are recorded while they run`(
      way: String, end: LaunchJournal.End
    ) async throws
  {
    let (file, began, found) = (try SafeModeSelectionTests.File(), Gate(), Journal())
    let application = Application(
      modules: [], safeMode: Application.SafeMode(file: file.path, build: "1"),
      launchOptions: .test, logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() },
      clock: TestClock()
    ) { builder in
      builder.add(
        .fake("Light") { module in
          module.run("flicker") { _, _ in
            began.open()
            for await _ in AsyncStream(Void.self, { _ in }) {}
          }
          module.on(
            DidFinishLaunching.self, "greet",
            body: .main { _, _, _ in found.write("\(try file.end())") })
        })
    }
    try await application.start()
    await began.wait()
    if way == "background" { application.setBackground(true) }
    if way == "stop" { application.expectEnd() }
    await MainActor.run { _ = application.events.send(DidFinishLaunching()) }
    #expect(found.lines == ["\(end)"])
    await application.stop()
    #expect(try file.end() == .survived)
  }

  @Test func `a launch that its limit ends is a death of the tasks that were under way`()
    async throws
  {
    let file = try SafeModeSelectionTests.File()
    let application = Application(
      modules: [], safeMode: Application.SafeMode(file: file.path, build: "1"),
      launchOptions: .test, limits: Application.Limits(launch: .milliseconds(50)),
      logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() }
    ) { builder in
      builder.add(
        .fake("Glass") { module in
          module.launch(
            "pour",
            body: .background { _, _ in
              for await _ in AsyncStream(Void.self, { _ in }) {}
              try Task.checkCancellation()
            })
        })
    }
    await #expect(throws: ApplicationError.self) { try await application.start() }
    #expect(try file.end() == .died(inFlight: ["Glass.pour"]))
  }

  @Test(arguments: [false, true])
  func `an application whose run has ended leaves its journal to another`(fails: Bool) async throws
  {
    let file = try SafeModeSelectionTests.File()
    try file.die(in: "Glass.pour")
    let application = Application(
      modules: [], safeMode: Application.SafeMode(file: file.path, build: "1"),
      launchOptions: .test, logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() }
    ) { builder in
      if fails { builder.launch("Loop", TaskOptions(after: "Loop"), body: .background { _ in }) }
    }
    if fails {
      await #expect(throws: ApplicationError.self) { try await application.start() }
    } else {
      try await application.start()
      await application.stop()
    }
    let (_, status, _) = try await SafeModeSelectionTests.launch(file)
    #expect(status?.suspects == ["Glass.pour": fails ? 3 : 2])
    // The file is the application's again if it is still there.
    application.resetSafeMode()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    guard !fails else { return }
    try await application.start()
    #expect(application.safeModeStatus?.description == "safe mode is off")
    await application.stop()
  }
}
