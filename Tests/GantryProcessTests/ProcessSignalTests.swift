// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProcessSignalTests {
  private static let launch = [
    "WillFinishLaunching", "Ground launches", "greeting none", "Walls launches", "Roof launches",
    "DidFinishLaunching", "DidBecomeActive", "ready",
  ]

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends the app in reverse launch order and with status 0`(signal: Int32) async throws
  {
    let fixture = try FixtureProcess("plain")
    try await fixture.line("ready")
    await fixture.signal(signal)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output == Self.launch + [
        "WillTerminate", "Roof stops after 0", "Walls stops", "Ground stops", "stopped 3 modules",
        "end of main",
      ])
    let log = await fixture.errorText()
    #expect(log.contains("stopping: \(signal == SIGTERM ? "SIGTERM" : "SIGINT")"), "\(log)")
    #expect(log.contains(#/ stopped 3 modules in \d+\.\d m?s/#), "\(log)")
  }

  @Test(
    arguments: ["listening", "grouped"], [SIGTERM, SIGINT]
  )
  func `a signal that comes before the group of services runs isn't lost`(
    moment: String, signal: Int32
  ) async throws {
    let fixture = try FixtureProcess(
      "plain", environment: ["FIXTURE_RAISES": "\(moment) \(signal)"])
    try await fixture.line("raised \(signal) while \(moment)")
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    #expect(!output.contains("ready"))
    #expect(output.last == "end of main")
  }

  @Test(arguments: ["listening", "grouped"])
  func `SIGHUP and Control-Z that come before the group of services runs aren't lost`(
    moment: String
  ) async throws {
    let again = try FixtureProcess("plain", environment: ["FIXTURE_RAISES": "\(moment) \(SIGHUP)"])
    try await again.line("configuration was read again")
    await again.signal(SIGTERM)
    #expect(await again.end() == .status(0))
    let paused = try FixtureProcess(
      "plain", environment: ["FIXTURE_RAISES": "\(moment) \(SIGTSTP)"])
    try await paused.stopped()
    await paused.signal(SIGCONT)
    await paused.signal(SIGTERM)
    #expect(await paused.end() == .status(0))
  }

  @Test func `a second interrupt immediately ends a shutdown that hangs`() async throws {
    let fixture = try FixtureProcess("endless-shutdown")
    try await fixture.line("ready")
    await fixture.signal(SIGINT)
    try await fixture.line("Walls stops")
    await fixture.signal(SIGINT)
    #expect(await fixture.end() == .status(130))
    #expect(
      await fixture.output.suffix(3) == ["WillTerminate", "Roof stops after 0", "Walls stops"])
  }

  @Test(arguments: [1, 2])
  func `an interrupt immediately ends a shutdown that a termination began`(count: Int) async throws
  {
    let fixture = try FixtureProcess("endless-shutdown")
    try await fixture.line("ready")
    // Two within a second are one request: `timeout` signals both the process and its group.
    for _ in 1...count { await fixture.signal(SIGTERM) }
    try await fixture.line("Walls stops")
    await fixture.signal(SIGINT)
    #expect(await fixture.end() == .status(130))
    #expect(
      await fixture.output == Self.launch + [
        "WillTerminate", "Roof stops after 0", "Walls stops",
      ])
  }

  @Test func `an interrupt immediately ends a launch that a termination could not end`()
    async throws
  {
    let fixture = try FixtureProcess("endless-launch")
    try await fixture.line("Walls launches")
    await fixture.signal(SIGTERM)
    try await fixture.line("Walls is cancelled")
    await fixture.signal(SIGINT)
    #expect(await fixture.end() == .status(130))
  }

  @Test func `a module that exceeds its shutdown deadline is reported and holds up no other`()
    async throws
  {
    let fixture = try FixtureProcess("late-shutdown")
    try await fixture.line("ready")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.dropFirst(Self.launch.count) == [
        "WillTerminate", "Roof stops after 0", "Walls stops", "Ground stops",
        "stopped; not cleanly: Walls: did not end within 50.0 ms", "end of main",
      ])
  }

  @Test func `an event handler that never ends is reported and holds up no module`() async throws {
    // The second URL waits for the handlers of the first.
    let fixture = try FixtureProcess("endless-handler", "fix://roof/1", "fix://roof/2")
    try await fixture.line("Walls begins fix://roof/1")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.contains(
        "argument 1: fix://roof/1 was still being opened; the stop no longer waits for it"))
    let end = await fixture.output.suffix(6)
    #expect(
      end.prefix(4) == ["WillTerminate", "Roof stops after 1", "Walls stops", "Ground stops"])
    let report = try #require(end.dropLast().last)
    #expect(
      report.hasPrefix(
        "stopped; not cleanly: Walls: its event handlers did not end within 50.0 ms: 'open' hears OpenURL"
      ), "\(report)")
    #expect(end.last == "end of main")
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal during the launch shuts down the modules that had started`(
    signal: Int32
  ) async throws {
    let fixture = try FixtureProcess("slow-launch")
    try await fixture.line("Walls launches")
    await fixture.signal(signal)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output == Self.launch.prefix(4) + [
        "Walls stops", "Ground stops", "end of main",
      ])
  }

  @Test func `a launch task that ignores cancellation doesn't hold up the shutdown`() async throws {
    let fixture = try FixtureProcess("stubborn-launch")
    try await fixture.line("Walls launches")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(await fixture.output.suffix(3) == ["Walls stops", "Ground stops", "end of main"])
  }

  @Test func `Control-Z stops the process in the background, and SIGCONT brings it back`()
    async throws
  {
    let fixture = try FixtureProcess("plain")
    try await fixture.line("ready")
    for _ in 1...2 {
      await fixture.signal(SIGTSTP)
      try await fixture.line("WillResignActive")
      try await fixture.line("DidEnterBackground")
      try await fixture.stopped()
      await fixture.signal(SIGCONT)
      try await fixture.line("WillEnterForeground")
      try await fixture.line("DidBecomeActive")
    }
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.dropFirst(Self.launch.count).dropLast(6) == [
        "WillResignActive", "DidEnterBackground", "WillEnterForeground", "DidBecomeActive",
        "WillResignActive", "DidEnterBackground", "WillEnterForeground", "DidBecomeActive",
      ])
  }

  @Test func `SIGHUP reads the configuration again, and a broken file changes nothing`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"Ground": {"greeting": "hello"}}"#.utf8).write(to: file)
    let fixture = try FixtureProcess("plain", config: file.path)
    try await fixture.line("greeting hello")
    try await fixture.line("ready")

    try Data(#"{"Ground": {"greeting": "good day"}}"#.utf8).write(to: file)
    await fixture.signal(SIGHUP)
    try await fixture.line("greeting good day")
    try await fixture.line("changed Ground.greeting")
    try await fixture.line("configuration was read again")

    try Data(#"{"Ground": "#.utf8).write(to: file)
    await fixture.signal(SIGHUP)
    try await fixture.line(beginning: "configuration file '\(file.path)' cannot be used: ")
    let before = await fixture.output.count
    try await fixture.write("fix://ground")
    try await fixture.line("opened fix://ground")
    #expect(
      await fixture.output.dropFirst(before) == ["greeting good day", "opened fix://ground"])
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.errorText().contains(
        "the configuration was read again; changed: Ground.greeting"))
  }

  @Test func `a terminal stop during the launch does not end it`() async throws {
    let fixture = try FixtureProcess("slow-launch")
    try await fixture.line("Walls launches")
    await fixture.signal(SIGTSTP)
    try await fixture.stopped()
    await fixture.signal(SIGCONT)
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    // Lines of the foreground may come in between.
    let end = ["Walls stops", "Ground stops", "end of main"]
    #expect(await fixture.output.filter(end.contains) == end)
  }

  @Test func `SIGHUP during the launch is logged and takes effect when the app is ready`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"Ground": {"greeting": "hello"}}"#.utf8).write(to: file)
    let fixture = try FixtureProcess("waiting-launch", config: file.path)
    try await fixture.line("waits for SIGUSR1")
    try Data(#"{"Ground": {"greeting": "good day"}}"#.utf8).write(to: file)
    await fixture.signal(SIGHUP)
    try await fixture.line(
      containing:
        "] SIGHUP during the launch: the configuration is read again when the app is ready"
    )
    await fixture.signal(SIGUSR1)
    try await fixture.line("DidBecomeActive")
    try await fixture.line("greeting good day")
    try await fixture.line("changed Ground.greeting")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
  }
}
