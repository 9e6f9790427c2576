// SPDX-License-Identifier: Apache-2.0

import CAllocations
import Figures

/// A run of a program that measures: `[--smoke] [--output FILE] [part of a name]...`
@MainActor
struct Session {
  /// The parts of names that choose benchmarks; empty for all.
  let parts: [String]
  private let output: String?
  private let runner: Runner
  private let isSmoke: Bool

  /// Reads the arguments of the process.
  init() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    isSmoke = Self.take("--smoke", from: &arguments)
    output = Self.takeValue("--output", from: &arguments)
    parts = arguments
    runner =
      isSmoke
      ? Runner(rounds: 1, roundLength: .zero)
      : Runner(rounds: 21, roundLength: .milliseconds(20))
  }

  /// Measures those that are chosen.
  func run(_ benchmarks: [Benchmark]) async throws -> Report {
    print(try Self.allocationCheck())
    var report = Report()
    for benchmark in benchmarks where isChosen(benchmark) {
      report.add(benchmark, try await runner.run(benchmark))
    }
    return report
  }

  /// Prints what was measured, and writes it to the file; ends the program if an aim is broken.
  func finish(_ report: Report) throws {
    print(report.lines.joined(separator: "\n"))
    guard Sink.shared.failures == 0 else { throw ContenderError(failures: Sink.shared.failures) }
    if let output { try Figures.add(report.entries, to: output) }
    // The figures of a single round mean nothing.
    if !isSmoke { Figures.finish(broken: report.broken) }
  }

  private func isChosen(_ benchmark: Benchmark) -> Bool {
    parts.isEmpty || parts.contains { benchmark.name.contains($0) }
  }

  /// Shows that the count of allocations moves by a known number, or says that nothing counts them.
  private static func allocationCheck() throws -> String {
    guard gantry_allocations_are_counted() else { return "allocations: not counted here" }
    let known = 1000
    let before = gantry_allocations()
    for _ in 0..<known { gantry_allocate_once() }
    let counted = gantry_allocations() - before
    guard counted == known else { throw CountError(known: known, counted: counted) }
    let objects = gantry_allocations()
    for value in 0..<known { Sink.shared.kept = Box(value) }
    let boxed = gantry_allocations() - objects
    guard boxed >= known else { throw CountError(known: known, counted: boxed) }
    return "allocations: counted (\(known) in C moved it by \(counted), in Swift by \(boxed))"
  }

  private static func take(_ option: String, from arguments: inout [String]) -> Bool {
    guard let index = arguments.firstIndex(of: option) else { return false }
    arguments.remove(at: index)
    return true
  }

  private static func takeValue(_ option: String, from arguments: inout [String]) -> String? {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
      return nil
    }
    defer { arguments.removeSubrange(index...(index + 1)) }
    return arguments[index + 1]
  }
}

/// The count of allocations did not move as it must.
struct CountError: Error {
  let known: Int
  let counted: UInt64
}

/// A contender failed: what it was compared with means nothing.
struct ContenderError: Error {
  let failures: Int
}

/// An object of a known allocation.
final class Box {
  let value: Int
  init(_ value: Int) { self.value = value }
}

/// Where results go, so that the optimizer cannot drop the work behind them.
@MainActor
final class Sink {
  static let shared = Sink()
  var kept: Box?
  var sum = 0
  /// What a contender could not do: its figure means nothing.
  var failures = 0
}
