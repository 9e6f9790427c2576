// SPDX-License-Identifier: Apache-2.0

internal import GantryDiscovery
internal import GantryLaunch
internal import GantryServices
internal import GantrySupport

/// The parts of an application: the linked modules, sorted by name, with the options of a list or a
/// choice of the environment.
final class Inventory: Sendable {
  let manifests: [ModuleManifest]
  let rejectedRecords: [LinkedRecords.RejectedRecord]
  /// Whether a search for records found none, not even the one that Gantry leaves itself.
  let hasNoRecords: Bool
  /// Whether every linked module and function takes part.
  let takesLinked: Bool
  /// The faults that are known without a graph: duplicate names, unknown names in a list.
  let faults: [Fault]
  /// The reasons why modules do not run, if the list or `only` decided so.
  let excluded: [ModuleName: OffReason]
  /// The modules without an entry in the list.
  let unlisted: [ModuleName]

  init(
    _ modules: ModuleSelection, added: [ModuleManifest],
    scan: () -> LinkedRecords = LinkedRecords.scan
  ) {
    takesLinked = modules.types == nil
    let linked = takesLinked ? scan() : nil
    hasNoRecords = linked.map { $0.records.isEmpty && $0.rejectedRecords.isEmpty } ?? false
    let found = linked?.records.compactMap { $0.load(as: ModuleManifest.self) }
    var manifests = (found ?? modules.types?.map { $0.manifest } ?? []) + added
    let copies = linked?.copies ?? []
    var faults = copies.count > 1 ? [Fault.severalCopies(images: copies)] : []
    faults += manifests.removeDuplicates()
    var excluded: [ModuleName: OffReason] = [:]
    if let list = modules.list { faults += list.apply(to: &manifests, excluding: &excluded) }
    faults += Self.restrict(manifests, to: modules.only, excluding: &excluded)
    for manifest in manifests where excluded[manifest.name] == nil {
      faults += manifest.faults
      if manifest.options.observesOnly, !manifest.offers.isEmpty || !manifest.routes.isEmpty {
        faults.append(.observerWithOffers(manifest))
      }
    }
    self.manifests = manifests
    rejectedRecords = linked?.rejectedRecords ?? []
    self.faults = faults
    self.excluded = excluded
    self.unlisted = modules.list?.unlisted(among: manifests) ?? []
  }

  /// What is allowed but probably a mistake.
  var warnings: [String] { hasNoRecords ? [Self.noRecords] : [] }

  /// The words for a program without records.
  static var noRecords: String {
    #if objectFormat(ELF)
      let section = ".note.gantry"
    #elseif objectFormat(MachO)
      let section = "__DATA_CONST,__gantry"
    #endif
    #if objectFormat(ELF) || objectFormat(MachO)
      return """
        this program has no link-time records, not even that of Gantry, so no linked module takes \
        part. Keep the section \(section) when you link and strip the program, or name the modules \
        in `Application(modules:)`.
        """
    #else
      return """
        no linked module takes part, because this platform has no section for link-time records. \
        Name the modules in `Application(modules:)`.
        """
    #endif
  }

  /// Excludes everything but some modules and their requirements: by dependency, injection or
  /// parameter.
  private static func restrict(
    _ manifests: [ModuleManifest], to only: [ModuleName],
    excluding excluded: inout [ModuleName: OffReason]
  ) -> [Fault] {
    guard !only.isEmpty else { return [] }
    let names = Set(manifests.map(\.name))
    var faults: [Fault] = []
    var seen: Set<ModuleName> = []
    lazy var linked = LinkedNames(manifests)
    let asked = only.filter { seen.insert($0).inserted }
    for name in asked where !names.contains(name) {
      faults.append(.unknownOnly(name: name, near: linked.near(name)))
    }
    guard faults.isEmpty else { return faults }
    let kept = closure(of: asked, in: manifests)
    for name in names.subtracting(kept) where excluded[name] == nil {
      excluded[name] = OffReason(.selection, "not among the modules that were asked for")
    }
    return []
  }

  private static func closure(
    of names: [ModuleName], in manifests: [ModuleManifest]
  ) -> Set<ModuleName> {
    var needs: [ModuleName: Set<ModuleName>] = [:]
    var providers: [ServiceType: [ModuleName]] = [:]
    for manifest in manifests {
      for service in manifest.offers {
        providers[service.type, default: []].append(manifest.name)
      }
    }
    let owners = owners(among: manifests)
    for manifest in manifests {
      let edges = manifest.options.dependencies + manifest.tasks.flatMap(\.options.dependencies)
      for edge in edges where edge.kind == .requires {
        needs[manifest.name, default: []].insert(owners[edge.target] ?? edge.target)
      }
      for edge in edges where edge.kind == .requiredBy {
        needs[owners[edge.target] ?? edge.target, default: []].insert(manifest.name)
      }
      let requests = manifest.injections + manifest.tasks.flatMap(\.requests)
      for request in requests where !request.isOptional {
        needs[manifest.name, default: []].formUnion(providers[request.type] ?? [])
      }
    }
    return Set(reachedFrom: names, by: needs)
  }
}

extension Inventory {
  /// Returns the module or function that each node belongs to, by the names that an edge may lead
  /// to.
  private static func owners(among manifests: [ModuleManifest]) -> [ModuleName: ModuleName] {
    var owners: [ModuleName: ModuleName] = [:]
    for manifest in manifests {
      owners[ModuleName(LaunchAssembly.head(of: manifest))] = manifest.name
      owners[manifest.name.listening] = manifest.name
      for task in manifest.tasks { owners[task.name] = manifest.name }
    }
    return owners
  }
}

extension Set {
  /// Creates a set of these elements and everything that they lead to, directly or indirectly.
  init(reachedFrom start: some Sequence<Element>, by next: [Element: some Sequence<Element>]) {
    self.init(start)
    var open = Array(self)
    while let element = open.popLast() {
      guard let others = next[element] else { continue }
      for other in others where insert(other).inserted { open.append(other) }
    }
  }
}
