// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryLaunch

/// A real process dies in several ways, and the next one knows which tasks were running.
@Suite(.timeLimit(.minutes(2)))
struct JournalDeathTests {
  private static var program: URL {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = (bundle ?? Bundle.main.executableURL)?.deletingLastPathComponent()
    return (folder ?? URL(filePath: ".")).appending(path: "JournalFixture")
  }

  private func run(_ way: String, _ file: JournalFile) throws -> (process: Process, output: Pipe) {
    let process = Process()
    let output = Pipe()
    process.executableURL = Self.program
    process.arguments = [way, file.path]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    try process.run()
    return (process, output)
  }

  @Test(arguments: ["kill", "abort", "trap", "segmentation", "exit"])
  func `the next process knows the tasks that were running, however the last one died`(
    way: String
  ) throws {
    let file = try JournalFile()
    let (process, _) = try run(way, file)
    process.waitUntilExit()
    let journal = try LaunchJournal(file.path, app: "fixture", build: "1")
    #expect(journal.end == .died(inFlight: ["beside", "guilty"]))
  }

  @Test func `killing a process at random neither loses nor invents a mark`() throws {
    let file = try JournalFile()
    var random = SplitMix64(seed: UInt64.random(in: 0...999))
    let seed = random
    for turn in 0..<40 {
      let (process, output) = try run("churn", file)
      let reader = output.fileHandleForReading
      // The process is killed after a random amount of output, in the middle of its work.
      var words = Data()
      let length = Int.random(in: 6..<20_000, using: &random)
      while words.count < length { words += reader.availableData }
      kill(process.processIdentifier, SIGKILL)
      words += reader.readDataToEndOfFile()
      process.waitUntilExit()
      let (begun, uncertain) = Self.state(String(decoding: words, as: UTF8.self))
      let journal = try LaunchJournal(file.path, app: "fixture", build: "1")
      guard case .died(let names, _) = journal.end else {
        Issue.record("turn \(turn): \(journal.end), seed \(seed)")
        return
      }
      let found = Set(names)
      #expect(
        found.subtracting(uncertain) == begun.subtracting(uncertain), "turn \(turn), seed \(seed)")
    }
  }

  /// The tasks that a process has reported as running, and the one that it has only announced.
  private static func state(_ words: String) -> (begun: Set<String>, uncertain: Set<String>) {
    var begun: Set<String> = []
    var uncertain: Set<String> = []
    for line in words.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2 else { continue }
      let name = "Module\(parts[1]).load"
      switch parts[0] {
      case "+!": begun.insert(name)
      case "-!": begun.remove(name)
      default: break
      }
      uncertain = parts[0].hasSuffix("!") ? [] : [name]
    }
    return (begun, uncertain)
  }
}
