// SPDX-License-Identifier: Apache-2.0

import Figures
import Foundation
import Load

/// Requests a second of Depot, beside the same routes on plain Hummingbird with the same SQLite statements:
/// `DepotRequests [--smoke] [--output FILE]`.
///
/// Both are served by one process, a copy of this program; this one is the clients, and asks them in
/// turns, so that what else the machine does meets both alike. Each client keeps its connection, and
/// asks for a stock, an item, and a movement that is booked already: a new one would wait for the disk.
@main
enum DepotRequests {
  static let isSmoke = CommandLine.arguments.contains("--smoke")
  static let rounds = isSmoke ? 1 : 21
  static let slice = Duration.milliseconds(isSmoke ? 20 : 400)

  static func main() async throws {
    if let index = CommandLine.arguments.firstIndex(of: "--serve") {
      return try await Servers.run(in: CommandLine.arguments[index + 1])
    }
    Figures.finish(broken: try await measure())
  }

  /// Measures and reports.
  ///
  /// - Returns: The figures that missed their aim by more than a tenth.
  private static func measure() async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "depot-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (process, ports) = try start(in: folder)
    defer { process.terminate() }
    let (depot, plain) = (Clients(port: ports[0]), Clients(port: ports[1]))
    guard try depot.answers() == plain.answers() else {
      throw LoadError(
        description: "the answers differ: \(try depot.answers()), \(try plain.answers())")
    }
    // What is used for the first time is slow.
    for clients in [depot, plain] { _ = try await clients.count(for: slice) }
    var counts: [(depot: Double, plain: Double)] = []
    for round in 0..<rounds {
      // The one that begins changes, too.
      if round.isMultiple(of: 2) {
        let own = try await depot.count(for: slice)
        counts.append((own, try await plain.count(for: slice)))
      } else {
        let other = try await plain.count(for: slice)
        counts.append((try await depot.count(for: slice), other))
      }
    }
    return try report(counts)
  }

  /// Starts the servers; returns when they have said where they are.
  private static func start(in folder: URL) throws -> (Process, ports: [UInt16]) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--serve", folder.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else {
        throw LoadError(description: "the servers did not start: \(text)")
      }
      text += String(decoding: data, as: UTF8.self)
    }
    let ports = text.split(whereSeparator: \.isWhitespace).compactMap { UInt16($0) }
    guard ports.count == 2 else { throw LoadError(description: "these are no ports: \(text)") }
    return (process, ports)
  }

  private static func report(
    _ counts: [(depot: Double, plain: Double)]
  ) throws -> [String] {
    let ratios = counts.map { $0.depot / $0.plain }.sorted()
    let ratio = ratios[ratios.count / 2]
    let quarters = [ratios[ratios.count / 4], ratios[ratios.count * 3 / 4]]
    let aim = Aim(atLeast: 0.95)
    let verdict = isSmoke ? "" : " (\(aim.verdict(on: ratio)))"
    print("depot.ratio")
    print("  Depot                \(median(counts.map(\.depot))) requests a second")
    print("  plain Hummingbird    \(median(counts.map(\.plain))) requests a second")
    print("  median of \(rounds) ratios  \(text(ratio))\(verdict)")
    print("  half of them from \(text(quarters[0])) to \(text(quarters[1]))")
    if let index = CommandLine.arguments.firstIndex(of: "--output"),
      let path = CommandLine.arguments.dropFirst(index + 1).first
    {
      try Figures.add(
        Figures.Entry(
          name: "depot.ratio", value: ratio, unit: "ratio",
          peers: [
            "plain Hummingbird": 1, "lower quartile": quarters[0], "upper quartile": quarters[1],
          ]),
        to: path)
    }
    return !isSmoke && aim.isBroken(by: ratio) ? ["depot.ratio"] : []
  }

  private static func text(_ ratio: Double) -> String { String(format: "%.3f", ratio) }

  private static func median(_ values: [Double]) -> Int {
    Int(values.sorted()[values.count / 2])
  }
}
