// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProcessWarningTests {
  @Test func `a program without a notice handler logs URLs that open nothing`() async throws {
    let fixture = try FixtureProcess(
      "whole", "%zz?key=1234", "fix://roof/1",
      input: .lines(["fix://cellar/reset?token=1234", "nonsense 1234"]))
    #expect(await fixture.end() == .status(0))
    #expect(await fixture.output.contains("Roof opens fix://roof/1"))
    let warnings = Self.warnings(in: await fixture.output)
    #expect(
      warnings.map { String($0.prefix { $0 != ":" }) } == [
        "argument 1 is not a URL; write scheme", "no module answers for a URL of scheme 'fix'",
        "line 2 is not a URL; write scheme",
      ])
    #expect(warnings.contains { $0.hasPrefix("no module answers for a URL of scheme 'fix': ") })
  }

  @Test func `a program with a notice handler logs none of the notices`() async throws {
    let fixture = try FixtureProcess(
      "until-input-ends", "%zz", input: .lines(["fix://cellar/reset"]))
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.contains {
        $0.hasPrefix("no module answers for fix://cellar/reset: ")
      })
    #expect(Self.warnings(in: await fixture.errorText().components(separatedBy: "\n")) == [])
  }

  @Test func `a configuration that cannot be read again is logged`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"Ground": {"greeting": "hello"}}"#.utf8).write(to: file)
    let fixture = try FixtureProcess("whole", "fix://ground", config: file.path)
    // When it greets for the second time, it opens the URL, so it is ready.
    try await fixture.line("greeting hello")
    try await fixture.line("greeting hello")
    try Data("{".utf8).write(to: file)
    await fixture.signal(SIGHUP)
    try await fixture.line(
      containing:
        "] the configuration stays as it was: configuration file '\(file.path)' cannot be used: ")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(Self.warnings(in: await fixture.output).count == 1)
  }

  /// The messages of log lines, without time, level and label.
  private static func warnings(in lines: [String]) -> [String] {
    lines.filter { $0.contains(" warning gantry") }.compactMap { line in
      line.firstRange(of: "] ").map { String(line[$0.upperBound...]) }
    }
  }
}
