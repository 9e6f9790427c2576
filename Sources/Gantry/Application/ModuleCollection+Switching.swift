// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension ModuleCollection {
  /// Which modules are off, each with the one that it was switched off with.
  typealias Off = [Int: Int]

  /// Why modules do not run that have been switched off, by name.
  var offReasons: [ModuleName: String] {
    Dictionary(
      uniqueKeysWithValues: off.withLock { $0 }.map { module, root in
        (assembly.manifests[module].name, offReason(module, root))
      })
  }

  func offReason(of module: Int) -> String? {
    off.withLock { $0[module] }.map { offReason(module, $0) }
  }

  private func offReason(_ module: Int, _ root: Int) -> String {
    let name = assembly.manifests[root].name
    return module == root ? "switched off" : "switched off with \(name)"
  }

  /// The modules that go when one goes, in reverse launch order.
  ///
  /// - Throws: ``ModuleSwitchError/essential(path:)`` and
  ///   ``ModuleSwitchError/stillLaunching(name:)``.
  func leaving(with module: Int, plan: LaunchPlan) throws(ModuleSwitchError) -> [Int] {
    let reached = assembly.dependents(of: module, in: plan)
    let off = off.withLock { $0 }
    let existing = Set(created.withLock { $0.keys })
    var going: [Int] = []
    for other in ordered(Array(reached.keys), in: plan).reversed() where off[other] == nil {
      let manifest = assembly.manifests[other]
      let name = manifest.name.rawValue
      let outcome = ledger.outcome(of: name)
      if outcome == nil, !runs.isDormant(name) { throw .stillLaunching(name: manifest.name) }
      // What failed or was skipped and left nothing behind has nothing to switch off.
      guard outcome == nil || outcome == .succeeded || existing.contains(other) else { continue }
      if manifest.isEssential {
        var path = [other]
        while let last = path.last, let next = reached[last], next != last { path.append(next) }
        throw .essential(path: path.reversed().map { assembly.manifests[$0].name })
      }
      going.append(other)
    }
    return going
  }

  /// The modules that come back with one, in launch order.
  ///
  /// One of them that requires something else that is off goes over to that.
  ///
  /// - Throws: ``ModuleSwitchError/requires(name:off:)`` when that holds for the module itself.
  func returning(with module: Int, plan: LaunchPlan) throws(ModuleSwitchError) -> [Int] {
    let requirements = assembly.requirements(in: plan)
    var off = off.withLock { $0 }
    var group = Set(off.keys.filter { off[$0] == module || $0 == module })
    var isStable = false
    while !isStable {
      isStable = true
      for other in group.sorted() {
        let missing = requirements[other, default: []].filter {
          off[$0] != nil && !group.contains($0)
        }
        guard let first = missing.min() else { continue }
        if other == module {
          let names = missing.sorted().map { assembly.manifests[$0].name }
          throw .requires(name: assembly.manifests[module].name, off: names)
        }
        off[other] = off[first]
        group.remove(other)
        isStable = false
      }
    }
    self.off.withLock { $0 = off }
    return ordered(Array(group), in: plan)
  }

  /// Marks modules as off: nobody waits for them any more, and nothing of them starts.
  func switchOff(_ modules: [Int], with root: Int) {
    off.withLock { off in for module in modules { off[module] = root } }
    for module in modules {
      let reason = offReason(of: module) ?? ""
      for name in nodes(of: module) { ledger.settle(name, .skipped(reason: reason)) }
      for task in assembly.manifests[module].tasks {
        if let type = task.options.returns { results.forget(task.name.rawValue, type) }
      }
    }
  }

  /// Marks modules as on again, before they launch.
  func switchOn(_ modules: [Int]) {
    off.withLock { off in for module in modules { off[module] = nil } }
    for module in modules {
      ledger.forget(nodes(of: module))
      router.expect(owner: assembly.manifests[module].name.rawValue)
    }
  }

  private func nodes(of module: Int) -> [String] {
    assembly.work.keys.filter { assembly.module(of: $0) == module }
  }

  /// Modules in launch order, by the place of their start.
  private func ordered(_ modules: [Int], in plan: LaunchPlan) -> [Int] {
    let heads = Dictionary(
      plan.tasks.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    func place(_ module: Int) -> Int {
      heads[LaunchAssembly.head(of: assembly.manifests[module])] ?? .max
    }
    return modules.sorted { (place($0), $0) < (place($1), $1) }
  }
}

extension ModuleManifest {
  /// Whether the app cannot run without the module, or without one of its tasks.
  fileprivate var isEssential: Bool {
    options.isEssential || tasks.contains { $0.options.isEssential }
  }
}
