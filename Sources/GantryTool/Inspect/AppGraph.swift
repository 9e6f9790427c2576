// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryLaunch

/// The dependencies between the modules of an app, read from the launch graph in its manifest.
struct AppGraph {
  let manifest: AppManifest
  /// The links between modules, in the order of the graph.
  private(set) var links: [Link] = []
  /// The missing requirements, as links to names that aren't linked into the app.
  private(set) var missing: [Link] = []
  private let nodes: [String: LaunchNode]
  /// The first node of each module or function.
  let heads: [ModuleName: LaunchNode]
  /// The tasks that return each type.
  private let producers: [String: Set<String>]

  init(_ manifest: AppManifest) {
    self.manifest = manifest
    nodes = Dictionary(
      manifest.graph.nodes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let all = manifest.graph.nodes
    let starts =
      all.filter { $0.role == .creation } + all.filter { $0.name == $0.owner.rawValue }
    heads = Dictionary(starts.map { ($0.owner, $0) }, uniquingKeysWith: { first, _ in first })
    producers = Dictionary(
      manifest.modules.flatMap { entry in
        entry.tasks.compactMap { task in
          task.returns.map { ($0, [(entry.kind == .module ? task.name : entry.name).rawValue]) }
        }
      }, uniquingKeysWith: { $0.union($1) })
    let milestones = Set(manifest.graph.milestones.map(\.name))
    for node in manifest.graph.nodes {
      for edge in manifest.graph.edges(of: node) where !milestones.contains(edge.target) {
        let link = link(edge, of: node)
        if nodes[edge.target] == nil {
          if edge.kind.needsTarget { missing.append(link) }
        } else if link.waiting != link.needed {
          links.append(link)
        }
      }
    }
  }

  /// The launch graph.
  var launch: LaunchGraph { manifest.graph.launch }

  /// Returns a node; the options of a task that isn't in the graph of a damaged file are the
  /// default ones.
  func node(_ name: String) -> LaunchNode {
    nodes[name] ?? LaunchNode(name, owner: ModuleName(name))
  }

  /// Returns the first node of a module or function, which has its stage and priority.
  func head(of module: ModuleName) -> LaunchNode {
    heads[module] ?? LaunchNode(module.rawValue, owner: module)
  }

  /// Returns the module or function that a node belongs to.
  func owner(of node: String) -> String { nodes[node]?.owner.rawValue ?? node }

  /// The dependencies of each module, each one once per kind.
  var needs: [String: [Link]] {
    Dictionary(grouping: links + missing, by: \.waiting).mapValues { links in
      var seen: Set<String> = []
      return links.filter { seen.insert("\($0.kind) \($0.needed)").inserted }
    }
  }

  /// Returns the tasks that produce the result of a type for a task.
  func producers(of type: String, for task: String) -> [String] {
    let all = producers[type] ?? []
    let edges = nodes[task].map { manifest.graph.edges(of: $0) } ?? []
    return edges.filter { $0.reason?.isResult == true && all.contains($0.target) }.map(\.target)
  }
}

extension AppGraph {
  private func link(_ edge: LaunchEdge, of node: LaunchNode) -> Link {
    let ends = (node.owner.rawValue, owner(of: edge.target))
    let (waiting, needed) = edge.kind.isReversed ? (ends.1, ends.0) : ends
    return Link(
      waiting: waiting, needed: needed, kind: edge.linkKind, strength: edge.strength,
      sentence: "\(written(node.name)) \(edge.predicate(written(edge.target)))",
      isLazy: edge.isLazy, declaredAt: edge.declaredAt)
  }

  /// A node as people write it.
  private func written(_ name: String) -> String { nodes[name]?.part ?? name }
}

extension AppManifest.Graph {
  /// Returns all edges of a node, also those that order nothing.
  fileprivate func edges(of node: LaunchNode) -> [LaunchEdge] {
    node.edges + (idleEdges[node.name] ?? [])
  }
}

extension LaunchEdge.Reason {
  fileprivate var isResult: Bool {
    guard case .result = self else { return false }
    return true
  }
}

extension LaunchEdge {
  fileprivate var isLazy: Bool {
    guard case .service(_, .lazy) = reason else { return false }
    return true
  }

  fileprivate var linkKind: Link.Kind {
    switch (reason, kind) {
    case (.service, _): .service
    case (.result, _): .result
    case (_, .requires), (_, .requiredBy): .requires
    case (_, .wants), (_, .wantedBy): .wants
    case (_, .after), (_, .before): .order
    }
  }

  fileprivate var strength: Link.Strength {
    switch kind {
    case .requires, .requiredBy: .must
    case .wants, .wantedBy: .may
    case .after, .before: .order
    }
  }

  /// Returns the predicate of a sentence whose subject is the node that declares the edge.
  fileprivate func predicate(_ target: String) -> String {
    switch reason {
    case .service(let type, .all): "injects all \(type)"
    case .service(let type, .lazy): "injects \(type), when it is used"
    case .service(let type, .one):
      kind == .requires ? "injects \(type)" : "injects \(type), if there is one"
    case .result(let type): "takes \(type) of \(target)"
    case .list: "\(kind.verb) \(target) in the list"
    default: "\(kind.verb) \(target)"
    }
  }
}

extension DependencyKind {
  /// The verb between the two names.
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
