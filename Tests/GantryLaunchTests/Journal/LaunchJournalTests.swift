// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryLaunch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A journal's file in its own temporary folder, which is removed with it.
final class JournalFile {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  var path: String { folder.appending(path: "launch.journal").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func open(
    app: String = "shop", build: String = "1", boot: String = "boot 1", isDebugged: Bool = false
  ) throws -> LaunchJournal {
    try LaunchJournal(path, app: app, build: build, boot: boot, isDebugged: isDebugged)
  }

  /// Begins a launch with the task `a`, and the handler `h` and the long-running work `r` of the
  /// module `M`.
  func begin(isInBackground: Bool = false, isDebugged: Bool = false) throws -> LaunchMarks {
    try open(isDebugged: isDebugged).begin(
      [.init("a", .task), .init("h", .handler, of: "M"), .init("r", .run, of: "M")], Quarantine(),
      isInBackground: isInBackground)
  }

  /// How the previous launch ended, as the next one finds it.
  func end(boot: String = "boot 1") throws -> LaunchJournal.End { try open(boot: boot).end }
}

/// What a launch learns about the previous one.
struct LaunchJournalTests {
  typealias End = LaunchJournal.End

  @Test(arguments: [0, 1, 12, 12_345])
  func `the launches that a long one counts for are in the file`(extra: Int) throws {
    let file = try JournalFile()
    do {
      let marks = try file.begin()
      marks.survivedAgain()
      marks.ready()
      marks.survivedAgain()
      marks.survived()
      for _ in 0..<extra { marks.survivedAgain() }
      marks.stopping()
      marks.ended()
    }
    let journal = try file.open()
    #expect(journal.end == .survived)
    #expect(journal.survivals == 1 + extra)
    let lines = try String(contentsOfFile: file.path, encoding: .utf8).split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count == 127 }, "each record keeps its size")
  }

  @Test func `a task of a module that only observes is not named`() throws {
    let file = try JournalFile()
    do {
      let marks = try file.open().begin([.init("w", .observer), .init("a", .task)], Quarantine())
      marks.begin(0)
      marks.begin(1)
    }
    #expect(try file.end() == .died(inFlight: ["a"]))
  }

  @Test func `a launch that nothing ended counts as died, with the tasks it was running`() throws {
    let file = try JournalFile()
    #expect(try file.end() == .none)
    let marks = try file.open().begin(["a", "b", "c"].map { .init($0, .task) }, Quarantine())
    for task in [0, 1, 2] { marks.begin(task) }
    marks.end(1)
    #expect(try file.end() == .died(inFlight: ["a", "c"]))
    #expect(try file.end() == .died(inFlight: ["a", "c"]), "looking changes nothing")
    let next = try file.open().begin(["c", "d"].map { .init($0, .task) }, Quarantine())
    marks.begin(1)
    #expect(try file.end() == .died(inFlight: []), "marks of an earlier launch are over")
    withExtendedLifetime(next) {}
  }

  /// A step of a launch.
  enum Step: Sendable {
    case ready, survived, stopping, ended, overdue, exited, background, foreground
    /// The task `a` ends.
    case end
    /// The handler `h` or the work `r` begins or ends.
    case begins(String)
    case ends(String)
    /// The program exits in code, or with a status.
    case exits(ExitCaller?, Int32)

    func take(_ marks: LaunchMarks) {
      switch self {
      case .ready: marks.ready()
      case .survived: marks.survived()
      case .stopping: marks.stopping()
      case .ended: marks.ended()
      case .overdue: marks.overdue()
      case .exited: marks.exited()
      case .exits(let caller, let status): marks.exited(by: caller, status)
      case .background: marks.setBackground(true)
      case .foreground: marks.setBackground(false)
      case .end: marks.end(0)
      case .begins(let name): marks.begin(named: name)
      case .ends(let name): marks.end(named: name)
      }
    }
  }

  private static let died = End.died(inFlight: ["a"])
  private static let stopped = End.excused(reason: "it was asked to stop")

  @Test(
    arguments: [
      ([], died), ([.ready], died), ([.ready, .survived], .survived),
      ([.survived], died),
      ([.stopping], stopped), ([.ready, .stopping], stopped),
      // It survived, and was killed in its stop.
      ([.ready, .survived, .stopping], .survived),
      ([.ready, .stopping, .ended], .survived), ([.stopping, .ended], stopped),
      // A limit ends the launch, and the stop ends the task.
      ([.overdue, .end, .stopping, .ended], died),
      ([.ready, .overdue, .stopping], stopped), ([.stopping, .overdue], stopped),
      ([.ready, .background], .excused(reason: "it was in the background")),
      ([.background, .ready, .foreground], died),
      ([.ready, .background, .survived], .survived),
      ([.background, .stopping], stopped),
      // The program exits by itself.
      ([.exited], died), ([.ready, .exited], died), ([.ready, .end, .exited], .survived),
      ([.ready, .end, .begins("h"), .exited], .died(inFlight: ["h"])),
      ([.ready, .end, .begins("h"), .ends("h"), .exited], .survived),
      ([.ready, .end, .begins("r"), .exited], .survived),
      ([.ready, .end, .begins("r"), .exits(nil, 0)], .survived),
      ([.ready, .end, .begins("r"), .exits(nil, 1)], .died(inFlight: [], runs: ["r"])),
      ([.ready, .end, .exits(nil, 1)], .survived),
      ([.begins("r"), .begins("h"), .exits(.task(0), 0)], died),
      ([.ready, .begins("h"), .exits(.module("M"), 0)], .died(inFlight: ["h"])),
      ([.ready, .begins("h"), .exits(.module("N"), 0)], .died(inFlight: [])),
      ([.ready, .begins("h"), .exits(.unknown, 0)], .died(inFlight: ["a", "h"])),
      ([.ready, .stopping, .exits(.task(0), 1)], stopped),
      ([.ready, .survived, .exits(.task(0), 1)], .survived),
      ([.end, .begins("r"), .begins("h")], .died(inFlight: ["h"], runs: ["r"])),
      ([.end, .begins("r"), .ends("r")], .died(inFlight: [])),
      ([.end, .begins("h"), .begins("h"), .ends("h")], .died(inFlight: ["h"])),
      ([.end, .begins("unknown")], .died(inFlight: [])),
    ] as [([Step], End)])
  func `the steps of a launch decide how it ended`(steps: [Step], end: End) throws {
    let file = try JournalFile()
    let marks = try file.begin()
    marks.begin(0)
    for step in steps { step.take(marks) }
    #expect(try file.end() == end)
  }

  @Test func `a launch in the background says nothing until the app comes to the foreground`()
    throws
  {
    let file = try JournalFile()
    let marks = try file.begin(isInBackground: true)
    marks.begin(0)
    #expect(try file.end() == .excused(reason: "it was in the background"))
    marks.setBackground(false)
    #expect(try file.end() == .died(inFlight: ["a"]))
  }

  @Test func `a death under a debugger or by a restart of the machine is excused`() throws {
    let file = try JournalFile()
    _ = try file.begin(isDebugged: true)
    #expect(try file.end() == .excused(reason: "a debugger was attached"))
    _ = try file.begin()
    #expect(try file.end(boot: "boot 2") == .excused(reason: "the machine was restarted"))
    #expect(try file.end() == .died(inFlight: []))
  }

  @Test func `the timer of an earlier launch says nothing about the next one`() throws {
    let file = try JournalFile()
    let first = try file.begin()
    first.ready()
    let second = try file.begin()
    first.survived()
    #expect(try file.end() == .died(inFlight: []))
    withExtendedLifetime(second) {}
  }

  @Test func `the quarantine survives in the journal until a reset`() throws {
    let file = try JournalFile()
    var state = Quarantine()
    state.suspects = [
      "a": .init(left: 2, length: 6), "gone since": .init(left: 1, length: 3),
      Quarantine.others: .init(left: 3, length: 3),
    ]
    (state.trial, state.trialLength) = ("h", 12)
    (state.deaths, state.unexplained) = (4, 2)
    _ = try file.open().begin([.init("a", .task), .init("h", .handler)], state)
    #expect(try file.open().quarantine == state)
    try file.open().reset()
    #expect(try file.open().quarantine == Quarantine())
    #expect(try file.end() == .none)
  }

  @Test func `another build starts a new journal and says so`() throws {
    let file = try JournalFile()
    _ = try file.begin()
    let journal = try file.open(build: "2")
    #expect(journal.end == .none)
    #expect(journal.setAside == .otherBuild(file: file.path))
  }

  @Test func `a journal of another app is set aside`() throws {
    let file = try JournalFile()
    _ = try file.begin()
    let journal = try file.open(app: "depot")
    let aside = "\(file.path).foreign"
    #expect(journal.end == .none)
    #expect(
      journal.setAside
        == .foreign(file: file.path, reason: "it belongs to another app", aside: aside))
    #expect(FileManager.default.fileExists(atPath: aside))
  }

  @Test(arguments: [0, 7, 21, 22, 25])
  func `a damaged format sets the journal aside`(byte: Int) throws {
    let file = try JournalFile()
    _ = try file.begin()
    var data = try Data(contentsOf: URL(filePath: file.path))
    data[byte] ^= 0x41
    try data.write(to: URL(filePath: file.path))
    let journal = try file.open()
    #expect(journal.end == .none)
    guard case .foreign = journal.setAside else {
      Issue.record("\(String(describing: journal.setAside))")
      return
    }
  }

  @Test(arguments: [0, 1, 127, 128, 300])
  func `a truncated file is set aside`(size: Int) throws {
    let file = try JournalFile()
    _ = try file.begin()
    #expect(truncate(file.path, off_t(size)) == 0)
    guard case .foreign = try file.open().setAside else {
      Issue.record("it was taken for a journal")
      return
    }
    #expect(try file.open().setAside == nil, "the new one is sound")
  }

  @Test(arguments: [0, 1, 130, 400])
  func `shortening a journal in use ends nothing, and loses no more than its marks`(
    size: Int
  ) throws {
    let file = try JournalFile()
    let marks = try file.begin()
    #expect(truncate(file.path, off_t(size)) == 0)
    marks.begin(0)
    marks.begin(named: "r")
    marks.ready()
    // What is left has holes, which are read as nothing.
    _ = try file.open().begin([.init("a", .task)], Quarantine())
    #expect(try file.end() == .died(inFlight: []))
  }

  @Test func `random bytes after the format do not trap`() throws {
    let file = try JournalFile()
    let marks = try file.open().begin([.init("a", .task), .init("b", .run)], Quarantine())
    marks.begin(0)
    let sound = try Data(contentsOf: URL(filePath: file.path))
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      var data = sound
      for _ in 0..<64 {
        data[Int.random(in: 128..<data.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      try data.write(to: URL(filePath: file.path))
      let journal = try file.open()
      let next = journal.quarantine.next(after: journal.end, .init())
      _ = try journal.begin([.init("a", .task), .init("z", .task)], next)
    }
  }

  @Test func `only one process can open a journal at a time`() throws {
    let file = try JournalFile()
    let first = try file.open()
    #expect(throws: LaunchJournalError.busy(file: file.path)) { try file.open() }
    withExtendedLifetime(first) {}
  }

  @Test func `a journal that cannot be created is an error`() throws {
    let file = try JournalFile()
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    #expect(throws: LaunchJournalError.self) { try file.open() }
    #expect(throws: LaunchJournalError.self) {
      try LaunchJournal("/nowhere/at/all", app: "a", build: "1")
    }
  }

  @Test func `a name is found again, and one that is long or ends in a space differs`() throws {
    let file = try JournalFile()
    let long = String(repeating: "ä", count: 200)
    let unusual = [long, long + "b", "line\nbreak", "end ", "", "  "]
    let plain = [" start", "two  spaces"]
    let marks = try file.open().begin((unusual + plain).map { .init($0, .task) }, Quarantine())
    for task in 0..<8 { marks.begin(task) }
    guard case .died(let names, _) = try file.end() else {
      Issue.record("it did not die")
      return
    }
    #expect(Set(names) == Set(unusual.map(LaunchJournal.text) + plain))
    #expect(names.count == 8)
    #expect(try #require(names.map(\.utf8.count).max()) <= 96)
  }
}
