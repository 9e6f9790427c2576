// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Proves the vocabulary's table: which events a Unix process sends, and when.
@Suite(.timeLimit(.minutes(5)))
struct ProducerTests {
  /// A trigger for a process, as the table names it, and the last event that it causes.
  static let triggers = [
    (name: "SIGHUP", last: "DidReloadConfiguration"),
    (name: "SIGTSTP", last: "DidEnterBackground"),
    (name: "SIGCONT", last: "DidBecomeActive"),
    (name: "standard input", last: "OpenURL"),
    (name: "SIGTERM", last: "WillTerminate"),
  ]

  /// The events that the table assigns to `GantryProcess`, each with its trigger.
  static func documented() throws -> [String: [String]] {
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/Reference/EventVocabulary.md")
    let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|") }
    var events: [String: [String]] = [:]
    for row in rows {
      let sender = row[row.count - 1].firstRange(of: "`GantryProcess`").map {
        row[row.count - 1][$0.upperBound...].drop(while: \.isWhitespace)
      }
      guard let sender else { continue }
      let triggers =
        sender.first == "(" ? sender.dropFirst().prefix { $0 != ")" }.split(separator: ",") : []
      let name = row[0].filter { $0.isLetter }
      events[String(name)] = triggers.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return events
  }

  private static func sent(_ lines: some Sequence<String>) -> Set<String> {
    Set(lines.filter { $0.hasPrefix("sent ") }.map { String($0.dropFirst(5)) })
  }

  @Test func `a process sends exactly the events that the table lists for it`() async throws {
    let documented = try Self.documented()
    let fixture = try FixtureProcess("tapped", "fix://ground/1")
    try await fixture.line("ready")
    try await fixture.line("opened fix://ground/1")
    var sent = ["launch": Self.sent(await fixture.output), "command line": ["OpenURL"]]
    for trigger in Self.triggers {
      let before = await fixture.output.count
      switch trigger.name {
      case "SIGHUP": await fixture.signal(SIGHUP)
      case "SIGTSTP": await fixture.signal(SIGTSTP)
      case "SIGCONT":
        try await fixture.stopped()
        await fixture.signal(SIGCONT)
      case "SIGTERM": await fixture.signal(SIGTERM)
      default: try await fixture.write("fix://ground/2")
      }
      try await fixture.line("sent \(trigger.last)")
      sent[trigger.name] = Self.sent(await fixture.output.dropFirst(before))
    }
    #expect(await fixture.end() == .status(0))

    let all = sent.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    #expect(all.subtracting(["LaunchCompleted"]) == Set(documented.keys))
    for (event, triggers) in documented {
      if triggers.isEmpty {
        let isSent =
          sent["launch"]?.contains(event) == true || sent["SIGTSTP"]?.contains(event) == true
        #expect(isSent, "\(event)")
      }
      // Another test covers a second signal that ends the process.
      for trigger in triggers where trigger != "SIGINT" {
        #expect(sent[trigger]?.contains(event) == true, "\(event) at \(trigger)")
      }
    }
  }
}
