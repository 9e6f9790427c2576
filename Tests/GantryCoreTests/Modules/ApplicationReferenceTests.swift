// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Logging
import Testing

@testable import GantryCore

/// What a module reads of its application.
@Suite struct ApplicationReferenceTests {
  @Test(arguments: [true, false])
  func `a module reads the effect of safe mode and the report of its launch`(
    hasSafeMode: Bool
  ) async throws {
    let (file, journal) = (try SafeModeSelectionTests.File(), Journal())
    let safeMode = Application.SafeMode(file: file.path, build: "1")
    let application = Application(
      modules: [], safeMode: hasSafeMode ? safeMode : nil, launchOptions: .test,
      logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() }, clock: TestClock()
    ) { builder in
      builder.add(
        .fake("Preflight") { module in
          module.launch(
            "look",
            body: .background { _, context in
              let (status, report) = (
                context.application.safeModeStatus, context.application.report
              )
              journal.write(status?.description ?? "no safe mode")
              let task = report?.task(named: "Preflight.look")
              journal.write("\(task?.started != nil && task?.outcome == nil)")
              journal.write("\(report?.timeToReady == nil)")
            })
        })
    }
    try await application.start()
    #expect(
      journal.lines == [hasSafeMode ? "safe mode is off" : "no safe mode", "true", "true"])
    await application.stop()
  }

  @Test func `a reference outside of an application reads nothing`() {
    let reference = { () -> ApplicationReference in
      ApplicationReference(Application(modules: [], launchOptions: .test))
    }()
    #expect(reference.safeModeStatus == nil && reference.report == nil)
  }
}
