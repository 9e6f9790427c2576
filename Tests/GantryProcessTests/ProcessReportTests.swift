// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: isDebugBuild, "a release build allows no reports by default"))
struct ProcessReportTests {
  @Test func `a program can write its launch report to standard error without code`() async throws {
    let fixture = try FixtureProcess(
      "until-input-ends", input: .lines([]), environment: ["GANTRY_REPORT": "text"])
    #expect(await fixture.end() == .status(0))
    let text = await fixture.errorText()
    #expect(text.contains("Ready after ") && text.contains("Critical path: "))
    #expect(text.components(separatedBy: "Ready after ").count == 2, "once")
  }

  @Test func `a program can write its launch report to a file without code`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let fixture = try FixtureProcess(
      "until-input-ends", input: .lines([]), environment: ["GANTRY_REPORT": file.path])
    #expect(await fixture.end() == .status(0))
    let report = try JSONDecoder().decode(LaunchReport.self, from: Data(contentsOf: file))
    #expect(report.task(named: "Ground.dig")?.outcome == .succeeded)
  }
}

/// Whether the tests, and the programs that they start, are a debug build.
private var isDebugBuild: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}
