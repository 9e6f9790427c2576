// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import Testing

import Gantry
@testable import GantryCore

/// The modules are those of ``ModuleLivesTests``.
@Suite struct ModuleLivesHealthTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let given: [LivesStep]
    let module: String
    let health: ModuleHealth
    var testDescription: String { name }

    init(_ name: String, _ given: [LivesStep], _ module: String, _ health: ModuleHealth) {
      (self.name, self.given, self.module, self.health) = (name, given, module, health)
    }
  }

  static let running = ModuleLivesTests.running
  static let dormant = ModuleLivesTests.dormant

  @Test(arguments: [
    Row("a module that waits starts", [], "Base", .starting),
    Row("a module that launches starts", [.began("Base.open")], "Base", .starting),
    Row("a module that has launched is ready", running, "Base", .ready),
    Row(
      "a module that failed to launch has failed",
      [.began("Cart"), .settled("Cart", .failed(message: "broken"))], "Cart",
      .failed(because: "broken")),
    Row(
      "so has one that took too long", [.settled("Cart", .timedOut)], "Cart",
      .failed(because: "timed out")),
    Row(
      "so has one without its requirement", [.settled("Cart", .blocked(by: ["Shop", "Base"]))],
      "Cart", .failed(because: "blocked by Shop ← Base")),
    Row(
      "one that is skipped is stopped",
      [.settled("Cart", .skipped(because: [LaunchSkip("x", .undemanded)]))], "Cart",
      .stopped),
    Row("one in quarantine is stopped", [.settled("Cart", .quarantined)], "Cart", .stopped),
    Row("one that was cancelled is stopped", [.settled("Cart", .cancelled)], "Cart", .stopped),
    Row(
      "one that is switched off is stopped", running + [.off("Shop", dormant: dormant)], "Cart",
      .stopped),
    Row(
      "one that comes back starts",
      running + [.off("Cart", dormant: dormant), .on("Cart"), .returned(["Cart"])], "Cart",
      .starting),
    Row(
      "one that failed after its launch has failed",
      running + [.failed("Shop", dormant: dormant)], "Shop", .failed(because: "broken")),
    Row(
      "so have those that require it", running + [.failed("Shop", dormant: dormant)], "Cart",
      .failed(because: "blocked by Shop, which failed: broken")),
    Row(
      "a module says that it is degraded",
      running + [.reported("Base", .degraded(because: "slow"))], "Base",
      .degraded(because: "slow")),
    Row(
      "its last word holds",
      running + [
        .reported("Base", .degraded(because: "slow")), .reported("Base", .failed(because: "gone")),
      ], "Base", .failed(because: "gone")),
    Row(
      "it may be ready again",
      running + [.reported("Base", .failed(because: "gone")), .reported("Base", .ready)], "Base",
      .ready),
    Row(
      "until it has launched, it starts, whatever it says",
      [.began("Base.open"), .reported("Base", .failed(because: "gone"))], "Base", .starting),
    Row(
      "its word before it has launched holds then",
      [.reported("Base", .degraded(because: "slow"))] + running, "Base",
      .degraded(because: "slow")),
    Row(
      "a new module is not what the one before said",
      running + [
        .reported("Cart", .failed(because: "gone")), .off("Cart", dormant: dormant), .on("Cart"),
        .returned(["Cart"]), .launched("Cart"),
      ], "Cart", .ready),
    Row(
      "a module that is off has no word",
      running + [
        .off("Cart", dormant: dormant), .reported("Cart", .failed(because: "late")), .on("Cart"),
        .returned(["Cart"]), .launched("Cart"),
      ], "Cart", .ready),
    Row("in a stop all are stopped", running + [.stopped], "Base", .stopped),
    Row("also those that launch", [.began("Base.open"), .stopped], "Base", .stopped),
    Row(
      "but those that have failed",
      [.settled("Cart", .failed(message: "broken")), .stopped, .closed], "Cart",
      .failed(because: "broken")),
  ])
  func `each state of a module has its health`(row: Row) throws {
    var script = try LivesScript(ModuleLivesTests.modules)
    _ = script.take(row.given)
    #expect(script.lives.health(of: script.module(row.module)) == row.health)
  }

  @Test func `an untouched on-demand module counts as stopped`() throws {
    var script = try LivesScript(ModuleLivesTests.modules)
    let search = script.module("Search")
    #expect(script.lives.isUntouched(search))
    #expect(script.lives.health(of: search, isDormant: true) == .stopped)
    _ = script.take([.began("Search.init")])
    #expect(!script.lives.isUntouched(search))
    #expect(script.lives.health(of: search) == .starting)
  }

  struct Work: Sendable, CustomTestStringConvertible {
    let name: String
    let options: RunOptions
    let inputs: [Supervisor.Input]
    let health: ModuleHealth
    var report = ModuleHealth.ready
    var testDescription: String { name }
  }

  static let pausing = "run 'serve' failed: x; it runs again in 1.0 s (restart 1)"
  static let options = RunOptions(backoff: .constant(.seconds(1)))

  @Test(arguments: [
    Work(name: "work that runs", options: options, inputs: [.launched], health: .ready),
    Work(
      name: "work that waits to run again", options: options,
      inputs: [.launched, .failed("x", at: .zero)], health: .degraded(because: pausing)),
    Work(
      name: "work that runs again", options: options,
      inputs: [.launched, .failed("x", at: .zero), .pauseOver], health: .ready),
    Work(
      name: "work that is over", options: options, inputs: [.launched, .returned(at: .zero)],
      health: .ready),
    Work(
      name: "work between two rounds", options: RunOptions(.always),
      inputs: [.launched, .returned(at: .zero)], health: .ready),
    Work(
      name: "work that has failed for good", options: RunOptions(.never),
      inputs: [.launched, .failed("x", at: .zero)], health: .failed(because: "run 'serve': x")),
    Work(
      name: "a failure is worse than the module's word", options: RunOptions(.never),
      inputs: [.launched, .failed("x", at: .zero)], health: .failed(because: "run 'serve': x"),
      report: .degraded(because: "slow")),
    Work(
      name: "several reasons", options: options, inputs: [.launched, .failed("x", at: .zero)],
      health: .degraded(because: "\(pausing); slow"), report: .degraded(because: "slow")),
  ])
  func `long-running work contributes to the health of its module`(row: Work) throws {
    var script = try LivesScript(ModuleLivesTests.modules)
    _ = script.take(Self.running + [.reported("Base", row.report)])
    var supervisor = Supervisor(row.options)
    var random = SeededGenerator(seed: 1)
    for input in row.inputs { _ = supervisor.handle(input, using: &random) }
    let calm = Supervisor(RunOptions())
    let runs = [(name: "calm", supervisor: calm), (name: "serve", supervisor: supervisor)]
    #expect(script.lives.health(of: script.module("Base"), runs) == row.health)
  }
}
