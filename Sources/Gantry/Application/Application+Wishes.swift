// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Logging
internal import Synchronization

extension Application {
  /// Says that a milestone has been reached; the tasks that wait for it start.
  ///
  /// Said before a launch has begun, also in `willLaunch`, it holds for the one that begins next;
  /// while the application stops, it is ignored. A milestone that nothing waits for changes nothing;
  /// where its name is nearly one that the app declares or a task waits for, a warning says so.
  ///
  /// - Parameter milestone: The milestone; `Application(milestones:)` need not declare it.
  /// - Returns: The tasks that this let go, to wait for.
  @discardableResult
  public func reach(_ milestone: Milestone) -> ReachedMilestone {
    doubt(milestone)
    guard let run = runOrWish({ $0.milestones.insert(milestone) }) else {
      return ReachedMilestone()
    }
    let modules = run.modules
    let (nodes, table) = (modules.reach(milestone), modules.table)
    return ReachedMilestone(nodes.map { ModuleName(table.name(of: $0)) }) {
      for node in nodes where await modules.wait(for: node) == nil { return }
    }
  }

  func reach(_ milestone: Milestone, in results: TaskResults?) -> ReachedMilestone {
    isCurrent(results) ? reach(milestone) : ReachedMilestone()
  }

  /// Names the milestone that was probably meant, where the one that is reached is unknown.
  private func doubt(_ milestone: Milestone) {
    let declared = milestones.map(\.name)
    let awaited = inventory.manifests.lazy.flatMap(\.tasks).compactMap(\.options.milestone?.name)
    let known = Set(declared).union(awaited)
    guard !known.contains(milestone.name) else { return }
    let near = NearNames.of(milestone.name, among: known)
    guard !near.isEmpty else { return }
    logger.warning(
      """
      milestone \(milestone) is reached, but nothing waits for it.\(Wording.near(near)) Correct \
      the name, or declare it in `Application(milestones:)`.
      """)
  }

  /// The tasks that wait for a milestone that is nearly one that the app declares, a line each.
  static func doubts(_ manifests: [ModuleManifest], declared milestones: [Milestone]) -> [String] {
    let declared = milestones.map(\.name)
    return manifests.lazy.flatMap(\.tasks).compactMap { task in
      guard let name = task.options.milestone?.name, !declared.contains(name) else { return nil }
      let near = NearNames.of(name, among: declared)
      guard !near.isEmpty else { return nil }
      return """
        \(task.name) (\(task.declaredAt)) waits for milestone \(name), which the app does not \
        declare.\(Wording.near(near)) It runs when something reaches that milestone.
        """
    }
  }

  /// Starts an on-demand task or module, and its requirements.
  ///
  /// Asked for before a launch has begun, it starts with the one that begins next.
  /// A name that is not linked starts nothing; a warning in the log has the name that was probably meant.
  ///
  /// - Parameter name: The task or module.
  public func demand(_ name: ModuleName) {
    let name = inventory.meaning(of: name)
    if inventory.knows(name) {
      runOrWish { $0.names.insert(name) }?.modules.demand(name.rawValue)
    } else {
      logger.warning("nothing to demand: \(explain(name))", metadata: ["gantry.task": "\(name)"])
    }
  }

  /// The run; where there is none yet, the wish is kept for the one that begins next.
  private func runOrWish(_ note: @Sendable (inout Wishes) -> Void) -> Run? {
    life.withLock { life in
      switch life.phase {
      case .running(let run): return run
      case .idle, .preparing: note(&life.wishes)
      case .stopping: break
      }
      return nil
    }
  }
}

extension RunningModules {
  /// Tells the launch of the wishes before it began.
  func grant(_ wishes: Application.Wishes) {
    for milestone in wishes.milestones.sorted(by: { $0.name < $1.name }) {
      handle(.reached(milestone))
    }
    for name in wishes.names.map(\.rawValue).sorted() { demand(name) }
  }
}
