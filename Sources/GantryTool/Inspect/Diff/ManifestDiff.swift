// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

/// The things that a newer manifest of an app adds, removes and breaks.
///
/// Something that others may use counts as broken when it is gone or different, also where no
/// module of the app is known to use it: a manifest doesn't list the callers of routes or the
/// readers of values.
struct ManifestDiff {
  let old: AppGraph
  let new: AppGraph
  /// The links to each module, before and now.
  let linksBefore: [String: [Link]]
  let linksNow: [String: [Link]]
  /// The names that are one end of a link, but not linked into the app.
  let missingNow: Set<String>
  /// By module: those where something breaks first, then by name; in each, breaks first.
  private(set) var changes: [ManifestChange] = []
  /// The parts that could not be compared, in whole sentences.
  private(set) var notes: [String] = []

  /// Compares.
  init(old: Manifest, new: Manifest) {
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
      add(.breaks, in: Self.app, .record, "", "is passed over: \(record)")
    }
    compareFaults()
    sort()
  }

  /// The app's name in a change where something belongs to no module.
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

  /// New faults, which keep the app from starting now.
  private mutating func compareFaults() {
    guard let before = old.manifest.findings, let after = new.manifest.findings else { return }
    let known = Set(before.faults.map(\.message.withoutLines))
    for fault in after.faults where !known.contains(fault.message.withoutLines) {
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

extension String {
  /// The text without the numbers of lines in it, which change when nothing else does.
  fileprivate var withoutLines: String { replacing(#/:\d+/#, with: "") }
}
