// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The bound of a stop holds until the process is gone, however the program runs its application.
@Suite(.timeLimit(.minutes(5)))
struct ProcessBoundTests {
  private static let forms = ["main", "nestedMain", "run", "nestedRun", "group"]

  @Test(
    arguments: [
      ("held-main", "Holding holds"), ("blocked-end", "ready"), ("blocked-pool", "ready"),
      ("held-exit", "ready"),
    ], forms)
  func `a process ends within its bound, whatever hangs and however it was started`(
    hang: (scenario: String, line: String), form: String
  ) async throws {
    let fixture = try FixtureProcess(hang.scenario, environment: ["FIXTURE_FORM": form])
    try await fixture.line(hang.line)
    await fixture.signal(SIGTERM)
    // Only the watchdog of the bound ends a process with this status.
    #expect(await fixture.end() == .status(70))
    let errors = await fixture.errorText()
    #expect(errors.contains("the program did not stop within 2.0 s"), "\(errors)")
    #expect(await !fixture.output.contains("end of main") || hang.scenario == "held-exit")
  }

  @Test func `services that see only their cancellation get it, and the modules are shut down`()
    async throws
  {
    let fixture = try FixtureProcess("looping-services")
    try await fixture.line("ready")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.suffix(8) == [
        "loop ends", "WillTerminate", "Roof stops after 0", "Walls stops", "Ground stops",
        "stopped 3 modules", "loop ends", "end of main",
      ])
    let errors = await fixture.errorText()
    #expect(
      errors.components(separatedBy: "the service LoopingService did not stop within").count == 3,
      "\(errors)")
  }

  @Test func `services that ignore even that are named and left behind`() async throws {
    let fixture = try FixtureProcess("deaf-services")
    try await fixture.line("ready")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.suffix(6) == [
        "WillTerminate", "Roof stops after 0", "Walls stops", "Ground stops", "stopped 3 modules",
        "end of main",
      ])
    let errors = await fixture.errorText()
    #expect(
      errors.contains("the service DeafService ignores its cancellation; it is left behind"),
      "\(errors)")
  }

  @Test func `a service that returns too early is named`() async throws {
    let fixture = try FixtureProcess("returning-service")
    #expect(await fixture.end() == .status(1))
    let last = try #require(await fixture.output.last)
    #expect(
      last.hasPrefix(
        "error: the service ReturningService has returned before the application was asked to stop"
      ), "\(last)")
  }

  /// A script starts its background programs with ignored interrupts.
  @Test(arguments: [
    ("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("USR1", SIGUSR1), ("USR2", SIGUSR2),
  ])
  func `a signal that the program was started to ignore stays ignored`(
    name: String, signal: Int32
  ) async throws {
    let program = FixtureProcess.path(of: "ProcessFixture")
    let fixture = try FixtureProcess(
      program: "/bin/sh", ["-c", "trap '' \(name); exec '\(program)' plain"])
    try await fixture.line("ready")
    await fixture.signal(signal)
    try await fixture.write("fix://roof/1")
    try await fixture.line("opened fix://roof/1")
    await fixture.signal(signal == SIGTERM ? SIGINT : SIGTERM)
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    #expect(!output.contains("configuration was read again"))
    #expect(await !fixture.errorText().contains("status of process"))
    #expect(await !fixture.errorText().contains("SIGUSR2"))
  }

  @Test func `after the application, signals have their previous actions again`() async throws {
    let fixture = try FixtureProcess("afterwards", input: .lines([]))
    try await fixture.line("end of main")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .signal(SIGTERM))
  }
}
