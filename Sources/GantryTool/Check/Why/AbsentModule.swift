// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import Gantry
internal import GantryText

/// Looks for a module that is not in an app's manifest.
struct AbsentModule {
  /// Its name, as far as it is known.
  let name: String
  /// Whether it is in a source file.
  let isDeclared: Bool
  /// From the nearest reason to the cause.
  let chain: [String]

  init(
    _ name: String, _ source: ManifestSource, _ options: AppOptions
  ) throws(ToolFailure) {
    self.name = name
    let manifest = source.manifest
    let rejected = manifest.rejectedRecords.map { "a record was passed over: \($0)" }
    var declared: [String] = []
    if case .program(let app) = source.origin {
      let sources = AppSources(app.description, options)
      let loose = LooseSources(in: options.packageFolder, besides: app.description)
      let found =
        Self.loss(of: name, sources, RecordCheck(app, manifest, sources), app)
        ?? Self.loss(of: name, loose, app)
      if let found {
        isDeclared = true
        chain = found + rejected
        return
      }
      declared =
        sources.declarations.map(\.declaration.module)
        + loose.declarations.map(\.declaration.module)
    }
    isDeclared = false
    let names = manifest.modules.flatMap { [$0.name.rawValue] + $0.tasks.map(\.name.rawValue) }
    let near = NearNames.of(name, among: names + declared)
    chain =
      ["no module, function or task of \(source.name) has that name"]
      + (near.isEmpty ? [] : ["did you mean \(Wording.list(near, "or"))?"]) + rejected
  }

  /// Where a target of the build loses it; nil when none declares it.
  private static func loss(
    of name: String, _ sources: AppSources, _ check: RecordCheck, _ app: BuiltApp
  ) -> [String]? {
    let place = sources.declarations.first {
      $0.declaration.answers(to: name, in: $0.target.name)
    }
    guard let place, let loss = check.loss(of: place) else { return nil }
    let target = place.target.name
    return [
      "the target \(target) declares it (\(sources.place(place.file, place.declaration.line)))",
      loss.cause(target, app.product).withoutStop,
    ]
  }

  /// Why a declaration outside of all targets takes no part; nil when no such file has it.
  private static func loss(
    of name: String, _ loose: LooseSources, _ app: BuiltApp
  ) -> [String]? {
    guard let place = loose.declarations.first(where: { $0.declaration.answers(to: name) })
    else { return nil }
    return [
      "\(place.path):\(place.declaration.line) declares it",
      place.cause(app.program?.name ?? app.product),
    ]
  }
}

extension String {
  fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
