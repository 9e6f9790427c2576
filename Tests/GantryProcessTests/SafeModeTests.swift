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
      _ fate: String = "", build: String = "1", scenario: String = "fragile"
    ) throws -> FixtureProcess {
      try FixtureProcess(
        scenario,
        environment: [
          "FIXTURE_JOURNAL": folder.appending(path: "launch.journal").path,
          "FIXTURE_FATE": fate, "FIXTURE_BUILD": build,
        ])
    }

    /// A launch that crashes.
    func die(_ fate: String) async throws -> [String] {
      let program = try start(fate)
      #expect(await program.end() == .signal(SIGKILL))
      return await program.output
    }

    /// A launch that becomes ready and is asked to stop.
    func live(build: String = "1") async throws -> [String] {
      let program = try start(build: build)
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
    #expect(output.contains("Glass is skipped ← quarantined by safe mode"))
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

  @Test func `crashes without a suspect leave out half of the modules, then all`() async throws {
    let launches = try Launches()
    for _ in 1...2 { #expect(try await launches.die("ready").contains("Shelf is filled")) }
    // The after-ready task may be running at that moment, and is then a suspect.
    let third = try await launches.die("ready")
    #expect(third.contains("Glass pours"))
    let fourth = try await launches.die("ready")
    #expect(!fourth.contains("Glass pours"), "half of the two that are not essential")
    let fifth = try await launches.live()
    #expect(fifth.contains("Crystal is cut"))
    #expect(
      fifth.contains(
        "quarantined Glass Glass.init Glass.polish Glass.pour Shelf Shelf.fill Shelf.init"))
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

  @Test func `an essential suspect is repaired, and a crashing repair is not repeated`()
    async throws
  {
    let launches = try Launches()
    _ = try await launches.die("Crystal.cut")
    let repaired = try await launches.live()
    #expect(repaired.contains("repair of Crystal.cut"))
    #expect(repaired.contains("Crystal is cut"))
    let other = try Launches()
    _ = try await other.die("Crystal.cut")
    _ = try await other.die("repair")
    let output = try await other.live()
    #expect(!output.contains { $0.hasPrefix("repair of") })
    #expect(output.contains("Crystal is cut"))
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
