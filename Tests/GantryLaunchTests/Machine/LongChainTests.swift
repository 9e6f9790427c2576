// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryLaunch

/// Thousands of tasks behind one: what each of them says of the others stays small.
@Suite(.timeLimit(.minutes(5))) struct LongChainTests {
  private static let count = 2_000
  private static let last = count - 1

  /// Tasks that each require the one before.
  private static func plan(
    skipping reason: OffReason? = nil, _ count: Int = count
  ) throws
    -> LaunchPlan
  {
    try LaunchGraph(
      nodes: (0..<count).map { number in
        LaunchNode(
          "t\(number)", edges: number == 0 ? [] : [LaunchEdge(.requires, "t\(number - 1)")],
          skipped: number == 0 ? reason : nil)
      }
    ).plan()
  }

  private static func failed(_ count: Int = count) throws -> Machine {
    var machine = Machine(try plan(count))
    _ = machine.handle(.start)
    _ = machine.handle(.ended(Ticket(0, 1), .failed(message: "x")))
    return machine
  }

  private static func plan(_ count: Int) throws -> LaunchPlan { try plan(skipping: nil, count) }

  @Test(arguments: [1, 2, 15, 16])
  func `a chain of up to sixteen names is whole`(length: Int) throws {
    let machine = try Self.failed(length + 1)
    let names = (0..<length).reversed().map { ModuleName("t\($0)") }
    #expect(machine.outcome(of: length) == .blocked(by: names))
  }

  @Test(arguments: [17, 18, 40, last])
  func `a longer chain has its first names and the root cause`(length: Int) throws {
    let machine = try Self.failed(length + 1)
    let names = (1...15).map { ModuleName("t\(length - $0)") } + ["t0"]
    #expect(machine.outcome(of: length) == .blocked(by: names, isShortened: true))
    let text = machine.outcome(of: length)?.description ?? ""
    #expect(text.hasPrefix("blocked by t\(length - 1) ← ") && text.hasSuffix(" ← … ← t0"))
  }

  @Test func `the names in the outcomes and in the report grow with the number of tasks`() throws {
    let machine = try Self.failed()
    let names = machine.nodes.indices.reduce(0) { sum, node in
      if case .blocked(let chain, _)? = machine.outcome(of: node) { sum + chain.count } else { sum }
    }
    #expect(names <= 16 * Self.count)
  }

  @Test func `reasons for skipping are bounded in the plan, and the machine keeps them`() throws {
    let plan = try Self.plan(skipping: "switched off")
    #expect(plan.tasks.allSatisfy { $0.skipped.count <= 16 })
    let chain = plan.tasks[Self.last].skipped
    let (last, next) = (ModuleName("t\(Self.last)"), ModuleName("t\(Self.last - 1)"))
    #expect(chain.first == LaunchSkip(last, .requires(next)))
    #expect(chain.last == LaunchSkip("t0", .disabled("switched off")))
    #expect(plan.tasks[15].skipped.count == 16 && plan.tasks[16].skipped.count == 16)
    var machine = Machine(plan)
    _ = machine.handle(.start)
    #expect(machine.outcome(of: Self.last) == .skipped(because: chain))
  }

  @Test func `waits behind a running task share the rest of their chain`() throws {
    var machine = Machine(try Self.plan(Self.count))
    _ = machine.handle(.start)
    let waits = machine.openWaits(at: .seconds(1))
    #expect(waits.count == Self.count)
    #expect(waits.allSatisfy { $0.chain.count <= 16 && $0.chain.last == "t0" })
    #expect(waits[10].chain == (0...10).reversed().map { ModuleName("t\($0)") })
    for node in [0, 1, 15, 16, 17, Self.last] {
      #expect(machine.wait(of: node, at: .seconds(1)) == waits[node], "the same alone")
    }
    let lines = OpenTask.all(waits).map(\.description)
    #expect(lines.count == 1 && lines[0].utf8.count < 1_000, "\(lines)")
    #expect(lines[0].contains(" more"))
  }
}
