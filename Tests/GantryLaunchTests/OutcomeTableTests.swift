// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryLaunch

@Suite struct OutcomeTableTests {
  /// One of each outcome.
  static let outcomes: [LaunchOutcome] = [
    .succeeded, .failed(message: "x"), .timedOut,
    .skipped(because: [LaunchSkip("x", .disabled("off"))]),
    .blocked(by: ["x"]),
    .cancelled, .quarantined,
  ]

  /// The columns of the table.
  static let columns: [(dependency: LaunchDependency, kinds: [DependencyKind])] = [
    (.requires, [.requires, .requiredBy]), (.wants, [.wants, .wantedBy]),
    (.order, [.after, .before]),
  ]

  /// The rows of the documented table: the name of an outcome, then one reaction a column.
  static func documentedRows() throws -> [String: [String]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = root.appending(path: "Documentation/Reference").appending(path: "OutcomeTable.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| ") }
      .map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
    #expect(
      rows.first
        == ["outcome", "`requires`", "`wants`", "`after` / `before`", "itself `essential`"])
    return Dictionary(uniqueKeysWithValues: rows.dropFirst().map { ($0[0], Array($0.dropFirst())) })
  }

  @Test func `the documented table has a row for each outcome and no other`() throws {
    let names = Self.outcomes.map(Self.name)
    #expect(try Set(Self.documentedRows().keys) == Set(names))
    #expect(Set(names).count == Self.outcomes.count)
  }

  @Test func `the documented table has a column for each kind of edge`() {
    #expect(Self.columns.map(\.dependency) == LaunchDependency.allCases)
    #expect(Set(Self.columns.flatMap(\.kinds)) == Set(DependencyKind.allCases))
  }

  @Test(arguments: outcomes)
  func `a dependent reacts to each outcome as the documented table says`(
    outcome: LaunchOutcome
  ) throws {
    let row = try #require(Self.documentedRows()[Self.name(of: outcome)])
    try #require(row.count == Self.columns.count + 1)
    for (word, column) in zip(row, Self.columns) {
      let expected = try #require(LaunchReaction(rawValue: word))
      #expect(LaunchReaction(to: outcome, of: column.dependency) == expected)
      for kind in column.kinds {
        #expect(try Self.reaction(to: outcome, over: kind) == expected, "\(kind)")
      }
    }
  }

  @Test(arguments: outcomes)
  func `an essential task affects the launch as the documented table says`(
    outcome: LaunchOutcome
  ) throws {
    let word = try #require(Self.documentedRows()[Self.name(of: outcome)]?.last)
    try #require(["go on", "stop"].contains(word))
    let plan = try LaunchGraph(nodes: [
      LaunchNode("first", isEssential: true),
      LaunchNode("later", edges: [LaunchEdge(.after, "first")]),
    ]).plan()
    var machine = Machine(plan)
    _ = machine.handle(.start)
    let actions = machine.handle(.ended(Ticket(0, 1), outcome))
    let settled = Machine.Action.settled(Ticket(0, 1), outcome)
    #expect(
      actions
        == (word == "stop"
          ? [settled, .stop(.essential(0)), .cancelAll, .settled(Ticket(1, 0), .cancelled)]
          : [settled, .run(Ticket(1, 1))]))
  }

  /// Two dependencies of a task end, one after the other.
  @Test(arguments: outcomes, LaunchDependency.allCases)
  func `the first dependency that keeps a task from starting decides its outcome`(
    outcome: LaunchOutcome, dependency: LaunchDependency
  ) throws {
    let kinds = Dictionary(uniqueKeysWithValues: Self.columns.map { ($0.dependency, $0.kinds) })
    for other in Self.outcomes {
      for next in LaunchDependency.allCases {
        let edges = [("a", dependency), ("b", next)].compactMap { name, dependency in
          kinds[dependency]?.first.map { LaunchEdge($0, name) }
        }
        var machine = Machine(
          try LaunchGraph(nodes: [
            LaunchNode("a"), LaunchNode("b"), LaunchNode("later", edges: edges),
          ]).plan())
        _ = machine.handle(.start)
        for (task, end) in [(0, outcome), (1, other)] {
          _ = machine.handle(.ended(Ticket(task, 1), end))
        }
        let reactions = [(outcome, dependency), (other, next)]
          .map { LaunchReaction(to: $0, of: $1) }
        let decisive = reactions.first { $0 != .proceed } ?? .proceed
        #expect(Self.reaction(of: machine, task: 2) == decisive, "\(other) over \(next)")
      }
    }
  }

  /// How a task reacted; `proceed` if it runs.
  static func reaction(of machine: Machine, task: Int) -> LaunchReaction? {
    switch machine.outcome(of: task) {
    case nil: .proceed
    case .blocked: .block
    case .skipped: .skip
    case .cancelled: .cancel
    default: nil
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
    to outcome: LaunchOutcome, over kind: DependencyKind
  ) throws -> LaunchReaction? {
    let declaresIt = [.requires, .wants, .after].contains(kind) ? "later" : "first"
    let nodes = ["first", "later"].map { name in
      let target = name == "first" ? "later" : "first"
      return LaunchNode(name, edges: name == declaresIt ? [LaunchEdge(kind, target)] : [])
    }
    var machine = Machine(try LaunchGraph(nodes: nodes).plan())
    #expect(machine.handle(.start) == [.run(Ticket(0, 1))])
    let actions = machine.handle(.ended(Ticket(0, 1), outcome))
    #expect(actions.first == .settled(Ticket(0, 1), outcome))
    return switch actions.dropFirst().first {
    case .run(Ticket(1, 1)): .proceed
    case .settled(Ticket(1, 0), .blocked(by: _)): .block
    case .settled(Ticket(1, 0), .skipped(because: _)): .skip
    case .settled(Ticket(1, 0), .cancelled): .cancel
    default: nil
    }
  }
}
