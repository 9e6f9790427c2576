// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import GantrySupport

/// A file that records which work of a launch is under way, for the launch after it.
///
/// The file consists of records of 128 bytes, which are lines of text. A launch begins by replacing
/// the file, so it has its full size before anything runs. After that, a change is one byte that is
/// written in place: it survives any end of the process, and a file that was shortened or has holes
/// costs at most the record. A power cut is recognized, and doesn't count.
///
/// | record | contents |
/// |---|---|
/// | 0 | format, app and build |
/// | 1 | phase of the launch, then boot of the machine and counters; the last one is written in place |
/// | others | whether the work is under way (`+`, `-`; `!` if it has called `exit`), kind, term as a suspect, name |
package final class LaunchJournal: Sendable {
  /// How the launch before this one ended.
  package enum End: Sendable, Hashable {
    /// There was no earlier launch of this build.
    case none
    /// It was ready for a while, or stopped gracefully.
    case survived
    /// It ended early, for a reason that says nothing about the app.
    case excused(reason: String)
    /// It died while these tasks and handlers were under way, and this long-running work.
    case died(inFlight: [String], runs: [String] = [])
  }

  /// The kind of work that is recorded.
  package enum Kind: Character, Sendable {
    case task = "t"
    /// The handler of a launch event.
    case handler = "h"
    /// Long-running work.
    case run = "r"
    /// A task of a module that only observes, which is never a suspect.
    case observer = "o"
    /// A suspect that the last plan doesn't contain.
    case absent = "a"

    /// Whether work of this kind may be to blame for a death, or for an exit while it runs.
    var isBlamed: Bool { self == .task || self == .handler }
  }

  /// A piece of work that is recorded.
  package struct Work: Sendable {
    package let name: String
    package let kind: Kind
    /// The module of a handler or of long-running work.
    package let owner: ModuleName?

    package init(_ name: String, _ kind: Kind, of owner: ModuleName? = nil) {
      (self.name, self.kind, self.owner) = (name, kind, owner)
    }
  }

  /// The reason why an existing file was set aside; nil if it is in use, or if there was none.
  package let setAside: LaunchJournalError?
  private let path: String
  private let key: JournalFile.Key
  private let lock: FileLock
  private let boot: String
  private let isDebugged: Bool

  /// Opens a journal, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: The file; its folder must exist.
  ///   - app: The app of the journal; a file of another app is set aside.
  ///   - build: The build of the program; another build starts with an empty journal.
  ///   - boot: A text that differs after each boot of the machine.
  ///   - isDebugged: Whether a debugger is attached, so that the launch says nothing about the app.
  /// - Throws: ``LaunchJournalError/unusable(file:reason:)`` or ``LaunchJournalError/busy(file:)``.
  ///   The launch then has no journal, and nothing else changes.
  package init(
    _ path: String, app: String, build: String, boot: String = MachineState.boot,
    isDebugged: Bool = MachineState.isDebugged
  ) throws(LaunchJournalError) {
    lock = try Self.lock(path)
    (self.path, key) = (path, JournalFile.Key(app: app, build: build))
    (self.boot, self.isDebugged) = (String(Hash64.of(boot), radix: 16), isDebugged)
    do throws(DiskFile.Failure) {
      setAside = try Self.setAside(path, key)
    } catch {
      throw .unusable(file: path, reason: error.reason)
    }
  }

  private static func lock(_ path: String) throws(LaunchJournalError) -> FileLock {
    do throws(DiskFile.Failure) {
      if let lock = try FileLock(path + ".lock") { return lock }
    } catch {
      throw .unusable(file: path, reason: error.reason)
    }
    throw .busy(file: path)
  }

  /// Sets a file aside that isn't a journal of this build.
  private static func setAside(
    _ path: String, _ key: JournalFile.Key
  ) throws(DiskFile.Failure) -> LaunchJournalError? {
    guard let data = try DiskFile.contents(of: path, upTo: JournalFile.longest) else { return nil }
    switch JournalFile.mismatch(data, key) {
    case nil: return nil
    case .otherBuild?:
      unlink(path)
      return .otherBuild(file: path)
    case .foreign(let reason)?:
      let aside = "\(path).foreign"
      try DiskFile.move(path, to: aside)
      return .foreign(file: path, reason: reason, aside: aside)
    }
  }

  /// How the last launch ended, or its present state.
  package var end: End {
    guard let file = current, let phase = file.phase else { return .none }
    switch phase {
    case .survived, .ended: return .survived
    case .stopping: return .excused(reason: "it was asked to stop")
    case .background: return .excused(reason: "it was in the background")
    case .launching, .ready, .overdue: break
    }
    if file.isDebugged { return .excused(reason: "a debugger was attached") }
    guard file.boot == boot else { return .excused(reason: "the machine was restarted") }
    return .died(
      inFlight: file.names { $0.isUnderWay && ($0.kind.isBlamed || $0.isGuilty) },
      runs: file.names { $0.isUnderWay && $0.kind == .run && !$0.isGuilty })
  }

  /// The launch before the one that is being prepared.
  package var before: Before { Before(end: end, isSameBoot: current?.boot == boot) }

  /// The number of launches that the last one counts for if it survived: more than one if it went
  /// on for long.
  package var survivals: Int { current?.survivals ?? 1 }

  /// The state of safe mode in the last launch.
  package var quarantine: Quarantine { current?.quarantine ?? Quarantine() }

  private var current: JournalFile? {
    let data = try? DiskFile.contents(of: path, upTo: JournalFile.longest)
    guard let data, JournalFile.mismatch(data, key) == nil else { return nil }
    return JournalFile(data)
  }

  /// Begins a launch. From here on, the death of the process counts.
  ///
  /// The file is replaced at once: a process that ends earlier has begun no launch.
  ///
  /// - Parameters:
  ///   - work: The recorded work; tasks come first, by position in the plan.
  ///   - quarantine: The state of safe mode for this launch.
  ///   - isInBackground: Whether the system started the app in the background, so that its end says
  ///     nothing about the app.
  /// - Returns: The marks of the launch.
  /// - Throws: ``LaunchJournalError/unusable(file:reason:)``, for example if the disk is full. The
  ///   launch then isn't recorded.
  package func begin(
    _ work: [Work], _ quarantine: Quarantine, isInBackground: Bool = false
  ) throws(LaunchJournalError) -> LaunchMarks {
    let phase = isInBackground ? LaunchMarks.Phase.background : .launching
    let data = JournalFile.data(
      key, phase, boot: boot, isDebugged: isDebugged, work, quarantine)
    do throws(DiskFile.Failure) {
      try DiskFile.replace(path, with: data, through: path + ".new")
      guard let file = try DiskFile.Descriptor(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK) else {
        throw DiskFile.Failure("it has disappeared")
      }
      return LaunchMarks(work, phase, in: file)
    } catch {
      throw .unusable(file: path, reason: error.reason)
    }
  }

  /// Clears all state, so that the next launch is an ordinary one.
  package func reset() { unlink(path) }

  /// Returns the name of work in a journal: one that is very long, or that a line can't hold, is cut
  /// and ends with its hash.
  package static func text(of name: String) -> String { JournalFile.text(of: name) }
}

/// The reason why a journal isn't used, or was started over. No launch fails because of it.
package enum LaunchJournalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The journal can't be created, read or written.
  case unusable(file: String, reason: String)
  /// Another application that runs uses the journal, in this process or another.
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
      "the launch journal '\(file)' is in use by another application; safe mode is off for this launch"
    case .otherBuild(let file): "the launch journal '\(file)' is from another build and starts over"
    case .foreign(let file, let reason, let aside):
      "'\(file)' isn't a launch journal of this app: \(reason). It was set aside as '\(aside)'."
    }
  }
}
