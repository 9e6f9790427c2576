// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import GantryLaunch

/// The dependencies between the modules of an app, as far as its manifest tells.
///
/// A module with before-ready tasks has three kinds of nodes, as in the app: `Orders.init` creates
/// it, its tasks follow, and `Orders` means "Orders has launched".
struct AppGraph {
  let manifest: Manifest
  /// The manifest by names and types.
  let index: ManifestIndex
  /// The links between modules, in the order of the manifest.
  private(set) var links: [Link] = []
  /// The missing requirements: links to names that are not linked.
  private(set) var missing: [Link] = []
  private var nodes: [LaunchNode] = []
  private var positions: [String: Int] = [:]
  /// The module of each node.
  private var owners: [String: String] = [:]
  /// The node that starts a module, by the module's name.
  private var heads: [String: String] = [:]
  private var milestones: Set<String> = []

  init(_ manifest: Manifest) {
    self.manifest = manifest
    index = ManifestIndex(manifest)
    for entry in manifest.modules { addNodes(of: entry) }
    for entry in manifest.modules {
      addDeclaredEdges(of: entry)
      addInjections(of: entry)
      addResults(of: entry)
    }
  }

  /// The launch graph; it ignores conditions and the services of the app itself.
  var launch: LaunchGraph {
    LaunchGraph(nodes: nodes, milestones: milestones.sorted().map { Milestone($0) })
  }

  /// The module or function that a node belongs to.
  func owner(of node: String) -> String { owners[node] ?? node }

  /// The dependencies of each module, each once for each kind.
  var needs: [String: [Link]] {
    Dictionary(grouping: links + missing, by: \.waiting).mapValues { links in
      var seen: Set<String> = []
      return links.filter { seen.insert("\($0.kind) \($0.needed)").inserted }
    }
  }

  /// The links to each module, in the order of the manifest.
  var linksByNeeded: [String: [Link]] { Dictionary(grouping: links, by: \.needed) }
}

// MARK: - Nodes

extension AppGraph {
  private mutating func addNodes(of entry: Manifest.Entry) {
    let name = entry.name.rawValue
    let stage = entry.launchStage
    for task in entry.tasks {
      if let milestone = task.milestone { milestones.insert(milestone) }
    }
    guard entry.kind == .module else {
      let task = entry.tasks.first
      add(name, max(task?.stage ?? stage, entry.stage), entry.declaredAt, of: entry)
      heads[name] = name
      return
    }
    let blocking = entry.tasks.filter { $0.stage == .beforeReady }.map(\.name.rawValue)
    let head = blocking.isEmpty ? name : "\(name).init"
    heads[name] = head
    add(head, stage, entry.declaredAt, of: entry)
    for task in entry.tasks {
      let start = task.stage == .beforeReady ? head : name
      add(
        task.name.rawValue, max(task.stage, entry.stage), task.declaredAt, of: entry,
        after: [start])
    }
    if !blocking.isEmpty {
      add(name, stage, entry.declaredAt, of: entry, after: [head] + blocking)
    }
  }

  private mutating func add(
    _ name: String, _ stage: LaunchStage, _ place: String, of entry: Manifest.Entry,
    after required: [String] = []
  ) {
    guard positions[name] == nil else { return }
    positions[name] = nodes.count
    owners[name] = entry.name.rawValue
    nodes.append(
      LaunchNode(
        name, stage: stage,
        edges: required.map { LaunchEdge(.requires, $0, declaredAt: place) },
        isEssential: entry.isEssential, declaredAt: place))
  }
}

// MARK: - Edges

extension AppGraph {
  private mutating func addDeclaredEdges(of entry: Manifest.Entry) {
    let name = entry.name.rawValue
    for edge in entry.dependencies {
      // Dependents of a module wait for its end; its own dependencies delay its start.
      let node = edge.kind.isReversed ? name : heads[name] ?? name
      add(edge, at: node, said: name, entry.declaredAt, of: entry)
    }
    for task in entry.tasks {
      let node = entry.kind == .module ? task.name.rawValue : name
      for edge in task.dependencies {
        add(edge, at: node, said: node, task.declaredAt, of: entry)
      }
      guard let milestone = task.milestone else { continue }
      append(LaunchEdge(.requires, milestone, declaredAt: task.declaredAt), to: node)
    }
  }

  private mutating func add(
    _ edge: ModuleDependency, at node: String, said speaker: String, _ place: String,
    of entry: Manifest.Entry
  ) {
    let target = edge.target.rawValue
    let place = edge.declaredAt ?? place
    let end = edge.kind.isReversed ? heads[target] ?? target : target
    append(LaunchEdge(edge.kind, end, declaredAt: place), to: node)
    let kind: Link.Kind =
      switch edge.kind {
      case .requires, .requiredBy: .requires
      case .wants, .wantedBy: .wants
      case .after, .before: .order
      }
    let ends = (entry.name.rawValue, owner(of: target))
    let (waiting, needed) = edge.kind.isReversed ? (ends.1, ends.0) : ends
    add(
      Link(
        waiting: waiting, needed: needed, kind: kind, strength: edge.kind.strength,
        sentence: "\(speaker) \(edge.kind.verb) \(target)", declaredAt: place),
      to: target, isRequired: edge.kind.needsTarget)
  }

  private mutating func addInjections(of entry: Manifest.Entry) {
    let name = entry.name.rawValue
    for request in entry.injects {
      let isRequired = request.kind == .required
      for provider in index.providers(of: request.type) {
        // A lazily used service may come at any time, so it orders nothing.
        if request.kind != .lazy {
          let kind: LaunchEdge.Kind = isRequired ? .requires : .wants
          append(
            LaunchEdge(kind, provider, declaredAt: request.declaredAt), to: heads[name] ?? name)
        }
        let manner =
          switch request.kind {
          case .optional: ", if there is one"
          case .lazy: ", when it is used"
          case .all, .required, nil: ""
          }
        let all = request.kind == .all ? "all " : ""
        add(
          Link(
            waiting: name, needed: provider, kind: .service,
            strength: isRequired ? .must : .may,
            sentence: "\(name) injects \(all)\(request.type.withoutSwiftModules)\(manner)",
            isLazy: request.kind == .lazy, declaredAt: request.declaredAt), to: provider,
          isRequired: false)
      }
    }
  }

  private mutating func addResults(of entry: Manifest.Entry) {
    for task in entry.tasks {
      let node = entry.kind == .module ? task.name.rawValue : entry.name.rawValue
      for input in task.takes {
        for (producer, owner) in index.producers[input.type] ?? [] {
          append(
            LaunchEdge(
              input.isOptional ? .wants : .requires, producer, declaredAt: task.declaredAt),
            to: node)
          add(
            Link(
              waiting: entry.name.rawValue, needed: owner, kind: .result,
              strength: input.isOptional ? .may : .must,
              sentence: "\(node) takes \(input.type.withoutSwiftModules) of \(producer)",
              declaredAt: task.declaredAt), to: producer, isRequired: false)
        }
      }
    }
  }

  private mutating func append(_ edge: LaunchEdge, to node: String) {
    guard let position = positions[node] else { return }
    nodes[position].edges.append(edge)
  }

  private mutating func add(_ link: Link, to target: String, isRequired: Bool) {
    guard positions[target] != nil else {
      if isRequired, !milestones.contains(target) { missing.append(link) }
      return
    }
    if link.waiting != link.needed { links.append(link) }
  }
}

extension LaunchEdge.Kind {
  fileprivate var strength: Link.Strength {
    switch self {
    case .requires, .requiredBy: .must
    case .wants, .wantedBy: .may
    case .after, .before: .order
    }
  }

  /// The words between the two names.
  fileprivate var verb: String {
    switch self {
    case .requires: "requires"
    case .wants: "wants"
    case .after: "comes after"
    case .before: "comes before"
    case .requiredBy: "is required by"
    case .wantedBy: "is wanted by"
    }
  }
}
