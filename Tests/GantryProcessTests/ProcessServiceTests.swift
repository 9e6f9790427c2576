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
        "stopped 3 modules", "error: the pipe burst",
      ])
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
