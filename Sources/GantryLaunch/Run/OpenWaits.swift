// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The root causes of the waits in a launch, each once, first those that run.
package struct OpenWaits {
  /// A line for each task that the others wait for, with the longest way to it and all others that wait.
  package let lines: [String]

  package init(_ waits: [LaunchWait]) {
    let waits = waits.filter { $0.elapsed != nil } + waits.filter { $0.elapsed == nil }
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
