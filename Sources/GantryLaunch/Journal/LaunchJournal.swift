// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A file of fixed size, mapped into memory, that records which launch tasks are under way.
///
/// Marking a task is a plain store: no system call, no lock, no allocation. The marks survive any
/// end of the process, since the system keeps the pages. A power cut is recognized and doesn't
/// count. The next launch reads how the last one ended (``end``), and begins its own session.
///
/// The file has one page of its own data, then a slot for each task:
///
/// | byte | size | |
/// |---|---|---|
/// | 0 | 8 | mark of the format |
/// | 8 | 4 | version |
/// | 12 | 4 | number of slots |
/// | 16 | 8 | hash of the app |
/// | 24 | 8 | hash of the build |
/// | 32 | 8 | check over the bytes before |
/// | 64 | 8 | the session: its number, phase and counters; every change is one store |
/// | 72 | 16 | the boot of the machine, for odd and for even sessions |
/// | 88 | 4 | slots in use |
/// | 4096 | 128 each | number of the session in which the task began, or 0; whether it is a suspect, for odd and for even sessions; length and text of its name |
package final class LaunchJournal: Sendable {
  /// How the session before this one ended.
  package enum End: Sendable, Hashable {
    /// There was no earlier session of this build.
    case none
    /// It was ready for a while, or stopped gracefully.
    case survived
    /// It ended early, for a reason that says nothing about the app.
    case excused(reason: String)
    /// It died while these tasks were under way.
    case died(inFlight: [String])
  }

  /// The progress of a session.
  enum Phase: UInt64 {
    case launching = 1
    case ready = 2
    case survived = 3
    case stopping = 4
    case ended = 5
  }

  /// The word that holds the state of a session.
  struct Session: Equatable {
    var number: UInt32 = 0
    var phase: Phase?
    var isDebugged = false
    var level: UInt64 = 0
    var deaths: UInt64 = 0
    var survivals: UInt64 = 0
    var isRepairBroken = false
  }

  /// The reason why an existing file was set aside; nil if it is in use, or if there was none.
  package let setAside: LaunchJournalError?
  /// How the last session ended, or its present state.
  package var end: End { memory.end(of: memory.session, boot: boot) }
  /// The state of safe mode in the last session.
  package var quarantine: Quarantine { memory.quarantine(of: memory.session) }

  let memory: JournalMemory
  private let lock: FileLock

  /// Opens a journal, or creates one.
  ///
  /// - Parameters:
  ///   - path: The file; its folder must exist.
  ///   - app: The app of the journal; a file of another app is set aside.
  ///   - build: The build of the program; another build starts with an empty journal.
  ///   - capacity: The number of tasks.
  ///   - boot: A text that differs after each boot of the machine.
  ///   - isDebugged: Whether a debugger is attached, so that the session says nothing about the
  ///     app.
  /// - Throws: ``LaunchJournalError/unusable(file:reason:)`` or ``LaunchJournalError/busy(file:)``.
  ///   The launch then has no journal, and nothing else changes.
  package init(
    _ path: String, app: String, build: String, capacity: Int,
    boot: String = MachineState.boot, isDebugged: Bool = MachineState.isDebugged
  ) throws(LaunchJournalError) {
    do throws(DiskFile.Failure) {
      guard let lock = try FileLock(path + ".lock") else { throw DiskFile.Failure(Self.busy) }
      self.lock = lock
      let key = JournalMemory.Key(app: app, build: build, slots: max(64, capacity * 2))
      (memory, setAside) = try Self.open(path, key, needed: capacity)
    } catch {
      throw error.reason == Self.busy
        ? .busy(file: path) : .unusable(file: path, reason: error.reason)
    }
    self.boot = Hash64.of(boot)
    self.isDebugged = isDebugged
  }

  private static let busy = "another process has it"
  private let boot: UInt64
  private let isDebugged: Bool
  private let hasBegun = Atomic(false)

  /// Opens the file if it belongs to this build, otherwise replaces it with a new one.
  private static func open(
    _ path: String, _ key: JournalMemory.Key, needed: Int
  ) throws(DiskFile.Failure) -> (JournalMemory, LaunchJournalError?) {
    var problem: LaunchJournalError?
    if let memory = try JournalMemory(path) {
      switch memory.check(key, needed: needed) {
      case nil: return (memory, nil)
      case .otherBuild?: problem = .otherBuild(file: path)
      case .foreign(let reason)?:
        let aside = "\(path).foreign"
        try DiskFile.move(path, to: aside)
        problem = .foreign(file: path, reason: reason, aside: aside)
      }
    }
    try DiskFile.replace(path, with: key.emptyFile, through: path + ".new")
    guard let memory = try JournalMemory(path), memory.check(key, needed: needed) == nil else {
      throw DiskFile.Failure("it cannot be read back after it was written")
    }
    return (memory, problem)
  }

  /// Begins a session. From here on, the death of the process counts.
  ///
  /// The last store makes all of it take effect: a process that ends earlier has begun no session.
  ///
  /// - Parameters:
  ///   - names: The names of the tasks, by position in the plan.
  ///   - quarantine: The state of safe mode for this session.
  /// - Returns: A value that marks the tasks.
  package func begin(_ names: [String], _ quarantine: Quarantine) -> LaunchMarks {
    var session = Session(number: memory.session.number &+ 1, phase: .launching)
    if session.number == 0 { session.number = 1 }
    session.isDebugged = isDebugged
    memory.setBoot(boot, for: session)
    memory.note(quarantine, in: &session)
    let slots = memory.slots(for: names)
    memory.set(session)
    hasBegun.store(true, ordering: .releasing)
    return LaunchMarks(journal: self, session: session.number, slots: slots)
  }

  /// Records that the app is ready.
  package func ready() { advance(to: .ready) }

  /// Records that the app has been ready for long enough.
  package func survived() { advance(to: .survived) }

  /// Records that the app is asked to stop. From here on, the end of the process doesn't count.
  package func stopping() { advance(to: .stopping) }

  /// Records that the app has stopped gracefully.
  package func ended() { advance(to: .ended) }

  /// Moves to a later phase. A process that has begun no session must not change the end of an
  /// earlier one.
  private func advance(to phase: Phase) {
    if hasBegun.load(ordering: .acquiring) { memory.advance(to: phase) }
  }

  /// Clears all state, so that the next launch is an ordinary one.
  package func reset() { memory.set(Session(number: memory.session.number)) }

  /// Records that the program ends by itself. If it isn't ready, it hasn't done its work.
  package func exited() {
    if memory.session.phase == .ready { ended() }
  }

  /// Returns the name of a task in a journal: a very long name is cut, and ends with its hash.
  package static func text(of name: String) -> String { JournalMemory.text(of: name) }
}

/// Marks tasks as begun and ended, by position in the plan.
package struct LaunchMarks: Sendable {
  private let journal: LaunchJournal
  private let session: UInt32
  private let slots: [Int]

  init(journal: LaunchJournal, session: UInt32, slots: [Int]) {
    (self.journal, self.session, self.slots) = (journal, session, slots)
  }

  /// Records that a task begins, or is tried again.
  package func begin(_ task: Int) { journal.memory.store(session, at: slots[task]) }

  /// Records that a task has returned.
  package func end(_ task: Int) { journal.memory.store(0, at: slots[task]) }
}

/// The reason why a journal isn't used, or was started over. No launch fails because of it.
package enum LaunchJournalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The journal can't be created, read or mapped.
  case unusable(file: String, reason: String)
  /// Another process uses the journal.
  case busy(file: String)
  /// The journal belongs to another build of this app, and was started over.
  case otherBuild(file: String)
  /// The file belongs to another app or format version, or is damaged; it is at `aside` now.
  case foreign(file: String, reason: String, aside: String)

  package var description: String {
    switch self {
    case .unusable(let file, let reason):
      "the launch journal '\(file)' cannot be used: \(reason); safe mode is off for this launch"
    case .busy(let file):
      "the launch journal '\(file)' is in use by another process; safe mode is off for this launch"
    case .otherBuild(let file): "the launch journal '\(file)' is from another build and starts over"
    case .foreign(let file, let reason, let aside):
      "'\(file)' isn't a launch journal of this app: \(reason). It was set aside as '\(aside)'."
    }
  }
}

/// The hash FNV-1a: the same in every process.
enum Hash64 {
  static func of(_ text: String) -> UInt64 { of(text.utf8.lazy.map(UInt64.init)) }

  static func of(_ words: some Sequence<UInt64>) -> UInt64 {
    words.reduce(14_695_981_039_346_656_037) { ($0 ^ $1) &* 1_099_511_628_211 }
  }
}
