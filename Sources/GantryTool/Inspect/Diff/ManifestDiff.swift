// SPDX-License-Identifier: Apache-2.0

internal import Gantry

/// The parts of an app that its newer manifest adds, removes and breaks.
///
/// A part that others may use counts as broken when it is gone or different. That holds even if no
/// module of the app is known to use it: a manifest doesn't list the callers of routes or the
/// readers of values.
struct ManifestDiff {
  let old: AppGraph
  let new: AppGraph
  /// The links to each module, before and now.
  let linksBefore: [String: [Link]]
  let linksNow: [String: [Link]]
  /// The names at either end of a link to a module that isn't linked into the app.
  let missingNow: Set<String>
  /// The changes, grouped by module. Modules with breaking changes come first, then names decide;
  /// each group begins with its breaking changes.
  private(set) var changes: [ManifestChange] = []
  /// The parts that couldn't be compared, as whole sentences.
  private(set) var notes: [String] = []

  /// Compares two manifests.
  init(old: AppManifest, new: AppManifest) {
    self.old = AppGraph(old)
    self.new = AppGraph(new)
    linksBefore = self.old.linksByNeeded
    linksNow = self.new.linksByNeeded
    missingNow = Set(self.new.missing.flatMap { [$0.needed, $0.waiting] })
    compareModules()
    compareTasks()
    compareRoutes()
    compareServices()
    compareValues()
    compareEvents()
    let known = Set(old.rejectedRecords)
    for record in new.rejectedRecords where !known.contains(record) {
      add(.breaks, in: Self.app, .record, "", "is ignored: \(record)")
    }
    compareFaults()
    sort()
  }

  /// The name of the app, in changes that belong to no module.
  static let app = "the app"

  /// Whether anything breaks.
  var isBreaking: Bool { changes.contains { $0.effect == .breaks } }

  mutating func add(
    _ effect: ManifestChange.Effect, in module: String, _ subject: ManifestChange.Subject,
    _ name: String, _ what: String, at place: String? = nil,
    concerning concerns: [ManifestChange.Concern] = []
  ) {
    changes.append(
      ManifestChange(effect, in: module, subject, name, what, at: place, concerning: concerns))
  }

  mutating func note(_ sentence: String) { notes.append(sentence) }

  /// Finds new faults, which keep the app from starting now.
  private mutating func compareFaults() {
    guard let before = old.manifest.findings, let after = new.manifest.findings else { return }
    let known = Set(before.faults.map { Finding.withoutLines($0.message) })
    for fault in after.faults where !known.contains(Finding.withoutLines(fault.message)) {
      add(.breaks, in: Self.app, .fault, fault.kind, "keeps it from starting: \(fault.message)")
    }
  }

  private mutating func sort() {
    let broken = Set(changes.filter { $0.effect == .breaks }.map(\.module))
    let effects = ManifestChange.Effect.allCases
    let ranked = changes.enumerated().map { place, change in
      (
        change: change, isSound: broken.contains(change.module) ? 0 : 1,
        effect: effects.firstIndex(of: change.effect) ?? 0, place: place
      )
    }
    changes = ranked.sorted {
      ($0.isSound, $0.change.module, $0.effect, $0.place)
        < ($1.isSound, $1.change.module, $1.effect, $1.place)
    }.map(\.change)
  }
}

/// A difference between two manifests of an app.
struct ManifestChange: Hashable, Encodable {
  /// The effect of a difference on the rest of the app, the worst first.
  enum Effect: String, Hashable, Encodable, CaseIterable {
    /// A part that others may use is gone or different.
    case breaks
    /// A part is different, but no other module has to change for it.
    case changes
    /// A part is new.
    case adds
    /// A part that no other module uses is gone.
    case removes
  }

  /// The kind of part that is different.
  enum Subject: String, Hashable, Encodable {
    case module, function, task, route, service, injection, event, handler, value, record, fault
  }

  /// A module that is affected, with the reason.
  struct Concern: Hashable, Encodable {
    let module: String
    let reason: String
  }

  /// The module that declares the part; for an event, the target of its type.
  let module: String
  let effect: Effect
  let subject: Subject
  let name: String
  /// The difference, as the rest of a sentence that begins with the name.
  let what: String
  /// The source location of the declaration, from the newer manifest if it has one.
  let declaredAt: String?
  let concerns: [Concern]

  init(
    _ effect: Effect, in module: String, _ subject: Subject, _ name: String, _ what: String,
    at declaredAt: String? = nil, concerning concerns: [Concern] = []
  ) {
    self.module = module
    self.effect = effect
    self.subject = subject
    self.name = name
    self.what = what
    self.declaredAt = declaredAt
    var seen: Set<String> = [module]
    self.concerns = concerns.filter { seen.insert($0.module).inserted }
      .sorted { $0.module < $1.module }
  }
}

extension ManifestDiff {
  /// Returns the changes by module, below a summary.
  ///
  /// - Parameters:
  ///   - old: The name of the older manifest.
  ///   - new: The name of the newer manifest.
  func text(old: String, new: String) -> String {
    var lines = ["\(old) → \(new): \(summary)"]
    var module: String?
    for change in changes {
      if change.module != module { lines += ["", change.module] }
      module = change.module
      lines += change.lines
    }
    if !notes.isEmpty { lines += [""] + notes }
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    guard !changes.isEmpty else { return "no differences" }
    let counts = ManifestChange.Effect.allCases.compactMap { effect -> String? in
      let count = changes.count { $0.effect == effect }
      return count == 0 ? nil : count.counted(effect.noun)
    }
    return counts.joined(separator: ", ")
  }
}

extension ManifestChange {
  fileprivate var lines: [String] {
    let effect = effect.rawValue.padding(toLength: 9)
    let name = name.isEmpty ? subject.rawValue : "\(subject.rawValue) \(name)"
    var lines = ["  \(effect)\(name) \(what)"]
    let who = concerns.map { "\($0.module) \($0.reason)" }.joined(separator: ", ")
    let rest = [declaredAt, who.isEmpty ? nil : who].compactMap { $0 }.joined(separator: "; ")
    if !rest.isEmpty { lines.append(String(repeating: " ", count: 11) + rest) }
    return lines
  }
}

extension ManifestChange.Effect {
  fileprivate var noun: String {
    switch self {
    case .breaks: "break"
    case .changes: "change"
    case .adds: "addition"
    case .removes: "removal"
    }
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}

extension ManifestDiff {
  private typealias Claim = (module: String, value: AppManifest.Value)

  /// Compares shared values by key.
  mutating func compareValues() {
    let before = Self.claims(of: old.manifest)
    let after = Self.claims(of: new.manifest)
    for key in Set(before.keys).union(after.keys).sorted() {
      compare(key, before[key] ?? [], after[key] ?? [])
    }
  }

  private static func claims(of manifest: AppManifest) -> [String: [Claim]] {
    Dictionary(
      grouping: manifest.modules.flatMap { entry in
        entry.values.map { (entry.name.rawValue, $0) }
      }, by: \.1.key)
  }

  private mutating func compare(_ key: String, _ before: [Claim], _ after: [Claim]) {
    let modules = Set(after.map(\.module))
    let known = Dictionary(
      before.map { ($0.module, $0.value) }, uniquingKeysWith: { first, _ in first })
    for (module, value) in before where !modules.contains(module) {
      let others = after.map(\.module).joined(separator: ", ")
      add(
        after.isEmpty ? .breaks : .changes, in: module, .value, key,
        after.isEmpty ? "is gone: no module provides it" : "is provided by \(others) only",
        at: value.declaredAt)
    }
    for (module, value) in after {
      guard let previous = known[module] else {
        // A value must keep its type even if it moves to another module.
        if let last = before.first?.value { compareType(last, value, module) }
        add(
          before.isEmpty ? .adds : .changes, in: module, .value, key,
          "is provided\(value.isOverride ? ", hiding other providers" : "")",
          at: value.declaredAt)
        continue
      }
      compareType(previous, value, module)
      if previous.isOverride != value.isOverride {
        add(
          .changes, in: module, .value, key,
          value.isOverride ? "hides other providers now" : "no longer hides other providers",
          at: value.declaredAt)
      }
    }
  }

  private mutating func compareType(
    _ before: AppManifest.Value, _ after: AppManifest.Value, _ module: String
  ) {
    guard before.type != after.type else { return }
    add(
      .breaks, in: module, .value, after.key, "was \(before.type) and is \(after.type)",
      at: after.declaredAt)
  }
}
