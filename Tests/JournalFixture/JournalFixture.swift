// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch

/// A program that crashes while launch tasks run.
///
/// `JournalFixture WAY FILE`: `churn` marks tasks until it is killed, and prints each mark before
/// and after; the other ways launch three tasks and end while two of them run.
@main
enum JournalFixture {
  static let names = (0..<40).map { "Module\($0).load" }

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { return say("JournalFixture WAY FILE") }
    let journal = try LaunchJournal(arguments[2], app: "fixture", build: "1")
    if arguments[1] == "churn" { try churn(journal) }
    try await launch(journal, way: arguments[1])
  }

  private static func churn(_ journal: LaunchJournal) throws -> Never {
    let marks = try journal.begin(names.map { .init($0, .task) }, Quarantine())
    var random = SystemRandomNumberGenerator()
    var open: Set<Int> = []
    say("begun")
    while true {
      let task = Int.random(in: names.indices, using: &random)
      if open.remove(task) != nil {
        say("- \(task)")
        marks.end(task)
        say("-! \(task)")
      } else {
        open.insert(task)
        say("+ \(task)")
        marks.begin(task)
        say("+! \(task)")
      }
    }
  }

  private static func launch(_ journal: LaunchJournal, way: String) async throws {
    let graph = LaunchGraph(nodes: [
      LaunchNode("first", owner: "first"),
      LaunchNode("beside", owner: "beside", isAsynchronous: true),
      LaunchNode("guilty", owner: "guilty", edges: [LaunchEdge(.requires, "first")]),
    ])
    let plan = try graph.plan()
    let (signs, sign) = AsyncStream.makeStream(of: Void.self)
    let bodies: [String: LaunchBody] = [
      "first": .worker {},
      "beside": .background {
        sign.finish()
        for await _ in AsyncStream(Void.self, { _ in }) {}
      },
      "guilty": .worker {
        for await _ in signs {}
        die(way)
      },
    ]
    let marks = try journal.begin(plan.tasks.map { .init($0.name.rawValue, .task) }, Quarantine())
    let driver = Driver(plan, bodies: bodies)
    driver.record(in: marks)
    _ = await driver.run()
  }

  private static func die(_ way: String) {
    switch way {
    case "kill": kill(getpid(), SIGKILL)
    case "abort": abort()
    case "trap": fatalError("as it was told")
    case "segmentation": raise(SIGSEGV)
    case "exit": exit(3)
    default: say("no such way")
    }
  }

  /// Writes immediately, without a buffer that would be lost with the program.
  private static func say(_ line: String) {
    let text = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, text, text.count)
  }
}
