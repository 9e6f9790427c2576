// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What an application is made of: the linked modules, sorted by name, and what a list or a choice of
/// the environment says of them; behind them those that were added while it runs.
final class Inventory: Sendable {
  let manifests: [ModuleManifest]
  let rejectedRecords: [LinkedRecords.RejectedRecord]
  /// Whether every linked module and function takes part.
  let takesLinked: Bool
  /// What was declared wrongly before any graph: doubled modules, unknown names of a list.
  let faults: [ApplicationFault]
  /// For a service type's name, the provider that the list chose.
  let choices: [String: String]
  /// Why a module does not run, decided by the list or by `only`.
  let excluded: [ModuleName: String]
  /// The modules that a list does not name.
  let unlisted: [ModuleName]

  init(
    modules: [any Module.Type]?, added: [ModuleManifest], list: ModuleList?, only: [ModuleName]
  ) {
    takesLinked = modules == nil
    var found = modules?.map { $0.manifest } ?? []
    var rejected: [LinkedRecords.RejectedRecord] = []
    if modules == nil {
      let linked = LinkedRecords.scan()
      found = linked.records.compactMap { $0.load(as: ModuleManifest.self) }
      rejected = linked.rejectedRecords
    }
    var (unique, faults) = Self.unique(found + added)
    var excluded: [ModuleName: String] = [:]
    if let list { faults += list.apply(to: &unique, excluding: &excluded) }
    faults += Self.restrict(unique, to: only, excluding: &excluded)
    manifests = unique
    rejectedRecords = rejected
    self.faults = faults
    self.excluded = excluded
    choices = list?.providers(among: unique) ?? [:]
    unlisted = list?.unlisted(among: unique) ?? []
  }

  /// With more modules, of which neither the list nor `only` says anything: they were not there.
  private init(_ manifests: [ModuleManifest], _ base: Inventory, _ faults: [ApplicationFault]) {
    self.manifests = manifests
    rejectedRecords = base.rejectedRecords
    takesLinked = base.takesLinked
    self.faults = faults
    choices = base.choices
    excluded = base.excluded
    unlisted = base.unlisted
  }

  /// The same with more modules behind those that are there.
  ///
  /// - Parameter found: Modules and functions; those that are there already are passed over.
  /// - Returns: Another inventory, with a fault for each name that another one has.
  func adding(_ found: [ModuleManifest]) -> Inventory {
    let known = Dictionary(
      manifests.map { ($0.name, $0.identity) }, uniquingKeysWith: { first, _ in first })
    let new = found.filter { known[$0.name] != $0.identity }
    let (unique, doubled) = Self.unique(new)
    let clashes = unique.filter { known[$0.name] != nil }
    let places = Dictionary(
      manifests.map { ($0.name, $0.declaredAt) }, uniquingKeysWith: { first, _ in first })
    return Inventory(
      manifests + unique.filter { known[$0.name] == nil }, self,
      doubled
        + clashes.map {
          .duplicateModule(
            name: $0.name, declaredAt: [places[$0.name] ?? "", $0.declaredAt].sorted())
        })
  }

  /// The same in the order in which a start has it.
  var sorted: Inventory { Inventory(manifests.sorted { $0.name < $1.name }, self, faults) }

  /// Sorts by name and keeps the first of each; a doubled name is a fault that names all places.
  private static func unique(
    _ found: [ModuleManifest]
  ) -> (manifests: [ModuleManifest], faults: [ApplicationFault]) {
    let groups = Dictionary(grouping: found, by: \.name)
    var manifests: [ModuleManifest] = []
    var faults: [ApplicationFault] = []
    for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
      let sorted = group.sorted { $0.declaredAt < $1.declaredAt }
      manifests += sorted.prefix(1)
      if sorted.count > 1 {
        faults.append(.duplicateModule(name: name, declaredAt: sorted.map(\.declaredAt)))
      }
    }
    return (manifests, faults)
  }

  /// Excludes everything but some modules and what they require, by edge, injection or result.
  private static func restrict(
    _ manifests: [ModuleManifest], to only: [ModuleName],
    excluding excluded: inout [ModuleName: String]
  ) -> [ApplicationFault] {
    guard !only.isEmpty else { return [] }
    let names = Set(manifests.map(\.name))
    let unknown = only.filter { !names.contains($0) }
    guard unknown.isEmpty else {
      let linked = LinkedNames(manifests)
      return unknown.map { .unknownOnly(name: $0, near: linked.near($0)) }
    }
    let kept = closure(of: only, in: manifests)
    for name in names.subtracting(kept) where excluded[name] == nil {
      excluded[name] = "not among the modules that were asked for"
    }
    return []
  }

  private static func closure(
    of names: [ModuleName], in manifests: [ModuleManifest]
  ) -> Set<ModuleName> {
    var needs: [ModuleName: Set<ModuleName>] = [:]
    for manifest in manifests {
      let edges = manifest.options.dependencies + manifest.tasks.flatMap(\.options.dependencies)
      for edge in edges where edge.kind == .requires {
        needs[manifest.name, default: []].insert(edge.target.module)
      }
      for edge in edges where edge.kind == .requiredBy {
        needs[edge.target.module, default: []].insert(manifest.name)
      }
      let types = Set(manifest.injections.filter { !$0.isOptional }.map(\.type))
      needs[manifest.name, default: []].formUnion(
        manifests.filter { $0.services.contains { types.contains($0.type) } }.map(\.name))
    }
    for (consumer, producer) in results(among: manifests) {
      needs[consumer, default: []].insert(producer)
    }
    var kept = Set(names)
    var open = names
    while let name = open.popLast() {
      for need in needs[name] ?? [] where kept.insert(need).inserted { open.append(need) }
    }
    return kept
  }
}

extension Inventory {
  /// Who takes the result of whose task, by module.
  private static func results(
    among manifests: [ModuleManifest]
  ) -> [(consumer: ModuleName, producer: ModuleName)] {
    var producers: [ServiceType: [ModuleName]] = [:]
    for manifest in manifests {
      for type in manifest.tasks.compactMap(\.options.returns) {
        producers[type, default: []].append(manifest.name)
      }
    }
    return manifests.flatMap { manifest in
      manifest.tasks.flatMap(\.options.takes).filter { !$0.isOptional }
        .flatMap { producers[$0.type] ?? [] }.map { (manifest.name, $0) }
    }
  }
}

extension ModuleName {
  /// The module that a task's name begins with; itself, for a module.
  package var module: ModuleName { ModuleName(String(rawValue.prefix { $0 != "." })) }
}

extension ModuleManifest {
  /// What tells one declaration from another one of the same name.
  fileprivate var identity: String { "\(declaredAt) \(typeName ?? "")" }
}
