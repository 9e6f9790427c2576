// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The modules and tasks of an application that do not run in safe mode: pure data.
struct QuarantineSelection {
  /// Why a module or task does not run, by name.
  private(set) var reasons: [ModuleName: String] = [:]
  /// The suspects that run all the same, since something essential needs them.
  private(set) var essentialSuspects: [ModuleName] = []

  init() {}

  /// Selects.
  ///
  /// - Parameters:
  ///   - state: The state of safe mode.
  ///   - assembly: The launch graph without it.
  init(_ state: Quarantine, of assembly: LaunchAssembly) {
    guard state.level != .none || !state.suspects.isEmpty else { return }
    let needed = Self.nodesOfEssential(assembly.graph)
    let off = Self.modules(of: assembly) { !needed.contains($0) }
    for node in assembly.graph.nodes
    where state.suspects.contains(LaunchJournal.text(of: node.name)) {
      suspect(node.name, in: assembly, needed, mayBeOff: off)
    }
    switch state.level {
    case .none, .suspects: break
    case .half:
      for (place, name) in off.sorted().enumerated() where place.isMultiple(of: 2) {
        reasons[name] = reasons[name] ?? "quarantined with half of the modules, as launches died"
      }
    case .essentialOnly:
      for name in off {
        reasons[name] =
          reasons[name] ?? "quarantined with all that is not essential, as launches died"
      }
    }
  }

  private mutating func suspect(
    _ node: String, in assembly: LaunchAssembly, _ needed: Set<String>, mayBeOff: Set<ModuleName>
  ) {
    guard let work = assembly.work[node] else { return }
    let reason = "quarantined: \(node) was under way when the app died"
    switch work {
    case .task(let module, let index)
    where !assembly.manifests[module].launches(
      with: assembly.manifests[module].tasks[index]):
      // The module launches without it.
      if needed.contains(node) {
        essentialSuspects.append(ModuleName(node))
      } else {
        reasons[ModuleName(node)] = reason
      }
    case .task(let module, _), .create(let module, _), .finish(let module), .listen(let module):
      let name = assembly.manifests[module].name
      if mayBeOff.contains(name) {
        reasons[name] = reason
      } else {
        essentialSuspects.append(ModuleName(node))
      }
    }
  }

  /// The modules and functions all nodes of which fulfil a condition.
  private static func modules(
    of assembly: LaunchAssembly, where isWanted: (String) -> Bool
  ) -> Set<ModuleName> {
    var names = Set(assembly.manifests.map(\.name))
    for (node, work) in assembly.work where !isWanted(node) {
      switch work {
      case .create(let module, _), .task(let module, _), .finish(let module), .listen(let module):
        names.remove(assembly.manifests[module].name)
      }
    }
    return names
  }

  /// The essential nodes, and those that they require.
  private static func nodesOfEssential(_ graph: LaunchGraph) -> Set<String> {
    var requirements: [String: [String]] = [:]
    for node in graph.nodes {
      for edge in node.edges {
        if edge.kind == .requires { requirements[node.name, default: []].append(edge.target) }
        if edge.kind == .requiredBy { requirements[edge.target, default: []].append(node.name) }
      }
    }
    var open = graph.nodes.filter(\.isEssential).map(\.name)
    var needed = Set(open)
    while let name = open.popLast() {
      for other in requirements[name] ?? [] where needed.insert(other).inserted {
        open.append(other)
      }
    }
    return needed
  }
}
