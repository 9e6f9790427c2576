// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProcessServiceTests {
  @Test func `a service beside the modules stops after them`() async throws {
    let fixture = try FixtureProcess("beside")
    try await fixture.line("ready")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    #expect(output.contains("neighbor runs"))
    #expect(
      output.suffix(4) == ["Ground stops", "stopped 3 modules", "neighbor stops", "end of main"])
  }

  @Test(arguments: [SIGTERM, nil])
  func `a service that needs the modules starts when they are ready and stops before them`(
    signal: Int32?
  ) async throws {
    let fixture = try FixtureProcess("server", input: signal == nil ? .lines([]) : .open)
    if let signal {
      // The server begins while the host still reports the start.
      try await fixture.lines(
        ["server listens, ready", "DidFinishLaunching", "DidBecomeActive", "ready"])
      await fixture.signal(signal)
    }
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    // At the end of input, the program may end before the server listens.
    let said = output.filter { $0.hasPrefix("server ") }
    #expect(said == (said.isEmpty ? [] : ["server listens, ready", "server stops"]))
    #expect(signal == nil || !said.isEmpty)
    #expect(
      output.drop { $0 != "server stops" && $0 != "WillTerminate" }.drop { $0 == "server stops" }
        == [
          "WillTerminate", "Roof stops after 0", "Walls stops", "Ground stops",
          "stopped 3 modules", "neighbor stops", "end of main",
        ])
  }

  @Test func `a service that fails ends the app, and the modules are shut down`() async throws {
    let fixture = try FixtureProcess("failing-service")
    #expect(await fixture.end() == .status(1))
    #expect(
      await fixture.output.suffix(7) == [
        "ready", "WillTerminate", "Roof stops after 0", "Walls stops", "Ground stops",
        "stopped 3 modules", "error: the service FailingService has failed: the pipe burst",
      ])
  }

  @Test(arguments: [
    ("late-server", "LateServer", ["late server fails"], [] as [String]),
    ("late-neighbor", "LateNeighbor", [], ["late neighbor fails"]),
  ])
  func `an error of a service in its stop is kept, and changes nothing in the order of the stop`(
    scenario: String, name: String, before: [String], after: [String]
  ) async throws {
    let fixture = try FixtureProcess(scenario)
    let subject = scenario.replacing("-", with: " ")
    try await fixture.lines(["ready", "neighbor runs", "\(subject) runs"])
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(1))
    let output = await fixture.output
    let stop = Array(output.drop { !(before + ["WillTerminate"]).contains($0) })
    #expect(
      stop == before + [
        "WillTerminate", "Roof stops after 0", "Walls stops", "Ground stops", "stopped 3 modules",
      ] + after + ["neighbor stops", "error: the service \(name) has failed: Address in use"])
  }

  @Test func `a run that is cancelled stops in the usual order`() async throws {
    let fixture = try FixtureProcess("cancelled")
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.suffix(7) == [
        "WillTerminate", "Roof stops after 0", "Walls stops", "Ground stops", "stopped 3 modules",
        "neighbor stops", "end of main",
      ])
    #expect(await fixture.errorText().contains("stopping: the task of the host was cancelled"))
  }

  @Test func `from the signal on, the app isn't ready, and it serves until it has drained`()
    async throws
  {
    let fixture = try FixtureProcess("draining")
    try await fixture.lines(["server listens, ready", "health ready", "ready"])
    await fixture.signal(SIGTERM)
    try await fixture.line("health stopping")
    try await fixture.write("fix://roof/1")
    try await fixture.line("opened fix://roof/1")
    #expect(await !fixture.output.contains("server stops"))
    await fixture.signal(SIGUSR2)
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output.filter { !$0.hasPrefix("health ") }
    #expect(
      output.suffix(8) == [
        "server stops", "WillTerminate", "Roof stops after 1", "Walls stops", "Ground stops",
        "stopped 3 modules", "neighbor stops", "end of main",
      ])
    let log = await fixture.errorText()
    #expect(log.contains("stopping in 60.0 s, and not ready from now on: SIGTERM"), "\(log)")
  }

  @Test func `a second signal ends a drain`() async throws {
    let fixture = try FixtureProcess("draining")
    try await fixture.lines(["health ready", "ready"])
    await fixture.signal(SIGTERM)
    try await fixture.line("health stopping")
    await fixture.signal(SIGINT)
    #expect(await fixture.end() == .status(130))
  }

  @Test func `a signal during the launch doesn't drain`() async throws {
    let fixture = try FixtureProcess("draining-launch")
    try await fixture.line("Walls launches")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(await fixture.output.suffix(3) == ["Walls stops", "Ground stops", "end of main"])
  }

  @Test func `an essential module that fails ends the app with the root cause`() async throws {
    let fixture = try FixtureProcess("broken")
    #expect(await fixture.end() == .status(1))
    #expect(
      await fixture.output == [
        "WillFinishLaunching", "Ground launches", "greeting none", "Walls launches", "Walls stops",
        "Ground stops",
        """
        error: the launch was stopped, because Walls.build is essential and failed: a \
        brick is missing. Modules that had started were shut down in reverse order.
        """,
      ])
  }

  @Test func `an error that the program doesn't catch ends it with the root cause`() async throws {
    let fixture = try FixtureProcess("uncaught")
    let text = await fixture.errorText()
    #expect(text.contains("Walls.build is essential and failed: a brick is missing"))
    #expect(await fixture.end() != .status(0))
  }

  @Test func `a configuration file that cannot be read ends the app before anything launches`()
    async throws
  {
    let fixture = try FixtureProcess("plain", config: "/nowhere/at-all.json")
    #expect(await fixture.end() == .status(1))
    let output = await fixture.output
    #expect(output.count == 1)
    #expect(
      output.first?.hasPrefix("error: configuration file '/nowhere/at-all.json' cannot be used: ")
        == true)
  }
}
