// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// The launch of an application, and those of modules that were switched on again.
///
/// It keeps none of them alive: they own the modules' bodies, which lead here.
final class LaunchRuns: Sendable {
  private struct Entry {
    weak var run: LaunchRun?
    /// Its nodes that stand for those of another launch.
    let standIns: Set<String>
  }

  /// The first is that of the whole application.
  private let entries = Mutex<[Entry]>([])

  /// Those that have not ended, and the first one, the oldest first.
  var all: [LaunchRun] { entries.withLock { $0.compactMap(\.run) } }

  func add(_ run: LaunchRun, standIns: Set<String> = []) {
    entries.withLock { entries in
      entries.removeAll { $0.run == nil }
      entries.append(Entry(run: run, standIns: standIns))
    }
  }

  func demand(_ name: String) { for run in all { run.demand(name) } }

  func reach(_ milestone: Milestone) { for run in all { run.reach(milestone) } }

  func cancel() { for run in all { run.cancel() } }

  /// What holds a task up, in the latest launch that it is part of.
  func wait(for name: String) -> LaunchWait? {
    // Not lazily: `last` would ask twice, and may get two answers.
    let own = entries.withLock { entries in
      entries.compactMap { $0.standIns.contains(name) ? nil : $0.run }
    }
    return own.compactMap { $0.wait(for: name) }.last
  }

  /// Whether a task waits for something that may never come: a demand, or a milestone.
  func isDormant(_ name: String) -> Bool {
    switch wait(for: name)?.state {
    case .stage(.onDemand), .milestone: true
    default: false
    }
  }
}
