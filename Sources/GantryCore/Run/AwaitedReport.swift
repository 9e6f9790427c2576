// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

/// The report of a module for which its launch waits: that its long-running work is ready.
struct AwaitedReport: Sendable {
  /// The work has ended without a report, and doesn't run again.
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// The node that waits for it.
  let node: Int
  /// Resolved by the report, or by the end of the work.
  let end = Promise<Result<Int, Failure>>()

  /// Returns the awaited reports of a launch, by module.
  static func all(in work: [LaunchAssembly.Work?]) -> [Int: AwaitedReport] {
    var reports: [Int: AwaitedReport] = [:]
    for (node, work) in work.enumerated() {
      if case .report(let module)? = work { reports[module] = AwaitedReport(node: node) }
    }
    return reports
  }
}

extension ModuleHost {
  /// Waits until a module reports that its work is ready.
  func awaitReport(of module: Int) async throws {
    guard let report = readiness[module] else { return }
    guard let end = await report.end.valueUnlessCancelled() else { throw CancellationError() }
    _ = try end.get()
  }

  /// Records that a module is ready.
  func reportReady(_ module: Int) {
    readiness[module]?.end.resolve(.success(attempts(of: module)))
  }

  /// Whether the launch still waits for a report.
  func awaitsReport(of module: Int) -> Bool { readiness[module]?.end.isResolved == false }

  /// Returns the node that waits until a piece of long-running work is ready; nil if there is none,
  /// or if the module has reported.
  func nodeAwaiting(_ function: String, of name: ModuleName) -> Int? {
    guard let module = node(name).flatMap(wiring.module), awaitsReport(of: module),
      manifest(module).runs.contains(where: {
        $0.function == function && $0.options.ready == .whenReported
      })
    else { return nil }
    return readiness[module]?.node
  }

  /// Whether a node waits until a module reports that its work is ready.
  func isReport(_ node: Int) -> Bool {
    if case .report? = work[node] { true } else { false }
  }

  /// Returns a wait as it is if its last node waits for a report, and the work pauses before a
  /// restart: to the machine, that node runs.
  func noticingPause(_ wait: LaunchWait) -> LaunchWait {
    guard let node = wait.chain.last.flatMap(node),
      let module = readiness.first(where: { $0.value.node == node })?.key, awaitsReport(of: module)
    else { return wait }
    let pausing = awaitedWork(of: module).first { supervisor in
      if case .pausing = supervisor.phase { true } else { false }
    }
    guard let pausing else { return wait }
    return wait.resting(
      attempt: pausing.restartCount + 1,
      failure: pausing.lastFailure ?? "it returned without a report")
  }

  /// Handles that work has ended for good, which is the end of the module's launch if that waits
  /// for it.
  ///
  /// - Parameter fail: Ends the module.
  func workEnded(_ module: Int, because reason: String, _ fail: () -> Void) {
    let report = readiness[module]
    let failure = AwaitedReport.Failure(description: reason)
    // An essential module is the cause for which the launch ends, and not its node.
    if wiring.modules[module].isEssential {
      fail()
      report?.end.resolve(.failure(failure))
    } else {
      report?.end.resolve(.failure(failure))
      fail()
    }
  }

  /// The number of attempts of each node that waits for a report: restarts count until then.
  var reportAttempts: [Int: Int] {
    readiness.reduce(into: [:]) { attempts, entry in
      let (module, report) = entry
      // Resolved, so this doesn't wait.
      attempts[report.node] =
        report.end.current.flatMap { try? $0.get() } ?? self.attempts(of: module)
    }
  }

  private func attempts(of module: Int) -> Int {
    1 + (awaitedWork(of: module).map(\.restartCount).max() ?? 0)
  }

  /// The supervisors of a module's work that has to report.
  private func awaitedWork(of module: Int) -> [Supervisor] {
    let awaited = Set(
      manifest(module).runs.filter { $0.options.ready == .whenReported }.map(\.function))
    return (instance(module)?.runs?.supervisors ?? []).filter { awaited.contains($0.name) }
      .map(\.supervisor)
  }
}
