// SPDX-License-Identifier: Apache-2.0

internal import GantryCore

/// The rules for a package that has no rules file.
///
/// Only tests import a target with modules. Other targets with modules, the app and interfaces
/// don't, and neither does any target that these import. The name of an interface ends in `API`,
/// `Interface` or `Interfaces`. An interface also doesn't import the target that it is named after.
struct StandardLayers {
  private enum Role {
    case app
    case interface
    case module
    case other
  }

  private let imports: [AppSources.Crossing]
  /// The importers of each target.
  private let importers: [String: [String]]
  private let roles: [String: Role]
  /// The targets whose modules leave records, so that apps don't need to name them.
  private let recorded: Set<String>

  init(_ sources: AppSources, _ manifest: AppManifest) {
    imports = sources.imports
    importers = Dictionary(grouping: imports, by: \.imported).mapValues { $0.map(\.importer) }
    recorded = Set(sources.targets.filter(\.hasModules).map(\.target.name))
    let modules = sources.targetsWithModules(manifest)
    roles = Dictionary(
      sources.targets.map { ($0.target.name, Self.role(of: $0.target, modules)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// All imports that the rules don't allow.
  var violations: [Finding] {
    imports.compactMap { item in
      guard let message = message(item) else { return nil }
      return Finding(
        kind: "forbiddenImport", key: "\(item.importer) imports \(item.imported)",
        location: item.location, message: message)
    }
  }

  private static func role(of target: BuiltTarget, _ modules: Set<String>) -> Role {
    if target.kind == .program { return .app }
    if modules.contains(target.name) { return .module }
    return InterfaceName.subject(of: target.name) == nil ? .other : .interface
  }

  private func role(of name: String) -> Role { roles[name] ?? .other }

  /// Returns whether a target must not import a target with modules.
  private func isForbidden(_ imported: String, to importer: String) -> Bool {
    switch role(of: importer) {
    // An app has to name a module that leaves no record.
    case .app: recorded.contains(imported)
    case .interface, .module: true
    case .other: false
    }
  }

  /// Returns a target that gets a target with modules indirectly, by importing one that imports it.
  private func user(of imported: String, by helper: String) -> String? {
    var waiting = [helper]
    var seen: Set<String> = [helper]
    while let next = waiting.popLast() {
      for importer in importers[next] ?? [] where seen.insert(importer).inserted {
        if isForbidden(imported, to: importer) { return importer }
        if role(of: importer) == .other { waiting.append(importer) }
      }
    }
    return nil
  }

  private func message(_ item: AppSources.Crossing) -> String? {
    let (importer, imported) = (item.importer, item.imported)
    guard role(of: imported) == .module else { return detail(item) }
    guard role(of: importer) != .other else {
      return user(of: imported, by: importer).map { user in
        """
        \(importer) imports \(imported), which has modules, and \(user) gets them by importing \
        \(importer): get what is needed from \(instead(imported)).
        """
      }
    }
    guard isForbidden(imported, to: importer) else { return nil }
    switch role(of: importer) {
    case .app:
      return """
        The app \(importer) imports \(imported), which has modules. Linked modules take part by \
        themselves: remove the import, and get what the app needs from \(instead(imported)).
        """
    case .interface:
      return """
        The interface \(importer) imports \(imported), which has modules: every target that \
        imports the interface gets the implementation with it. Declare what is needed in \
        \(importer) itself.
        """
    case .module, .other:
      return """
        \(importer) imports \(imported), and both have modules. Modules work together through \
        interfaces, by events, routes and services: get what is needed from \(instead(imported)).
        """
    }
  }

  /// Returns the fault of an interface that imports a part of its implementation, such as
  /// `OrdersAPI` importing `OrdersCore`.
  private func detail(_ item: AppSources.Crossing) -> String? {
    guard role(of: item.importer) == .interface, role(of: item.imported) == .other,
      let subject = InterfaceName.subject(of: item.importer), item.imported.hasPrefix(subject),
      item.imported.dropFirst(subject.count).first?.isLowercase != true
    else { return nil }
    return """
      The interface \(item.importer) imports \(item.imported), which by its name is part of the \
      implementation: every target that imports the interface gets that with it. Declare what is \
      needed in \(item.importer) itself.
      """
  }

  private func instead(_ target: String) -> String {
    InterfaceName.all(of: target).first { roles[$0] != nil }
      ?? "an interface, such as \(target)API"
  }
}

/// The names of targets that are interfaces.
enum InterfaceName {
  private static let endings = ["API", "Interface", "Interfaces"]

  /// The module that an interface is named after; nil for another target.
  static func subject(of name: String) -> String? {
    endings.first { name.hasSuffix($0) && name != $0 }.map { String(name.dropLast($0.count)) }
  }

  /// The names that the interface of a module may have.
  static func all(of module: String) -> [String] { endings.map { module + $0 } }
}
