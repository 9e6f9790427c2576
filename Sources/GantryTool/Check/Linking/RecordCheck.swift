// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry
internal import GantryText

/// Compares the declarations in an app's sources with the records in its program.
struct RecordCheck {
  /// Where a declared module or function is lost on its way into the app.
  enum Loss: Equatable {
    /// The program does not depend on its target.
    case notInGraph
    /// It is compiled only under a condition that this build does not meet, or that is not known.
    case conditional(String)
    /// The app names its modules itself, and not this one.
    case notNamed
    /// Its target is a dependency, but its file is not linked.
    case notLinked
    /// Its file was compiled to an object without a record.
    case noRecord(object: String)
    /// Its object has a record, and the program does not.
    case dropped(object: String)
  }

  private let app: BuiltApp
  private let manifest: AppManifest
  /// The names that entries have, by target: of a module its type's, of a function its own.
  private var present: [String: Set<String>] = [:]
  private let sources: AppSources
  private let linked: Set<String>
  private let dependencies: Set<String>

  init(_ app: BuiltApp, _ manifest: AppManifest, _ sources: AppSources) {
    self.app = app
    self.manifest = manifest
    self.sources = sources
    linked = Set(app.linkedObjects)
    let program = app.program
    dependencies = Set((program?.dependencies ?? []) + [program?.name].compactMap(\.self))
    for entry in manifest.modules {
      let parts = entry.type?.split(separator: ".").map(String.init)
      let name = parts.map { "type \($0.last ?? "")" } ?? "name \(entry.shortName ?? entry.name)"
      for target in Set([entry.target, parts?.first ?? entry.target]) {
        present[target, default: []].insert(name)
      }
    }
  }

  /// A finding for each that should be in the program and is not.
  func missing() -> [Finding] {
    sources.declarations.compactMap { place in
      guard !isPresent(place), let loss = loss(of: place), loss.isFault else { return nil }
      let target = place.target.name
      return Finding(
        kind: "missingRecord", key: "\(target).\(place.declaration.name)",
        place: sources.place(place.file, place.declaration.line),
        message: """
          \(place.declaration.name) of the target \(target) should take part in \(app.product), \
          but its record is not in the program: \(loss.cause(target, app.product))
          """)
    }
  }

  /// Whether the manifest has the declaration of a place.
  func isPresent(_ place: AppSources.Place) -> Bool {
    let (names, declaration) = (present[place.target.name] ?? [], place.declaration)
    return names.contains("type \(declaration.name)")
      || names.contains("name \(declaration.module)")
  }

  /// Why something that is declared is not in the manifest; nil when it is there.
  func loss(of place: AppSources.Place) -> Loss? {
    guard !isPresent(place) else { return nil }
    guard dependencies.contains(place.target.name) else { return .notInGraph }
    if let condition = place.declaration.conditions.first(where: {
      $0 != "DEBUG" || !place.target.isDebug
    }) {
      return .conditional(condition)
    }
    if manifest.findings?.takesLinked == false { return .notNamed }
    guard let object = object(of: place), linked.contains(object) else { return .notLinked }
    let name = URL(filePath: object).lastPathComponent
    return Self.hasRecord(object) ? .dropped(object: name) : .noRecord(object: name)
  }

  private func object(of place: AppSources.Place) -> String? {
    let name = URL(filePath: place.file).lastPathComponent
    // A target that is compiled as one has one object for all files.
    return place.target.objects.first { $0.hasSuffix("/\(name).o") } ?? place.target.objects.first
  }

  private static func hasRecord(_ object: String) -> Bool {
    ELFFile(URL(filePath: object))?.sections.contains {
      $0.name.hasSuffix(".note.gantry") && $0.size > 0
    } == true
  }
}

extension RecordCheck.Loss {
  /// Whether it is a mistake; others are choices.
  var isFault: Bool {
    switch self {
    case .notInGraph, .conditional, .notNamed: false
    case .notLinked, .noRecord, .dropped: true
    }
  }

  /// The cause, and the fix.
  ///
  /// - Parameters:
  ///   - target: The target that declares it.
  ///   - app: The program.
  func cause(_ target: String, _ app: String) -> String {
    switch self {
    case .notInGraph:
      "\(app) does not depend on the target \(target). Add it to the dependencies of \(app)."
    case .conditional(let condition):
      "it is compiled only under '#if \(condition)', which this build does not meet or tell."
    case .notNamed:
      "\(app) says which modules it takes. Name it in `Application(modules:)`, or leave that out."
    case .notLinked:
      """
      its object file is not among those that the program is linked from. A static archive gives \
      only the members that something refers to: depend on the target, or link the archive whole \
      (-Xlinker --whole-archive).
      """
    case .noRecord(let object):
      """
      \(object) has no record. It is older than the source, or its attribute is not Gantry's: \
      build again, and see that the file imports Gantry.
      """
    case .dropped(let object):
      """
      \(object) has a record, and the linker or a later step dropped it, or it was written by \
      another version of Gantry. Link without options that remove sections of notes, and build all \
      with one version.
      """
    }
  }
}
