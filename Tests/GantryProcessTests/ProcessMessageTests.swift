// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantrySupport
import Testing

@testable import GantryProcess

/// Messages of a process that few users ever see, but then need.
@Suite struct ProcessMessageTests {
  private static let url = URL(filePath: "/secret/token")

  @Test(
    arguments: [
      (
        .abandoned(url, origin: "line 2"),
        "line 2: \(url) was still being opened; the stop no longer waits for it",
        "line 2, a URL of scheme 'file', was still being opened; the stop no longer waits for it"
      ),
      (
        .malformed("token 7", origin: "argument 1"),
        "argument 1: 'token 7' is not a URL; write scheme://path?query, with a space as %20",
        "argument 1 is not a URL; write scheme://path?query, with spaces as %20"
      ),
      (.reloaded(nil), "configuration was read again", nil), (.opened(url), "opened \(url)", nil),
    ] as [(ProcessNotice, String, String?)])
  func `a program gets the whole URL, and its log only where it came from`(
    notice: ProcessNotice, words: String, warning: String?
  ) {
    #expect(notice.description == words)
    #expect(notice.warning == warning)
    #expect(warning?.contains("token") != true)
  }

  @Test(
    arguments: [
      (
        .noThreads(reason: "Resource temporarily unavailable"),
        """
        the system can't create a thread to watch signals: Resource temporarily unavailable. \
        Nothing has run. Raise the limits on processes (`ulimit -u`, `pids.max`) or on address space \
        (`ulimit -v`).
        """, .noThreads
      ),
      (
        .stoppedByModule(name: "Orders", reason: "no disk"),
        "the application has stopped at the request of Orders: no disk", .stoppedByModule
      ),
      (
        .serviceReturned(name: "WebServer"),
        """
        the service WebServer has returned before the application was asked to stop. Let its `run()` \
        wait for `gracefulShutdown()`, or start its work in a module.
        """, .failure
      ),
    ] as [(ProcessError, String, ProcessExitCode)])
  func `an error has a remedy and an exit status`(
    error: ProcessError, words: String, code: ProcessExitCode
  ) {
    #expect(error.description == words)
    #expect(error.exitCode == code)
  }

  @Test(
    arguments: [
      (.faults([]), .configuration),
      (.configuration(file: "shop.json", reason: "it is empty"), .configuration),
      (.cancelled, .failure), (.alreadyRunning, .failure),
      (.stopRequested(StopRequest(module: "A", reason: "b", isFailure: true)), .stoppedByModule),
      (.stopRequested(StopRequest(module: "A", reason: "b", isFailure: false)), .success),
      (.notBlockable, .failure), (.unknownManifestFormat("xml"), .failure),
    ] as [(ApplicationError, ProcessExitCode)])
  func `an application error has an exit status`(error: ApplicationError, code: ProcessExitCode) {
    #expect(error.exitCode == code)
  }

  /// Service managers and scripts rely on these numbers.
  @Test(
    arguments: [
      (.success, 0), (.failure, 1), (.essentialFailed, 69), (.stopOverdue, 70), (.noThreads, 71),
      (.stoppedByModule, 72), (.launchOverdue, 75), (.configuration, 78), (.safeMode, 79),
      (.interrupted, 130), (.terminated, 143),
    ] as [(ProcessExitCode, Int32)])
  func `a status is the number that the guide names`(code: ProcessExitCode, number: Int32) {
    #expect(code.rawValue == number)
    #expect(code == ProcessExitCode(rawValue: number))
  }

  @Test(
    arguments: [
      (
        .signal(SIGTERM), ["A"], 143,
        "error: a second signal ends the program at once, with status 143.\n"
      ),
      (
        .stop(limit: .seconds(20)), ["Orders.close runs"], ProcessExitCode.stopOverdue.rawValue,
        """
        error: the program did not stop within 20.0 s, the limit of `Application.Limits(stop:)`, and \
        ends with status \(ProcessExitCode.stopOverdue.rawValue).
        Held by:
        - Orders.close runs

        """
      ),
      (
        .launch(limit: .milliseconds(1_500), stop: .seconds(2)), ["A", "B"],
        ProcessExitCode.stopOverdue.rawValue,
        """
        error: the app was not ready within 1.5 s and could not be stopped within 2.0 s; the program \
        ends with status \(ProcessExitCode.stopOverdue.rawValue).
        Held by:
        - A
        - B

        """
      ),
    ] as [(ForcedEnd.Reason, [String], Int32, String)])
  func `a process that is ended by force says why and what held it`(
    reason: ForcedEnd.Reason, holders: [String], code: Int32, text: String
  ) {
    #expect(reason.text(holders) == text)
    #expect(reason.code.rawValue == code)
  }
}

/// Lines of bytes that arrive in any pieces.
@Suite struct InputLinesTests {
  private static func lines(_ pieces: [[UInt8]]) async throws -> [(text: String, isCut: Bool)] {
    let rest = Mutex(pieces.filter { !$0.isEmpty }[...])
    var input = InputLines { rest.withLock { $0.popFirst() ?? [] } }
    var lines: [(text: String, isCut: Bool)] = []
    while let line = try await input.next() { lines.append(line) }
    return lines
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]),
    ("\n\n", ["", ""]), ("ä\r\nb", ["ä\r", "b"]),
  ])
  func `a line ends at its line break, and the last line may lack one`(
    text: String, lines: [String]
  ) async throws {
    let found = try await Self.lines([Array(text.utf8)])
    #expect(found.map(\.text) == lines)
    #expect(!found.contains { $0.isCut })
  }

  @Test(arguments: 1...50)
  func `splitting the input into pieces doesn't change its lines`(seed: Int) async throws {
    let letters = Array("ab\n\n日本 \r".utf8)
    // Steps of fixed primes: repeatable for a seed, and all different.
    let bytes = (0..<200).map { letters[($0 * 7_919 + seed * $0 * $0) % letters.count] }
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = (pieces.count * seed) % 11
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
      if count == 0 {
        pieces.append(Array(rest.prefix(1)))
        rest = rest.dropFirst()
      }
    }
    let whole = try await Self.lines([bytes])
    #expect(try await Self.lines(pieces).map(\.text) == whole.map(\.text), "seed \(seed)")
  }

  @Test(arguments: [(0, false), (-1, false), (1, true), (5_000, true)])
  func `an overlong line is cut, and the next line is whole`(more: Int, isCut: Bool) async throws {
    let count = InputLines.limit + more
    let long = Array(repeating: UInt8(ascii: "a"), count: count)
    let lines = try await Self.lines([long, Array("\nnext\n".utf8), long])
    #expect(lines.map(\.isCut) == [isCut, false, isCut])
    #expect(
      lines.map(\.text.utf8.count) == [
        min(count, InputLines.limit), 4, min(count, InputLines.limit),
      ])
  }

  @Test func `bytes that are not UTF-8 are repaired`() async throws {
    #expect(try await Self.lines([[0x61, 0xFF, 0x0A]]).map(\.text) == ["a\u{FFFD}"])
  }

  @Test func `a URL that is being opened is listed with its scheme and elapsed time`() throws {
    let opening = Opening(
      url: try #require(URL(string: "shop://orders?token=secret")), origin: "line 3",
      elapsed: { .milliseconds(1_500) }, work: Task { .reloaded(nil) })
    #expect(
      opening.line == "line 3, a URL of scheme 'shop', has been opening for 1.5 s")
  }
}
