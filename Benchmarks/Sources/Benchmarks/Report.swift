// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a run found, as a table for people and as a file for what reads figures.
struct Report {
  /// One figure of the file.
  struct Entry: Codable {
    /// The benchmark's name.
    let name: String
    /// The median.
    let value: Double
    /// The unit of the value and of the peers' values.
    let unit: String
    /// The same for each peer, by name.
    let peers: [String: Double]
  }

  private(set) var entries: [Entry] = []
  private(set) var lines: [String] = []

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
    }
    if let remark = benchmark.remark { lines.append("  (\(remark))") }
    entries.append(
      Entry(name: benchmark.name, value: subject.nanoseconds, unit: "ns", peers: values))
  }

  /// Adds a ratio that is computed and not timed.
  mutating func add(_ name: String, _ ratio: Double, aim: Double, remark: String) {
    let text = padded(String(format: "%.4f", ratio), 14)
    lines += [name, "  \(text)\(verdict(ratio, aim, "times"))", "  (\(remark))"]
    entries.append(Entry(name: name, value: ratio, unit: "ratio", peers: [:]))
  }

  /// Says that a figure is not computed here.
  mutating func skip(_ name: String, because reason: String) {
    lines += [name, "  skipped: \(reason)"]
  }

  /// Writes the file; figures of other names that it already holds stay.
  func write(to path: String) throws {
    let url = URL(fileURLWithPath: path)
    let old = try? JSONDecoder().decode([Entry].self, from: Data(contentsOf: url))
    let names = Set(entries.map(\.name))
    let all = (old ?? []).filter { !names.contains($0.name) } + entries
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(all.sorted { $0.name < $1.name }).write(to: url)
  }

  private func row(_ name: String, _ figure: Runner.Figure, _ remark: String) -> String {
    let time = "\(digits(figure.nanoseconds)) ns"
    let blocks = figure.allocations.map { "\(digits($0)) allocations" } ?? "not counted"
    return "  \(padded(name, 28))\(padded(time, 14))\(padded(blocks, 20))\(remark)"
  }

  private func remarks(_ benchmark: Benchmark, _ subject: Runner.Figure) -> String {
    var remarks = [verdict(subject.nanoseconds, benchmark.aim, "ns")]
    if benchmark.allocatesNothing, let allocations = subject.allocations {
      remarks.append(verdict(allocations, 0, "allocations"))
    }
    return remarks.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func aimed(_ ratio: Double, _ peer: Benchmark.Contender) -> String {
    let remark = verdict(ratio, peer.aim, "of it")
    return remark.isEmpty ? "" : "; \(remark)"
  }

  private func verdict(_ value: Double, _ aim: Double?, _ unit: String) -> String {
    guard let aim else { return "" }
    // An aim is a figure that somebody chose: as it is, not rounded.
    let text = Int(exactly: aim).map(String.init) ?? String(aim)
    return "aim \(text) \(unit): \(value <= aim ? "met" : "MISSED")"
  }

  private func digits(_ value: Double) -> String {
    if value == 0 { return "0" }
    return String(format: value < 0.01 ? "%.1e" : value < 100 ? "%.2f" : "%.0f", value)
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text.padding(toLength: max(width, text.count + 1), withPad: " ", startingAt: 0)
  }
}
