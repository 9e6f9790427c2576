// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension ModuleCollection {
  /// Why modules do not run that have been switched off, by name.
  var offReasons: [ModuleName: String] {
    Dictionary(
      uniqueKeysWithValues: switches.withLock(\.off).map { module, root in
        (assembly.manifests[module].name, offReason(module, root))
      })
  }

  /// The shared values of the modules that have not been switched off.
  var valueClaims: [SharedValueClaim] {
    let off = offReasons
    return assembly.values.filter { off[ModuleName($0.provider)] == nil }
  }

  func offReason(of module: Int) -> String? {
    switches.withLock { $0.off[module] }.map { offReason(module, $0) }
  }

  private func offReason(_ module: Int, _ root: Int) -> String {
    let name = assembly.manifests[root].name
    return module == root ? "switched off" : "switched off with \(name)"
  }

  /// The modules that go when one goes, in reverse launch order.
  ///
  /// - Throws: ``ModuleSwitchError/essential(path:)`` and
  ///   ``ModuleSwitchError/stillLaunching(name:)``.
  func leaving(with module: Int) throws(ModuleSwitchError) -> [Int] {
    let reached = assembly.dependents(of: module, in: shape.plan)
    let off = switches.withLock(\.off)
    let existing = Set(created.withLock { $0.keys })
    var going: [Int] = []
    for other in ordered(Array(reached.keys)).reversed() where off[other] == nil {
      let manifest = assembly.manifests[other]
      let name = manifest.name.rawValue
      let outcome = ledger.outcome(of: name)
      if outcome == nil, !runs.isDormant(name) { throw .stillLaunching(name: manifest.name) }
      // What failed or was skipped and left nothing behind has nothing to switch off.
      guard outcome == nil || outcome == .succeeded || existing.contains(other) else { continue }
      // Later tasks may go on behind a module that has launched; those that may never come do not.
      if let open = nodes(of: other).sorted().first(where: isOpen) {
        throw .stillLaunching(name: part(open))
      }
      if manifest.isEssential {
        var path = [other]
        while let last = path.last, let next = reached[last], next != last { path.append(next) }
        throw .essential(path: path.reversed().map { assembly.manifests[$0].name })
      }
      going.append(other)
    }
    return going
  }

  /// Whether a node is going to run, or does, without anybody asking for it.
  private func isOpen(_ node: String) -> Bool {
    ledger.outcome(of: node) == nil && !runs.isDormant(node)
  }

  /// The name by which a user knows a node: that of a task, or of its module.
  func part(_ node: String) -> ModuleName {
    guard let module = assembly.module(of: node) else { return ModuleName(node) }
    if case .task = assembly.work[node] { return ModuleName(node) }
    return assembly.manifests[module].name
  }

  /// The module that a node belongs to.
  func owner(of node: String) -> ModuleName? {
    assembly.module(of: node).map { assembly.manifests[$0].name }
  }

  /// Whether a module did not launch, and could try again.
  func hasFailed(_ module: Int) -> Bool {
    ledger.outcome(of: assembly.manifests[module].name.rawValue)?.isFailure == true
  }

  /// The modules that come back with one, in launch order: what went with it, and what failed with
  /// it or because of it.
  ///
  /// One of them that requires something else that does not run goes over to that.
  ///
  /// - Throws: ``ModuleSwitchError/requires(name:off:)`` when that holds for the module itself.
  func returning(with module: Int) throws(ModuleSwitchError) -> [Int] {
    let plan = shape.plan
    let requirements = assembly.requirements(in: plan)
    var off = switches.withLock(\.off)
    var group = Set(off.keys.filter { off[$0] == module || $0 == module })
    group.formUnion(
      assembly.dependents(of: module, in: plan).keys.filter { off[$0] == nil && hasFailed($0) })
    var isStable = false
    while !isStable {
      isStable = true
      for other in group.sorted() {
        let missing = requirements[other, default: []].filter {
          (off[$0] != nil || hasFailed($0)) && !group.contains($0)
        }
        guard let first = missing.min() else { continue }
        if other == module {
          let names = missing.sorted().map { assembly.manifests[$0].name }
          throw .requires(name: assembly.manifests[module].name, off: names)
        }
        if off[other] != nil { off[other] = off[first] ?? first }
        group.remove(other)
        isStable = false
      }
    }
    switches.withLock { $0.off = off }
    return ordered(Array(group))
  }

  /// Marks modules as off: nobody waits for them any more, and nothing of them starts.
  ///
  /// - Throws: ``ModuleSwitchError/stillLaunching(name:)`` when something of them runs.
  func switchOff(_ modules: [Int], with root: Int) throws(ModuleSwitchError) {
    let running = switches.withLock { switches in
      let running = switches.running.filter {
        assembly.module(of: $0).map(modules.contains) == true
      }
      if running.isEmpty { for module in modules { switches.off[module] = root } }
      return running.min()
    }
    if let running { throw .stillLaunching(name: part(running)) }
    let existing = Set(created.withLock { $0.keys })
    for module in modules {
      let reason = offReason(of: module) ?? ""
      // Nobody shuts down what waits for its first use; it is not going to hear what is held, or to
      // be called.
      if !existing.contains(module) {
        events.discard(assembly.manifests[module].name, reason: reason)
        detachRoutes(of: assembly.manifests[module], because: "is \(reason)")
      }
      for name in nodes(of: module) { ledger.settle(name, .skipped(reason: reason)) }
      for task in assembly.manifests[module].tasks {
        if let type = task.options.returns { results.forget(task.name.rawValue, type) }
      }
    }
  }

  /// Marks modules as on again, before they launch.
  ///
  /// - Parameters:
  ///   - modules: The modules.
  ///   - plan: What they launch by; an earlier launch has no say in its nodes any more.
  /// - Returns: The number of that launch.
  func switchOn(_ modules: [Int], for plan: LaunchPlan) -> Int {
    let (assembly, own) = (assembly, Set(modules))
    return switches.withLock { switches in
      for module in modules { switches.off[module] = nil }
      switches.lastLaunch += 1
      for task in plan.tasks where assembly.module(of: task.name).map(own.contains) == true {
        switches.launches[task.name] = switches.lastLaunch
      }
      return switches.lastLaunch
    }
  }

  /// Lets others wait for modules again, whose launch can be asked now.
  func expect(_ modules: [Int]) {
    for module in modules {
      ledger.forget(nodes(of: module))
      router.expect(owner: assembly.manifests[module].name.rawValue)
    }
  }

  /// Whether a node has launched, or is to, with others than the application's own launch.
  func isRelaunched(_ node: String) -> Bool {
    switches.withLock { $0.launches[node] } != nil
  }

  /// Whether a launch still has a say in a node.
  func isOn(_ node: String, in launch: Int) -> Bool {
    let module = assembly.module(of: node)
    return switches.withLock { switches in
      switches.launches[node, default: 0] == launch
        && module.map { switches.off[$0] == nil } ?? true
    }
  }

  /// Notes that a node begins.
  ///
  /// - Throws: When it was off at the time when its milestone was reached, or it was asked for.
  func begin(_ node: String, in launch: Int) throws {
    guard let module = assembly.module(of: node) else { return }
    let root = switches.withLock { switches -> Int? in
      if let root = switches.off[module] { return root }
      guard switches.launches[node, default: 0] == launch else { return module }
      switches.running.insert(node)
      return nil
    }
    guard let root else { return }
    throw ModuleIsOff(module: assembly.manifests[module].name, reason: offReason(module, root))
  }

  private func nodes(of module: Int) -> [String] {
    assembly.work.keys.filter { assembly.module(of: $0) == module }
  }

  /// Modules in launch order, by the place of their start.
  private func ordered(_ modules: [Int]) -> [Int] {
    let shape = shape
    return modules.map { (shape.place(of: $0), $0) }.sorted { $0 < $1 }.map(\.1)
  }
}

/// A module was to do something while it is switched off.
private struct ModuleIsOff: Error, CustomStringConvertible {
  let module: ModuleName
  let reason: String
  var description: String { "\(module) is \(reason)" }
}

extension ModuleManifest {
  /// Whether the app cannot run without the module, or without one of its tasks.
  fileprivate var isEssential: Bool {
    options.isEssential || tasks.contains { $0.options.isEssential }
  }
}
