// SPDX-License-Identifier: Apache-2.0

internal import Gantry

extension ManifestDiff {
  private typealias Named = [String: (task: AppManifest.Task, module: String)]

  /// Compares launch tasks: which were added or removed, and which *ready* waits for.
  mutating func compareTasks() {
    let (before, after) = (Self.tasks(of: old.manifest), Self.tasks(of: new.manifest))
    let ways = (old: old.wayToReady, new: new.wayToReady)
    for (name, item) in before.sorted(by: { $0.key < $1.key }) where after[name] == nil {
      remove(item.task, of: item.module)
    }
    for (name, item) in after.sorted(by: { $0.key < $1.key }) {
      let (task, module) = item
      guard let previous = before[name]?.task else {
        let isOnWay = ways.new.contains(name)
        let when =
          isOnWay ? ": ready waits for it" : ", \(task.stage.rawValue)"
        add(.adds, in: module, .task, name, "is new\(when)", at: task.declaredAt)
        continue
      }
      compareStages(
        previous, task, module, was: ways.old.contains(name), is: ways.new.contains(name))
      compareFacts(previous, task, module)
      compareEdges(
        previous.dependencies, task.dependencies, of: name, in: module, .task,
        at: task.declaredAt)
    }
    compareResults()
  }

  private static func tasks(of manifest: AppManifest) -> Named {
    Dictionary(
      manifest.modules.flatMap { entry in
        entry.tasks.map { ($0.name.rawValue, ($0, entry.name.rawValue)) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func remove(_ task: AppManifest.Task, of module: String) {
    let name = task.name.rawValue
    let named = new.index.speakers[name] ?? []
    let isRequired = named.contains { $0.1 == .requires || $0.1 == .requiredBy }
    // If the module itself is gone, its own line says so.
    guard isRequired || new.index.entries[module] != nil else { return }
    add(
      isRequired ? .breaks : .removes, in: module, .task, name,
      isRequired ? "is gone, and is still required" : "is gone", at: task.declaredAt,
      concerning: named.map { .init(module: $0.0, reason: "says \($0.1.rawValue)") })
  }

  private mutating func compareStages(
    _ before: AppManifest.Task, _ after: AppManifest.Task, _ module: String, was: Bool, is: Bool
  ) {
    let name = after.name.rawValue
    let move = "from \(before.stage.rawValue) to \(after.stage.rawValue)"
    let isMoved = before.stage != after.stage
    if !was && `is` {
      add(
        .changes, in: module, .task, name,
        isMoved
          ? "moved \(move): ready waits for it now"
          : "is needed before ready now, though it is \(after.stage.rawValue)",
        at: after.declaredAt)
    } else if was && !`is` {
      // A module has launched when its tasks before ready have ended, and its dependents relied on
      // that.
      let relying =
        before.stage == .beforeReady && isMoved
        ? dependents(of: module).map {
          ManifestChange.Concern(module: $0.module, reason: "starts without waiting for it")
        }
        : []
      add(
        relying.isEmpty ? .changes : .breaks, in: module, .task, name,
        isMoved
          ? "moved \(move): ready no longer waits for it" : "is no longer needed before ready",
        at: after.declaredAt, concerning: relying)
    } else if isMoved {
      add(.changes, in: module, .task, name, "moved \(move)", at: after.declaredAt)
    }
  }

  private mutating func compareFacts(
    _ before: AppManifest.Task, _ after: AppManifest.Task, _ module: String
  ) {
    let name = after.name.rawValue
    if before.lane != after.lane {
      add(
        .changes, in: module, .task, name,
        "moved from the \(before.lane.rawValue) lane to the \(after.lane.rawValue) lane",
        at: after.declaredAt)
    }
    if before.priority != after.priority {
      add(
        .changes, in: module, .task, name,
        "has changed: its priority was \(before.priority) and is \(after.priority)",
        at: after.declaredAt)
    }
    guard before.milestone != after.milestone else { return }
    let what = after.milestone.map { "now waits for the milestone \($0)" }
    add(
      .changes, in: module, .task, name,
      what ?? "no longer waits for the milestone \(before.milestone ?? "")", at: after.declaredAt)
  }

  /// Finds types that a task returned before and that no task returns now.
  private mutating func compareResults() {
    for entry in old.manifest.modules {
      for task in entry.tasks {
        guard let type = task.returns, new.index.producers[type] == nil else { continue }
        let takers = new.index.takers[type] ?? []
        let isTaken = takers.contains { !$0.1 }
        add(
          isTaken ? .breaks : .changes, in: entry.name.rawValue, .task, task.name.rawValue,
          "no longer returns \(type.withoutSwiftModules), and no other task does",
          at: task.declaredAt,
          concerning: takers.map {
            .init(module: $0.0, reason: $0.1 ? "takes it, if there is one" : "takes it")
          })
      }
    }
  }
}

extension AppGraph {
  /// The tasks that *ready* waits for, including promoted ones.
  ///
  /// A graph with faults has no plan: only the tasks that declare that stage count then.
  var wayToReady: Set<String> {
    let launch = launch
    if let plan = try? launch.plan(searchBudget: 0) {
      return Set(plan.tasks.filter { $0.stage == .beforeReady }.map(\.name))
    }
    return Set(launch.nodes.filter { $0.stage == .beforeReady }.map(\.name))
  }
}
