// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The rules that hold where a package has no file of its own.
///
/// A target with modules is imported by nobody but tests: not by other such targets, not by
/// interfaces, which are named `…API`, `…Interface` or `…Interfaces`, and not by the app.
struct StandardLayers {
  private enum Role {
    case app
    case interface
    case module
    case other
  }

  private let roles: [String: Role]

  init(_ sources: AppSources) {
    roles = Dictionary(
      sources.targets.map { ($0.target.name, Self.role(of: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Finds every import that the rules do not allow.
  func violations(in sources: AppSources) -> [Finding] {
    sources.imports.compactMap { item in
      guard roles[item.imported] == .module, let role = roles[item.importer], role != .other
      else { return nil }
      return Finding(
        kind: "forbiddenImport", key: "\(item.importer) imports \(item.imported)",
        place: item.place, message: message(item, role))
    }
  }

  private static func role(of target: AppSources.Target) -> Role {
    if target.target.kind == .program { return .app }
    if target.hasModules { return .module }
    return isInterface(target.target.name) ? .interface : .other
  }

  private static func isInterface(_ name: String) -> Bool {
    ["API", "Interface", "Interfaces"].contains { name.hasSuffix($0) && name != $0 }
  }

  private func message(_ item: AppSources.Crossing, _ role: Role) -> String {
    let (importer, imported) = (item.importer, item.imported)
    switch role {
    case .app:
      return """
        The app \(importer) imports \(imported), which has modules. Linked, they take part by \
        themselves: remove the import, and take what the app needs from \(instead(imported)).
        """
    case .interface:
      return """
        The interface \(importer) imports \(imported), which has modules: whoever imports the \
        interface gets the implementation with it. Declare what is needed in \(importer) itself.
        """
    case .module, .other:
      return """
        \(importer) imports \(imported), and both have modules. Modules meet in interfaces, by \
        events, routes and services: take what is needed from \(instead(imported)).
        """
    }
  }

  private func instead(_ target: String) -> String {
    let interfaces = ["API", "Interface", "Interfaces"].map { target + $0 }
    return interfaces.first { roles[$0] != nil } ?? "an interface, such as \(target)API"
  }
}
