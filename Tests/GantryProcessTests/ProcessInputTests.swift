// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProcessInputTests {
  @Test func `URLs of the command line come first, then lines of input, each in order`()
    async throws
  {
    let fixture = try FixtureProcess(
      "until-input-ends", "fix://roof/1", "fix://roof/2",
      input: .lines(["fix://roof/3", "", "  fix://roof/4\t"]))
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.drop { $0 != "ready" } == [
        "ready",
        "Roof opens fix://roof/1", "opened fix://roof/1",
        "Roof opens fix://roof/2", "opened fix://roof/2",
        "Roof opens fix://roof/3", "opened fix://roof/3",
        "Roof opens fix://roof/4", "opened fix://roof/4",
        "WillTerminate", "Roof stops after 4", "Walls stops", "Ground stops", "stopped 3 modules",
        "end of main",
      ])
  }

  @Test(arguments: [
    ("fix://roof/%zz", "line 1: 'fix://roof/%zz' is not a URL; "),
    ("roof/1", "line 1: 'roof/1' is not a URL; "),
    ("fix://roof/a b", "line 1: 'fix://roof/a b' is not a URL; "),
    ("fix://cellar/1", "no module answers for fix://cellar/1"),
  ])
  func `a line that opens nothing is reported and has no other effect`(
    line: String, message: String
  ) async throws {
    let fixture = try FixtureProcess("until-input-ends", input: .lines([line]))
    #expect(await fixture.end() == .status(0))
    let said = await fixture.output.drop { $0 != "ready" }.dropFirst()
    #expect(said.first?.hasPrefix(message) == true)
    #expect(said.dropFirst().first == "WillTerminate")
  }

  @Test func `a malformed argument is reported with its position`() async throws {
    let fixture = try FixtureProcess("until-input-ends", "fix://roof/1", "%zz", input: .lines([]))
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.contains(
        "argument 2: '%zz' is not a URL; write scheme://path?query, with spaces as %20"))
  }

  @Test func `a last line without a line break counts`() async throws {
    let fixture = try FixtureProcess(
      "until-input-ends", input: .lines(["fix://roof/1"], ends: false))
    #expect(await fixture.end() == .status(0))
    #expect(await fixture.output.contains("opened fix://roof/1"))
  }

  @Test func `a line for a program that has ended is an error, and the tests go on`() async throws {
    let program = try FixtureProcess(program: "/bin/sh", ["-c", "exit 3"])
    #expect(await program.end() == .status(3))
    await #expect(throws: (any Error).self) { try await program.write("fix://roof/1") }
    // Its identifier may be that of another program by now.
    #expect(await !program.signal(SIGKILL))
  }

  /// The reader waits for input when it ends; repeated, since a failure was only occasional.
  @Test(arguments: 1...30)
  func `input that is closed while the program waits for it ends the program`(_: Int) async throws {
    let fixture = try FixtureProcess("until-input-ends", input: .open)
    try await fixture.line("ready")
    try await fixture.write("fix://roof/1")
    try await fixture.line("opened fix://roof/1")
    try await fixture.closeInput()
    #expect(await fixture.end() == .status(0))
  }

  @Test func `an overlong line is reported by its beginning, and the next line counts`()
    async throws
  {
    let long = "fix://roof/" + String(repeating: "1", count: 1 << 20)
    let fixture = try FixtureProcess("until-input-ends", input: .lines([long, "fix://roof/2"]))
    #expect(await fixture.end() == .status(0))
    let said = await fixture.output.drop { $0 != "ready" }.dropFirst()
    #expect(said.first?.hasPrefix("line 1: '\(long.prefix(80))…' is not a URL; ") == true)
    #expect(said.dropFirst().prefix(2) == ["Roof opens fix://roof/2", "opened fix://roof/2"])
  }

  @Test func `a line that is not UTF-8 is refused, and the next line counts`() async throws {
    let fixture = try FixtureProcess(
      "until-input-ends",
      input: .bytes(
        Array("fix://roof/".utf8) + [0xFF, 0xC3, 0x0A] + Array("fix://roof/2\r\n".utf8)))
    #expect(await fixture.end() == .status(0))
    let said = await fixture.output.drop { $0 != "ready" }.dropFirst()
    #expect(said.first?.hasPrefix("line 1: 'fix://roof/\u{FFFD}") == true)
    #expect(said.contains("opened fix://roof/2"))
  }

  @Test func `input longer than one read arrives whole and in order`() async throws {
    let padding = String(repeating: "x", count: 900)
    let urls = (1...250).map { "fix://roof/\($0)?pad=\(padding)" }
    let fixture = try FixtureProcess("until-input-ends", input: .lines(urls, ends: false))
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.filter { $0.hasPrefix("opened ") } == urls.map { "opened \($0)" })
  }

  @Test func `empty input ends an app that lives for its input`() async throws {
    let fixture = try FixtureProcess("until-input-ends", input: .lines([]))
    #expect(await fixture.end() == .status(0))
    #expect(await fixture.output.contains("Roof stops after 0"))
  }

  @Test func `an app that does not live for its input survives the end of input`() async throws {
    let fixture = try FixtureProcess("plain", "fix://roof/1", input: .lines([]))
    try await fixture.line("opened fix://roof/1")
    await fixture.signal(SIGTSTP)
    try await fixture.stopped()
    await fixture.signal(SIGCONT)
    try await fixture.line("DidBecomeActive")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(await fixture.output.contains("Roof stops after 1"))
  }

  @Test func `a module that sends itself events doesn't delay URLs`() async throws {
    let urls = (1...50).map { "fix://roof/\($0)" }
    let fixture = try FixtureProcess("chatter", input: .lines(urls))
    for url in urls { try await fixture.line("opened \(url)") }
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.filter { $0.hasPrefix("opened ") } == urls.map { "opened \($0)" })
  }

  @Test func `clients that keep a module busy keep no line waiting`() async throws {
    let fixture = try FixtureProcess("busy")
    try await fixture.line("Desk is busy")
    let urls = (1...80).map { "fix://desk/\($0)" } + ["fix://desk/closed"]
    for url in urls { try await fixture.write(url) }
    for url in urls { try await fixture.line("opened \(url)") }
    let before = await fixture.output.prefix { $0 != "Desk opens fix://desk/closed" }
    #expect(!before.contains { $0.hasPrefix("Desk has done") }, "all lines were opened before")
    try await fixture.line("Desk has done closed")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
  }

  @Test func `an app that lives for its input handles what a line sets off before the next line`()
    async throws
  {
    let fixture = try FixtureProcess(
      "orders", "fix://desk/1", input: .lines(["fix://desk/2", "fix://desk/3"]))
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output.filter { $0.hasPrefix("Desk") || $0 == "WillTerminate" }
        == (1...3).flatMap { ["Desk opens fix://desk/\($0)", "Desk has done \($0)"] } + [
          "WillTerminate"
        ])
  }
}
