// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
internal import GantryLaunch
internal import Logging
internal import GantrySupport

extension Application {
  /// Logs that the app is ready, and which modules should have launched but did not.
  ///
  /// - Returns: The report at ready.
  func announceReady(_ run: Run) -> LaunchReport {
    // In this order: tasks that settle in between are named by both, and logged once.
    run.host.announceReady()
    safeMode?.ready()
    let report = report(of: run)
    logNotStarted(run, report)
    // The report counts tasks, and a module may have many. A function is a part of the app as a module
    // is: a monitor has to see that it failed.
    let parts = inventory.manifests
    let (skipped, failed) = (Set(report.skipped), Set(report.failed))
    logger.notice(
      "ready",
      metadata: [
        "gantry.modules": "\(parts.count { $0.kind == .module })",
        "gantry.functions": "\(parts.count { $0.kind == .function })",
        "gantry.time": "\((report.timeToReady ?? .zero).text)",
        "gantry.skipped": "\(parts.count { skipped.contains($0.name.rawValue) })",
        "gantry.failed": "\(parts.count { failed.contains($0.name.rawValue) })",
      ])
    lookForUnreadKeys()
    return report
  }

  /// Logs the modules and tasks that failed, and the modules that a list names without their
  /// requirements.
  func logNotStarted(_ run: Run, _ report: LaunchReport) {
    // By name, and only the relevant ones: there may be very many modules.
    var outcomes: [String: LaunchOutcome] = [:]
    for task in report.tasks where task.outcome != .succeeded { outcomes[task.name] = task.outcome }
    guard !outcomes.isEmpty else { return }
    let machine = run.driver.read { $0 }
    var chains: [String: [LaunchSkip]] = [:]
    for task in run.driver.plan.tasks where task.skipped.count > 1 {
      chains[task.name] = task.skipped
    }
    for manifest in inventory.manifests {
      let name = manifest.name
      let outcome = outcomes[name.rawValue]
      if let outcome, outcome.isFailure {
        warn(name, "\(run.host.explain(name, machine))", in: run.host)
      } else if outcome != nil, let missing = requirementLeftOut(chains[name.rawValue], run) {
        warn(
          name,
          """
          \(run.host.explain(name, machine)). Add \(missing) to the list, or disable \
          \(name) there.
          """, in: run.host)
      }
      for task in manifest.tasksBesideLaunch {
        if let outcome = outcomes[task.rawValue] { warn(task, of: name, outcome, in: run.host) }
      }
    }
  }

  /// Logs a failure after ready at once.
  func logSettled(_ node: Int, _ outcome: LaunchOutcome, in host: ModuleHost) {
    let task = host.wiring.plan.tasks[node]
    let name = ModuleName(task.name)
    if task.owner == name, let machine = host.driver?.read({ $0 }) {
      warn(name, "\(host.explain(name, machine))", in: host)
    } else if let module = host.assembly.index(of: task.owner),
      host.manifest(module).tasksBesideLaunch.contains(name)
    {
      warn(name, of: task.owner, outcome, in: host)
    } else {
      logger.debug("launch task \(outcome)", metadata: ["gantry.task": "\(name)"])
    }
  }

  /// Logs a module that did not start, once in each launch.
  private func warn(
    _ name: ModuleName, _ text: @autoclosure () -> String, in modules: ModuleHost
  ) {
    guard modules.isFirst(name) else { return }
    logger.warning("did not start: \(text())", metadata: ["gantry.module": "\(name)"])
  }

  /// Logs a task that failed by itself, but not one that was only blocked by another.
  private func warn(
    _ task: ModuleName, of module: ModuleName, _ outcome: LaunchOutcome,
    in modules: ModuleHost
  ) {
    switch outcome {
    case .failed, .timedOut: break
    default: return
    }
    guard modules.isFirst(task) else { return }
    logger.warning(
      "launch task \(outcome)",
      metadata: ["gantry.module": "\(module)", "gantry.task": "\(task)"])
  }

  /// Returns a module that keeps others from running because the list does not name it.
  ///
  /// A module that is off by itself, by a condition or by choice, isn't a surprise.
  private func requirementLeftOut(_ chain: [LaunchSkip]?, _ run: Run) -> ModuleName? {
    let assembly = run.host.assembly
    guard let root = chain?.last, let module = assembly.work[root.task]?.module else { return nil }
    let name = assembly.manifests[module].name
    return inventory.unlisted.contains(name) ? name : nil
  }
}

extension ModuleManifest {
  /// The tasks whose failure isn't the module's own: it launches without them.
  fileprivate var tasksBesideLaunch: [ModuleName] {
    kind == .module ? tasks.filter { !launches(with: $0) }.map(\.name) : []
  }
}

/// Logs the mistakes of handlers under their modules; the event has gone on to the others.
final class HandlerLog: Sendable {
  private struct Notes {
    var sentences: [String] = []
    /// The number of sentences beyond the limit.
    var rest = 0
  }

  /// The largest number of notes in a report.
  static let limit = 100

  private let logger: Logger
  /// Guards the notes on the current run, each a sentence, from lost events and from the host.
  private let lost = Mutex(Notes())

  init(logger: Logger) { self.logger = logger }

  /// The notes on this run for its report: events that modules will not hear, and notes of the
  /// host.
  var notes: [String] {
    let notes = lost.withLock(\.self)
    return notes.sentences + (notes.rest > 0 ? ["and \(notes.rest) more"] : [])
  }

  /// Forgets the lost events of an earlier run.
  func begin() { lost.withLock { $0 = Notes() } }

  /// Adds a sentence, such as one of the host.
  func note(_ sentence: String) {
    lost.withLock { notes in
      if notes.sentences.count < Self.limit {
        notes.sentences.append(sentence)
      } else {
        notes.rest += 1
      }
    }
  }

  func report(_ failure: HandlerFailure) {
    logger.warning(
      "handler failed: \(failure.message)",
      metadata: [
        "gantry.module": "\(failure.listener)", "gantry.event": "\(failure.event)",
        "gantry.handler": "\(failure.handler)",
      ])
  }

  func report(_ held: MainActorHeld) {
    logger.warning("\(held)", metadata: held.metadata.mapValues { "\($0)" })
  }

  func report(_ backlog: MailboxBacklog) {
    logger.warning(
      """
      \(backlog). Handle them faster, or give the event a limit with `static var backlog`, a \
      life-cycle event with `@On(order: .serial, backlog:)`.
      """, metadata: ["gantry.module": "\(backlog.listener)", "gantry.event": "\(backlog.event)"])
  }

  func report(_ dropped: DroppedEvents) {
    note("\(dropped)")
    logger.warning("\(dropped)", metadata: ["gantry.module": "\(dropped.listener)"])
  }
}

extension RouteError {
  /// The reason why there is no answer, without any part of the URL, since it may carry secrets.
  package var withoutURL: String {
    switch self {
    case .malformedURL: "it is malformed"
    case .undeclaredScheme: "the app does not declare its scheme"
    case .undeclaredHost: "the app does not claim its host"
    case .notFound: "no route answers its path"
    case .gone: "the redirect map says that its path is gone"
    case .refused(_, let route): "\(route) is internal"
    case .missingArgument(let label, _, let route): "\(route) needs '\(label)'"
    case .wrongArgument(let label, let expected, _, let route):
      "its '\(label)' for \(route) is not \(expected)"
    case .vetoed(let reason, let name, let route): "\(name) blocks \(route): \(reason)"
    case .interceptorUnavailable(let name, let owner, let reason, let route):
      "\(name) has to be asked about \(route), and \(owner) \(reason)"
    case .undecided(let name, let route): "\(name) did not decide about \(route) in time"
    case .redirectLoop: "it is redirected in a circle or too often"
    case .nestedTooDeep(_, let limit): "routes call each other more than \(limit) calls deep"
    case .needsAwait(let route, let reason): "\(route) needs await: \(reason)"
    case .unavailable(let route, let owner, let reason):
      "\(route) belongs to \(owner), which \(reason)"
    case .failed(let route, _): "\(route) failed"
    case .cancelled: "the caller was cancelled"
    default: "the router refuses it"
    }
  }
}
