// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension ModuleList {
  /// Brings what the list says to the modules that are linked.
  ///
  /// - Parameters:
  ///   - manifests: Modules and functions with distinct names; their options are changed.
  ///   - excluded: Gets a reason for each that the list keeps from running.
  /// - Returns: A fault for each name that is not linked, in the order of the list.
  func apply(
    to manifests: inout [ModuleManifest], excluding excluded: inout [ModuleName: String]
  ) -> [ApplicationFault] {
    let positions = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })
    let linked = Set(manifests.map(\.name))
    for index in manifests.indices {
      let name = manifests[index].name
      guard let position = positions[name] else {
        manifests[index].options.listPosition = entries.count
        if manifests[index].kind == .module && excluded[name] == nil {
          excluded[name] = "not in the list \(file)"
        }
        continue
      }
      entries[position].apply(to: &manifests[index].options)
      manifests[index].options.listPosition = position
      manifests[index].options.orderedAt = isOrdered ? entries[position].place : nil
      if let reason = entries[position].exclusion, excluded[name] == nil {
        excluded[name] = reason
      }
    }
    return faults(linked: linked)
  }

  /// Whether there is an entry for a module, enabled or not.
  func names(_ module: ModuleName) -> Bool { entries.contains { $0.name == module } }

  private func faults(linked: Set<ModuleName>) -> [ApplicationFault] {
    let chosen = choices.sorted { $0.key < $1.key }.map { ($0.value.module, $0.value.place) }
    let named = entries.map { ($0.name, $0.place) } + chosen
    return named.filter { !linked.contains($0.0) }.map { name, place in
      let near = NearNames.of(name.rawValue, among: linked.lazy.map(\.rawValue))
      return .unknownListed(name: name, declaredAt: place, near: near.map { ModuleName($0) })
    }
  }
}
