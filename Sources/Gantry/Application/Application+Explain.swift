// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import GantryText
internal import Synchronization

extension Application {
  /// Answers "why did it not start?", with one chain from the cause.
  ///
  /// - Parameter name: A module or a task.
  /// - Returns: Its state, and the reasons for it: not linked, not in the list, a condition that
  ///   does not hold, a requirement that is missing, skipped or failed, or for whom it waits.
  public func explain(_ name: ModuleName) -> Explanation {
    guard inventory.knows(name) else { return unknown(name) }
    switch state.withLock({ $0 }) {
    case .idle(let last):
      return last.map { explain(name, in: $0, nil) } ?? explainPlan(name)
    case .preparing, .stopping: return explainPlan(name)
    case .running(let run):
      return switched(name, in: run.modules) ?? explain(name, in: run.launch.report(), run.launch)
    }
  }

  /// Explains by the report of a launch alone: one that is over, or that goes on elsewhere.
  ///
  /// - Parameters:
  ///   - name: A module or a task that the report has.
  ///   - report: What happened, up to the time of the report.
  /// - Returns: What launched is launched, whatever came after; what had no outcome yet waits, for
  ///   those that had none either.
  package static func explain(_ name: ModuleName, in report: LaunchReport) -> Explanation {
    explain(
      name, { report.task(named: $0)?.outcome }, failedTask: failedTask(of: name, in: report),
      wait: wait(of: name, in: report), isOver: false)
  }

  private static func wait(of name: ModuleName, in report: LaunchReport) -> String? {
    guard let task = report.task(named: name.rawValue), task.started == nil else {
      return "it runs"
    }
    let open = task.dependencies.map { report.tasks[$0.position] }.first { $0.outcome == nil }
    if let open { return "waits for \(open.name)\(open.started == nil ? "" : ", which runs")" }
    return task.stage == .onDemand ? "runs on demand, and nobody had asked for it" : nil
  }

  private func unknown(_ name: ModuleName) -> Explanation {
    var chain = ["no record or list entry of that name is in this program"]
    let near = NearNames.of(
      name.rawValue, among: inventory.manifests.lazy.map(\.name.rawValue))
    if !near.isEmpty { chain.append("did you mean \(Wording.list(near, "or"))?") }
    chain += inventory.rejectedRecords.map { "a record was passed over: \($0)" }
    return Explanation(name: name, state: .unknown, chain: chain)
  }

  /// Explains a module that is switched off, or that was switched on again.
  private func switched(_ name: ModuleName, in modules: ModuleCollection) -> Explanation? {
    guard let module = modules.assembly.module(of: name.rawValue) else { return nil }
    if let reason = modules.offReason(of: module) {
      return Explanation(name: name, state: .stopped, chain: [reason])
    }
    guard modules.isRelaunched(name.rawValue) else { return nil }
    return Self.explain(
      name, modules.ledger.outcome, wait: modules.runs.wait(for: name.rawValue)?.description,
      isOver: false)
  }

  private func explainPlan(_ name: ModuleName) -> Explanation {
    do {
      let task = try plan().task(named: name.rawValue)
      let chain = task?.skipped ?? []
      return Explanation(name: name, state: chain.isEmpty ? .registered : .skipped, chain: chain)
    } catch {
      return Explanation(name: name, state: .registered, chain: ["\(error)"])
    }
  }

  /// Explains by what has happened; without a launch that goes on, the application was stopped.
  func explain(
    _ name: ModuleName, in report: LaunchReport, _ launch: LaunchRun?
  ) -> Explanation {
    Self.explain(
      name, { report.task(named: $0)?.outcome }, failedTask: Self.failedTask(of: name, in: report),
      wait: launch?.wait(for: name.rawValue)?.description, isOver: launch == nil)
  }

  /// The stop that a failure causes cancels the module's other tasks; the failure is the cause.
  private static func failedTask(of name: ModuleName, in report: LaunchReport) -> String? {
    report.tasks.first { task in
      // Of `A.B.load` the owner is `A.B` where there is one, and not `A`.
      task.name.hasPrefix("\(name).") && task.outcome?.isFailure == true
        && !report.tasks.contains { other in
          other.name.count > name.rawValue.count && task.name.hasPrefix("\(other.name).")
        }
    }?.name
  }

  private static func explain(
    _ name: ModuleName, _ outcome: (String) -> LaunchOutcome?, failedTask: String? = nil,
    wait: @autoclosure () -> String?, isOver: Bool
  ) -> Explanation {
    func chain(_ names: [String]) -> [String] {
      names.map { cause in
        guard let outcome = outcome(cause) else { return cause }
        if case .blocked = outcome { return cause }
        return "\(cause) \(outcome)"
      }
    }
    switch outcome(name.rawValue) {
    case .succeeded:
      return Explanation(name: name, state: isOver ? .stopped : .launched, chain: [])
    case .skipped(let reason):
      let reasons = reason.components(separatedBy: "; ")
      return Explanation(name: name, state: .skipped, chain: reasons)
    case .blocked(let names):
      return Explanation(name: name, state: .failed, chain: chain(names))
    case .failed(let message):
      return Explanation(name: name, state: .failed, chain: [message])
    case .cancelled? where failedTask != nil:
      return Explanation(name: name, state: .failed, chain: chain(failedTask.map { [$0] } ?? []))
    case .cancelled?:
      return Explanation(
        name: name, state: .registered, chain: ["the launch ended before it had launched"])
    case .some(let outcome):
      return Explanation(name: name, state: .failed, chain: ["\(outcome)"])
    case nil:
      return Explanation(
        name: name, state: .launching, chain: wait().map { [$0] } ?? [])
    }
  }
}

extension Inventory {
  func knows(_ name: ModuleName) -> Bool {
    manifests.contains { manifest in
      manifest.name == name || LaunchAssembly.head(of: manifest) == name.rawValue
        || manifest.tasks.contains { $0.name == name }
    }
  }
}
