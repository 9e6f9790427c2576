// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

extension ModuleList {
  /// Applies the list's entries to the linked modules.
  ///
  /// - Parameters:
  ///   - manifests: Modules and functions with distinct names, whose options are changed.
  ///   - excluded: Receives a reason for each module or task that the list keeps from running.
  /// - Returns: A fault for each name that isn't linked or that two entries mean, in the order of
  ///   the list.
  func apply(
    to manifests: inout [ModuleManifest], excluding excluded: inout [ModuleName: OffReason]
  ) -> [Fault] {
    var names = LinkedNames(manifests)
    var positions: [ModuleName: Int] = [:]
    var unknown: [Fault] = []
    var doubled: [Fault] = []
    for (position, entry) in entries.enumerated() {
      guard let name = names.name(of: entry.name) else {
        unknown.append(
          .unknownListed(
            name: entry.name, declaredAt: entry.place,
            near: names.near(entry.name, withTypes: true)))
        continue
      }
      if let first = positions[name] {
        doubled.append(
          .listedTwice(name: name, declaredAt: [entries[first].place, entry.place]))
      } else {
        positions[name] = position
      }
      if !entry.isEnabled, excluded[name] == nil {
        excluded[name] = OffReason(.list, "disabled in the list (\(entry.place).enabled)")
      }
    }
    for index in manifests.indices {
      let name = manifests[index].name
      if let position = positions[name] {
        manifests[index].options.listPosition = position
        manifests[index].options.orderedAt = isOrdered ? entries[position].place : nil
      } else {
        manifests[index].options.listPosition = entries.count
        if manifests[index].kind == .module && excluded[name] == nil {
          excluded[name] = OffReason(.list, "not in the list \(file)")
        }
      }
    }
    return unknown + doubled
  }

  /// Returns the modules without an entry, which are neither enabled nor disabled.
  ///
  /// - Parameter manifests: The manifests that the list was applied to.
  func unlisted(among manifests: [ModuleManifest]) -> [ModuleName] {
    manifests.filter { $0.kind == .module && $0.options.listPosition == entries.count }
      .map(\.name)
  }
}
