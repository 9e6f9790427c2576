// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
package import GantryRouting
internal import GantrySupport

/// Explains the states of modules, tasks, long-running work and interceptors of an application.
struct ApplicationExplainer {
  let inventory: Inventory
  let phase: Application.Phase
  let plan: () throws(ApplicationError) -> LaunchPlan

  /// Explains a name; its state is nil if the program has nothing of that name.
  func explanation(of name: ModuleName) -> Explanation {
    guard inventory.knows(name) else {
      return explainRun(name) ?? explainInterceptor(name) ?? unknown(name)
    }
    switch phase {
    case .idle(let last):
      guard let last, last.task(named: name) != nil else { return explainPlan(name) }
      return LaunchExplainer(name, in: last).explanation(isOver: true)
    case .preparing: return explainPlan(name, otherwise: .launching, "it is being prepared")
    case .running(let run, _), .stopping(let run, _):
      return run.host.explain(name, run.driver.read { $0 })
    }
  }

  private var host: ModuleHost? {
    guard case .running(let run, _) = phase else { return nil }
    return run.host
  }

  private func unknown(_ name: ModuleName) -> Explanation {
    var chain = ["this program has no record or list entry of that name"]
    let others = inventory.manifests.flatMap { manifest in
      manifest.runs.map { manifest.name(of: $0).rawValue } + manifest.interceptors.map(\.name)
    }
    var names = LinkedNames(inventory.manifests)
    let near = names.near(name).map(\.rawValue) + NearNames.of(name.rawValue, among: others)
    if !near.isEmpty { chain.append("did you mean \(Wording.list(near, "or"))?") }
    chain += inventory.rejectedRecords.map { "a record was ignored: \($0)" } + inventory.warnings
    return Explanation(name: name, state: nil, chain: chain.map { Explanation.Reason($0) })
  }

  /// Explains long-running work; nil if none has the name.
  private func explainRun(_ name: ModuleName) -> Explanation? {
    for manifest in inventory.manifests {
      guard let run = manifest.runs.first(where: { manifest.name(of: $0) == name }) else {
        continue
      }
      if let supervisor = host?.supervisor(of: run.function, in: manifest.name),
        let (state, chain) = supervisor.explanation
      {
        return Explanation(name: name, state: state, chain: chain)
      }
      // The work shares the state of its module.
      let owner = explanation(of: manifest.name)
      return Explanation(
        name: name, state: owner.state,
        chain: owner.state == .waiting ? owner.chain : [owner.asReason])
    }
    return nil
  }

  /// Explains a declared interceptor, which shares the state of its module; nil if none has the name.
  private func explainInterceptor(_ name: ModuleName) -> Explanation? {
    for manifest in inventory.manifests {
      guard let interceptor = manifest.interceptors.first(where: { $0.name == name.rawValue })
      else {
        continue
      }
      return .interceptor(interceptor, of: explanation(of: manifest.name))
    }
    return nil
  }

  private func explainPlan(
    _ name: ModuleName, otherwise state: ModuleState = .waiting,
    _ reason: String = "nothing has started it"
  ) -> Explanation {
    do {
      let answer =
        LaunchExplainer(name, try plan().tasks).leftOut ?? (state, [Explanation.Reason(reason)])
      return Explanation(name: name, state: answer.state, chain: answer.chain)
    } catch {
      return Explanation(name: name, state: .waiting, chain: [Explanation.Reason("\(error)")])
    }
  }
}

extension Explanation {
  /// Explains a name with only the report of a launch that is over or runs elsewhere.
  ///
  /// - Parameters:
  ///   - name: A module or a task that is in the report.
  ///   - report: The record of the launch, up to the time of the report.
  /// - Returns: The explanation. A module that launched counts as launched, even if it ended later.
  ///   A module without an outcome waits for others that had no outcome either.
  package static func of(_ name: ModuleName, in report: LaunchReport) -> Explanation {
    let search = LaunchExplainer(name, in: report)
    guard let task = report.task(named: name), task.outcome == nil, task.started == nil
    else {
      return search.explanation { (.launching, [Explanation.Reason("it is running")]) }
    }
    return search.explanation { search.wait(of: task) }
  }

  /// Explains a declared interceptor by its module.
  ///
  /// - Parameters:
  ///   - interceptor: The interceptor.
  ///   - owner: The explanation of its module.
  package static func interceptor(
    _ interceptor: InterceptorDeclaration, of owner: Explanation
  ) -> Self {
    let paths = interceptor.subject
    let doing =
      switch owner.state {
      case .launched: "it is asked about calls of \(paths)"
      case .launching, .waiting: "calls of \(paths) wait for it"
      case .failed, .leftOut, .stopped, nil: "calls of \(paths) are refused"
      }
    return Explanation(
      name: ModuleName(interceptor.name), state: owner.state,
      chain: [Reason(doing)] + (owner.state == .waiting ? owner.chain : [owner.asReason]))
  }

  /// The whole explanation as one reason of another one.
  package var asReason: Reason { Reason("\(self)", name: name) }
}

extension ModuleHost {
  /// Explains a module or a task in a state of the launch, but not long-running work.
  func explain(_ name: ModuleName, _ machine: Machine) -> Explanation {
    let node = machine.wiring.positions[name]
    let module = assembly.index(of: name)
    let owner = module ?? node.flatMap(machine.wiring.module)
    let search = LaunchExplainer(name, in: machine)
    let explanation = search.explanation(isOver: owner.map(machine.isOver) ?? false) {
      let wait = node.flatMap { machine.wait(of: $0, at: driver?.timer.now() ?? .zero) }
      return search.wait(wait.map(noticingPause))
    }
    guard case .launched? = explanation.state, let module else { return explanation }
    let condition = condition(of: module, machine)
    return Explanation(
      name: name, state: state(ofLaunched: module, condition), chain: condition.notes)
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
