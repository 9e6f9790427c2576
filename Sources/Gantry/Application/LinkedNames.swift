// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// The names by which modules and tasks are found: their own, and those of the modules' types.
struct LinkedNames {
  private let own: Set<ModuleName>
  private var byType: [String: ModuleName] = [:]

  init(_ manifests: [ModuleManifest]) {
    own = Set(manifests.flatMap { [$0.name] + $0.tasks.map(\.name) })
    var doubled: Set<String> = []
    for manifest in manifests {
      for type in manifest.typeNames where byType.updateValue(manifest.name, forKey: type) != nil {
        doubled.insert(type)
      }
    }
    // Two modules of two packages may have one type name: it tells neither.
    for type in doubled { byType[type] = nil }
  }

  /// The module or task that is meant; nil when nothing of the name is linked.
  func name(of name: ModuleName) -> ModuleName? {
    own.contains(name) ? name : byType[name.rawValue]
  }

  /// The names that were probably meant by one that is not linked; by `HomeModule`, `Home`.
  ///
  /// - Parameters:
  ///   - name: What was written.
  ///   - withTypes: Whether names of types are taken there, too.
  func near(_ name: ModuleName, withTypes: Bool = false) -> [ModuleName] {
    if !withTypes, let module = byType[name.rawValue] { return [module] }
    let known = own.map(\.rawValue) + (withTypes ? Array(byType.keys) : [])
    let near = NearNames.of(name.rawValue, among: known)
    guard near.isEmpty else { return near.map { ModuleName($0) } }
    let short = ModuleName(typeName: name.rawValue)
    if own.contains(short) { return [short] }
    return NearNames.of(short.rawValue, among: known).map { ModuleName($0) }
  }
}

extension ModuleManifest {
  /// The names of the module's type, with and without its Swift module; none for a function.
  var typeNames: [String] {
    guard let typeName else { return [] }
    // A private type has its file among the parts: `(unknown context at …)`.
    let parts = typeName.split(separator: ".").filter { !$0.hasPrefix("(") }
    let (full, short) = (parts.joined(separator: "."), String(parts.last ?? ""))
    return short == full ? [full] : [full, short]
  }
}
