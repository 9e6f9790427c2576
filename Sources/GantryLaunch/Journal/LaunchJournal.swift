// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A file of fixed size, mapped into memory, that says which launch tasks are under way.
///
/// To mark a task is a plain store: no system call, no lock, no allocation. The marks survive
/// any end of the process, as the system keeps the pages; a power cut is recognised and does not
/// count. The next launch reads how the last one ended (``end``), and begins a session of its own.
///
/// The file has a page of its own data and then a slot for each task:
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
    /// There was none, of this build.
    case none
    /// It was ready for a while, or stopped in good order.
    case survived
    /// It ended early, for a reason that says nothing of the app.
    case excused(reason: String)
    /// It died while these tasks were under way.
    case died(inFlight: [String])
  }

  /// How far a session is.
  enum Phase: UInt64 {
    case launching = 1
    case ready = 2
    case survived = 3
    case stopping = 4
    case ended = 5
  }

  /// The word that says how a session is.
  struct Session: Equatable {
    var number: UInt32 = 0
    var phase: Phase?
    var isDebugged = false
    var level: UInt64 = 0
    var deaths: UInt64 = 0
    var survivals: UInt64 = 0
    var isRepairBroken = false
  }

  /// Why the file that was there is not used any more; nil where it is, or there was none.
  package let setAside: LaunchJournalError?
  /// How the last session ended, or stands.
  package var end: End { memory.end(of: memory.session, boot: boot) }
  /// The state of safe mode, for the last session.
  package var quarantine: Quarantine { memory.quarantine(of: memory.session) }

  let memory: JournalMemory
  private let lock: FileLock

  /// Opens a journal, or begins one.
  ///
  /// - Parameters:
  ///   - path: The file; its folder must exist.
  ///   - app: The app that it is of; a file of another one is set aside.
  ///   - build: The build of the program; with another build, all begins anew.
  ///   - capacity: How many tasks there are.
  ///   - boot: A text that is another one after each start of the machine.
  ///   - isDebugged: Whether a debugger looks on, so that the session says nothing of the app.
  /// - Throws: ``LaunchJournalError/unusable(file:reason:)`` and ``LaunchJournalError/busy(file:)``:
  ///   then there is no journal, and nothing else changes.
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

  /// Opens the file, where it is one of this build, else puts a new one in its place.
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
      throw DiskFile.Failure("it cannot be read after it was written")
    }
    return (memory, problem)
  }

  /// Begins a session: from here on, an end of the process counts.
  ///
  /// All of it takes effect with its last store: a process that ends before has begun no session.
  ///
  /// - Parameters:
  ///   - names: The tasks, by their place in the plan.
  ///   - quarantine: The state of safe mode for this session.
  /// - Returns: Marks the tasks.
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

  /// Says that the app is ready.
  package func ready() { advance(to: .ready) }

  /// Says that the app has been ready for long enough.
  package func survived() { advance(to: .survived) }

  /// Says that the app is asked to stop: an end from here on does not count.
  package func stopping() { advance(to: .stopping) }

  /// Says that the app has stopped in good order.
  package func ended() { advance(to: .ended) }

  /// The end of an earlier session is not to be changed by a process that has begun none.
  private func advance(to phase: Phase) {
    if hasBegun.load(ordering: .acquiring) { memory.advance(to: phase) }
  }

  /// Forgets everything: the next launch is an ordinary one.
  package func reset() { memory.set(Session(number: memory.session.number)) }

  /// Says that the program ends by itself; one that is not ready has not done its work.
  package func exited() {
    if memory.session.phase == .ready { ended() }
  }

  /// The name by which a task is known in a journal: a very long one is cut, and ends with its hash.
  package static func text(of name: String) -> String { JournalMemory.text(of: name) }
}

/// Marks tasks as begun and ended, by their place in the plan.
package struct LaunchMarks: Sendable {
  private let journal: LaunchJournal
  private let session: UInt32
  private let slots: [Int]

  init(journal: LaunchJournal, session: UInt32, slots: [Int]) {
    (self.journal, self.session, self.slots) = (journal, session, slots)
  }

  /// Notes that a task begins, or is tried again.
  package func begin(_ task: Int) { journal.memory.store(session, at: slots[task]) }

  /// Notes that a task has returned.
  package func end(_ task: Int) { journal.memory.store(0, at: slots[task]) }
}

/// Why a journal is not used, or why it began anew; no launch fails for it.
package enum LaunchJournalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It cannot be made, read or mapped.
  case unusable(file: String, reason: String)
  /// Another process runs with it.
  case busy(file: String)
  /// It is of another build of this app, and began anew.
  case otherBuild(file: String)
  /// It is of another app, of another version, or damaged; it lies at `aside` now.
  case foreign(file: String, reason: String, aside: String)

  package var description: String {
    switch self {
    case .unusable(let file, let reason):
      "the launch journal '\(file)' cannot be used: \(reason); safe mode is off for this launch"
    case .busy(let file):
      "the launch journal '\(file)' is in use by another process; safe mode is off for this launch"
    case .otherBuild(let file): "the launch journal '\(file)' is of another build, and begins anew"
    case .foreign(let file, let reason, let aside):
      "'\(file)' is no launch journal of this app: \(reason). It was set aside as '\(aside)'."
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
