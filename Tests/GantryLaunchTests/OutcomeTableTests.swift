// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import GantryLaunch
import Testing

@Suite struct OutcomeTableTests {
  /// One of each outcome.
  static let outcomes: [LaunchOutcome] = [
    .succeeded, .failed(message: "x"), .timedOut, .skipped(reason: "x"), .blocked(by: ["x"]),
    .cancelled, .quarantined,
  ]

  /// What stands in the columns of the table.
  static let columns: [(dependency: LaunchDependency, kinds: [LaunchEdge.Kind])] = [
    (.requires, [.requires, .requiredBy]), (.wants, [.wants, .wantedBy]),
    (.order, [.after, .before]),
  ]

  /// The rows of the documented table: the name of an outcome, then one reaction a column.
  static func documentedRows() throws -> [String: [String]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = root.appending(path: "Documentation").appending(path: "OutcomeTable.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }
      .map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
    #expect(rows.first == ["outcome", "`requires`", "`wants`", "`after` / `before`"])
    return Dictionary(uniqueKeysWithValues: rows.dropFirst().map { ($0[0], Array($0.dropFirst())) })
  }

  @Test func `the documented table has a row for each outcome and no other`() throws {
    let names = Self.outcomes.map(Self.name)
    #expect(try Set(Self.documentedRows().keys) == Set(names))
    #expect(Set(names).count == Self.outcomes.count)
  }

  @Test(arguments: outcomes)
  func `a dependent does what the documented table says`(outcome: LaunchOutcome) throws {
    let row = try #require(Self.documentedRows()[Self.name(of: outcome)])
    try #require(row.count == Self.columns.count)
    for (word, column) in zip(row, Self.columns) {
      let expected = try #require(LaunchReaction(rawValue: word))
      #expect(LaunchReaction(to: outcome, of: column.dependency) == expected)
      for kind in column.kinds {
        #expect(try Self.reaction(to: outcome, over: kind) == expected, "\(kind)")
      }
    }
  }

  /// The words of the table's first column.
  static func name(of outcome: LaunchOutcome) -> String {
    switch outcome {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .timedOut: "timed out"
    case .skipped: "skipped"
    case .blocked: "blocked"
    case .cancelled: "cancelled"
    case .quarantined: "quarantined"
    }
  }

  /// What a launch does with `later` when `first` has ended.
  static func reaction(
    to outcome: LaunchOutcome, over kind: LaunchEdge.Kind
  ) throws -> LaunchReaction? {
    let declaresIt = [.requires, .wants, .after].contains(kind) ? "later" : "first"
    let nodes = ["first", "later"].map { name in
      let target = name == "first" ? "later" : "first"
      return LaunchNode(name, edges: name == declaresIt ? [LaunchEdge(kind, target)] : [])
    }
    var machine = LaunchMachine(try LaunchGraph(nodes: nodes).plan())
    #expect(machine.handle(.start) == [.run(task: 0, attempt: 1, after: .zero)])
    #expect(machine.handle(.finished(task: 0, outcome)) == [.settled(task: 0, outcome)])
    return switch machine.handle(.acknowledged(task: 0)).first {
    case .run(task: 1, attempt: 1, after: .zero): .proceed
    case .settled(task: 1, .blocked(by: _)): .block
    case .settled(task: 1, .skipped(reason: _)): .skip
    case .settled(task: 1, .cancelled): .cancel
    default: nil
    }
  }
}
