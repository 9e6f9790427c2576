// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A process that is asked to stop ends, whatever goes wrong, and says what held it.
@Suite(.timeLimit(.minutes(5)))
struct ProcessStopTests {
  @Test(arguments: [("hang", "Snare hangs"), ("block", "Snare blocks")])
  func `a URL whose opening never ends doesn't keep modules from shutting down`(
    path: String, sign: String
  ) async throws {
    let fixture = try FixtureProcess("snare")
    try await fixture.line("ready")
    try await fixture.write("fix://snare/\(path)")
    try await fixture.line(sign)
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    #expect(
      output.contains(
        "line 1: fix://snare/\(path) was still being opened; the stop no longer waits for it"
      ))
    let stops = ["WillTerminate", "Snare stops", "Walls stops", "Ground stops", "end of main"]
    #expect(output.filter(stops.contains).sorted() == stops.sorted())
    #expect(output.last == "end of main")
  }

  @Test func `a URL that blocks the main actor is named at the stop's time limit`() async throws {
    let fixture = try FixtureProcess("snare")
    try await fixture.line("ready")
    try await fixture.write("fix://snare/main")
    try await fixture.line("Snare blocks main")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(70))
    #expect(await fixture.output.contains("Ground stops"), "what needs no main actor stops")
    let errors = await fixture.errorText()
    #expect(
      errors.contains(
        """
        error: the program did not stop within 2.0 s, the limit of `Application.Limits(stop:)`, \
        and ends with status 70.
        Held by:
        """), "\(errors)")
  }

  @Test func `a WillTerminate handler that blocks the main actor is named, and the stop continues`()
    async throws
  {
    let fixture = try FixtureProcess("blocked-end")
    try await fixture.line("ready")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(70))
    let output = await fixture.output
    #expect(output.contains("Walls stops"))
    #expect(output.contains("Ground stops"))
    let errors = await fixture.errorText()
    #expect(
      errors.contains(
        "- the main actor is held by the handler 'end' of Ground, which hears WillTerminate"),
      "\(errors)")
  }

  @Test func `a handler that blocks the main actor in a closure of its own is named at the end`()
    async throws
  {
    let fixture = try FixtureProcess("held-handler", "fix://walls/1")
    try await fixture.line(beginning: "Walls begins")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(70))
    let errors = await fixture.errorText()
    #expect(!errors.contains("nothing that belongs to a module"), "\(errors)")
    let held = try #require(errors.range(of: "Held by:\n"), "\(errors)")
    #expect(errors[held.upperBound...].contains("Walls"), "\(errors)")
    #expect(errors[held.upperBound...].contains("'open' hears OpenURL"), "\(errors)")
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a process ends even if all of its threads are blocked`(signal: Int32) async throws {
    let fixture = try FixtureProcess("blocked-pool")
    try await fixture.line("ready")
    await fixture.signal(signal)
    #expect(await fixture.end() == .status(70))
    #expect(await fixture.errorText().contains("Held by:\n- "))
  }

  @Test(arguments: ["blocked-inits", "bounded-inits"])
  func `modules that block in their initializers are named, and the process ends`(
    scenario: String
  ) async throws {
    let fixture = try FixtureProcess(scenario)
    try await fixture.line("Stuck begins")
    if scenario == "blocked-inits" { await fixture.signal(SIGTERM) }
    let end = await fixture.end()
    let said = await fixture.errorText() + fixture.output.joined(separator: "\n")
    // If they do not take all threads, the stop ends in good order.
    #expect([.status(70), .status(scenario == "blocked-inits" ? 0 : 1)].contains(end))
    #expect(said.contains("Stuck"), "\(said)")
  }

  @Test(arguments: [(SIGINT, SIGTERM), (SIGTERM, SIGINT)])
  func `a second signal immediately ends a process whose threads are all blocked`(
    first: Int32, second: Int32
  ) async throws {
    let fixture = try FixtureProcess("blocked-pool")
    try await fixture.line("ready")
    await fixture.signal(first)
    await fixture.signal(second)
    // Not 70, the status of a stop that has used up its time. The system chooses which of two pending
    // signals comes first.
    #expect([.status(130), .status(143)].contains(await fixture.end()))
  }

  @Test func `a host in the program's own service group stops with the group`() async throws {
    let fixture = try FixtureProcess("group", "fix://roof/1")
    try await fixture.line("opened fix://roof/1")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(await fixture.output.suffix(2) == ["stopped 3 modules", "end of main"])
  }

  @Test func `the work of modules shuts down gracefully, last launched first`() async throws {
    let fixture = try FixtureProcess("lasting")
    // In any order.
    let begun: Set = ["water flows", "tap drips", "ready"]
    while !(await begun.isSubset(of: fixture.output)) { try await fixture.line(beginning: "") }
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.suffix(6) == [
        "tap ends", "Tap closes", "water ends, asked to", "Water closes", "stopped 2 modules",
        "end of main",
      ])
    #expect(await fixture.errorText().contains("run 'flow' failed: a leak; it runs again at once"))
  }

  @Test func `a process that can't create threads says so and ends`() async throws {
    #if os(Linux)
      let fixture = try FixtureProcess("no-threads")
      let end = await fixture.end()
      #expect(end == .status(71))
      #expect(await fixture.errorText().contains("the system can't create"))
    #endif
  }

  @Test func `a closed standard output does not end the process`() async throws {
    let fixture = try FixtureProcess(
      "closed-output", input: .lines(["fix://roof/1"]), closesOutput: true)
    #expect(await fixture.end() == .status(0))
    let said = await fixture.errorText()
    let opened = try #require(said.range(of: "opened fix://roof/1\n"))
    #expect(said[opened.upperBound...].contains("WillTerminate\n"))
    #expect(said.hasSuffix("end of main\n"))
  }

  @Test func `a fixture ends when nobody reads its output any longer`() async throws {
    let fixture = try FixtureProcess("endless-launch", closesOutput: true)
    #expect(await fixture.end() == .status(0))
  }
}
