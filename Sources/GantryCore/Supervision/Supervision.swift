// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import GantrySupport
internal import Logging

/// Shared by the long-running work of one run. Its identity also identifies the run.
final class Supervision: Sendable {
  let clock: any Clock<Duration>
  /// Returns the time since the run of the application was prepared.
  let now: @Sendable () -> Duration
  let overrides = ServiceOverrides.current
  /// Reports that the health of a module or of the application may have changed.
  let healthChanged: @Sendable () -> Void
  /// Creates a scope for one call; nil if a stop cancels the call.
  let makeScope: @Sendable () -> (any RunScope)?
  /// Reports the end of one call of long-running work.
  let runEnded: @Sendable (RunEnd) -> Void

  /// The journal of safe mode, which records the long-running work and handlers that are under way.
  let marks = LockedBox<LaunchMarks>()

  init(
    clock: any Clock<Duration>, healthChanged: @escaping @Sendable () -> Void,
    makeScope: @escaping @Sendable () -> (any RunScope)?,
    runEnded: @escaping @Sendable (RunEnd) -> Void
  ) {
    self.clock = clock
    now = clock.stopwatch()
    self.healthChanged = healthChanged
    self.makeScope = makeScope
    self.runEnded = runEnded
  }

  func begins(_ work: String) { marks.value?.begin(named: work) }

  func ends(_ work: String) { marks.value?.end(named: work) }
}

/// Handles how the work of one module ends: logs it, and reports it to the host of the modules.
struct RunReporter: Sendable {
  let supervision: Supervision
  let name: ModuleName
  let logger: Logger
  /// The event bus of the application, which stands for it.
  let application: ObjectIdentifier
  /// Whether the run goes on and the module is on, so that work may run again.
  let isInUse: @Sendable () -> Bool
  /// Called with the reason why the module has failed.
  let fail: @Sendable (String) -> Void
  /// Called when work has returned and doesn't run again; the reason fits a module that had to
  /// report before.
  let finished: @Sendable (String) -> Void

  func healthChanged() { supervision.healthChanged() }

  /// Logs that work has ended and will run again.
  func paused(_ run: String, _ supervisor: Supervisor, _ pause: Duration) {
    let next = pause > .zero ? "runs again in \(pause.text)" : "runs again at once"
    let count = "restart \(supervisor.restartCount)"
    let metadata: Logger.Metadata = [
      "gantry.module": "\(name)", "gantry.task": "\(name.member(run))",
    ]
    if let failure = supervisor.lastFailure {
      logger.warning("run '\(run)' failed: \(failure); it \(next) (\(count))", metadata: metadata)
    } else {
      logger.debug("run '\(run)' has returned; it \(next) (\(count))", metadata: metadata)
    }
    healthChanged()
  }

  /// Handles the failure of the module.
  func gaveUp(_ reason: String) {
    healthChanged()
    fail(reason)
  }
}

/// A scope for one call of long-running work, in which the call can be asked to end before it is
/// cancelled.
package protocol RunScope: Sendable {
  /// Runs the work once.
  func run(_ work: @escaping @concurrent @Sendable () async throws -> Void) async throws

  /// Asks the work to end, which may take a while.
  func end() async
}

/// The long-running work of an existing module.
///
/// Each piece is a task that this object owns; it begins when the module has launched, and ends
/// before the module is shut down.
final class ModuleRuns: Sendable {
  /// One piece of work, bound to its module.
  struct Work: Sendable {
    let name: String
    let options: RunOptions
    let body: @concurrent @Sendable () async throws -> Void
  }

  private struct Slot {
    var supervisor: Supervisor
    var task: Task<Void, Never>?
    /// The scope of the current call; nil if a stop cancels it at once.
    var scope: (any RunScope)?
  }

  private let work: [Work]
  /// Resolved at the end of each piece; after that, the module may be shut down.
  private let ends: [Promise<Void>]
  /// Guards the supervisors. Nothing is called under this lock.
  private let slots: Mutex<[Slot]>

  init(_ work: [Work]) {
    self.work = work
    ends = work.map { _ in Promise() }
    slots = Mutex(work.map { Slot(supervisor: Supervisor($0.options)) })
  }

  /// The names of the pieces of work, each with its supervisor.
  var supervisors: [(name: String, supervisor: Supervisor)] {
    Array(zip(work.map(\.name), slots.withLock { $0.map(\.supervisor) }))
  }

  /// The names of the pieces of work that have not ended.
  var openNames: [String] { supervisors.filter { $0.supervisor.isOpen }.map(\.name) }

  /// Begins all work; a piece that was asked to end earlier never begins.
  ///
  /// - Parameter reporter: Handles how the work ends.
  func start(_ reporter: RunReporter) {
    slots.withLock { slots in
      for index in slots.indices {
        guard slots[index].supervisor.handle(.launched) == .run else { continue }
        // A task that is created here begins without the lock.
        slots[index].task = Task.detached {
          await reporter.supervision.overrides.applyIfAny {
            await self.supervise(index, reporter)
          }
        }
      }
    }
  }

  private func supervise(_ index: Int, _ reporter: RunReporter) async {
    let name = work[index].name
    var action = Supervisor.Action.run
    while true {
      switch action {
      case .run:
        let began = reporter.supervision.now()
        let end = await attempt(index, reporter)
        // Work that was asked to end usually throws.
        let hasFailed = if case .failed = end { supervisor(index).phase == .running } else { false }
        reporter.supervision.runEnded(
          RunEnd(
            module: reporter.name, name: name, duration: reporter.supervision.now() - began,
            hasFailed: hasFailed))
        action = take(end, index)
      case .pause(let pause):
        reporter.paused(name, supervisor(index), pause)
        if pause > .zero { try? await reporter.supervision.clock.wait(for: pause) }
        // Its module is going to stop, but waits for its bodies or for other modules first.
        if !reporter.isInUse() { _ = take(.stopRequested, index) }
        action = take(.pauseOver, index)
        reporter.healthChanged()
      case .giveUp(let reason):
        ends[index].resolve(())
        return reporter.gaveUp("run '\(name)': \(reason)")
      case .end, .finish, .none:
        ends[index].resolve(())
        if work[index].options.ready == .whenReported, supervisor(index).phase == .finished {
          reporter.finished(
            "run '\(name)' has returned before the module reported that it is ready")
        }
        return
      }
    }
  }

  /// Runs the work once.
  private func attempt(_ index: Int, _ reporter: RunReporter) async -> Supervisor.Input {
    let supervision = reporter.supervision
    let name = reporter.name.member(work[index].name).rawValue
    supervision.begins(name)
    defer { supervision.ends(name) }
    do {
      if let scope = supervision.makeScope() {
        let isWanted = slots.withLock { slots in
          guard slots[index].supervisor.phase == .running else { return false }
          slots[index].scope = scope
          return true
        }
        defer { slots.withLock { $0[index].scope = nil } }
        if isWanted {
          try await inside(index, reporter) { try await scope.run(self.work[index].body) }
        }
      } else {
        try await inside(index, reporter) { try await self.work[index].body() }
      }
      return .returned(at: supervision.now())
    } catch {
      return .failed(Wording.clause(Wording.text(of: error)), at: supervision.now())
    }
  }

  private func inside(
    _ index: Int, _ reporter: RunReporter, _ body: () async throws -> Void
  ) async throws {
    let kind = Inside.Kind.work(module: reporter.name, function: work[index].name)
    try await Inside.run(kind, of: reporter.application, body)
  }

  /// Asks all work to end, cancels the pieces that don't end in time, and waits for all of them.
  ///
  /// - Parameters:
  ///   - bound: The longest wait. Work that can be asked has three quarters of it to end by itself.
  ///   - clock: The clock of the wait.
  ///   - onWait: Called if the wait takes a while.
  /// - Returns: The names of the pieces that have not ended.
  func stop(
    within bound: Duration, clock: any Clock<Duration>, onWait: @escaping @Sendable () -> Void
  ) async -> [String] {
    let open = slots.withLock { slots in
      slots.indices.filter { slots[$0].supervisor.handle(.stopRequested) == .end }
        .map { (index: $0, scope: slots[$0].scope, task: slots[$0].task) }
    }
    guard !open.isEmpty else { return [] }
    let scopes = open.compactMap(\.scope)
    for run in open where run.scope == nil { run.task?.cancel() }
    var late: Deadline.Miss?
    if !scopes.isEmpty {
      late = await Deadline.run(within: bound * 0.75, clock: clock, onWait: onWait) {
        for scope in scopes { await scope.end() }
        for run in open { await self.ends[run.index].value() }
      }
      guard late != nil else { return [] }
      for run in open { run.task?.cancel() }
    }
    late = await Deadline.run(
      within: scopes.isEmpty ? bound : bound * 0.25, clock: clock, onWait: onWait
    ) {
      for run in open { await self.ends[run.index].value() }
    }
    guard late != nil else { return [] }
    return slots.withLock { slots in
      open.filter { slots[$0.index].supervisor.phase == .ending }.map { work[$0.index].name }
    }
  }

  /// Cancels all work without a wait, because the application is gone.
  func cancel() {
    let tasks = slots.withLock { slots in
      slots.indices.compactMap { index in
        _ = slots[index].supervisor.handle(.stopRequested)
        return slots[index].task
      }
    }
    for task in tasks { task.cancel() }
  }

  private func supervisor(_ index: Int) -> Supervisor { slots.withLock { $0[index].supervisor } }

  private func take(_ input: Supervisor.Input, _ index: Int) -> Supervisor.Action {
    slots.withLock { $0[index].supervisor.handle(input) }
  }
}

extension Supervisor {
  /// Whether the work runs, or is going to run again.
  fileprivate var isOpen: Bool {
    switch phase {
    case .running, .pausing, .ending: true
    case .idle, .finished, .failed, .stopped: false
    }
  }

  fileprivate mutating func handle(_ input: Input) -> Action {
    var random = SystemRandomNumberGenerator()
    return handle(input, using: &random)
  }
}
