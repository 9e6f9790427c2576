// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import Logging
internal import Synchronization

/// The safe mode of one application: its journal, and the decisions that follow from it.
final class SafeModeStore: Sendable {
  private struct State {
    var journal: LaunchJournal?
    var error: LaunchJournalError?
    var quarantine = Quarantine()
    var selection = QuarantineSelection()
    var isKnown = false
    var isReady = false
    var settling: Task<Void, Never>?
    /// The repair that is running.
    var repair: Task<Void, Never>?
    /// Whether a stop was requested since the preparation of the launch began; if so, nothing is
    /// repaired.
    var isStopAwaited = false
    /// Whether a reset was requested before the journal was opened.
    var isToReset = false
  }

  private let options: Application.SafeMode
  private let logger: Logger
  private let clock: any Clock<Duration>
  /// Invariant: the selection belongs to the quarantine of the launch that is being prepared or
  /// runs.
  private let state = Mutex(State())

  init(_ options: Application.SafeMode, logger: Logger, clock: any Clock<Duration>) {
    (self.options, self.logger, self.clock) = (options, logger, clock)
  }

  /// The reasons why modules and tasks do not run, by name.
  var reasons: [ModuleName: OffReason] { state.withLock(\.selection.reasons) }

  var status: SafeModeStatus? {
    state.withLock { $0.isKnown ? SafeModeStatus($0.quarantine, $0.selection) : nil }
  }

  /// The notes for the report of a launch; empty if nothing is unusual.
  var notes: [String] {
    let error = state.withLock { $0.error.map { "\($0)" } }
    let status = status.flatMap { $0.level == .off && $0.deaths == 0 ? nil : $0.description }
    return [error, status].compactMap { $0 }
  }

  /// Checks how the previous launch ended, and decides which modules the next one leaves out.
  ///
  /// - Parameter assemble: Returns the launch graph without the decision of an earlier launch.
  /// - Returns: The graph; nil if something is left out.
  func decide(_ assemble: () -> LaunchAssembly) -> LaunchAssembly? {
    state.withLock { state in
      state.selection = QuarantineSelection()
      (state.isReady, state.isStopAwaited) = (false, false)
    }
    let assembly = assemble()
    guard let journal = open(capacity: assembly.graph.nodes.count + 1) else { return assembly }
    let policy = Quarantine.Policy(
      suspectDeaths: options.deathsBeforeSuspects, deaths: options.deathsBeforeOthers,
      survivals: options.survivals)
    let next = journal.quarantine.next(after: journal.end, policy)
    let selection = QuarantineSelection(next, of: assembly)
    state.withLock { state in
      (state.quarantine, state.selection, state.isKnown) = (next, selection, true)
    }
    return reasons.isEmpty ? assembly : nil
  }

  /// Begins the session of a launch, and runs the repair if an essential task is suspect.
  ///
  /// - Returns: The marks of the launch's tasks; nil if there isn't a journal.
  func begin(_ plan: LaunchPlan) async -> LaunchMarks? {
    let (journal, quarantine) = state.withLock { ($0.journal, $0.quarantine) }
    guard let journal, let status else { return nil }
    let names = plan.tasks.map(\.name) + [Quarantine.repair]
    let marks = journal.begin(names, quarantine)
    if status.level != .off { logger.warning("\(status)") }
    if !status.essentialSuspects.isEmpty, !quarantine.isRepairBroken, let repair = options.repair {
      marks.begin(plan.tasks.count)
      await run { await repair(status) }
      marks.end(plan.tasks.count)
    }
    return marks
  }

  /// Runs a repair, unless a stop was requested.
  private func run(_ repair: @escaping @Sendable () async -> Void) async {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard !state.isStopAwaited else { return nil }
      // A task that is created here begins without the lock.
      state.repair = Task { await Self.$isRepairing.withValue(true) { await repair() } }
      return state.repair
    }
    guard let task else { return }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    state.withLock { $0.repair = nil }
  }

  /// Whether this task is part of a repair, which a stop would wait for.
  @TaskLocal static var isRepairing = false

  /// Cancels a running repair, and prevents new ones during this launch.
  func cancelRepair() {
    let repair = state.withLock { state in
      state.isStopAwaited = true
      return state.repair
    }
    repair?.cancel()
  }

  /// Returns the positions of the nodes that are themselves quarantined.
  func positions(in plan: LaunchPlan, of assembly: LaunchAssembly) -> Set<Int> {
    let reasons = reasons
    guard !reasons.isEmpty else { return [] }
    return Set(
      plan.tasks.indices.filter { position in
        let name = plan.tasks[position].name
        guard let module = assembly.module(of: name) else { return false }
        return reasons[ModuleName(name)] != nil || reasons[assembly.manifests[module].name] != nil
      })
  }

  func ready() {
    let journal = state.withLock { state in
      state.isReady = true
      return state.journal
    }
    guard let journal else { return }
    journal.ready()
    let settling = Task.detached { [clock, options] in
      guard (try? await clock.sleep(for: options.settlingTime)) != nil else { return }
      journal.survived()
    }
    state.withLock { $0.settling = settling }
  }

  func stopping() {
    let (journal, settling) = state.withLock { ($0.journal, $0.settling) }
    settling?.cancel()
    journal?.stopping()
  }

  /// Reports that the application has stopped; if it was never ready, that doesn't count as
  /// survival.
  func stopped() {
    let (journal, isReady) = state.withLock { ($0.journal, $0.isReady) }
    if isReady { journal?.ended() }
  }

  /// Makes the next launch an ordinary one; the current launch keeps leaving out the same modules.
  func reset() {
    let journal = state.withLock { state in
      state.isToReset = state.journal == nil
      return state.journal
    }
    journal?.reset()
  }

  /// Opens the journal, if that hasn't happened yet.
  private func open(capacity: Int) -> LaunchJournal? {
    if let journal = state.withLock(\.journal) { return journal }
    let app = Bundle.main.bundleIdentifier ?? Bundle.main.executableURL?.lastPathComponent ?? ""
    do throws(LaunchJournalError) {
      let journal = try LaunchJournal(
        options.file, app: app, build: options.build, capacity: capacity)
      let isToReset = state.withLock { state in
        defer { state.isToReset = false }
        (state.journal, state.error) = (journal, journal.setAside)
        return state.isToReset
      }
      if isToReset { journal.reset() }
      switch journal.setAside {
      case .foreign(let file, let reason, let aside):
        logger.warning("\(LaunchJournalError.foreign(file: file, reason: reason, aside: aside))")
      case .some(let other): logger.debug("\(other)")
      case nil: break
      }
      LiveJournals.add(journal)
      return journal
    } catch {
      state.withLock { ($0.error, $0.isKnown) = (error, false) }
      logger.warning("\(error)")
      return nil
    }
  }
}

extension SafeModeStatus {
  init(_ quarantine: Quarantine, _ selection: QuarantineSelection) {
    level =
      switch quarantine.level {
      case .none: .off
      case .suspects: .suspects
      case .half: .half
      case .essentialOnly: .essentialOnly
      }
    deaths = quarantine.deaths
    quarantined = selection.reasons.keys.sorted()
    essentialSuspects = selection.essentialSuspects.sorted()
  }
}

/// The journals of this process: a program that exits by itself once its app is ready has not died.
private enum LiveJournals {
  private struct Entry: Sendable { weak let journal: LaunchJournal? }

  private static let entries = Mutex<[Entry]>([])
  private static let registration: Void = {
    atexit { LiveJournals.end() }
  }()

  static func add(_ journal: LaunchJournal) {
    _ = registration
    entries.withLock { entries in
      entries.removeAll { $0.journal == nil }
      entries.append(Entry(journal: journal))
    }
  }

  private static func end() {
    let journals = entries.withLockIfAvailable { $0.compactMap(\.journal) } ?? []
    for journal in journals { journal.exited() }
  }
}

#if !canImport(Darwin)
  // On Apple platforms, the library's public interface leaves this part out.
  @_spi(Reflection) internal import Swift
#endif

/// Reads the stored properties of types, without an instance of them.
enum StoredFields {
  /// Returns the name of a type with its Swift module, the same in each run. For a private type,
  /// Swift would add the address of its scope.
  static func name(of type: Any.Type) -> String {
    String(reflecting: type).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
  }

  /// Returns the stored properties of a struct in source order; nil if they can't be read.
  static func of(_ type: Any.Type) -> [AppManifest.Field]? {
    #if canImport(Darwin)
      return nil
    #else
      guard kind(of: type) == .struct else { return nil }
      var fields: [AppManifest.Field] = []
      _forEachField(of: type) { name, _, type, _ in
        fields.append(
          AppManifest.Field(name: String(cString: name), type: Self.name(of: type)))
        return true
      }
      return fields
    #endif
  }

  #if !canImport(Darwin)
    private struct Holder<Value> {
      let value: Value
    }

    /// Returns the kind of a type; Swift only reports it for a field of that type.
    private static func kind<T>(of type: T.Type) -> _MetadataKind? {
      var found: _MetadataKind?
      _forEachField(of: Holder<T>.self) { _, _, _, kind in
        found = kind
        return false
      }
      return found
    }
  #endif
}
