// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import GantrySupport

extension LaunchReport {
  /// When, where and how a launch took place, by which a comparison groups many launches.
  package struct Circumstances: Sendable, Hashable, Codable {
    /// The state of the system before the launch.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      /// The first launch of this build, or the first one since the machine was started.
      case first
      /// Any other launch.
      case again
      /// The system started the app ahead of its use.
      case prewarmed
    }

    /// The end of the launch before this one.
    package enum Previous: String, Sendable, Hashable, Codable, CaseIterable {
      /// There was no earlier launch of this build.
      case none
      /// It was ready for a while, or stopped gracefully.
      case survived
      /// It ended early, for a reason that says nothing about the app, such as a debugger.
      case excused
      /// It died.
      case died
    }

    /// The wall clock at the start of the launch.
    package var startedAt: Date {
      Date(timeIntervalSince1970: startedAtMilliseconds / 1_000)
    }

    /// The build of the program: the text that the launch profile or safe mode was given, or else
    /// the identifiers of the linker.
    package let build: String
    /// The reason why the app was started.
    package let source: LaunchSource
    /// The kind of process that it runs in.
    package let processKind: ProcessKind
    /// The state of the system before the launch; nil if the app has no safe mode that could tell.
    package let kind: Kind?
    /// The number of synchronous background tasks that could run at a time.
    package let workers: Int
    /// The extent of the modules and tasks that safe mode left out.
    package let safeMode: SafeModeLevel
    /// The modules and tasks that safe mode left out, sorted by name.
    package let quarantined: [ModuleName]
    /// The end of the launch before this one; nil without safe mode.
    package let previous: Previous?
    /// The work that was under way when the previous launch died, sorted by name.
    package let suspects: [ModuleName]
    private let startedAtMilliseconds: Double
    private let sinceProcessStartMilliseconds: Double?

    /// The time from the creation of the process to the start of the launch.
    ///
    /// On Linux it is a multiple of 10 ms. It is nil if the system doesn't tell, for an app that
    /// the system started ahead of its use, and if the process has launched the app before.
    package var sinceProcessStart: Duration? {
      sinceProcessStartMilliseconds.map { Duration(milliseconds: $0) }
    }

    /// Creates the circumstances of a launch.
    ///
    /// - Parameters:
    ///   - startedAt: The wall clock at the start of the launch.
    ///   - start: The start on the clock of the system.
    ///   - build: The build of the program.
    ///   - source: The reason why the app was started.
    ///   - processKind: The kind of process that it runs in.
    ///   - workers: The number of synchronous background tasks that can run at a time.
    ///   - isPrewarmed: Whether the system has started the process ahead of its use.
    ///   - isFirstInProcess: Whether this process has launched the app only once.
    ///   - safeMode: The extent of the modules and tasks that safe mode left out.
    ///   - quarantined: The modules and tasks that safe mode left out, sorted by name.
    ///   - before: The launch before, from the journal; nil without a journal.
    package init(
      startedAt: Date, _ start: ContinuousClock.Instant, build: String, source: LaunchSource,
      processKind: ProcessKind,
      workers: Int, isPrewarmed: Bool = false, isFirstInProcess: Bool,
      safeMode: SafeModeLevel = .off,
      quarantined: [ModuleName] = [], before: LaunchJournal.Before? = nil
    ) {
      (self.build, self.source, self.processKind) = (build, source, processKind)
      (self.workers, self.safeMode, self.quarantined) = (workers, safeMode, quarantined)
      kind = isPrewarmed ? .prewarmed : before.map { $0.isSameBoot ? .again : .first }
      previous = before?.end.circumstance
      suspects = before?.end.suspects ?? []
      startedAtMilliseconds = startedAt.timeIntervalSince1970 * 1_000
      sinceProcessStartMilliseconds =
        isFirstInProcess && !isPrewarmed
        ? MachineState.processStart.map { max(0, $0.duration(to: start).milliseconds) } : nil
    }
  }

  /// The extent of the modules and tasks that safe mode leaves out.
  ///
  /// It is the part of the application's safe mode status that reports keep, because launches with
  /// different levels aren't compared.
  public enum SafeModeLevel: String, Sendable, Hashable, Codable, CaseIterable {
    /// Everything runs.
    case off
    /// Work that was under way when the app died, or its modules, does not run.
    case suspects
    /// Only essential modules run, and those that they require.
    case essentialOnly
  }
}

extension LaunchJournal {
  /// The launch before the one that is being prepared.
  package struct Before: Sendable, Hashable {
    /// Its end.
    package let end: End
    /// Whether it was of this build, and the machine has not been started since.
    package let isSameBoot: Bool
  }
}

extension LaunchJournal.End {
  fileprivate var circumstance: LaunchReport.Circumstances.Previous {
    switch self {
    case .none: .none
    case .survived: .survived
    case .excused: .excused
    case .died: .died
    }
  }

  /// The work that was under way. Long-running work nearly always is, so that it counts only if
  /// nothing else was.
  package var suspects: [ModuleName] {
    guard case .died(let inFlight, let runs) = self else { return [] }
    return (inFlight.isEmpty ? runs : inFlight).sorted().map { ModuleName($0) }
  }
}
