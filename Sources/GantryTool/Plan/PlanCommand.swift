// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// `gantry plan`: works on launch graphs without launching anything.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Simulate, check and draw launch graphs.",
    discussion: """
      A graph is a JSON file. A task needs a name; all else is optional:

        {"version": 2, "name": "example", "tasks": [
          {"name": "t0", "durationMilliseconds": 12.5, "lane": "background",
           "stage": "beforeReady", "requires": ["t1"], "wants": [], "after": [],
           "before": [], "priority": 0}]}
      """,
    subcommands: [Simulate.self, Check.self, Draw.self])
}
