// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

extension LaunchComparison: CustomStringConvertible {
  /// The changes, a line each; one line when there are none.
  public var description: String {
    var lines = [
      """
      \(baselineRuns) launch\(baselineRuns == 1 ? "" : "es") before, \(candidateRuns) after, \
      \(compared) times compared: \
      \(slower.count) slower, \(faster.count) faster
      """
    ]
    if !slower.isEmpty || !faster.isEmpty {
      var table = TextTable(["", "before", "after", "change", "by chance"], numeric: [1, 2, 3, 4])
      for change in slower + faster {
        let sign = change.difference > .zero ? "+" : ""
        table.add([
          "\(change.measure)", change.baseline.text, change.candidate.text,
          sign + change.difference.text, "± \(change.noise.text)",
        ])
      }
      lines.append(table.text)
    }
    if !failing.isEmpty { lines.append("failing now: \(failing.joined(separator: ", "))") }
    if !added.isEmpty { lines.append("added: \(added.joined(separator: ", "))") }
    if !removed.isEmpty { lines.append("removed: \(removed.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }
}
