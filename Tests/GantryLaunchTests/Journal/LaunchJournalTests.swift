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
    app: String = "shop", build: String = "1", capacity: Int = 8, boot: String = "boot 1",
    isDebugged: Bool = false
  ) throws -> LaunchJournal {
    try LaunchJournal(
      path, app: app, build: build, capacity: capacity, boot: boot, isDebugged: isDebugged)
  }

  /// How the previous session ended, as the next launch finds it.
  func end(boot: String = "boot 1") throws -> LaunchJournal.End { try open(boot: boot).end }
}

/// What a launch learns about the previous one.
struct LaunchJournalTests {
  @Test func `an open session counts as died, with the tasks it was running`() throws {
    let file = try JournalFile()
    #expect(try file.end() == .none)
    do {
      let marks = try file.open().begin(["a", "b", "c"], Quarantine())
      marks.begin(0)
      marks.begin(1)
      marks.begin(2)
      marks.end(1)
    }
    #expect(try file.end() == .died(inFlight: ["a", "c"]))
    #expect(try file.end() == .died(inFlight: ["a", "c"]), "looking changes nothing")
    do { _ = try file.open().begin(["c", "d"], Quarantine()) }
    #expect(try file.end() == .died(inFlight: []), "marks of an earlier session are over")
  }

  @Test func `the last step of a session decides how it ended`() throws {
    let file = try JournalFile()
    for (step, end) in [
      ({ $0.ready() }, .died(inFlight: ["a"])), ({ $0.survived() }, .survived),
      ({ $0.stopping() }, .excused(reason: "it was asked to stop")), ({ $0.ended() }, .survived),
    ] as [((LaunchJournal) -> Void, LaunchJournal.End)] {
      do {
        let journal = try file.open()
        journal.begin(["a"], Quarantine()).begin(0)
        step(journal)
      }
      #expect(try file.end() == end)
    }
  }

  @Test func `a death under a debugger or by a restart of the machine is excused`() throws {
    let file = try JournalFile()
    do { _ = try file.open(isDebugged: true).begin(["a"], Quarantine()) }
    #expect(try file.end() == .excused(reason: "a debugger was attached"))
    do { _ = try file.open().begin(["a"], Quarantine()) }
    #expect(try file.end(boot: "boot 2") == .excused(reason: "the machine was restarted"))
    #expect(try file.end() == .died(inFlight: []))
  }

  @Test func `a process that begins no session leaves the previous one unchanged`() throws {
    let file = try JournalFile()
    do { try file.open().begin(["a"], Quarantine()).begin(0) }
    do {
      let journal = try file.open()
      journal.stopping()
      journal.ended()
      journal.exited()
    }
    #expect(try file.end() == .died(inFlight: ["a"]))
  }

  @Test func `the quarantine survives in the journal until a reset`() throws {
    let file = try JournalFile()
    var state = Quarantine()
    state.level = .half
    state.suspects = ["a"]
    state.onTrial = ["c"]
    state.deaths = 4
    state.survivals = 2
    state.isRepairBroken = true
    do {
      let journal = try file.open()
      // A task gets a slot when a plan first contains it.
      _ = journal.begin(["a", "b", "c"], Quarantine())
      _ = journal.begin(["a", "b", "c"], state)
    }
    #expect(try file.open().quarantine == state)
    do { try file.open().reset() }
    #expect(try file.open().quarantine == Quarantine())
    #expect(try file.end() == .none)
  }

  @Test func `another build starts a new journal and says so`() throws {
    let file = try JournalFile()
    do { try file.open().begin(["a"], Quarantine()).begin(0) }
    let journal = try file.open(build: "2")
    #expect(journal.end == .none)
    #expect(journal.setAside == .otherBuild(file: file.path))
  }

  @Test func `a journal of another app is set aside`() throws {
    let file = try JournalFile()
    do { _ = try file.open().begin(["a"], Quarantine()) }
    let journal = try file.open(app: "depot")
    let aside = "\(file.path).foreign"
    #expect(journal.end == .none)
    #expect(
      journal.setAside
        == .foreign(file: file.path, reason: "it belongs to another app", aside: aside))
    #expect(FileManager.default.fileExists(atPath: aside))
  }

  @Test(arguments: [0, 7, 8, 12, 13, 17, 25, 33, 39])
  func `a damaged header sets the journal aside`(byte: Int) throws {
    let file = try JournalFile()
    do { try file.open().begin(["a"], Quarantine()).begin(0) }
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

  @Test(arguments: [0, 1, 63, 4095, 4096, 5000])
  func `a truncated file is set aside`(size: Int) throws {
    let file = try JournalFile()
    do { _ = try file.open().begin(["a"], Quarantine()) }
    #expect(truncate(file.path, off_t(size)) == 0)
    guard case .foreign = try file.open().setAside else {
      Issue.record("it was taken for a journal")
      return
    }
    #expect(try file.open().setAside == nil, "the new one is sound")
  }

  @Test func `random bytes after the header do not trap`() throws {
    let file = try JournalFile()
    do { try file.open().begin(["a", "b"], Quarantine()).begin(0) }
    let sound = try Data(contentsOf: URL(filePath: file.path))
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      var data = sound
      for _ in 0..<64 {
        data[Int.random(in: 64..<data.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      try data.write(to: URL(filePath: file.path))
      let journal = try file.open()
      _ = journal.begin(["a", "z"], journal.quarantine.next(after: journal.end, .init()))
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
      try LaunchJournal("/nowhere/at/all", app: "a", build: "1", capacity: 1)
    }
  }

  @Test func `long names are shortened, and tasks beyond the capacity are dropped`() throws {
    let file = try JournalFile()
    let long = String(repeating: "ä", count: 200)
    do {
      let marks = try file.open(capacity: 1).begin(
        [long, long + "b"] + (0..<100).map { "task \($0)" }, Quarantine())
      for task in 0..<102 { marks.begin(task) }
      marks.end(1)
    }
    guard case .died(let names) = try file.open(capacity: 1).end else {
      Issue.record("it did not die")
      return
    }
    #expect(names.count == 63, "as many as there are slots, less the one that has ended")
    #expect(names.contains(JournalMemory.text(of: long)))
    #expect(try #require(names.map(\.utf8.count).max()) <= 112)
  }
}
