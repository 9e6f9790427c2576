// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A real program crashes and is started again.
@Suite(.timeLimit(.minutes(2)))
struct SafeModeTests {
  /// A program that is started again and again, with a journal in its own folder.
  private struct Launches {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func start(
      _ fate: String = "", build: String = "1", scenario: String = "fragile",
      _ more: [String: String] = [:]
    ) throws -> FixtureProcess {
      try FixtureProcess(
        scenario,
        environment: [
          "FIXTURE_JOURNAL": folder.appending(path: "launch.journal").path,
          "FIXTURE_FATE": fate, "FIXTURE_BUILD": build,
        ].merging(more) { $1 })
    }

    /// A launch that crashes.
    func die(_ fate: String) async throws -> [String] {
      let program = try start(fate)
      #expect(await program.end() == .signal(SIGKILL))
      return await program.output
    }

    /// A launch that becomes ready and is asked to stop.
    func live(build: String = "1", _ more: [String: String] = [:]) async throws -> [String] {
      let program = try start(build: build, more)
      try await program.line("ready")
      await program.signal(SIGTERM)
      #expect(await program.end() == .status(0))
      return await program.output
    }
  }

  @Test func `a module that crashes is left out of the next launch, with its dependents`()
    async throws
  {
    let launches = try Launches()
    #expect(try await launches.die("Glass.pour").contains("Glass pours"))
    let output = try await launches.live()
    #expect(output.contains("Crystal is cut"))
    #expect(!output.contains("Glass pours"))
    #expect(!output.contains("Shelf is filled"))
    #expect(output.contains("quarantined Glass Glass.init Glass.polish Glass.pour"))
    #expect(output.contains("note safe mode (suspects): 1 launch died; quarantined: Glass"))
    #expect(output.contains("Glass is left out ← quarantined by safe mode"))
  }

  @Test
  func `a crashing after-ready task is left out alone and tried again after three launches`()
    async throws
  {
    let launches = try Launches()
    let died = try launches.start("Glass.polish")
    #expect(await died.end() == .signal(SIGKILL))
    for _ in 1...3 {
      let output = try await launches.live()
      #expect(output.contains("Shelf is filled"))
      #expect(output.contains("quarantined Glass.polish"))
    }
    let program = try launches.start()
    try await program.line("Glass is polished")
    await program.signal(SIGTERM)
    #expect(await program.end() == .status(0))
    #expect(await program.output.contains("quarantined "))
  }

  @Test(
    arguments: [
      ("Glass.pour", "Glass"), ("Glass.polish", "Glass.polish"), ("Lamp.shine", "Lamp"),
      ("Lamp.greet", "Lamp"),
    ], ["kill", "trap", "exit"])
  func `the next launch leaves out the guilty, whatever it is and however it dies`(
    guilty: (work: String, leftOut: String), way: String
  ) async throws {
    let launches = try Launches()
    let lamp = ["FIXTURE_LAMP": "1"]
    // At the first death, long-running work may only have been waiting, unless it called `exit`.
    for _ in 1...(guilty.work == "Lamp.shine" && way != "exit" ? 2 : 1) {
      let program = try launches.start(guilty.work, lamp.merging(["FIXTURE_WAY": way]) { $1 })
      #expect(await program.end() != .status(0))
    }
    let output = try await launches.live(lamp)
    let note = try #require(output.first { $0.hasPrefix("note safe mode (suspects): ") })
    #expect(note.contains("quarantined: ") && note.contains(guilty.leftOut), "\(note)")
    #expect(output.contains("Lamp greets") == !guilty.work.hasPrefix("Lamp"), "\(output)")
    #expect(output.contains("Crystal is cut"))
  }

  @Test(arguments: [
    ("Glass.pour", "exit", "exit(3) while Glass.pour was running", "Glass"),
    ("Glass.polish", "exit 0", "exit(0) while Glass.polish was running", "Glass.polish"),
    ("Lamp.shine", "exit", "exit(3) while the long-running work of Lamp was running", "Lamp"),
    ("Lamp.shine", "exit 0", "exit(0) while the long-running work of Lamp was running", "Lamp"),
    // The watch over the main actor, which is off here, would name it.
    ("Lamp.greet", "exit 0", "exit(0) while", "Lamp"),
    // A death that names no suspect, since it isn't recorded.
    ("Lamp.open", "exit", "exit(3) while an event handler of Lamp was running", "Lamp"),
    // The program's own code: its success is none, whatever works, and its failure may be.
    ("idle", "exit 0", "exit(0) while the app was ready", nil),
    // After one death, work that may only have been waiting isn't suspect.
    ("idle", "exit", "exit(3) while the app was ready", ""),
  ])
  func
    `an exit without a stop is a line in the log, and a death unless the program has done its work`(
      fate: String, way: String, line: String, leftOut: String?
    ) async throws
  {
    let launches = try Launches()
    let lamp = ["FIXTURE_LAMP": "1"]
    let program = try launches.start(fate, lamp.merging(["FIXTURE_WAY": way]) { $1 })
    #expect(await program.end() == .status(way == "exit" ? 3 : 0))
    let log = await program.errorText()
    let said = try #require(log.split(separator: "\n").first { $0.contains("the program called") })
    #if canImport(Glibc)
      #expect(said.contains("the program called \(line)"), "\(said)")
    #endif
    #expect(said.contains(leftOut == nil ? " notice " : " error "), "\(said)")
    let output = try await launches.live(lamp)
    let note = output.first { $0.hasPrefix("note safe mode (suspects): 1 launch died") }
    let isNamed = leftOut?.isEmpty == false
    #expect((note?.contains(leftOut ?? "") == true) == isNamed, "\(output)")
  }

  @Test func `an exit that a signal has requested isn't one of the program's own`() async throws {
    let launches = try Launches()
    let program = try launches.start("wait Glass.pour")
    try await program.line("waits in Glass.pour")
    await program.signal(SIGTERM)
    #expect(await program.end() == .status(0))
    #expect(await !program.errorText().contains("the program called"))
  }

  @Test func `SIGTERM during the backtrace of a crash doesn't hide the crash`() async throws {
    #if os(Linux)
      let launches = try Launches()
      // In place of the program that writes the backtrace, while all threads are suspended.
      let script = launches.folder.appending(path: "backtrace")
      try Data("#!/bin/sh\nkill -TERM $PPID\n".utf8).write(to: script)
      #expect(chmod(script.path, 0o700) == 0)
      let program = try launches.start(
        "Lamp.shine",
        [
          "FIXTURE_LAMP": "1", "FIXTURE_WAY": "trap",
          "SWIFT_BACKTRACE": "enable=yes,swift-backtrace=\(script.path)",
        ])
      let end = await program.end()
      #expect([.signal(SIGILL), .signal(SIGTRAP)].contains(end))
      #expect(await program.errorText().contains("Backtracing from"))
      #expect(await !program.output.contains("WillTerminate"))
      let output = try await launches.live(["FIXTURE_LAMP": "1"])
      #expect(output.contains("note safe mode (off): 1 launch died"))
    #endif
  }

  @Test(arguments: ["limit", "manager"])
  func `a launch that a limit or a service manager ends is a death of the task that hangs`(
    way: String
  ) async throws {
    let launches = try Launches()
    let program = try launches.start(
      "wait Glass.pour",
      way == "limit"
        ? ["FIXTURE_LIMIT": "300"] : ["NOTIFY_SOCKET": "/nowhere", "FIXTURE_WARNING": "1"])
    try await program.line("waits in Glass.pour")
    if way == "manager" { await program.signal(SIGTERM) }
    #expect(await program.end() == .status(way == "limit" ? 1 : 0))
    let output = try await launches.live()
    #expect(output.contains("note safe mode (suspects): 1 launch died; quarantined: Glass"))
  }

  @Test func `a launch that a service manager restarts at once is no death`() async throws {
    let launches = try Launches()
    let program = try launches.start(
      "wait Glass.pour", ["NOTIFY_SOCKET": "/nowhere", "FIXTURE_WARNING": "3600000"])
    try await program.line("waits in Glass.pour")
    await program.signal(SIGTERM)
    #expect(await program.end() == .status(0))
    let output = try await launches.live()
    #expect(!output.contains { $0.contains("launch died") }, "\(output)")
  }

  @Test func `the group that hears SIGTERM first doesn't hide which task hangs`() async throws {
    let launches = try Launches()
    let program = try launches.start(
      "wait Glass.pour",
      [
        "NOTIFY_SOCKET": "/nowhere", "FIXTURE_WARNING": "1", "FIXTURE_HOLDS_SIGNALS": "1",
        "FIXTURE_FORM": "group",
      ])
    try await program.line("waits in Glass.pour")
    await program.signal(SIGHUP)
    try await program.line("holds the signals")
    await program.signal(SIGTERM)
    try await program.line("hears SIGTERM")
    await program.signal(SIGUSR2)
    #expect(await program.end() == .status(0))
    let output = try await launches.live()
    #expect(output.contains("note safe mode (suspects): 1 launch died; quarantined: Glass"))
  }

  @Test func `crashes without a suspect leave only the essential modules`() async throws {
    let launches = try Launches()
    for _ in 1...3 { #expect(try await launches.die("idle").contains("Shelf is filled")) }
    let last = try await launches.live()
    #expect(last.contains("Crystal is cut"))
    #expect(
      last.contains(
        "quarantined Glass Glass.init Glass.polish Glass.pour Shelf Shelf.fill Shelf.init"))
  }

  @Test(arguments: [0, 100, 300])
  func `a journal that is shortened while the app launches ends nothing`(size: Int) async throws {
    let launches = try Launches()
    let program = try launches.start("wait Glass.pour")
    try await program.line("waits in Glass.pour")
    let file = launches.folder.appending(path: "launch.journal").path
    #expect(truncate(file, off_t(size)) == 0)
    await program.signal(SIGTERM)
    #expect(await program.end() == .status(0))
    #expect(try await launches.live().contains("Glass pours"))
  }

  @Test func `a requested stop while a task runs doesn't count as a crash`() async throws {
    let launches = try Launches()
    for _ in 1...4 {
      let program = try launches.start("wait Glass.pour")
      try await program.line("waits in Glass.pour")
      await program.signal(SIGTERM)
      #expect(await program.end() == .status(0))
    }
    #expect(try await launches.live().contains("Glass pours"))
  }

  @Test func `a new build starts with a clean record`() async throws {
    let launches = try Launches()
    _ = try await launches.die("Glass.pour")
    #expect(try await launches.live(build: "2").contains("Glass pours"))
  }

  @Test func `an essential suspect runs nevertheless, and is named`() async throws {
    let launches = try Launches()
    _ = try await launches.die("Crystal.cut")
    let output = try await launches.live()
    #expect(output.contains("Crystal is cut"))
    #expect(
      output.contains(
        "note safe mode (suspects): 1 launch died; essential, so not quarantined: Crystal.cut"))
  }

  @Test func `a program that can't start in safe mode either ends with its own exit status`()
    async throws
  {
    let launches = try Launches()
    #expect(await (try launches.start(scenario: "whole-fragile")).end() == .status(69))
    _ = try await launches.die("Glass.pour")
    #expect(await (try launches.start(scenario: "whole-fragile")).end() == .status(79))
  }
}
