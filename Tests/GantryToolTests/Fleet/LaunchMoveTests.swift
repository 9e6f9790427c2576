// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import Testing

@testable import GantryTool

/// Moves of tasks: which the graph allows, and what replays say.
@Suite struct LaunchMoveTests {
  /// A shop: the page waits for the theme, wants the offers, and a module has a task of its own.
  private static let document = PlanDocument(
    v: 1, plan: "ab",
    tasks: [
      task(0, "Offers", .background),
      task(1, "Page", .main, needs: [(2, .requires), (0, .wants)]),
      task(2, "Theme", .main), task(3, "Till.count", .background, owner: "Till"),
      task(4, "Till", .background, role: "launch", isJoin: true, needs: [(3, .requires)]),
    ])

  private static func task(
    _ position: Int, _ name: String, _ lane: LaunchLane, owner: String? = nil,
    role: String = "task", isJoin: Bool = false, needs: [(Int, LaunchDependency)] = []
  ) -> PlanDocument.PlannedTask {
    PlanDocument.PlannedTask(
      position: position, name: name, owner: owner ?? name, role: role, lane: lane,
      stage: .beforeReady, async: false, join: isJoin, essential: false, priority: 0,
      declared: "Shop.swift:\(position)",
      needs: needs.map { PlanDocument.Need(position: $0.0, kind: $0.1) }, milestones: [])
  }

  /// A launch as the machine would run it.
  private static func launch(
    _ offers: Int64, _ page: Int64, _ theme: Int64, _ till: Int64, weight: Double = 1
  ) throws -> LaunchReplay.Launch {
    let durations: [String: Duration] = [
      "Offers": .milliseconds(offers), "Page": .milliseconds(page), "Theme": .milliseconds(theme),
      "Till.count": .milliseconds(till),
    ]
    let plan = try #require(RecordedGraph(document).plan(after: nil, durations: durations))
    let times = plan.times(durations: durations, workers: 2)
    return LaunchReplay.Launch(
      workers: 2, weight: weight, ready: times.ready, durations: durations,
      path: offers > theme ? ["Offers", "Page"] : ["Theme", "Page"])
  }

  @Test func `moves that the graph doesn't allow are left out`() {
    let graph = RecordedGraph(Self.document)
    let legal = graph.moves.filter { graph.plan(after: $0, durations: [:]) != nil }
    #expect(
      legal.map(\.words) == [
        // Page wants the offers, so that they run before ready unless they are on demand.
        "Offers on demand", "Page off the main lane", "Page after ready or on demand",
        "Page on demand", "Page without wants: Offers", "Theme off the main lane",
        "Till.count after ready or on demand", "Till.count on demand",
      ])
    #expect(legal[4].declaredAt == "Shop.swift:1")
  }

  @Test func `a replay gives the recorded times, and the effect of each move`() throws {
    let launches = try [
      Self.launch(30, 5, 10, 1), Self.launch(20, 5, 10, 1), Self.launch(2, 5, 10, 1),
    ]
    let replay = try #require(LaunchReplay("phone", launches, of: RecordedGraph(Self.document)))
    #expect(replay.error == 0 && replay.launches == 3 && replay.median == 25 && replay.high == 35)
    let best = try #require(replay.effects.first)
    #expect(best.move == "Offers on demand")
    #expect(best.medianChange == -10 && best.highChange == -20)
    #expect(abs(best.helped - 2 / 3) < 1e-9 && !best.isAtLeast)
    #expect(!replay.effects.contains { $0.move.hasPrefix("Till") })
  }

  @Test func `a launch counts as often as its weight says`() throws {
    let launches = try [Self.launch(30, 5, 10, 1, weight: 9), Self.launch(2, 5, 10, 1)]
    let replay = try #require(LaunchReplay("phone", launches, of: RecordedGraph(Self.document)))
    #expect(replay.median == 35 && replay.high == 35)
    let offers = try #require(replay.effects.first)
    #expect(offers.move == "Offers on demand" && offers.medianChange == -20)
    #expect(abs(offers.helped - 0.9) < 1e-9)
  }

  @Test func `a report is replayed with its tasks that ran`() async throws {
    let folder = try ToolFolder()
    try folder.write(try ReportSketch.shop.report().text(as: .json), to: "launch.json")
    let end = try await folder.run("report moves launch.json")
    #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
    #expect(end.output.hasPrefix("Moves\n1 launch, ready 9.0 ms at the median"), "\(end.output)")
    #expect(end.output.contains("Theme off the main lane"))
    let json = try await folder.run("report moves launch.json --format json --output moves.json")
    #expect(json == ToolFolder.End())
    #expect(try folder.text(of: "moves.json").contains("\"medianChange\""))
    let stopped = LaunchReport(tasks: [], isCancelled: true, timeToReady: nil, total: .zero)
    try folder.write(try stopped.text(as: .json), to: "stopped.json")
    #expect(
      try await folder.run("report moves stopped.json")
        == ToolFolder.End(
          errors: "stopped.json: the app was not ready, so no move can help.\n", status: 1))
  }

  @Test func `moves of a fleet need one plan, whose launches are in the rows`() async throws {
    let folder = try ToolFolder()
    try folder.write("{}\n", to: "rows.ndjson")
    let text = try JSONEncoder().encode(Self.document)
    try folder.write(String(decoding: text, as: UTF8.self), to: "plan.json")
    try folder.write(
      "#!/bin/sh\nfor a in answer-*; do cp $a \"$(dirname \"$6\")/${a#answer-}\"; done\n",
      to: "duckdb.sh")
    try folder.write(
      #"[{"rows":1,"collided":0,"foreign":0,"apps":[{"app":"","rows":1}]}]"#, to: "answer-overview")
    func moves(_ answer: String, _ arguments: String) async throws -> ToolFolder.End {
      try folder.write(answer, to: "answer-moves")
      return try await folder.run(
        "fleet moves rows.ndjson --duckdb ./duckdb \(arguments)",
        after: "cp duckdb.sh duckdb && chmod 755 duckdb")
    }
    let row = """
      [{"device":"phone","workers":2,"weight":1,"ready":25000,"run":"20000 5000 10000 1000",\
      "path":"0 1"}]
      """
    let end = try await moves(row, "--plan plan.json")
    #expect(
      end.output == """
        phone
        1 launch, ready 25.0 ms at the median, 25.0 ms at 90 %; the replay without a move differs by \
        0.0 % from the record
          median      90 %  helped  move                           declared at
        -10.0 ms  -10.0 ms   100 %  Offers on demand               Shop.swift:0
         -5.0 ms   -5.0 ms   100 %  Page after ready or on demand  Shop.swift:1
         -5.0 ms   -5.0 ms   100 %  Page without wants: Offers     Shop.swift:1

        """)
    let none = try await moves("[]", "--plan plan.json")
    #expect(
      none.errors == """
        There are no launches of the plan ab. The document is of another build: \
        `gantry plan --document` prints one for each build.

        """)
    let two = try await moves("[]", "--plan plan.json --plan plan.json")
    #expect(two.status == 64 && two.errors.hasPrefix("Error: Give one '--plan', "))
    let many = try await moves("[]", "--plan plan.json --launches 20001")
    #expect(many.errors.hasPrefix("Error: '--launches' must be from 1 to 20000, not 20001."))
  }
}
