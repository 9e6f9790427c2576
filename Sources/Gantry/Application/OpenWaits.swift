// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What a launch that is not ready waits for: each root cause once.
struct OpenWaits {
  /// A line for each task that the others wait for, with the longest way to it and who else waits.
  let lines: [String]

  init(of launch: LaunchRun) {
    let open = launch.report().tasks.filter { $0.outcome == nil && $0.stage == .blocking }
    self.init(open.compactMap { launch.wait(for: $0.name) })
  }

  init(_ waits: [LaunchWait]) {
    var roots: [String] = []
    var byRoot: [String: [LaunchWait]] = [:]
    for wait in waits {
      guard let root = wait.chain.last else { continue }
      if byRoot[root] == nil { roots.append(root) }
      byRoot[root, default: []].append(wait)
    }
    lines = roots.map { Self.line(byRoot[$0] ?? []) }
  }

  private static func line(_ waits: [LaunchWait]) -> String {
    guard var longest = waits.first else { return "" }
    for wait in waits where wait.chain.count > longest.chain.count { longest = wait }
    let others = waits.compactMap(\.chain.first).filter { !longest.chain.contains($0) }
    let also = others.isEmpty ? "" : "; so do \(others.joined(separator: ", "))"
    return "\(longest)\(also)"
  }
}
