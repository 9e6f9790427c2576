// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import Gantry
internal import GantryText

/// Looks for a module that is not in an app's manifest.
struct AbsentModule {
  /// What it is called, as far as it is known.
  let name: String
  /// Whether it is in a source file.
  let isDeclared: Bool
  /// From the nearest reason to the cause.
  let chain: [String]

  init(
    _ name: String, _ source: ManifestSource, _ options: AppOptions
  ) throws(ToolFailure) {
    let manifest = source.manifest
    let rejected = manifest.rejectedRecords.map { "a record was passed over: \($0)" }
    var declared: [String] = []
    if case .program(let app) = source.origin {
      let sources = AppSources(app.description, package: options.packageFolder)
      let check = RecordCheck(app, manifest, sources)
      let places = sources.declarations
      let found = places.first { place in
        let own = place.declaration
        return [own.module, own.name, "\(place.target.name).\(own.name)"].contains(name)
          || name.hasPrefix("\(own.module).")
      }
      if let found, let loss = check.loss(of: found) {
        self.name = name
        isDeclared = true
        let place = sources.place(found.file, found.declaration.line)
        chain =
          [
            "the target \(found.target.name) declares it (\(place))",
            loss.cause(found.target.name, app.product).withoutStop,
          ] + rejected
        return
      }
      declared = places.map(\.declaration.module)
    }
    self.name = name
    isDeclared = false
    let names = manifest.modules.flatMap { [$0.name.rawValue] + $0.tasks.map(\.name.rawValue) }
    let near = NearNames.of(name, among: names + declared)
    chain =
      ["no module, function or task of \(source.name) has that name"]
      + (near.isEmpty ? [] : ["did you mean \(Wording.list(near, "or"))?"]) + rejected
  }
}

extension String {
  fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
