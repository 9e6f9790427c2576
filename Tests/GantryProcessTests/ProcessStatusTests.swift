// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The status that a process reports on request, and its exit status.
@Suite(.timeLimit(.minutes(5)))
struct ProcessStatusTests {
  @Test func `SIGUSR1 prints the modules that the launch waits for`() async throws {
    let fixture = try FixtureProcess("described")
    try await fixture.line("Walls launches")
    for _ in 1...2 {
      await fixture.signal(SIGUSR1)
      try await fixture.line(beginning: "status of process \(fixture.id) after ")
      #expect(await fixture.output.last?.hasSuffix(": launching") == true)
      try await fixture.line(beginning: "health: not ready; the application is launching; ")
      try await fixture.line("waiting:")
      try await fixture.line(containing: "Walls.build")
      try await fixture.line("modules:")
      try await fixture.line("- Ground is launched")
      try await fixture.line(beginning: "- Roof is still launching ← ")
      try await fixture.line(beginning: "- Walls is ")
    }
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
  }

  @Test(arguments: [("described", nil, 0), ("whole-broken", nil, 69), ("blocked-end", SIGTERM, 70)])
  func `nothing is plain text among the lines of a log in JSON`(
    scenario: String, signal: Int32?, status: Int32
  ) async throws {
    struct Line: Decodable { let message: String }
    let fixture = try FixtureProcess(scenario, environment: ["FIXTURE_LOG": "json"])
    if scenario == "described" {
      try await fixture.line("Walls launches")
      await fixture.signal(SIGUSR1)
      try await fixture.line(containing: "status of process \(fixture.id)")
      await fixture.signal(SIGTERM)
    } else if let signal {
      try await fixture.line("ready")
      await fixture.signal(signal)
    }
    #expect(await fixture.end() == .status(status))
    // That scenario writes its errors to standard output.
    let text =
      scenario == "described"
      ? await fixture.output.filter { $0.hasPrefix("{") || $0.contains("status of") }
      : await fixture.errorText().split(separator: "\n").map(String.init)
    #expect(!text.isEmpty)
    for line in text {
      #expect(throws: Never.self, "\(line)") {
        try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      }
    }
    #expect(text.contains { $0.contains(status == 0 ? "status of process" : "error: ") })
  }

  @Test func `SIGUSR2 is a line in the log, and the program goes on`() async throws {
    let fixture = try FixtureProcess("described")
    try await fixture.line("Walls launches")
    await fixture.signal(SIGUSR2)
    try await fixture.line(containing: "SIGUSR2 means nothing to this program")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
  }

  @Test func `a program keeps its own handler of SIGUSR1`() async throws {
    let fixture = try FixtureProcess("own-signal")
    try await fixture.line("Walls launches")
    await fixture.signal(SIGUSR1)
    try await fixture.line("mine")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(await !fixture.errorText().contains("status of process"))
  }

  @Test(
    arguments: [
      ("whole-broken", nil, 69, "Walls.build is essential"),
      ("whole-late", nil, 75, "Walls.build"),
      ("whole", "/nowhere/at-all.json", 78, "'/nowhere/at-all.json'"),
    ])
  func `the status of a program that cannot start says why`(
    scenario: String, config: String?, status: Int32, cause: String
  ) async throws {
    let fixture = try FixtureProcess(scenario, config: config)
    #expect(await fixture.end() == .status(status))
    let errors = await fixture.errorText()
    #expect(errors.contains("error: ") && errors.contains(cause), "\(errors)")
  }
}
