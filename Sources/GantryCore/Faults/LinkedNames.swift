// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension [ModuleManifest] {
  /// Sorts modules and functions by name, and keeps the first of several that share one, so that a
  /// clash isn't reported again for every use of the name.
  ///
  /// - Returns: A fault for each shared name, in the order of the names.
  mutating func removeDuplicates() -> [Fault] {
    let names = map(\.name)
    let order = indices.sorted { names[$0] < names[$1] }
    var faults: [Fault] = []
    var kept: [ModuleManifest] = []
    kept.reserveCapacity(count)
    var start = 0
    while start < order.count {
      let name = names[order[start]]
      let end = order[start...].firstIndex { names[$0] != name } ?? order.count
      let group = order[start..<end].map { self[$0] }
      start = end
      guard group.count > 1 else {
        kept += group
        continue
      }
      let sorted = group.sorted { $0.declaredAt < $1.declaredAt }
      kept += sorted.prefix(1)
      faults.append(.sharedName(name, declaredAt: sorted.map(\.declaredAt)))
    }
    self = kept
    return faults
  }
}

/// The names of linked modules and tasks: their own, and those of the modules' types.
struct LinkedNames {
  private let own: Set<ModuleName>
  private var byType: [String: ModuleName] = [:]
  /// The number of searches for similar names.
  private var searches = 0

  init(_ manifests: [ModuleManifest]) {
    own = Set(manifests.flatMap { [$0.name] + $0.tasks.map(\.name) })
    var doubled: Set<String> = []
    for manifest in manifests {
      for type in manifest.typeNames where byType.updateValue(manifest.name, forKey: type) != nil {
        doubled.insert(type)
      }
    }
    // Modules of two packages may have the same type name, which then identifies neither.
    for type in doubled { byType[type] = nil }
  }

  /// Returns the module or task with this name or type; nil if none is linked.
  func name(of name: ModuleName) -> ModuleName? {
    own.contains(name) ? name : byType[name.rawValue]
  }

  /// Returns the names that were probably meant by one that isn't linked: `Home` for `HomeModule`.
  ///
  /// - Parameters:
  ///   - name: The name as it was written.
  ///   - withTypes: Whether names of types are also valid there.
  /// - Returns: The names; none after as many searches as a ``NearNameSearch`` compares words.
  mutating func near(_ name: ModuleName, withTypes: Bool = false) -> [ModuleName] {
    if !withTypes, let module = byType[name.rawValue] { return [module] }
    guard searches < NearNameSearch.wordLimit else { return [] }
    searches += 1
    let known = own.map(\.rawValue) + (withTypes ? Array(byType.keys) : [])
    let near = NearNames.of(name.rawValue, among: known)
    guard near.isEmpty else { return near.map { ModuleName($0) } }
    let types = withTypes ? [] : NearNames.of(name.rawValue, among: byType.keys)
    guard types.isEmpty else { return types.compactMap { byType[$0] } }
    // A name has no path in front, such as its target.
    let last = name.rawValue.split(separator: "/").last.map(String.init) ?? name.rawValue
    for short in [ModuleName(last), ModuleName(typeName: last)] where own.contains(short) {
      return [short]
    }
    let short = ModuleName(typeName: last)
    return NearNames.of(short.rawValue, among: known).map { ModuleName($0) }
  }
}

extension ModuleManifest {
  /// The names of the module's type, with and without its Swift module; none for a function.
  var typeNames: [String] {
    guard let typeName else { return [] }
    // The name of a type in an extension begins with `(extension in Shop):`.
    let parts = typeName.split(separator: ".").filter { !$0.hasPrefix("(") }
    let (full, short) = (parts.joined(separator: "."), String(parts.last ?? ""))
    return short == full ? [full] : [full, short]
  }
}
