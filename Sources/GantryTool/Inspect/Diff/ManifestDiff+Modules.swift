// SPDX-License-Identifier: Apache-2.0

internal import Gantry

extension ManifestDiff {
  /// Finds modules and functions that were added, removed or changed as a whole.
  mutating func compareModules() {
    let before = old.index.entries
    let after = new.index.entries
    for entry in old.manifest.modules where after[entry.name.rawValue] == nil { remove(entry) }
    for entry in new.manifest.modules {
      let name = entry.name.rawValue
      guard let previous = before[name] else {
        add(
          .adds, in: name, entry.subject, name, "is new, of the target \(entry.target)",
          at: entry.declaredAt)
        let missing = entry.dependencies.filter { isMissing($0.target.rawValue) }
        compareEdges([], missing, of: name, in: name, entry.subject, at: entry.declaredAt)
        continue
      }
      compareConditions(previous, entry)
      compareFacts(previous, entry)
      compareEdges(
        previous.dependencies, entry.dependencies, of: name, in: name, entry.subject,
        at: entry.declaredAt)
    }
  }

  private mutating func remove(_ entry: AppManifest.Entry) {
    let name = entry.name.rawValue
    let left = new.missing.filter { old.owner(of: $0.needed) == name }
    guard left.isEmpty else {
      add(
        .breaks, in: name, entry.subject, name, "is gone, and is still required",
        at: entry.declaredAt,
        concerning: left.map { .init(module: $0.waiting, reason: "requires it") })
      return
    }
    // Modules with more than an ordering dependency on it have changed, too.
    let waiting = (linksBefore[name] ?? []).filter { $0.strength != .order }
    add(
      .removes, in: name, entry.subject, name, "is gone", at: entry.declaredAt,
      concerning: waiting.filter { new.index.entries[$0.waiting] != nil }
        .map { .init(module: $0.waiting, reason: "needed it") })
  }

  private mutating func compareConditions(_ before: AppManifest.Entry, _ after: AppManifest.Entry) {
    let name = after.name.rawValue
    let added = after.conditions.filter { !before.conditions.contains($0) }
    let removed = before.conditions.filter { !after.conditions.contains($0) }
    if !added.isEmpty {
      add(
        .changes, in: name, after.subject, name,
        "has a new condition: \(added.joined(separator: ", "))",
        at: after.declaredAt, concerning: dependents(of: name))
    }
    if !removed.isEmpty {
      add(
        .changes, in: name, after.subject, name,
        "no longer has the condition: \(removed.joined(separator: ", "))",
        at: after.declaredAt)
    }
  }

  private mutating func compareFacts(_ before: AppManifest.Entry, _ after: AppManifest.Entry) {
    let name = after.name.rawValue
    var facts: [String] = []
    func compare<Value: Equatable>(_ words: String, _ path: KeyPath<AppManifest.Entry, Value>) {
      let values = (before[keyPath: path], after[keyPath: path])
      if values.0 != values.1 { facts.append("\(words) was \(values.0) and is \(values.1)") }
    }
    compare("its target", \.target)
    compare("its stage", \.stage.rawValue)
    compare("its priority", \.priority)
    compare("its version", \.version.text)
    if before.runs != nil, after.runs != nil { compare("its long-running work", \.runText) }
    compare("its shutdown function", \.shutdown.text)
    if before.isEssential != after.isEssential {
      facts.append(
        after.isEssential
          ? "its failure now stops the launch" : "its failure no longer stops the launch")
    }
    for fact in facts {
      add(.changes, in: name, after.subject, name, "has changed: \(fact)", at: after.declaredAt)
    }
  }

  /// Returns the modules that require a module.
  func dependents(of name: String) -> [ManifestChange.Concern] {
    (linksNow[name] ?? []).filter { $0.strength == .must }
      .map { .init(module: $0.waiting, reason: "needs it") }
  }

  /// Returns whether a name is required now but not linked.
  private func isMissing(_ name: String) -> Bool { missingNow.contains(name) }

  /// Compares the edges that a module or a task declares.
  mutating func compareEdges(
    _ before: [ModuleDependency], _ after: [ModuleDependency], of name: String,
    in module: String, _ subject: ManifestChange.Subject, at place: String
  ) {
    let known = Set(before.map(\.text))
    let kept = Set(after.map(\.text))
    for edge in after where !known.contains(edge.text) {
      let target = edge.target.rawValue
      let isMissing = isMissing(target)
      add(
        isMissing ? .breaks : .changes, in: module, subject, name,
        "now says \(edge.text)\(isMissing ? ", but nothing has that name" : "")",
        at: edge.declaredAt ?? place)
    }
    for edge in before where !kept.contains(edge.text) {
      add(.changes, in: module, subject, name, "no longer says \(edge.text)", at: place)
    }
  }
}

extension AppManifest.Entry {
  /// The entry's kind.
  fileprivate var subject: ManifestChange.Subject { kind == .function ? .function : .module }

  /// The module's long-running work, with the restarts of each piece.
  fileprivate var runText: String {
    let all = (runs ?? []).map { run in
      let scope = run.scope == .module ? ", restarting the module" : ""
      return "\(run.name) (restarts: \(run.restart.rawValue)\(scope))"
    }
    return all.isEmpty ? "none" : all.joined(separator: " and ")
  }
}

extension ModuleDependency {
  fileprivate var text: String { "\(kind.rawValue): \(target)" }
}

extension String? {
  fileprivate var text: String { self ?? "not stated" }
}
