// SPDX-License-Identifier: Apache-2.0

import Figures
import Foundation

/// Pages of Bazaar a second, beside a bare handler that fills the same templates:
/// `ShopPages [--smoke] [--output FILE]`.
///
/// Both are served by one process, a copy of this program; this one is the browsers, and asks them
/// in turns, so that what else the machine does meets both alike.
@main
enum ShopPages {
  static let isSmoke = CommandLine.arguments.contains("--smoke")
  static let rounds = isSmoke ? 1 : 15
  static let slice = Duration.milliseconds(isSmoke ? 20 : 400)

  static func main() async throws {
    if CommandLine.arguments.contains("--serve") { return try await Servers.run() }
    Figures.finish(broken: try await measure())
  }

  /// Measures and reports.
  ///
  /// - Returns: The figures that missed their aim by more than a tenth.
  private static func measure() async throws -> [String] {
    let (process, ports) = try start()
    defer { process.terminate() }
    let shop = Browsers(port: ports[0])
    let bare = Browsers(port: ports[1])
    for id in [1, 7, 216] where try shop.page(id) != bare.page(id) {
      throw Failure(description: "the servers answer with different pages for item \(id)")
    }
    // What is used for the first time is slow.
    for browsers in [shop, bare] { _ = try await browsers.count(for: slice) }
    var counts: [(shop: Double, bare: Double)] = []
    for _ in 0..<rounds {
      counts.append((try await shop.count(for: slice), try await bare.count(for: slice)))
    }
    return try report(
      median(counts.map { $0.shop / $0.bare }), shop: median(counts.map(\.shop)),
      bare: median(counts.map(\.bare)))
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Starts the servers; returns when they have said where they are.
  private static func start() throws -> (Process, ports: [UInt16]) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--serve"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure(description: "the servers did not start: \(text)") }
      text += String(decoding: data, as: UTF8.self)
    }
    let ports = text.split(whereSeparator: \.isWhitespace).compactMap { UInt16($0) }
    guard ports.count == 2 else { throw Failure(description: "these are no ports: \(text)") }
    return (process, ports)
  }

  private static func report(_ ratio: Double, shop: Double, bare: Double) throws -> [String] {
    let aim = Aim(atLeast: 0.8)
    let verdict = isSmoke ? "" : " (\(aim.verdict(on: ratio)))"
    print("bazaar.pages.ratio")
    print("  Bazaar's /catalog/:id       \(Int(shop)) a second")
    print("  a bare FlyingFox handler    \(Int(bare)) a second")
    print("  median of \(rounds) ratios         \(String(format: "%.3f", ratio))\(verdict)")
    if let index = CommandLine.arguments.firstIndex(of: "--output"),
      let path = CommandLine.arguments.dropFirst(index + 1).first
    {
      // Both as shares of the bare handler's pages a second.
      let entry = Figures.Entry(
        name: "bazaar.pages.ratio", value: ratio, unit: "ratio", peers: ["bare FlyingFox": 1])
      try Figures.add(entry, to: path)
    }
    return !isSmoke && aim.isBroken(by: ratio) ? ["bazaar.pages.ratio"] : []
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
