// SPDX-License-Identifier: Apache-2.0

internal import GantryCore

/// Compares the declarations in an app's sources with the modules in its manifest.
struct RecordCheck {
  /// The point at which a declared module or function is lost on its way into the app.
  enum Loss: Equatable {
    /// The program does not depend on its target.
    case notInGraph
    /// It is compiled only under a condition that this build doesn't meet, or that is unknown.
    case conditional(String)
    /// The app lists its modules itself, and this one isn't among them.
    case notNamed
    /// The program should have its record, and doesn't.
    case dropped
  }

  private let app: BuiltApp
  private let manifest: AppManifest
  /// The names of the entries in each target: type names for modules, own names for functions.
  private var present: [String: Set<String>] = [:]
  private let sources: AppSources
  private let dependencies: Set<String>

  init(_ app: BuiltApp, _ manifest: AppManifest, _ sources: AppSources) {
    self.app = app
    self.manifest = manifest
    self.sources = sources
    let program = app.program
    dependencies = Set((program?.dependencies ?? []) + [program?.name].compactMap(\.self))
    for entry in manifest.modules {
      let parts = entry.type?.split(separator: ".").map(String.init)
      let name = parts.map { "type \($0.last ?? "")" } ?? "name \(entry.name)"
      for target in Set([entry.target, parts?.first ?? entry.target]) {
        present[target, default: []].insert(name)
      }
    }
  }

  /// Returns a finding for each declaration that should be in the program but isn't.
  func missing() -> [Finding] {
    sources.declarations.compactMap { site in
      // Any other loss is a choice.
      guard let loss = loss(of: site), loss == .dropped else { return nil }
      let target = site.target.name
      return Finding(
        kind: "missingRecord", key: "\(target).\(site.declaration.name)",
        location: sources.location(site.file, site.declaration.line),
        message: """
          \(site.declaration.name) of the target \(target) should take part in \(app.product), \
          but its record is not in the program: \(loss.cause(target, app.product))
          """)
    }
  }

  /// Returns whether the manifest has a declaration.
  private func isPresent(_ site: AppSources.Site) -> Bool {
    let (names, declaration) = (present[site.target.name] ?? [], site.declaration)
    return names.contains("type \(declaration.name)")
      || names.contains("name \(declaration.module)")
  }

  /// Returns the reason why a declaration isn't in the manifest; nil if it is.
  func loss(of site: AppSources.Site) -> Loss? {
    guard !isPresent(site) else { return nil }
    guard dependencies.contains(site.target.name) else { return .notInGraph }
    if let condition = site.declaration.conditions.first(where: {
      $0 != "DEBUG" || !site.target.isDebug
    }) {
      return .conditional(condition)
    }
    if manifest.findings?.takesLinked == false { return .notNamed }
    return .dropped
  }
}

extension RecordCheck.Loss {
  /// Returns the cause, with the fix.
  ///
  /// - Parameters:
  ///   - target: The target with the declaration.
  ///   - app: The name of the program.
  func cause(_ target: String, _ app: String) -> String {
    switch self {
    case .notInGraph:
      "\(app) does not depend on the target \(target). Add it to the dependencies of \(app)."
    case .conditional(let condition):
      "it is compiled only under '#if \(condition)', which is false or unknown in this build."
    case .notNamed:
      "\(app) lists its modules. Add this one to `Application(modules:)`, or leave out the list."
    case .dropped:
      """
      the build is older than the source, the attribute is not Gantry's, or the linker left the \
      record out. Build again, import Gantry in the file, link static archives whole (-Xlinker \
      --whole-archive), and keep note sections.
      """
    }
  }
}
