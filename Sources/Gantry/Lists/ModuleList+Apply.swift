// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

extension ModuleList {
  /// Applies the list's entries to the linked modules.
  ///
  /// - Parameters:
  ///   - manifests: Modules and functions with distinct names, whose options are changed.
  ///   - excluded: Receives a reason for each module or task that the list keeps from running.
  /// - Returns: A fault for each name that isn't linked or that two entries mean, in the order of
  ///   the list.
  ///   the list.
  func apply(
    to manifests: inout [ModuleManifest], excluding excluded: inout [ModuleName: OffReason]
  ) -> [ApplicationFault] {
    let names = LinkedNames(manifests)
    var positions: [ModuleName: Int] = [:]
    var faults: [ApplicationFault] = []
    for (position, entry) in entries.enumerated() {
      guard let name = names.name(of: entry.name) else { continue }
      if let first = positions.updateValue(position, forKey: name) {
        positions[name] = first
        faults.append(
          .listedTwice(name: name, declaredAt: [entries[first].place, entry.place]))
      }
      if let words = entry.exclusion, excluded[name] == nil {
        excluded[name] = OffReason(.list, words)
      }
    }
    for index in manifests.indices {
      apply(positions, to: &manifests[index], names, &excluded)
    }
    return self.faults(names) + faults
  }

  /// Returns the modules without an entry, which are neither enabled nor disabled.
  ///
  /// - Parameter manifests: The manifests that the list was applied to.
  func unlisted(among manifests: [ModuleManifest]) -> [ModuleName] {
    manifests.filter { $0.kind == .module && $0.options.listPosition == entries.count }
      .map(\.name)
  }

  /// Whether the list enables or disables every module of a shared name, each by its longer name.
  func decides(on name: ModuleName) -> Bool { !entries.contains { $0.name == name } }

  /// Returns the same list with the resolved names of modules and functions.
  ///
  /// - Parameters:
  ///   - names: The names of all modules and functions.
  ///   - faults: Receives a fault for each ambiguous name.
  func naming(by names: NameTable, _ faults: inout [ApplicationFault]) -> ModuleList {
    func known(_ name: ModuleName, _ place: String) -> ModuleName {
      let meanings = names.meanings(of: name)
      if meanings.count > 1 {
        faults.append(.ambiguousName(name, usedAt: place, meanings: meanings))
      }
      return meanings.first ?? name
    }
    let entries = entries.map { entry in
      var entry = entry
      entry.name = known(entry.name, entry.place)
      return entry
    }
    let choices = choices.sorted { $0.key < $1.key }.map { type, choice in
      (type, Choice(module: known(choice.module, choice.place), place: choice.place))
    }
    return ModuleList(
      self, entries: entries,
      choices: Dictionary(choices, uniquingKeysWith: { first, _ in first }))
  }

  private func apply(
    _ positions: [ModuleName: Int], to manifest: inout ModuleManifest, _ names: LinkedNames,
    _ excluded: inout [ModuleName: OffReason]
  ) {
    let name = manifest.name
    for index in manifest.tasks.indices {
      let task = manifest.tasks[index].name
      guard task != name, let position = positions[task] else { continue }
      entries[position].apply(to: &manifest.tasks[index].options, names)
    }
    guard let position = positions[name] else {
      manifest.options.listPosition = entries.count
      if manifest.kind == .module && excluded[name] == nil {
        excluded[name] = OffReason(.list, "not in the list \(file)")
      }
      return
    }
    entries[position].apply(to: &manifest.options, names)
    manifest.options.listPosition = position
    manifest.options.orderedAt = isOrdered ? entries[position].place : nil
  }

  private func faults(_ names: LinkedNames) -> [ApplicationFault] {
    var names = names
    let chosen = choices.sorted { $0.key < $1.key }.map { ($0.value.module, $0.value.place) }
    let named = entries.map { ($0.name, $0.place) } + chosen
    return named.filter { names.name(of: $0.0) == nil }.map { name, place in
      .unknownListed(name: name, declaredAt: place, near: names.near(name, withTypes: true))
    }
  }
}
