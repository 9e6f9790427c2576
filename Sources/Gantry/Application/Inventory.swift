// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// What an application is made of, decided once: the linked modules, sorted by name, and what a list
/// or a choice of the environment says of them.
struct Inventory: Sendable {
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
    var seen = names
    let unknown = only.filter { seen.insert($0).inserted }
    guard unknown.isEmpty else {
      let linked = LinkedNames(manifests)
      // Who reads thousands of them corrects the first ones and starts again.
      return unknown.enumerated().map { index, name in
        .unknownOnly(name: name, near: index < NearNameSearch.wordLimit ? linked.near(name) : [])
      }
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
