// SPDX-License-Identifier: Apache-2.0

import Figures
import Foundation

/// What a run found, as a table for people and as a file for what reads figures.
struct Report {
  typealias Entry = Figures.Entry

  private(set) var entries: [Entry] = []
  private(set) var lines: [String] = []
  /// The figures that missed their aim by more than a tenth.
  private(set) var broken: [String] = []

  /// Adds a benchmark's figures, the subject's first.
  mutating func add(_ benchmark: Benchmark, _ figures: [Runner.Figure]) {
    let subject = figures[0]
    lines.append("\(benchmark.name)")
    lines.append(
      row(benchmark.subject.name, subject, remarks(benchmark, subject)))
    var values: [String: Double] = [:]
    for (peer, figure) in zip(benchmark.peers, figures.dropFirst()) {
      let ratio = figure.ratio
      values[peer.name] = figure.nanoseconds
      let spread = "\(digits(ratio.low)) to \(digits(ratio.high))"
      lines.append(
        row(
          peer.name, figure,
          "ours takes \(digits(ratio.median)) of it (\(spread))" + aimed(ratio.median, peer)))
      if peer.aim?.isBroken(by: ratio.median) == true {
        broken.append("\(benchmark.name) beside \(peer.name)")
      }
    }
    if benchmark.aim?.isBroken(by: subject.nanoseconds) == true { broken.append(benchmark.name) }
    if let allocations = subject.allocations,
      benchmark.allocations?.isBroken(by: allocations) == true
    {
      broken.append("allocations of \(benchmark.name)")
    }
    if let remark = benchmark.remark { lines.append("  (\(remark))") }
    entries.append(
      Entry(name: benchmark.name, value: subject.nanoseconds, unit: "ns", peers: values))
  }

  /// Adds a ratio that is computed and not timed.
  mutating func add(_ name: String, _ ratio: Double, aim: Double, remark: String) {
    let aim = Aim(atMost: aim)
    let text = padded(String(format: "%.4f", ratio), 14)
    lines += [name, "  \(text)\(aim.verdict(on: ratio, "times"))", "  (\(remark))"]
    if aim.isBroken(by: ratio) { broken.append(name) }
    entries.append(Entry(name: name, value: ratio, unit: "ratio", peers: [:]))
  }

  /// Says that a figure is not computed here.
  mutating func skip(_ name: String, because reason: String) {
    lines += [name, "  skipped: \(reason)"]
  }

  private func row(_ name: String, _ figure: Runner.Figure, _ remark: String) -> String {
    let time = "\(digits(figure.nanoseconds)) ns"
    let blocks = figure.allocations.map { "\(digits($0)) allocations" } ?? "not counted"
    return "  \(padded(name, 28))\(padded(time, 14))\(padded(blocks, 20))\(remark)"
  }

  private func remarks(_ benchmark: Benchmark, _ subject: Runner.Figure) -> String {
    let remarks = [
      benchmark.aim?.verdict(on: subject.nanoseconds, "ns"),
      subject.allocations.flatMap { benchmark.allocations?.verdict(on: $0, "allocations") },
    ]
    return remarks.compactMap(\.self).joined(separator: "; ")
  }

  private func aimed(_ ratio: Double, _ peer: Benchmark.Contender) -> String {
    peer.aim.map { "; \($0.verdict(on: ratio, "of it"))" } ?? ""
  }

  private func digits(_ value: Double) -> String {
    if value == 0 { return "0" }
    return String(format: value < 0.01 ? "%.1e" : value < 100 ? "%.2f" : "%.0f", value)
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text.padding(toLength: max(width, text.count + 1), withPad: " ", startingAt: 0)
  }
}
