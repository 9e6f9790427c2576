// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

import Gantry
@testable import GantryCore

/// The answers to probes, derived only from the health of modules.
@Suite struct ApplicationHealthTests {
  typealias Module = ApplicationHealth.Module

  struct Row: Sendable, CustomTestStringConvertible {
    let health: ApplicationHealth
    let live: [String]
    let ready: [String]
    var testDescription: String { "\(health)" }

    init(
      _ state: ApplicationReference.State = .ready, _ modules: Module..., failure: String? = nil,
      stall: Duration? = nil, live: [String] = [], ready: [String] = []
    ) {
      var health = ApplicationHealth(
        state, modules, failure: failure.map { LaunchFailed(name: "Web", reason: $0) })
      health.stall = stall
      (self.health, self.live, self.ready) = (health, live, live + ready)
    }
  }

  static func module(
    _ name: ModuleName, _ state: ModuleState, essential: Bool = false, part: Bool = true
  ) -> Module {
    Module(name: name, state: state, isEssential: essential, isPartOfReady: part)
  }

  @Test(arguments: [
    Row(),
    Row(.launching, ready: ["the application is launching"]),
    Row(.stopping, ready: ["the application is stopping"]),
    Row(.stopped, ready: ["the application is stopped"]),
    Row(
      .ready, module("A", .launched(.good)), module("B", .launched(.degraded(because: "x"))),
      module("C", .leftOut(because: [Explanation.Reason("x", cause: .list)])),
      module("D", .leftOut(because: [Explanation.Reason("x", cause: .safeMode)])),
      module("E", .waiting)),
    Row(.ready, module("A", .launching), ready: ["A is still launching"]),
    Row(
      .ready, module("A", .failed(because: [Explanation.Reason("x")])), ready: ["A has failed: x"]),
    Row(.ready, module("A", .launched(.failed(because: "x"))), ready: ["A has failed: x"]),
    Row(.ready, module("A", .launching, part: false)),
    Row(.ready, module("A", .launched(.failed(because: "x")), part: false)),
    Row(.ready, module("A", .failed(because: [Explanation.Reason("x")]), part: false)),
    Row(
      .ready, module("A", .failed(because: [Explanation.Reason("x")]), essential: true),
      live: ["A has failed: x"]),
    Row(
      .ready,
      module("A", .failed(because: [Explanation.Reason("x")]), essential: true, part: false),
      live: ["A has failed: x"]),
    Row(
      .ready, module("A", .launched(.failed(because: "x")), essential: true),
      live: ["A has failed: x"]),
    Row(.ready, module("A", .launched(.degraded(because: "x")), essential: true)),
    Row(
      .ready, stall: .seconds(2), live: ["the main actor has not responded for 2.0 s"]),
    Row(
      .stopped, failure: "failed: x", live: ["Web is essential: failed: x"],
      ready: ["the application is stopped"]),
  ])
  func `probes for live and ready follow the table`(row: Row) {
    #expect(row.health.obstacles(to: .live) == row.live)
    #expect(row.health.obstacles(to: .ready) == row.ready)
    #expect(row.health.isLive == row.live.isEmpty && row.health.isReady == row.ready.isEmpty)
    #expect(row.health.answer(to: .live).status == (row.live.isEmpty ? 200 : 503))
    #expect(row.health.answer(to: .ready).status == (row.ready.isEmpty ? 200 : 503))
  }

  private let health = ApplicationHealth(
    .ready,
    [
      module("Chat", .leftOut(because: [Explanation.Reason("not in the list")])),
      module("Feed", .failed(because: [Explanation.Reason("gone")])),
      module("Mail", .launched(.degraded(because: "no \"route\"\nto/host"))),
      module("Web", .launched(.good)),
    ])

  @Test func `a probe's answer has a status and a body for any server`() {
    let modules = #"""
      "modules":{"Chat":{"state":"leftOut","why":"not in the list"},\#
      "Feed":{"state":"failed","why":"gone"},\#
      "Mail":{"state":"degraded","why":"no \"route\"\nto/host"},"Web":{"state":"launched"}}
      """#
    let ready = health.answer(to: .ready)
    #expect(ready.status == 503 && ready.contentType == "application/json")
    #expect(
      ready.body
        == #"{\#(modules),"ok":false,"probe":"ready","state":"ready","why":["Feed has failed: gone"]}"#
    )
    let live = health.answer(to: .live)
    #expect(live.status == 200)
    #expect(
      live.body == #"{\#(modules),"ok":true,"probe":"live","state":"ready","why":[]}"#)
  }

  @Test func `ready can ignore named modules`() {
    #expect(health.answer(to: .ready, ignoring: ["Feed"]).status == 200)
    #expect(health.answer(to: .ready, ignoring: ["Mail"]).status == 503)
  }

  @Test func `one line lists the modules that are not well`() {
    #expect(
      health.description
        == "not ready; Feed has failed: gone; Mail is degraded: no \"route\"\nto/host")
    let many = ApplicationHealth(
      .launching, (1...9).map { Self.module(ModuleName("M\($0)"), .launching) })
    #expect(
      many.description
        == "not ready; the application is launching; M1 is still launching; M2 is still launching; "
        + "and 7 more")
    #expect(ApplicationHealth(.ready).description == "ready")
  }
}
