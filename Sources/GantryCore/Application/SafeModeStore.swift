// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryEvents
internal import GantryLaunch
internal import Logging
internal import GantrySupport

/// The safe mode of one application: its journal, and the decisions that follow from it.
final class SafeModeStore: Sendable {
  private struct State {
    var journal: LaunchJournal?
    var error: LaunchJournalError?
    /// The launch before the one that is being prepared or runs.
    var before: LaunchJournal.Before?
    var quarantine = Quarantine()
    var selection = QuarantineSelection()
    var isKnown = false
    /// The records of the launch that is being prepared or runs.
    var marks: LaunchMarks?
    var settling: Task<Void, Never>?
  }

  private let options: Application.SafeMode
  /// The value of `GANTRY_SAFE_MODE`; nil if it isn't set.
  private let request: String?
  private let logger: Logger
  private let clock: any Clock<Duration>
  /// Invariant: the selection belongs to the quarantine of the launch that is being prepared or
  /// runs.
  private let state = Mutex(State())

  init(
    _ options: Application.SafeMode, request: String? = nil, logger: Logger,
    clock: any Clock<Duration>
  ) {
    (self.options, self.logger, self.clock) = (options, logger, clock)
    self.request = request?.isEmpty == false ? request : nil
  }

  /// The reasons why modules and tasks do not run, by name.
  var reasons: [ModuleName: OffReason] { state.withLock(\.selection.reasons) }

  /// The records of the current launch; nil if nothing is recorded.
  var marks: LaunchMarks? { state.withLock(\.marks) }

  var status: SafeModeStatus? {
    state.withLock { $0.isKnown ? SafeModeStatus($0.quarantine, $0.selection) : nil }
  }

  /// The launch before the current one; nil if there is no journal.
  var before: LaunchJournal.Before? { state.withLock(\.before) }

  var build: String { options.build }

  /// The notes for the report of a launch; empty if nothing is unusual.
  var notes: [String] {
    let error = state.withLock { $0.error.map { "\($0)" } }
    let status = status.flatMap { $0 == .off ? nil : $0.description }
    return [error, status].compactMap { $0 }
  }

  /// Checks how the previous launch ended, and decides which modules the next one leaves out.
  ///
  /// - Parameter assemble: Returns the launch graph without the decision of an earlier launch.
  /// - Returns: The graph; nil if something is left out.
  func decide(_ assemble: () -> LaunchAssembly) -> LaunchAssembly? {
    state.withLock { state in
      state.settling?.cancel()
      (state.selection, state.marks, state.settling) = (QuarantineSelection(), nil, nil)
      state.before = nil
    }
    let assembly = assemble()
    guard let journal = open() else { return assembly }
    carryOutRequest(on: journal)
    let policy = Quarantine.Policy(
      suspectDeaths: options.crashesBeforeSkippingSuspects,
      deaths: options.crashesBeforeEssentialOnly,
      survivals: options.launchesBeforeRetryingSuspects)
    let before = journal.before
    let next = journal.quarantine.next(after: before.end, times: journal.survivals, policy)
    let selection = QuarantineSelection(next, of: assembly)
    state.withLock { state in
      (state.before, state.quarantine) = (before, next)
      (state.selection, state.isKnown) = (selection, true)
    }
    return reasons.isEmpty ? assembly : nil
  }

  /// Starts over if the environment asks for it.
  private func carryOutRequest(on journal: LaunchJournal) {
    switch request {
    case nil: break
    case "reset":
      journal.reset()
      logger.notice("safe mode starts over, because GANTRY_SAFE_MODE is 'reset'")
    case .some(let other):
      logger.warning("GANTRY_SAFE_MODE is '\(other)', which means nothing. Write 'reset'.")
    }
  }

  /// Begins to record a launch.
  ///
  /// - Parameters:
  ///   - plan: The plan of the launch.
  ///   - manifests: The modules and functions of the application.
  ///   - source: Why the app was started.
  /// - Returns: The marks of the launch; nil if there isn't a journal.
  func begin(
    _ plan: LaunchPlan, _ manifests: [ModuleManifest], _ source: LaunchSource
  ) -> LaunchMarks? {
    let (journal, quarantine) = state.withLock { ($0.journal, $0.quarantine) }
    guard let journal, let status else { return nil }
    if status.level != .off {
      logger.warning(
        "\(status). Delete '\(options.file)' and start again to run everything.")
    }
    let observers = Set(manifests.lazy.filter(\.options.observesOnly).map(\.name))
    // A node that waits for the report of work does nothing itself.
    let reports = Set(manifests.compactMap { LaunchAssembly.report(of: $0) })
    let tasks = plan.tasks.map { task in
      let kind: LaunchJournal.Kind = reports.contains(task.name.rawValue) ? .run : .task
      return LaunchJournal.Work(
        task.name.rawValue, observers.contains(task.owner) ? .observer : kind)
    }
    do throws(LaunchJournalError) {
      let marks = try journal.begin(
        tasks + manifests.flatMap(\.recordedWork), quarantine,
        isInBackground: source.isInBackground)
      state.withLock { $0.marks = marks }
      return marks
    } catch {
      state.withLock { $0.error = error }
      logger.warning("\(error)")
      return nil
    }
  }

  /// Returns the positions of the nodes that are themselves quarantined.
  func positions(in plan: LaunchPlan, of assembly: LaunchAssembly) -> Set<Int> {
    let reasons = reasons
    guard !reasons.isEmpty else { return [] }
    return Set(
      plan.tasks.indices.filter { position in
        let name = plan.tasks[position].name
        guard let module = assembly.module(of: name.rawValue) else { return false }
        return reasons[name] != nil || reasons[assembly.manifests[module].name] != nil
      })
  }

  /// Returns why a module or a task of it doesn't run, by module.
  func leftOut(in plan: LaunchPlan, of assembly: LaunchAssembly) -> [Int: String] {
    guard !reasons.isEmpty else { return [:] }
    var search = LaunchExplainer("", plan.tasks)
    var found: [Int: String] = [:]
    for task in plan.tasks {
      guard case .disabled(let reason)? = task.skipped.last?.reason, reason.cause == .safeMode,
        let module = assembly.module(of: task.name.rawValue)
      else { continue }
      // What keeps the whole module from running says more than what keeps a task.
      let isWhole = task.name == assembly.manifests[module].name
      guard isWhole || found[module] == nil else { continue }
      search.name = task.name
      found[module] = search.leftOut?.chain.map(\.description).joined(separator: "; ")
    }
    return found
  }

  func ready() {
    guard let marks else { return }
    marks.ready()
    let wait = state.withLock(\.quarantine.longestWait)
    // It belongs to this launch: after a quick restart, it says nothing about the next one.
    let settling = Task.detached { [clock, options] in
      guard (try? await clock.sleep(for: options.settlingTime)) != nil else { return }
      marks.survived()
      guard let interval = options.survivalInterval, interval > .zero else { return }
      // Once it counts for as many launches as any suspect waits for, nothing is left to count.
      for _ in 0..<max(0, wait - 1) {
        guard (try? await clock.sleep(for: interval)) != nil else { return }
        marks.survivedAgain()
      }
    }
    state.withLock { $0.settling = settling }
  }

  func stopping() { marks?.stopping() }

  /// Reports that the launch is ended because it takes too long.
  func overdue() { marks?.overdue() }

  /// Reports that the program calls `exit` without a stop.
  ///
  /// - Returns: Whether that is a death; nil if nothing is recorded.
  func exited(by caller: ExitCaller?, _ status: Int32?) -> Bool? {
    // The thread that exits may hold the lock.
    let marks = state.withLockAtExit { $0.marks } ?? nil
    return marks?.exited(by: caller, status)
  }

  func setBackground(_ isInBackground: Bool) { marks?.setBackground(isInBackground) }

  /// Reports that the application has stopped; if it was never ready, that doesn't count as
  /// survival.
  func stopped() {
    marks?.ended()
    close()
  }

  /// Reports that the preparation of a launch has failed.
  func abandoned() {
    stopping()
    close()
  }

  /// Lets another application use the file.
  private func close() {
    let (settling, journal) = state.withLock { ($0.settling, exchange(&$0.journal, with: nil)) }
    settling?.cancel()
    extendLifetime(journal)
  }

  /// Makes the next launch an ordinary one; the current launch keeps leaving out the same modules.
  func reset() { open()?.reset() }

  /// Opens the journal, if it isn't open.
  private func open() -> LaunchJournal? {
    if let journal = state.withLock(\.journal) { return journal }
    let app = Bundle.main.bundleIdentifier ?? Bundle.main.executableURL?.lastPathComponent ?? ""
    do throws(LaunchJournalError) {
      let journal = try state.withLock { state throws(LaunchJournalError) in
        if let journal = state.journal { return journal }
        let journal = try LaunchJournal(options.file, app: app, build: options.build)
        (state.journal, state.error) = (journal, journal.setAside)
        return journal
      }
      if let error = journal.setAside {
        var level = Logger.Level.debug
        if case .foreign = error { level = .warning }
        logger.log(level: level, "\(error)")
      }
      return journal
    } catch {
      state.withLock { ($0.error, $0.isKnown) = (error, false) }
      logger.warning("\(error)")
      return nil
    }
  }
}

extension ModuleManifest {
  /// The long-running work and the handlers of launch events, which a journal records.
  ///
  /// A module that only observes is never a suspect.
  var recordedWork: [LaunchJournal.Work] {
    guard !options.observesOnly else { return [] }
    return runs.map { LaunchJournal.Work(name(of: $0).rawValue, .run, of: name) }
      + handlers.filter(\.hearsLaunch).map {
        LaunchJournal.Work(name.member($0.name).rawValue, .handler, of: name)
      }
  }
}

extension SafeModeStatus {
  init(_ quarantine: Quarantine, _ selection: QuarantineSelection) {
    level =
      quarantine.isEssentialOnly
      ? .essentialOnly : quarantine.suspects.isEmpty ? .off : .suspects
    crashes = quarantine.deaths
    quarantined = selection.reasons.keys.sorted()
    essentialSuspects = selection.essentialSuspects.sorted()
    suspects = quarantine.suspects.filter { $0.key != Quarantine.others }
      .reduce(into: [:]) { $0[ModuleName($1.key)] = $1.value.left }
    trial = quarantine.trial.map { ModuleName($0) }
  }

  /// The status if no launch has died.
  fileprivate static let off = SafeModeStatus(Quarantine(), QuarantineSelection())
}
